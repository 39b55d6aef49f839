//! Providers that can be chosen by name, from a data file.

use std::sync::{Arc, LazyLock};

use bole_ai::provider::{Chat, DEFAULT_BASE_URL};
use bole_domain::outbound::AllowedHosts;
use serde::Deserialize;
use serde_json::{Map, Value};

/// A provider with its address and its models.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Preset {
    pub id: String,
    pub name: String,
    /// Its base URL; `None` where each customer has another one.
    pub base_url: Option<String>,
    /// An example of the base URL.
    pub base_url_example: Option<String>,
    #[serde(default = "yes")]
    pub needs_key: bool,
    /// Whether it runs on the customer's own machines.
    #[serde(default)]
    pub is_local: bool,
    /// Whether it answers files of requests at a lower price, as `OpenAI` does; docs/models.md names the sources.
    #[serde(default)]
    pub has_batches: bool,
    /// Suggested models, the best choice first.
    pub models: Vec<String>,
    /// Parameters that its requests need.
    #[serde(default)]
    pub extra_parameters: Option<Map<String, Value>>,
}

const fn yes() -> bool {
    true
}

static PRESETS: LazyLock<Vec<Preset>> =
    LazyLock::new(|| serde_json::from_str(include_str!("../providers.json")).unwrap_or_default());

impl Preset {
    /// All of them, in the order in which they are shown.
    #[must_use]
    pub fn all() -> &'static [Self] {
        &PRESETS
    }

    /// The provider of a base URL; of the default provider's if `None`.
    #[must_use]
    pub fn of(base_url: Option<&str>) -> Option<&'static Self> {
        let url = base_url.unwrap_or(DEFAULT_BASE_URL).trim_end_matches('/');
        PRESETS.iter().find(|preset| preset.base_url.as_deref() == Some(url))
    }
}

/// Whether a provider answers files of requests at a lower price.
pub(crate) fn has_batches(chat: &Chat, further: &AllowedHosts) -> bool {
    let base_url = chat.base_url();
    let is_named = base_url.host_str().zip(base_url.port_or_known_default());
    Preset::of(Some(base_url.as_str())).is_some_and(|preset| preset.has_batches)
        || is_named.is_some_and(|(host, port)| further.allows(host, port))
}

/// The models that may answer in place of the default one of a provider, the first one that it lists.
pub(crate) fn successors(base_url: Option<&str>) -> Arc<[String]> {
    Preset::of(base_url).map(|preset| preset.models.as_slice().into()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Prices;

    #[test]
    fn presets_are_complete() {
        assert_eq!(Preset::all().len(), 10);
        for preset in Preset::all() {
            assert!(preset.base_url.is_some() != preset.base_url_example.is_some(), "{}", preset.id);
            if preset.needs_key {
                for model in &preset.models {
                    assert!(Prices::listed(model).is_some(), "{model} has no price");
                }
            }
        }
        assert_eq!(Preset::of(None).unwrap().id, "gemini");
        let with_batches: Vec<_> = Preset::all().iter().filter(|preset| preset.has_batches).collect();
        assert_eq!(with_batches.iter().map(|preset| &*preset.id).collect::<Vec<_>>(), ["openai", "qwen"]);
        assert!(!successors(None).is_empty() && successors(Some("https://models.example.com/v1")).is_empty());
    }
}
