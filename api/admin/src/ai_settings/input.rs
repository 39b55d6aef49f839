//! Changes of an organization's AI provider settings.

use bole_ai::provider::{DEFAULT_MODEL, RESERVED_PARAMETERS};
use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult, Check};
use bole_domain::ids::OrganizationId;
use bole_providers::Providers;
use bole_store::ai_settings::AiSettings;
use serde::Deserialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::ReasoningEffort;

/// An update; absent fields stay unchanged, and 0 clears a limit.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AiSettingsInput {
    /// The model's name; empty for the default.
    #[schema(max_length = 200)]
    model_name: Option<String>,
    /// Where it is asked; empty for the default provider. Another server needs its own key along with it.
    #[schema(max_length = 2000)]
    base_url: Option<String>,
    /// The key; empty removes it.
    #[schema(max_length = 1000)]
    api_key: Option<String>,
    /// Whether the model at the base URL is asked without a key, which removes the key.
    without_key: Option<bool>,
    /// How much the model reasons: `none`, `minimal`, `low`, `medium` or `high`; empty for little.
    #[schema(max_length = 20)]
    reasoning_effort: Option<String>,
    /// Further parameters of each request, at most 4,096 bytes; an empty object removes them.
    #[schema(value_type = Option<Object>)]
    extra_parameters: Option<Map<String, Value>>,
    /// Requests per minute for this key.
    #[schema(minimum = 0, maximum = 100_000)]
    requests_per_minute: Option<i32>,
    /// Tokens per minute for this key.
    #[schema(minimum = 0, maximum = 1_000_000_000)]
    tokens_per_minute: Option<i32>,
    /// Concurrent requests for this key.
    #[schema(minimum = 0, maximum = 1_000)]
    concurrency: Option<i32>,
    /// Whether to fall back to the built-in engine when the provider fails.
    fallback_to_built_in: Option<bool>,
    /// Monthly budget for model work, in US dollars: 0 allows nothing, a negative one removes it.
    #[schema(maximum = 1_000_000)]
    monthly_budget: Option<f64>,
    /// US dollars per million prompt tokens; negative for the list price.
    #[schema(maximum = 10_000)]
    prompt_price: Option<f64>,
    /// The same for cached prompt tokens.
    #[schema(maximum = 10_000)]
    cached_price: Option<f64>,
    /// The same for completion tokens.
    #[schema(maximum = 10_000)]
    completion_price: Option<f64>,
}

/// The longest further parameters, in bytes of JSON.
const MAX_EXTRA_BYTES: usize = 4_096;
/// How deep they may be nested.
const MAX_EXTRA_DEPTH: usize = 4;

/// How deep a value is nested.
fn depth(value: &Value) -> usize {
    let inner = match value {
        Value::Array(items) => items.iter().map(depth).max(),
        Value::Object(fields) => fields.values().map(depth).max(),
        _ => return 0,
    };
    inner.unwrap_or_default() + 1
}

/// What happens to the organization's key.
pub(super) enum KeyChange {
    Unchanged,
    Removed,
    /// Replaced by this one, sealed.
    Replaced(Vec<u8>),
}

impl AiSettingsInput {
    /// Trims the texts and checks all values.
    pub(super) fn check(&mut self, providers: &Providers) -> ApiResult<()> {
        for text in [&mut self.model_name, &mut self.base_url, &mut self.api_key] {
            *text = text.take().map(|text| text.trim().to_owned());
        }
        let mut check = Check::new();
        check.at_most("modelName", self.model_name.as_deref().unwrap_or_default(), 200);
        check.at_most("baseUrl", self.base_url.as_deref().unwrap_or_default(), 2_000);
        check.at_most("apiKey", self.api_key.as_deref().unwrap_or_default(), 1_000);
        check.finish()?;
        if let Some(url) = self.base_url.as_deref().filter(|url| !url.is_empty())
            && providers.check_base_url(url).is_err()
        {
            return Err(ApiError::invalid_field("baseUrl", Code::AiBaseUrlRefused));
        }
        self.check_parameters()?;
        let mut check = Check::new();
        for (field, number, most) in [
            ("requestsPerMinute", self.requests_per_minute, 100_000),
            ("tokensPerMinute", self.tokens_per_minute, 1_000_000_000),
            ("concurrency", self.concurrency, 1_000),
        ] {
            check.ensure(number.is_none_or(|number| (0..=most).contains(&number)), field, Code::FieldInvalid);
        }
        let is_amount = self.monthly_budget.is_none_or(|budget| budget <= 1e6);
        check.ensure(is_amount, "monthlyBudget", Code::FieldInvalid);
        for (field, price) in [
            ("promptPrice", self.prompt_price),
            ("cachedPrice", self.cached_price),
            ("completionPrice", self.completion_price),
        ] {
            check.ensure(price.is_none_or(|price| price <= 10_000.0), field, Code::FieldInvalid);
        }
        check.finish()
    }

    /// Checks how the model is asked.
    fn check_parameters(&self) -> ApiResult<()> {
        let mut check = Check::new();
        let effort = self.reasoning_effort.as_deref().filter(|effort| !effort.is_empty());
        let is_known = effort.is_none_or(|effort| effort.parse::<ReasoningEffort>().is_ok());
        check.ensure(is_known, "reasoningEffort", Code::FieldUnknownValue);
        if let Some(extra) = &self.extra_parameters {
            let bytes = serde_json::to_string(extra).map_or(usize::MAX, |text| text.len());
            check.ensure(bytes <= MAX_EXTRA_BYTES, "extraParameters", Code::FieldTooLong);
            check.ensure(
                extra.values().all(|value| depth(value) < MAX_EXTRA_DEPTH),
                "extraParameters",
                Code::FieldInvalid,
            );
            let is_reserved = extra.keys().any(|name| RESERVED_PARAMETERS.contains(&name.as_str()));
            check.ensure(!is_reserved, "extraParameters", Code::AiParameterReserved);
        }
        check.finish()
    }

    /// Whether it changes what a budget needs to know.
    pub(super) const fn concerns_price(&self) -> bool {
        self.monthly_budget.is_some()
            || self.model_name.is_some()
            || self.prompt_price.is_some()
            || self.completion_price.is_some()
    }

    /// Seals a new key.
    pub(super) fn key_change(&self, providers: &Providers, organization: OrganizationId) -> ApiResult<KeyChange> {
        let key = match self.api_key.as_deref() {
            None => return Ok(KeyChange::Unchanged),
            Some("") => return Ok(KeyChange::Removed),
            Some(key) => key,
        };
        let sealed = providers.seal(organization, key).map_err(|error| ApiError::internal(&error))?;
        let missing = || ApiError::conflict(Code::AiNoServerKey, "The server has no key to seal secrets with.");
        sealed.map(KeyChange::Replaced).ok_or_else(missing)
    }

    /// Changes the settings; refused if a key would be sent to another provider than it was given for.
    pub(super) fn apply(self, settings: &mut AiSettings, key: KeyChange) -> ApiResult<()> {
        let Self {
            model_name,
            base_url,
            api_key: _,
            requests_per_minute,
            tokens_per_minute,
            concurrency,
            fallback_to_built_in,
            monthly_budget,
            prompt_price,
            cached_price,
            completion_price,
            without_key,
            reasoning_effort,
            extra_parameters,
        } = self;
        if let Some(model) = model_name {
            settings.is_default_model = model.is_empty();
            settings.model_name = if model.is_empty() { DEFAULT_MODEL.to_owned() } else { model };
        }
        if let Some(url) = base_url {
            let url = Some(url).filter(|url| !url.is_empty());
            let stays = settings.api_key_sealed.is_some() && matches!(key, KeyChange::Unchanged);
            if stays && !Providers::are_of_one_server(settings.base_url.as_deref(), url.as_deref()) {
                return Err(ApiError::invalid_field("apiKey", Code::AiKeyOfOtherProvider));
            }
            settings.base_url = url;
        }
        match key {
            KeyChange::Unchanged => {}
            KeyChange::Removed => settings.api_key_sealed = None,
            KeyChange::Replaced(sealed) => {
                settings.api_key_sealed = Some(sealed);
                settings.without_key = false;
            }
        }
        match without_key {
            Some(true) if settings.base_url.is_none() => {
                return Err(ApiError::invalid_field("baseUrl", Code::FieldRequired));
            }
            Some(true) => {
                settings.without_key = true;
                settings.api_key_sealed = None;
            }
            Some(false) => settings.without_key = false,
            None => settings.without_key &= settings.base_url.is_some(),
        }
        if let Some(effort) = reasoning_effort {
            settings.reasoning_effort = Some(effort).filter(|effort| !effort.is_empty());
        }
        if let Some(extra) = extra_parameters {
            settings.extra_parameters = Some(extra).filter(|extra| !extra.is_empty()).map(Value::Object);
        }
        for (setting, number) in [
            (&mut settings.requests_per_minute, requests_per_minute),
            (&mut settings.tokens_per_minute, tokens_per_minute),
            (&mut settings.concurrency, concurrency),
        ] {
            if let Some(number) = number {
                *setting = Some(number).filter(|&number| number > 0);
            }
        }
        if let Some(budget) = monthly_budget {
            settings.monthly_budget = Some(budget).filter(|&budget| budget >= 0.0);
        }
        for (setting, price) in [
            (&mut settings.prompt_price, prompt_price),
            (&mut settings.cached_price, cached_price),
            (&mut settings.completion_price, completion_price),
        ] {
            if let Some(price) = price {
                *setting = Some(price).filter(|&price| price >= 0.0);
            }
        }
        settings.falls_back = fallback_to_built_in.unwrap_or(settings.falls_back);
        Ok(())
    }
}
