//! Providers that can be chosen by name, from a data file.

use std::sync::{Arc, LazyLock};

use bole_ai::provider::DEFAULT_BASE_URL;
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
        assert!(!successors(None).is_empty() && successors(Some("https://models.example.com/v1")).is_empty());
    }
}
