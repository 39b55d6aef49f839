//! Providers to choose from, and the models that a provider lists.

use axum::extract::State;
use bole_api_core::auth::limits::{AI_TESTS, count_all};
use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult, Check};
use bole_api_core::extract::{Json, Tenant};
use bole_api_core::state::ApiState;
use bole_domain::failure::AiReason;
use bole_domain::permission::Permission;
use bole_providers::{Preset, Prices};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::AiPrices;

/// The known providers.
#[derive(Debug, Serialize, ToSchema)]
pub struct AiProviders {
    items: Vec<AiProvider>,
}

/// A provider that can be chosen by name.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AiProvider {
    id: &'static str,
    name: &'static str,
    /// Its base URL; absent where each customer has another one.
    base_url: Option<&'static str>,
    base_url_example: Option<&'static str>,
    needs_key: bool,
    /// Whether it runs on the customer's own machines.
    is_local: bool,
    /// Whether the server may reach the base URL; otherwise its operator must allow the host.
    is_allowed: bool,
    suggested_model: Option<&'static str>,
    /// Suggested models, the best choice first.
    models: &'static [String],
    /// Parameters that its requests need.
    #[schema(value_type = Option<Object>)]
    extra_parameters: Option<Value>,
}

/// Whose models to list; absent values are the stored ones.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AiModelsInput {
    /// The base URL; empty for the default provider.
    #[schema(max_length = 2000)]
    base_url: Option<String>,
    /// The key; empty for none. The stored one is sent only to the server that it was given for.
    #[schema(max_length = 1000)]
    api_key: Option<String>,
}

/// The models of a provider, or why they cannot be listed.
#[derive(Debug, Serialize, ToSchema)]
pub struct AiModels {
    /// Whether the provider answered.
    ok: bool,
    /// The failure reason.
    code: Option<AiReason>,
    /// The provider's own words.
    detail: Option<String>,
    /// None if the provider has no list.
    items: Vec<AiModel>,
}

/// A model that a provider lists.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AiModel {
    id: String,
    /// Whether it is one of the provider's suggested models.
    is_suggested: bool,
    /// Its list prices, if known.
    prices: Option<AiPrices>,
}

/// The known providers, to choose one by name.
#[utoipa::path(get, path = "/settings/ai/providers", responses((status = 200, body = AiProviders)))]
pub async fn get_ai_providers(State(state): State<ApiState>, tenant: Tenant) -> ApiResult<Json<AiProviders>> {
    tenant.require(Permission::SETTINGS_VIEW)?;
    let item = |preset: &'static Preset| AiProvider {
        id: &preset.id,
        name: &preset.name,
        base_url: preset.base_url.as_deref(),
        base_url_example: preset.base_url_example.as_deref(),
        needs_key: preset.needs_key,
        is_local: preset.is_local,
        is_allowed: preset.base_url.as_deref().is_none_or(|url| state.providers.check_base_url(url).is_ok()),
        suggested_model: preset.models.first().map(String::as_str),
        models: &preset.models,
        extra_parameters: preset.extra_parameters.clone().map(Value::Object),
    };
    Ok(Json(AiProviders { items: Preset::all().iter().map(item).collect() }))
}

/// Lists the models of a provider.
#[utoipa::path(post, path = "/settings/ai/models", responses((status = 200, body = AiModels)))]
pub async fn list_ai_models(
    State(state): State<ApiState>,
    tenant: Tenant,
    Json(input): Json<AiModelsInput>,
) -> ApiResult<Json<AiModels>> {
    tenant.require(Permission::SETTINGS_EDIT)?;
    let text = |text: Option<String>| text.map(|text| text.trim().to_owned());
    let (base_url, api_key) = (text(input.base_url), text(input.api_key));
    let mut check = Check::new();
    check.at_most("baseUrl", base_url.as_deref().unwrap_or_default(), 2_000);
    check.at_most("apiKey", api_key.as_deref().unwrap_or_default(), 1_000);
    check.finish()?;
    let is_refused = |url: &str| !url.is_empty() && state.providers.check_base_url(url).is_err();
    if base_url.as_deref().is_some_and(is_refused) {
        return Err(ApiError::invalid_field("baseUrl", Code::AiBaseUrlRefused));
    }
    count_all(&state.db, &[(&AI_TESTS, &tenant.organization().to_string())], Code::RequestTooMany).await?;
    let mut tx = tenant.begin().await?;
    let lister = state.providers.lister(&mut tx, base_url.as_deref(), api_key).await?;
    tx.release();
    let (preset, listed) = match lister {
        Ok(chat) => (Preset::of(Some(chat.base_url().as_str())), chat.models().await),
        Err(error) => (None, Err(error)),
    };
    Ok(Json(match listed {
        Ok(models) => {
            let suggested = preset.map(|preset| preset.models.as_slice()).unwrap_or_default();
            let item = |id: String| AiModel {
                is_suggested: suggested.contains(&id),
                prices: Prices::listed(&id).map(AiPrices::from),
                id,
            };
            AiModels { ok: true, code: None, detail: None, items: models.into_iter().map(item).collect() }
        }
        Err(error) => {
            AiModels { ok: false, code: Some(error.reason), detail: error.provider_message, items: Vec::new() }
        }
    }))
}
