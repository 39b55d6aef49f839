//! An organization's AI provider: which it is, whether it works, what it consumes, and going on after a pause.

use std::time::{Duration, Instant};

use axum::extract::State;
use bole_ai::provider::{Chat, DEFAULT_MODEL, Message};
use bole_domain::batch::FailureReason;
use bole_domain::ids::{BatchId, JobId, OrganizationId};
use bole_domain::permission::Permission;
use bole_providers::Provider;
use bole_store::ai_settings::{self, AiSettings};
use bole_store::ai_usage::{self, AiUsageFilter, AiUsageRow};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use utoipa::{IntoParams, ToSchema};

use crate::code::Code;
use crate::error::{ApiError, ApiResult, Check};
use crate::extract::{Json, Query, Reading, Tenant};
use crate::state::ApiState;

/// A test of a provider takes at most this long.
const TEST_LIMIT: Duration = Duration::from_secs(20);

/// The AI provider as it is set; the key is never sent back.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AiSettingsView {
    /// The model's name.
    model_name: String,
    /// Where it is asked; absent for the default provider.
    base_url: Option<String>,
    /// Whether the organization has a key of its own.
    has_api_key: bool,
    /// Requests in any minute with this key.
    requests_per_minute: Option<i32>,
    /// Requests at a time with this key.
    concurrency: Option<i32>,
    /// Whether the server's own provider serves organizations without a key.
    server_provider: bool,
    /// Why model work is paused, where it is.
    #[schema(value_type = Option<String>)]
    paused: Option<FailureReason>,
    /// Since when.
    #[serde(with = "time::serde::rfc3339::option")]
    paused_since: Option<OffsetDateTime>,
}

/// What to set; what is absent stays.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AiSettingsInput {
    /// The model's name; empty for the default.
    #[schema(max_length = 200)]
    model_name: Option<String>,
    /// Where it is asked; empty for the default provider.
    #[schema(max_length = 2000)]
    base_url: Option<String>,
    /// The key; empty removes it.
    #[schema(max_length = 1000)]
    api_key: Option<String>,
    /// Requests in any minute with this key.
    #[schema(minimum = 1, maximum = 100_000)]
    requests_per_minute: Option<i32>,
    /// Requests at a time with this key.
    #[schema(minimum = 1, maximum = 1_000)]
    concurrency: Option<i32>,
}

/// How a question to the provider went.
#[derive(Debug, Serialize, ToSchema)]
pub struct AiTest {
    /// Whether it answered.
    ok: bool,
    /// Why not; stable, the web app has a sentence for each.
    code: Option<String>,
    /// How long it took.
    latency_ms: u64,
}

/// Which consumption to add up.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct UsageQuery {
    /// From this moment.
    #[serde(default, with = "time::serde::rfc3339::option")]
    #[param(value_type = Option<String>, format = DateTime)]
    from: Option<OffsetDateTime>,
    /// Before this moment.
    #[serde(default, with = "time::serde::rfc3339::option")]
    #[param(value_type = Option<String>, format = DateTime)]
    to: Option<OffsetDateTime>,
    /// Only of this batch.
    batch_id: Option<BatchId>,
}

/// What the organization's model work consumed.
#[derive(Debug, Serialize, ToSchema)]
pub struct AiUsageView {
    /// By day, purpose, model and job, latest day first.
    items: Vec<AiUsageItem>,
    /// All of them together.
    total: AiTokens,
}

/// Consumption of one day, purpose, model and job.
#[derive(Debug, Serialize, ToSchema)]
pub struct AiUsageItem {
    /// The day, in UTC.
    #[schema(format = Date)]
    day: String,
    /// The kind of work: `evaluation`, `draft`, `translation`.
    purpose: String,
    /// The model's name.
    model: String,
    /// The job it was for.
    job_id: Option<JobId>,
    /// How much.
    #[serde(flatten)]
    tokens: AiTokens,
}

/// Requests and tokens.
#[derive(Debug, Default, Clone, Copy, Serialize, ToSchema)]
pub struct AiTokens {
    /// Requests sent, failed ones included.
    requests: i64,
    /// Tokens of questions.
    prompt_tokens: i64,
    /// Those of them the provider had cached.
    cached_tokens: i64,
    /// Tokens of answers.
    completion_tokens: i64,
}

/// How much work goes on after a pause.
#[derive(Debug, Serialize, ToSchema)]
pub struct AiResumed {
    /// Tasks that are tried again.
    retried: i64,
}

fn defaults() -> AiSettings {
    AiSettings {
        model_name: DEFAULT_MODEL.to_owned(),
        base_url: None,
        api_key_sealed: None,
        requests_per_minute: None,
        concurrency: None,
    }
}

/// The AI provider of the organization; defaults where nothing is set.
#[utoipa::path(get, path = "/api/organizations/{organization_id}/settings/ai", operation_id = "get_ai_settings",
    tag = "settings", params(("organization_id" = OrganizationId, Path)),
    responses((status = 200, body = AiSettingsView)))]
pub async fn get_ai_settings(
    State(state): State<ApiState>,
    Reading { tenant, mut tx }: Reading,
) -> ApiResult<Json<AiSettingsView>> {
    tenant.require(Permission::SETTINGS_VIEW)?;
    let settings = ai_settings::find(&mut tx).await?;
    let pause = ai_settings::pause(&mut tx).await?;
    tx.release();
    Ok(Json(view(&state, settings.unwrap_or_else(defaults), pause)))
}

fn view(state: &ApiState, settings: AiSettings, pause: Option<ai_settings::AiPause>) -> AiSettingsView {
    AiSettingsView {
        model_name: settings.model_name,
        base_url: settings.base_url,
        has_api_key: settings.api_key_sealed.is_some(),
        requests_per_minute: settings.requests_per_minute,
        concurrency: settings.concurrency,
        server_provider: state.providers.server_model().is_some(),
        paused: pause.as_ref().map(|pause| pause.reason),
        paused_since: pause.map(|pause| pause.since),
    }
}

/// Sets the AI provider.
#[utoipa::path(put, path = "/api/organizations/{organization_id}/settings/ai", operation_id = "put_ai_settings",
    tag = "settings", params(("organization_id" = OrganizationId, Path)), request_body = AiSettingsInput,
    responses((status = 200, body = AiSettingsView)))]
pub async fn put_ai_settings(
    State(state): State<ApiState>,
    tenant: Tenant,
    Json(input): Json<AiSettingsInput>,
) -> ApiResult<Json<AiSettingsView>> {
    tenant.require(Permission::SETTINGS_EDIT)?;
    let AiSettingsInput { model_name, base_url, api_key, requests_per_minute, concurrency } = input;
    let [model_name, base_url, api_key] = [model_name, base_url, api_key].map(|text| text.map(|t| t.trim().to_owned()));
    let mut check = Check::new();
    check.at_most("modelName", model_name.as_deref().unwrap_or_default(), 200);
    check.at_most("baseUrl", base_url.as_deref().unwrap_or_default(), 2_000);
    check.at_most("apiKey", api_key.as_deref().unwrap_or_default(), 1_000);
    check.finish()?;
    if let Some(url) = base_url.as_deref().filter(|url| !url.is_empty())
        && state.providers.check_base_url(url).is_err()
    {
        return Err(ApiError::invalid_field("baseUrl", Code::AiBaseUrlRefused));
    }
    for (field, number, most) in
        [("requestsPerMinute", requests_per_minute, 100_000), ("concurrency", concurrency, 1_000)]
    {
        if number.is_some_and(|number| !(1..=most).contains(&number)) {
            return Err(ApiError::invalid_field(field, Code::FieldInvalid));
        }
    }
    let sealed = match api_key.as_deref() {
        None => None,
        Some("") => Some(None),
        Some(key) => {
            let sealed =
                state.providers.seal(tenant.organization(), key).map_err(|error| ApiError::internal(&error))?;
            let missing = || ApiError::conflict(Code::AiNoServerKey, "The server has no key to seal secrets with.");
            Some(Some(sealed.ok_or_else(missing)?))
        }
    };

    let mut tx = tenant.begin().await?;
    let mut settings = ai_settings::find(&mut tx).await?.unwrap_or_else(defaults);
    if let Some(model) = model_name {
        settings.model_name = if model.is_empty() { DEFAULT_MODEL.to_owned() } else { model };
    }
    if let Some(url) = base_url {
        settings.base_url = Some(url).filter(|url| !url.is_empty());
    }
    if let Some(sealed) = sealed {
        settings.api_key_sealed = sealed;
    }
    settings.requests_per_minute = requests_per_minute.or(settings.requests_per_minute);
    settings.concurrency = concurrency.or(settings.concurrency);
    ai_settings::save(&mut tx, &settings).await?;
    let pause = ai_settings::pause(&mut tx).await?;
    tx.commit().await?;
    Ok(Json(view(&state, settings, pause)))
}

/// Asks the provider one word, and says whether it answers and how fast.
#[utoipa::path(post, path = "/api/organizations/{organization_id}/settings/ai/test", operation_id = "test_ai_settings",
    tag = "settings", params(("organization_id" = OrganizationId, Path)), responses((status = 200, body = AiTest)))]
pub async fn test_ai_settings(State(state): State<ApiState>, tenant: Tenant) -> ApiResult<Json<AiTest>> {
    tenant.require(Permission::SETTINGS_EDIT)?;
    let mut tx = tenant.begin().await?;
    let provider = state.providers.configured(&mut tx).await?;
    tx.release();
    let begun = Instant::now();
    let reason = match provider {
        Provider::Model(chat) => ask(&chat).await.err(),
        Provider::Unusable(error) => Some(error.reason.to_string()),
        Provider::BuiltIn | Provider::Paused(_) => Some("ai.not_configured".to_owned()),
    };
    let latency_ms = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
    Ok(Json(AiTest { ok: reason.is_none(), code: reason, latency_ms }))
}

async fn ask(chat: &Chat) -> Result<(), String> {
    let question = vec![Message::user("Answer with the single word: pong")];
    match tokio::time::timeout(TEST_LIMIT, chat.text(question, 16)).await {
        Ok(Ok(_)) => Ok(()),
        Ok(Err(error)) => Err(error.reason.to_string()),
        Err(_) => Err(FailureReason::AiTimeout.to_string()),
    }
}

/// Ends a pause, and tries again what failed for it.
#[utoipa::path(post, path = "/api/organizations/{organization_id}/ai/resume", operation_id = "resume_ai", tag = "settings",
    params(("organization_id" = OrganizationId, Path)), responses((status = 200, body = AiResumed)))]
pub async fn resume_ai(State(state): State<ApiState>, tenant: Tenant) -> ApiResult<Json<AiResumed>> {
    tenant.require(Permission::SETTINGS_EDIT)?;
    let mut tx = tenant.begin().await?;
    ai_settings::end_pause(&mut tx).await?;
    let reasons = [FailureReason::AiPaused, FailureReason::AiKeyRefused, FailureReason::AiQuota];
    let retried = bole_store::ledger::retry_failed_with(&mut tx, &reasons).await?;
    tx.commit().await?;
    state.signals.wake();
    Ok(Json(AiResumed { retried }))
}

/// What the organization's model work consumed.
#[utoipa::path(get, path = "/api/organizations/{organization_id}/ai-usage", operation_id = "get_ai_usage", tag = "settings",
    params(("organization_id" = OrganizationId, Path), UsageQuery), responses((status = 200, body = AiUsageView)))]
pub async fn get_ai_usage(
    Reading { tenant, mut tx }: Reading,
    Query(UsageQuery { from, to, batch_id }): Query<UsageQuery>,
) -> ApiResult<Json<AiUsageView>> {
    tenant.require(Permission::SETTINGS_VIEW)?;
    let rows = ai_usage::list(&mut tx, AiUsageFilter { from, to, batch_id }).await?;
    tx.release();
    let mut total = AiTokens::default();
    for row in &rows {
        let tokens = tokens(row);
        total.requests += tokens.requests;
        total.prompt_tokens += tokens.prompt_tokens;
        total.cached_tokens += tokens.cached_tokens;
        total.completion_tokens += tokens.completion_tokens;
    }
    let items = rows.into_iter().map(|row| AiUsageItem {
        tokens: tokens(&row),
        day: row.day,
        purpose: row.purpose,
        model: row.model,
        job_id: row.job_id.map(JobId),
    });
    Ok(Json(AiUsageView { items: items.collect(), total }))
}

const fn tokens(row: &AiUsageRow) -> AiTokens {
    AiTokens {
        requests: row.requests,
        prompt_tokens: row.prompt_tokens,
        cached_tokens: row.cached_tokens,
        completion_tokens: row.completion_tokens,
    }
}
