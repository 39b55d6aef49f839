//! Token prices: the organization's own, else the model's list prices.

use std::sync::LazyLock;

use bole_ai::provider::{Chat, Usage};
use bole_domain::ai::{AiPurpose, BATCH_PRICE_FACTOR};
use bole_store::ai_settings::AiSettings;
use bole_store::ai_usage::AiUse;
use serde::Deserialize;

/// Prices in US dollars per million tokens.
#[derive(Debug, Clone, Copy, Default, PartialEq, Deserialize)]
pub struct Prices {
    /// Prompt tokens.
    pub prompt: f64,
    /// Cached prompt tokens.
    pub cached: f64,
    /// Completion tokens.
    pub completion: f64,
}

/// The fewest bytes of a request for a token of its prompt: a Chinese character has three.
const BYTES_PER_TOKEN: u64 = 3;
/// More tokens than most evaluations are answered with.
const ANSWER_TOKENS: u64 = 1_000;

/// List price of all models whose name starts with this prefix.
#[derive(Deserialize)]
struct Listed {
    model: String,
    #[serde(flatten)]
    prices: Prices,
}

/// An organization's prices of whichever model answers: a retired default model may be replaced while it is asked.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct PriceList {
    prompt: Option<f64>,
    cached: Option<f64>,
    completion: Option<f64>,
    /// Whether a model without own prices costs nothing, as one of the organization's own does.
    is_free: bool,
}

impl PriceList {
    /// The prices of these settings.
    #[must_use]
    pub fn of(settings: Option<&AiSettings>) -> Self {
        let own = |price: fn(&AiSettings) -> Option<f64>| settings.and_then(price);
        Self {
            prompt: own(|settings| settings.prompt_price),
            cached: own(|settings| settings.cached_price),
            completion: own(|settings| settings.completion_price),
            is_free: settings.is_some_and(|settings| settings.without_key),
        }
    }

    /// The prices of a model: the organization's own take precedence over the list.
    #[must_use]
    pub fn prices(&self, model: &str) -> Prices {
        let listed = self.without_own(model).unwrap_or_default();
        Prices {
            prompt: self.prompt.unwrap_or(listed.prompt),
            // If only the prompt price is set, it applies to cached tokens as well.
            cached: self.cached.or(self.prompt).unwrap_or(listed.cached),
            completion: self.completion.unwrap_or(listed.completion),
        }
    }

    /// The prices where the organization has set none: a model that is asked without a key is its own and costs nothing,
    /// whatever its name.
    fn without_own(&self, model: &str) -> Option<Prices> {
        if self.is_free { Some(Prices::default()) } else { Prices::listed(model) }
    }

    /// What a client has used, at the prices of the model that answered; `None` if nothing was requested.
    #[must_use]
    pub fn used(&self, chat: &Chat, purpose: AiPurpose) -> Option<AiUse> {
        let usage = chat.usage();
        (usage.requests > 0).then(|| self.prices(chat.model()).use_of(&usage, purpose, chat.model()))
    }
}

static LIST: LazyLock<Vec<Listed>> =
    LazyLock::new(|| serde_json::from_str(include_str!("../prices.json")).unwrap_or_default());

impl Prices {
    /// The list price of a model, if known.
    #[must_use]
    pub fn listed(model: &str) -> Option<Self> {
        // Providers prefix names with a path: `openai/gpt-4o`, `models/gemini-1.5-pro`.
        let name = model.rsplit('/').next().unwrap_or(model).to_ascii_lowercase();
        // `gpt-5` is not `gpt-5.2`, whose price is another one.
        let is_of = |rest: &str| rest.is_empty() || rest.starts_with(['-', ':', '@']);
        let known = LIST.iter().filter(|listed| name.strip_prefix(&listed.model).is_some_and(is_of));
        known.max_by_key(|listed| listed.model.len()).map(|listed| listed.prices)
    }

    /// The prices for an organization: its own take precedence over the list.
    #[must_use]
    pub fn of(model: &str, settings: Option<&AiSettings>) -> Self {
        PriceList::of(settings).prices(model)
    }

    /// The prices where the organization has set none.
    #[must_use]
    pub fn without_own(model: &str, settings: Option<&AiSettings>) -> Option<Self> {
        PriceList::of(settings).without_own(model)
    }

    /// Whether the prices of prompt and completion tokens are known, so that work with this model has a cost.
    #[must_use]
    pub fn are_known(model: &str, settings: Option<&AiSettings>) -> bool {
        let has_own = |own: &AiSettings| own.prompt_price.is_some() && own.completion_price.is_some();
        settings.is_some_and(has_own) || Self::without_own(model, settings).is_some()
    }

    /// What one request of a provider batch has used, to be recorded.
    #[must_use]
    pub fn used_in_batch(&self, usage: &Usage, model: &str) -> AiUse {
        self.in_batch().use_of(usage, AiPurpose::Evaluation, model)
    }

    /// What one request of a provider batch is expected to cost at most, in millionths of a US dollar, by the length of its body.
    #[must_use]
    pub fn reserved_in_batch(&self, bytes: usize) -> i64 {
        let usage = Usage {
            prompt_tokens: u64::try_from(bytes).unwrap_or(u64::MAX).div_ceil(BYTES_PER_TOKEN),
            completion_tokens: ANSWER_TOKENS,
            ..Usage::default()
        };
        self.in_batch().cost(&usage)
    }

    fn in_batch(&self) -> Self {
        Self {
            prompt: self.prompt * BATCH_PRICE_FACTOR,
            cached: self.cached * BATCH_PRICE_FACTOR,
            completion: self.completion * BATCH_PRICE_FACTOR,
        }
    }

    fn use_of(&self, usage: &Usage, purpose: AiPurpose, model: &str) -> AiUse {
        let number = |tokens: u64| i64::try_from(tokens).unwrap_or(i64::MAX);
        AiUse {
            purpose,
            model: model.to_owned(),
            job_id: None,
            batch_id: None,
            requests: i32::try_from(usage.requests).unwrap_or(i32::MAX),
            prompt_tokens: number(usage.prompt_tokens),
            cached_tokens: number(usage.cached_tokens),
            completion_tokens: number(usage.completion_tokens),
            cost_micros: self.cost(usage),
        }
    }

    /// The cost in millionths of a US dollar, equal to tokens times the price per million.
    #[must_use]
    pub fn cost(&self, usage: &Usage) -> i64 {
        let tokens = |number: u64| u32::try_from(number).map_or(f64::from(u32::MAX), f64::from);
        let fresh = usage.prompt_tokens.saturating_sub(usage.cached_tokens);
        rounded(
            tokens(fresh) * self.prompt
                + tokens(usage.cached_tokens) * self.cached
                + tokens(usage.completion_tokens) * self.completion,
        )
    }
}

/// Converts US dollars to millionths.
pub(crate) fn micros(dollars: f64) -> i64 {
    rounded(dollars * 1_000_000.0)
}

#[expect(clippy::cast_possible_truncation, reason = "larger amounts are as good as the largest")]
fn rounded(amount: f64) -> i64 {
    amount.round() as i64
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use bole_ai::provider::{Endpoint, KeyLimits, Message};
    use bole_testkit::{Dialect, NoLimits, PROVIDER_KEY, TestProvider};

    use super::*;

    #[test]
    fn longest_matching_model_name_sets_the_price() {
        let [large, small] = ["gpt-4o", "gpt-4o-mini-2024-07-18"].map(|model| Prices::listed(model).unwrap());
        assert!(large.prompt > small.prompt);
        assert_eq!(Prices::listed("openai/gpt-4o"), Some(large));
        assert!(Prices::listed("gemini-1.5-pro-latest").is_some());
        assert!(Prices::listed("gpt-5-2025-08-07").is_some());
        for unknown in ["a-model-of-our-own", "gpt-5.2", "gpt-5x"] {
            assert_eq!(Prices::listed(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn model_without_a_key_is_free_whatever_its_name() {
        let own = AiSettings { without_key: true, ..AiSettings::default() };
        assert!(Prices::are_known("a-model-of-our-own", Some(&own)));
        assert_eq!(Prices::of("mistral-small", Some(&own)), Prices::default());
        let priced = AiSettings { prompt_price: Some(1.0), completion_price: Some(2.0), ..own };
        assert_eq!(Prices::of("mistral-small", Some(&priced)).completion, 2.0);
        assert!(!Prices::are_known("a-model-of-our-own", None) && Prices::are_known("gpt-4o", None));
    }

    #[tokio::test]
    async fn model_that_is_replaced_while_it_is_asked_costs_its_own_price() {
        let provider = TestProvider::start().await;
        provider.use_dialect(Dialect::of("openai-4.1"));
        let allowed = provider.host().parse().unwrap();
        let mut endpoint = Endpoint::new(provider.base_url().parse().unwrap(), "gpt-4o", PROVIDER_KEY);
        endpoint.options.successors = ["gpt-4.1-mini".to_owned()].into();
        let chat = Chat::new(endpoint, &allowed, Arc::new(NoLimits), KeyLimits::default()).unwrap();
        // As a task has them from its beginning.
        let list = PriceList::of(None);
        let answer = chat.text(vec![Message::user("ping")], 100).await.unwrap();
        assert_eq!((answer.as_str(), chat.model()), ("pong", "gpt-4.1-mini"));
        let used = list.used(&chat, AiPurpose::Evaluation).unwrap();
        let [old, new] = ["gpt-4o", "gpt-4.1-mini"].map(|model| Prices::listed(model).unwrap().cost(&chat.usage()));
        assert_eq!((used.model.as_str(), used.cost_micros), ("gpt-4.1-mini", new));
        assert_ne!(old, new);
    }

    #[test]
    fn cached_tokens_cost_their_own_price() {
        let prices = Prices { prompt: 2.5, cached: 1.25, completion: 10.0 };
        let usage = Usage {
            requests: 1,
            prompt_tokens: 1_000,
            cached_tokens: 600,
            completion_tokens: 100,
            reasoning_tokens: 0,
        };
        assert_eq!(prices.cost(&usage), 1_000 + 750 + 1_000);
        assert_eq!(prices.used_in_batch(&usage, "m").cost_micros, (1_000 + 750 + 1_000) / 2, "half of it");
        assert_eq!(prices.reserved_in_batch(3_000), (2_500 + 10_000) / 2, "a thousand tokens each way");
    }
}
