//! An organization's AI provider: settings, test, usage, and resuming after a pause.

use std::time::{Duration, Instant};

use axum::Extension;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use bole_ai::provider::{Abilities, AnswerFormat, Chat, ChatError, DEFAULT_MODEL, FormatAbility, Message, Question};
use bole_domain::failure::{AiReason, FailureReason};
use bole_domain::ids::{BatchId, JobId, OrganizationId};
use bole_domain::permission::Permission;
use bole_domain::wire_enum;
use bole_providers::{Prices, Provider, Providers};
use bole_queue::TaskKind;
use bole_queue::kinds::RetryBatch;
use bole_store::ai_settings::{self, AiSettings};
use bole_store::ai_usage::{self, AiUsageFilter, AiUsageRow};
use bole_store::ledger;
use serde::{Deserialize, Serialize};
use serde_json::json;
use time::OffsetDateTime;
use utoipa::{IntoParams, ToSchema};

use crate::code::Code;
use crate::error::{ApiError, ApiResult, Check};
use crate::extract::{Json, Query, ReadTenant, Tenant};
use crate::middleware::observe::RequestId;
use crate::routes::tasks::{self, Task};
use crate::state::ApiState;

/// More tasks than this are retried by a task.
const MAX_RETRIED: usize = 500;
/// Time limit for a test.
const TEST_LIMIT: Duration = Duration::from_secs(20);

/// The AI provider settings; the key is never returned.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AiSettingsView {
    /// The model's name.
    model_name: String,
    /// Base URL of the API; absent for the default provider.
    base_url: Option<String>,
    /// Whether the organization has its own key.
    has_api_key: bool,
    /// Requests per minute for this key.
    requests_per_minute: Option<i32>,
    /// Tokens per minute for this key.
    tokens_per_minute: Option<i32>,
    /// Concurrent requests for this key.
    concurrency: Option<i32>,
    /// Whether to fall back to the built-in engine when the provider fails.
    fallback_to_built_in: bool,
    /// Monthly budget for model work, in US dollars.
    monthly_budget: Option<f64>,
    /// Cost in the current UTC month.
    spent_this_month: f64,
    /// The budget's state; absent without a budget.
    budget_state: Option<BudgetState>,
    /// The organization's own prices.
    prices: AiPrices,
    /// The model's list prices, if known.
    list_prices: Option<AiPrices>,
    /// Whether organizations without a key use the server's provider.
    server_provider: bool,
    /// Why model work is paused, if it is.
    paused: Option<FailureReason>,
    /// When it was paused.
    #[serde(with = "time::serde::rfc3339::option")]
    paused_since: Option<OffsetDateTime>,
}

/// Whether model work is running; visible to every member, because a pause affects them.
#[derive(Debug, Serialize, ToSchema)]
pub struct AiState {
    /// Whether a model is configured; otherwise the built-in engine is used.
    has_model: bool,
    /// Why model work is paused, if it is.
    paused: Option<FailureReason>,
    /// The state of the monthly budget; absent without one.
    budget_state: Option<BudgetState>,
    /// Whether to fall back to the built-in engine when the model fails.
    fallback_to_built_in: bool,
}

wire_enum! {
    /// The state of a budget.
    pub enum BudgetState {
        /// Below 80 %.
        Ok => "ok",
        /// 80 % or more.
        Warning => "warning",
        /// Spent; model work is stopped.
        Spent => "spent",
    }
}

/// Prices in US dollars per million tokens.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct AiPrices {
    /// Prompt tokens.
    prompt: Option<f64>,
    /// Cached prompt tokens.
    cached: Option<f64>,
    /// Completion tokens.
    completion: Option<f64>,
}

/// An update; absent fields stay unchanged, and 0 clears a number.
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
    /// Monthly budget for model work, in US dollars.
    #[schema(minimum = 0, maximum = 1_000_000)]
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

/// The result of a provider test.
#[derive(Debug, Serialize, ToSchema)]
pub struct AiTest {
    /// Whether the provider answered.
    ok: bool,
    /// The failure reason; a stable string with a text in the web app.
    code: Option<String>,
    /// Duration in milliseconds.
    latency_ms: u64,
    /// What the provider supports; absent if it did not answer.
    works: Option<AiAbilities>,
}

/// Features supported by a provider.
#[derive(Debug, Serialize, ToSchema)]
pub struct AiAbilities {
    /// How structured answers can be requested.
    json: JsonAbility,
    /// Whether answers can be streamed.
    streaming: bool,
    /// Whether answers are reproducible.
    repeatable: bool,
}

wire_enum! {
    /// How structured answers can be requested.
    pub enum JsonAbility {
        /// By a JSON schema.
        Schema => "schema",
        /// By JSON mode.
        Mode => "mode",
        /// By the prompt; small errors are repaired.
        Prompt => "prompt",
        /// Not at all: the model cannot evaluate.
        Unusable => "unusable",
    }
}

/// Filter of AI usage.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct UsageQuery {
    /// Start, inclusive.
    #[serde(default, with = "time::serde::rfc3339::option")]
    #[param(value_type = Option<String>, format = DateTime)]
    from: Option<OffsetDateTime>,
    /// End, exclusive.
    #[serde(default, with = "time::serde::rfc3339::option")]
    #[param(value_type = Option<String>, format = DateTime)]
    to: Option<OffsetDateTime>,
    /// Only this job; requires viewing jobs.
    job_id: Option<JobId>,
    /// Only this batch; requires viewing batches.
    batch_id: Option<BatchId>,
}

/// AI usage of the organization.
#[derive(Debug, Serialize, ToSchema)]
pub struct AiUsageView {
    /// By day, purpose, model and job, latest day first.
    items: Vec<AiUsageItem>,
    /// The totals.
    total: AiTokens,
}

/// Usage of one day, purpose, model and job.
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
    /// The amounts.
    #[serde(flatten)]
    tokens: AiTokens,
}

/// Requests and tokens.
#[derive(Debug, Default, Clone, Copy, Serialize, ToSchema)]
pub struct AiTokens {
    /// Requests sent, including failed ones.
    requests: i64,
    /// Prompt tokens.
    prompt_tokens: i64,
    /// Cached prompt tokens, included in `prompt_tokens`.
    cached_tokens: i64,
    /// Completion tokens.
    completion_tokens: i64,
    /// Cost at the prices at the time, in US dollars.
    cost: f64,
}

/// The result of resuming after a pause.
#[derive(Debug, Serialize, ToSchema)]
pub struct AiResumed {
    /// The number of tasks retried.
    retried: usize,
}

fn defaults() -> AiSettings {
    AiSettings {
        model_name: DEFAULT_MODEL.to_owned(),
        base_url: None,
        api_key_sealed: None,
        requests_per_minute: None,
        tokens_per_minute: None,
        concurrency: None,
        falls_back: false,
        monthly_budget: None,
        prompt_price: None,
        cached_price: None,
        completion_price: None,
    }
}

/// The organization's AI provider settings, or defaults.
#[utoipa::path(get, path = "/api/organizations/{organization_id}/settings/ai", operation_id = "get_ai_settings",
    tag = "settings", params(("organization_id" = OrganizationId, Path)),
    responses((status = 200, body = AiSettingsView)))]
pub async fn get_ai_settings(
    State(state): State<ApiState>,
    ReadTenant { tenant, mut tx }: ReadTenant,
) -> ApiResult<Json<AiSettingsView>> {
    tenant.require(Permission::SETTINGS_VIEW)?;
    let settings = ai_settings::find(&mut tx).await?;
    let pause = ai_settings::pause(&mut tx).await?;
    let spent = ai_usage::cost_of_month(&mut tx).await?;
    tx.release();
    Ok(Json(view(&state, settings.unwrap_or_else(defaults), pause, spent)))
}

/// Whether the organization's model work is running.
#[utoipa::path(get, path = "/api/organizations/{organization_id}/ai/state", operation_id = "get_ai_state",
    tag = "settings", params(("organization_id" = OrganizationId, Path)), responses((status = 200, body = AiState)))]
pub async fn get_ai_state(
    State(state): State<ApiState>,
    ReadTenant { tenant: _, mut tx }: ReadTenant,
) -> ApiResult<Json<AiState>> {
    let settings = ai_settings::find(&mut tx).await?;
    let pause = ai_settings::pause(&mut tx).await?;
    let spent = ai_usage::cost_of_month(&mut tx).await?;
    tx.release();
    let has_own = settings.as_ref().is_some_and(|settings| settings.api_key_sealed.is_some());
    let has_model = has_own || state.providers.server_model().is_some();
    let budget = settings.as_ref().and_then(|settings| settings.monthly_budget).filter(|_| has_model);
    Ok(Json(AiState {
        has_model,
        paused: pause.filter(|_| has_model).map(|pause| pause.reason),
        budget_state: budget.map(|budget| BudgetState::of(dollars(spent), budget)),
        fallback_to_built_in: settings.is_some_and(|settings| settings.falls_back),
    }))
}

/// Converts millionths of a US dollar to US dollars.
#[expect(clippy::cast_precision_loss, reason = "an amount is exact up to nine billion dollars")]
fn dollars(micros: i64) -> f64 {
    micros as f64 / 1_000_000.0
}

/// Share of the budget from which a warning is shown.
const WARNING_FROM: f64 = 0.8;

impl BudgetState {
    fn of(spent: f64, budget: f64) -> Self {
        match spent / budget {
            share if share >= 1.0 => Self::Spent,
            share if share >= WARNING_FROM => Self::Warning,
            _ => Self::Ok,
        }
    }
}

fn view(state: &ApiState, settings: AiSettings, pause: Option<ai_settings::AiPause>, spent: i64) -> AiSettingsView {
    let AiSettings {
        model_name,
        base_url,
        api_key_sealed,
        requests_per_minute,
        tokens_per_minute,
        concurrency,
        falls_back,
        monthly_budget,
        prompt_price,
        cached_price,
        completion_price,
    } = settings;
    let spent_this_month = dollars(spent);
    let budget_state = monthly_budget.map(|budget| BudgetState::of(spent_this_month, budget));
    let asked = if api_key_sealed.is_some() { Some(model_name.as_str()) } else { state.providers.server_model() };
    let list_prices = asked.and_then(Prices::listed).map(|Prices { prompt, cached, completion }| AiPrices {
        prompt: Some(prompt),
        cached: Some(cached),
        completion: Some(completion),
    });
    AiSettingsView {
        base_url,
        has_api_key: api_key_sealed.is_some(),
        requests_per_minute,
        tokens_per_minute,
        concurrency,
        fallback_to_built_in: falls_back,
        monthly_budget,
        spent_this_month,
        budget_state,
        prices: AiPrices { prompt: prompt_price, cached: cached_price, completion: completion_price },
        list_prices,
        model_name,
        server_provider: state.providers.server_model().is_some(),
        paused: pause.as_ref().map(|pause| pause.reason.clone()),
        paused_since: pause.map(|pause| pause.since),
    }
}

/// Updates the AI provider settings.
#[utoipa::path(put, path = "/api/organizations/{organization_id}/settings/ai", operation_id = "put_ai_settings",
    tag = "settings", params(("organization_id" = OrganizationId, Path)), request_body = AiSettingsInput,
    responses((status = 200, body = AiSettingsView)))]
pub async fn put_ai_settings(
    State(state): State<ApiState>,
    tenant: Tenant,
    Extension(RequestId(request_id)): Extension<RequestId>,
    Json(input): Json<AiSettingsInput>,
) -> ApiResult<Json<AiSettingsView>> {
    tenant.require(Permission::SETTINGS_EDIT)?;
    let AiSettingsInput {
        model_name,
        base_url,
        api_key,
        requests_per_minute,
        tokens_per_minute,
        concurrency,
        fallback_to_built_in,
        monthly_budget,
        prompt_price,
        cached_price,
        completion_price,
    } = input;
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
    let mut check = Check::new();
    for (field, number, most) in [
        ("requestsPerMinute", requests_per_minute, 100_000),
        ("tokensPerMinute", tokens_per_minute, 1_000_000_000),
        ("concurrency", concurrency, 1_000),
    ] {
        check.ensure(number.is_none_or(|number| (0..=most).contains(&number)), field, Code::FieldInvalid);
    }
    check.ensure(
        monthly_budget.is_none_or(|budget| (0.0..=1e6).contains(&budget)),
        "monthlyBudget",
        Code::FieldInvalid,
    );
    for (field, price) in
        [("promptPrice", prompt_price), ("cachedPrice", cached_price), ("completionPrice", completion_price)]
    {
        check.ensure(price.is_none_or(|price| price <= 10_000.0), field, Code::FieldInvalid);
    }
    check.finish()?;
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
        let url = Some(url).filter(|url| !url.is_empty());
        // A key belongs to its provider: it is not sent to another one.
        let stays = settings.api_key_sealed.is_some() && sealed.is_none();
        if stays && !Providers::are_of_one_server(settings.base_url.as_deref(), url.as_deref()) {
            return Err(ApiError::invalid_field("apiKey", Code::AiKeyOfOtherProvider));
        }
        settings.base_url = url;
    }
    if let Some(sealed) = sealed {
        settings.api_key_sealed = sealed;
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
    let spent = ai_usage::cost_of_month(&mut tx).await?;
    let has_stopped = |budget: Option<f64>| {
        budget.is_some_and(|budget| BudgetState::of(dollars(spent), budget) == BudgetState::Spent)
    };
    let had_stopped = has_stopped(settings.monthly_budget);
    if let Some(budget) = monthly_budget {
        settings.monthly_budget = Some(budget).filter(|&budget| budget > 0.0);
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
    ai_settings::save(&mut tx, &settings).await?;
    let goes_on = had_stopped && !has_stopped(settings.monthly_budget);
    if goes_on {
        let task_ids = ledger::failed_with(&mut tx, &[AiReason::BudgetSpent.into()]).await?;
        if task_ids.len() > MAX_RETRIED {
            RetryBatch { task_ids }.enqueue(&mut tx, Some(request_id)).await?;
        } else {
            ledger::retry_many(&mut tx, &task_ids).await?;
        }
    }
    let pause = ai_settings::pause(&mut tx).await?;
    tx.commit().await?;
    if goes_on {
        state.signals.wake();
    }
    Ok(Json(view(&state, settings, pause, spent)))
}

/// Tests the provider with a one-word question and measures its response time.
#[utoipa::path(post, path = "/api/organizations/{organization_id}/settings/ai/test", operation_id = "test_ai_settings",
    tag = "settings", params(("organization_id" = OrganizationId, Path)), responses((status = 200, body = AiTest)))]
pub async fn test_ai_settings(State(state): State<ApiState>, tenant: Tenant) -> ApiResult<Json<AiTest>> {
    tenant.require(Permission::SETTINGS_EDIT)?;
    let mut tx = tenant.begin().await?;
    let provider = state.providers.configured(&mut tx).await?;
    tx.release();
    let begun = Instant::now();
    let failed = |code: String| {
        let latency_ms = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        Ok(Json(AiTest { ok: false, code: Some(code), latency_ms, works: None }))
    };
    let chat = match provider {
        Provider::Model(chat) => chat,
        Provider::Unusable(error) => return failed(error.reason.to_string()),
        Provider::BuiltIn | Provider::Paused(_) => return failed("ai.not_configured".to_owned()),
    };
    let question = vec![Message::user("Answer with the single word: pong")];
    match tokio::time::timeout(TEST_LIMIT, chat.stream(question, 16, |_| ())).await {
        Ok(Ok(_)) => {}
        Ok(Err(error)) => return failed(error.reason.to_string()),
        Err(_) => return failed(AiReason::Timeout.to_string()),
    }
    let latency_ms = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
    let has_json = matches!(tokio::time::timeout(TEST_LIMIT, asked_for_json(&chat)).await, Ok(true));
    let Abilities { format, sampling, streaming, max_tokens: _ } = chat.abilities();
    let json = match format {
        _ if !has_json => JsonAbility::Unusable,
        FormatAbility::Schema => JsonAbility::Schema,
        FormatAbility::JsonObject => JsonAbility::Mode,
        FormatAbility::Nothing => JsonAbility::Prompt,
    };
    let works = Some(AiAbilities { json, streaming, repeatable: sampling });
    Ok(Json(AiTest { ok: true, code: None, latency_ms, works }))
}

#[derive(Deserialize)]
struct Pong {
    answer: String,
}

/// Whether structured answers can be requested.
async fn asked_for_json(chat: &Chat) -> bool {
    let schema = json!({
        "type": "object",
        "properties": { "answer": { "type": "string" } },
        "required": ["answer"],
        "additionalProperties": false,
    });
    let question = Question {
        messages: vec![Message::user("Answer as JSON: {\"answer\": \"pong\"}")],
        format: AnswerFormat::Json { name: "test", schema: schema.into() },
        max_tokens: 32,
        seed: 1,
    };
    let answered: Result<Pong, ChatError> = chat.json(&question).await;
    answered.is_ok_and(|pong| !pong.answer.is_empty())
}

/// Ends a pause and retries the tasks that failed because of it.
#[utoipa::path(post, path = "/api/organizations/{organization_id}/ai/resume", operation_id = "resume_ai", tag = "settings",
    params(("organization_id" = OrganizationId, Path)),
    responses((status = 200, body = AiResumed),
              (status = 202, description = "There are many: the task's result is the count.", body = Task,
               headers(("Location" = String)))))]
pub async fn resume_ai(
    State(state): State<ApiState>,
    tenant: Tenant,
    Extension(RequestId(request_id)): Extension<RequestId>,
) -> ApiResult<Response> {
    tenant.require(Permission::SETTINGS_EDIT)?;
    let mut tx = tenant.begin().await?;
    ai_settings::end_pause(&mut tx).await?;
    let reasons = [AiReason::Paused, AiReason::KeyRefused, AiReason::Quota, AiReason::BudgetSpent];
    let reasons = reasons.map(FailureReason::from);
    let task_ids = ledger::failed_with(&mut tx, &reasons).await?;
    if task_ids.len() > MAX_RETRIED {
        return tasks::begin(&state, tx, None, &RetryBatch { task_ids }, request_id).await;
    }
    let retried = ledger::retry_many(&mut tx, &task_ids).await?.len();
    tx.commit().await?;
    state.signals.wake();
    Ok(Json(AiResumed { retried }).into_response())
}

/// The organization's AI usage; optionally of one job or batch.
#[utoipa::path(get, path = "/api/organizations/{organization_id}/ai-usage", operation_id = "get_ai_usage", tag = "settings",
    params(("organization_id" = OrganizationId, Path), UsageQuery), responses((status = 200, body = AiUsageView)))]
pub async fn get_ai_usage(
    ReadTenant { tenant, mut tx }: ReadTenant,
    Query(UsageQuery { from, to, job_id, batch_id }): Query<UsageQuery>,
) -> ApiResult<Json<AiUsageView>> {
    // Row security hides jobs the member cannot access.
    tenant.require(match (job_id, batch_id) {
        (_, Some(_)) => Permission::EVALUATE_VIEW,
        (Some(_), None) => Permission::JOBS_VIEW,
        (None, None) => Permission::SETTINGS_VIEW,
    })?;
    let rows = ai_usage::list(&mut tx, AiUsageFilter { from, to, job_id, batch_id }).await?;
    tx.release();
    let mut total = AiTokens::default();
    for row in &rows {
        let tokens = tokens(row);
        total.requests += tokens.requests;
        total.prompt_tokens += tokens.prompt_tokens;
        total.cached_tokens += tokens.cached_tokens;
        total.completion_tokens += tokens.completion_tokens;
        total.cost += tokens.cost;
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

fn tokens(row: &AiUsageRow) -> AiTokens {
    AiTokens {
        requests: row.requests,
        prompt_tokens: row.prompt_tokens,
        cached_tokens: row.cached_tokens,
        completion_tokens: row.completion_tokens,
        cost: dollars(row.cost_micros),
    }
}
