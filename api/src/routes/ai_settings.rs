//! An organization's AI provider: which it is, whether it works, what it consumes, and going on after a pause.

use std::time::{Duration, Instant};

use axum::extract::State;
use bole_ai::provider::{Abilities, AnswerFormat, Chat, ChatError, DEFAULT_MODEL, FormatAbility, Message, Question};
use bole_domain::failure::{AiReason, FailureReason};
use bole_domain::ids::{BatchId, JobId, OrganizationId};
use bole_domain::permission::Permission;
use bole_domain::wire_enum;
use bole_providers::{Prices, Provider};
use bole_store::ai_settings::{self, AiSettings};
use bole_store::ai_usage::{self, AiUsageFilter, AiUsageRow};
use serde::{Deserialize, Serialize};
use serde_json::json;
use time::OffsetDateTime;
use utoipa::{IntoParams, ToSchema};

use crate::code::Code;
use crate::error::{ApiError, ApiResult, Check};
use crate::extract::{Json, Query, ReadTenant, Tenant};
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
    /// Tokens in any minute with this key.
    tokens_per_minute: Option<i32>,
    /// Requests at a time with this key.
    concurrency: Option<i32>,
    /// Whether the built-in engine judges and drafts where the provider fails.
    fallback_to_built_in: bool,
    /// What a month's model work may cost, in US dollars.
    monthly_budget: Option<f64>,
    /// What it has cost since the month began, in UTC.
    spent_this_month: f64,
    /// Where the budget stands; absent without one.
    budget_state: Option<BudgetState>,
    /// The organization's own prices.
    prices: AiPrices,
    /// The list prices of the model, where they are known.
    list_prices: Option<AiPrices>,
    /// Whether the server's own provider serves organizations without a key.
    server_provider: bool,
    /// Why model work is paused, where it is.
    paused: Option<FailureReason>,
    /// Since when.
    #[serde(with = "time::serde::rfc3339::option")]
    paused_since: Option<OffsetDateTime>,
}

/// Whether model work goes on: for every member, since whatever stops it stops their work.
#[derive(Debug, Serialize, ToSchema)]
pub struct AiState {
    /// Whether a model does the organization's work; the built-in engine does where none is set.
    has_model: bool,
    /// Why model work is paused, where it is.
    paused: Option<FailureReason>,
    /// Where the month's budget stands; absent without one.
    budget_state: Option<BudgetState>,
    /// Whether the built-in engine judges and drafts where the model does not.
    fallback_to_built_in: bool,
}

wire_enum! {
    /// Where a budget stands.
    pub enum BudgetState {
        /// Below four fifths.
        Ok => "ok",
        /// From four fifths on.
        Warning => "warning",
        /// Spent: model work has stopped.
        Spent => "spent",
    }
}

/// US dollars for a million tokens.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct AiPrices {
    /// Of questions.
    prompt: Option<f64>,
    /// Of those the provider had cached.
    cached: Option<f64>,
    /// Of answers.
    completion: Option<f64>,
}

/// What to set; what is absent stays, and a number of 0 removes what was set.
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
    #[schema(minimum = 0, maximum = 100_000)]
    requests_per_minute: Option<i32>,
    /// Tokens in any minute with this key.
    #[schema(minimum = 0, maximum = 1_000_000_000)]
    tokens_per_minute: Option<i32>,
    /// Requests at a time with this key.
    #[schema(minimum = 0, maximum = 1_000)]
    concurrency: Option<i32>,
    /// Whether the built-in engine judges and drafts where the provider fails.
    fallback_to_built_in: Option<bool>,
    /// What a month's model work may cost, in US dollars.
    #[schema(minimum = 0, maximum = 1_000_000)]
    monthly_budget: Option<f64>,
    /// US dollars for a million tokens of questions; negative for the list price.
    #[schema(maximum = 10_000)]
    prompt_price: Option<f64>,
    /// The same for those the provider had cached.
    #[schema(maximum = 10_000)]
    cached_price: Option<f64>,
    /// The same for tokens of answers.
    #[schema(maximum = 10_000)]
    completion_price: Option<f64>,
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
    /// What the provider understands; absent where it did not answer.
    works: Option<AiAbilities>,
}

/// What a provider understands.
#[derive(Debug, Serialize, ToSchema)]
pub struct AiAbilities {
    /// How answers of a given form can be had.
    json: JsonAbility,
    /// Whether answers can be shown while they are written.
    streaming: bool,
    /// Whether answers can be made repeatable.
    repeatable: bool,
}

wire_enum! {
    /// How answers of a given form can be had.
    pub enum JsonAbility {
        /// By a JSON schema.
        Schema => "schema",
        /// By JSON mode.
        Mode => "mode",
        /// By asking for it; the answer is put right where little is wrong with it.
        Prompt => "prompt",
        /// Not at all: the model cannot judge.
        Unusable => "unusable",
    }
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
    /// Only of this job. For whoever views jobs.
    job_id: Option<JobId>,
    /// Only of this batch. For whoever views batches.
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
    /// What they cost at the prices of their time, in US dollars.
    cost: f64,
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
        tokens_per_minute: None,
        concurrency: None,
        falls_back: false,
        monthly_budget: None,
        prompt_price: None,
        cached_price: None,
        completion_price: None,
    }
}

/// The AI provider of the organization; defaults where nothing is set.
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

/// Whether the organization's model work goes on.
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

/// Millionths of a US dollar as US dollars.
#[expect(clippy::cast_precision_loss, reason = "an amount is exact up to nine billion dollars")]
fn dollars(micros: i64) -> f64 {
    micros as f64 / 1_000_000.0
}

/// From this share of a budget on its organization is warned.
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
        settings.base_url = Some(url).filter(|url| !url.is_empty());
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
        bole_store::ledger::retry_failed_with(&mut tx, &[AiReason::BudgetSpent.into()]).await?;
    }
    let pause = ai_settings::pause(&mut tx).await?;
    tx.commit().await?;
    if goes_on {
        state.signals.wake();
    }
    Ok(Json(view(&state, settings, pause, spent)))
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

/// Whether an answer of a given form can be had.
async fn asked_for_json(chat: &Chat) -> bool {
    let schema = json!({
        "type": "object",
        "properties": { "answer": { "type": "string" } },
        "required": ["answer"],
        "additionalProperties": false,
    });
    let question = Question {
        messages: vec![Message::user("Answer as JSON: {\"answer\": \"pong\"}")],
        format: AnswerFormat::Json { name: "test", schema },
        max_tokens: 32,
        seed: 1,
    };
    let answered: Result<Pong, ChatError> = chat.json(&question).await;
    answered.is_ok_and(|pong| !pong.answer.is_empty())
}

/// Ends a pause, and tries again what failed for it.
#[utoipa::path(post, path = "/api/organizations/{organization_id}/ai/resume", operation_id = "resume_ai", tag = "settings",
    params(("organization_id" = OrganizationId, Path)), responses((status = 200, body = AiResumed)))]
pub async fn resume_ai(State(state): State<ApiState>, tenant: Tenant) -> ApiResult<Json<AiResumed>> {
    tenant.require(Permission::SETTINGS_EDIT)?;
    let mut tx = tenant.begin().await?;
    ai_settings::end_pause(&mut tx).await?;
    let reasons = [AiReason::Paused, AiReason::KeyRefused, AiReason::Quota, AiReason::BudgetSpent];
    let reasons = reasons.map(FailureReason::from);
    let retried = bole_store::ledger::retry_failed_with(&mut tx, &reasons).await?;
    tx.commit().await?;
    state.signals.wake();
    Ok(Json(AiResumed { retried }))
}

/// What the organization's model work consumed; all of it, or that of a job or batch.
#[utoipa::path(get, path = "/api/organizations/{organization_id}/ai-usage", operation_id = "get_ai_usage", tag = "settings",
    params(("organization_id" = OrganizationId, Path), UsageQuery), responses((status = 200, body = AiUsageView)))]
pub async fn get_ai_usage(
    ReadTenant { tenant, mut tx }: ReadTenant,
    Query(UsageQuery { from, to, job_id, batch_id }): Query<UsageQuery>,
) -> ApiResult<Json<AiUsageView>> {
    // Rows of jobs out of the member's reach are kept back by the database.
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
