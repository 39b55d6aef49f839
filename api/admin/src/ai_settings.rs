//! An organization's AI provider: settings, test, usage, and resuming after a pause.

mod input;
mod models;
mod pause;
mod provider_test;
mod sample;
mod usage;

use axum::Extension;
use axum::extract::State;
use bole_ai::provider::DEFAULT_MODEL;
use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult};
use bole_api_core::extract::{Json, ReadTenant, RequestId, Tenant};
use bole_api_core::state::ApiState;
use bole_api_core::tasks;
use bole_domain::failure::{AiReason, FailureReason};
use bole_domain::ids::OrganizationId;
use bole_domain::permission::Permission;
use bole_domain::wire_enum;
use bole_providers::{Preset, Prices, Provider};
use bole_store::ai_settings::{self, AiPause, AiSettings};
use bole_store::{TenantTx, ai_usage, ledger, model_batches};
use serde::Serialize;
use serde_json::Value;
use time::OffsetDateTime;
use utoipa::ToSchema;

pub use self::input::AiSettingsInput;
pub use self::models::*;
pub use self::pause::*;
pub use self::provider_test::*;
pub use self::sample::*;
pub use self::usage::*;

bole_api_core::area! { "settings":
    get_ai_settings, put_ai_settings, get_ai_state, get_ai_providers, list_ai_models, test_ai_settings, resume_ai,
    get_ai_usage
}

/// Share of the budget from which a warning is shown.
const WARNING_FROM: f64 = 0.8;

/// The AI provider settings; the key is never returned.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AiSettingsView {
    model_name: String,
    /// Base URL of the API; absent for the default provider.
    base_url: Option<String>,
    /// Whether the organization has its own key.
    has_api_key: bool,
    /// Whether it was saved with another server key, so that it has to be entered again; absent otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    is_api_key_unreadable: bool,
    /// Whether the model at the base URL is asked without a key.
    without_key: bool,
    /// Whether the model is the default one, rather than a person's choice.
    is_default_model: bool,
    /// The model that answers in place of the default one, once that is known.
    used_model: Option<String>,
    /// The provider whose base URL this is, if it is a known one.
    provider: Option<String>,
    /// How much the model reasons; absent for little.
    reasoning_effort: Option<ReasoningEffort>,
    /// Further parameters of each request.
    #[schema(value_type = Option<Object>)]
    extra_parameters: Option<Value>,
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
    /// The expected cost of batches at the provider, which counts towards the budget until the real one is known.
    reserved_for_batches: f64,
    /// The budget's state; absent without a budget.
    budget_state: Option<BudgetState>,
    /// The organization's own prices.
    prices: AiPrices,
    /// The model's list prices, if known.
    list_prices: Option<AiPrices>,
    /// Whether the cost of model work is known; otherwise no budget above 0 can stop it. Absent without a model.
    is_price_known: Option<bool>,
    /// Whether organizations without a key use the server's provider.
    server_provider: bool,
    /// Why model work is paused, if it is.
    paused: Option<FailureReason>,
    #[serde(with = "time::serde::rfc3339::option")]
    paused_since: Option<OffsetDateTime>,
    /// Until when requests wait because the provider of the organization's own key asked for it, such as for a day's quota.
    #[serde(with = "time::serde::rfc3339::option")]
    waits_until: Option<OffsetDateTime>,
}

wire_enum! {
    /// How much a model reasons before it answers.
    pub enum ReasoningEffort {
        /// Not at all, where it can be switched off.
        None => "none",
        Minimal => "minimal",
        Low => "low",
        Medium => "medium",
        High => "high",
    }
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

impl BudgetState {
    fn of(spent: f64, budget: f64) -> Self {
        if spent >= budget {
            Self::Spent
        } else if spent >= budget * WARNING_FROM {
            Self::Warning
        } else {
            Self::Ok
        }
    }
}

/// What counts towards the monthly budget, in millionths of a US dollar.
#[derive(Debug, Clone, Copy)]
struct Spent {
    this_month: i64,
    /// The expected cost of batches at the provider.
    reserved: i64,
}

impl Spent {
    async fn of(tx: &mut TenantTx) -> ApiResult<Self> {
        Ok(Self { this_month: ai_usage::cost_of_month(tx).await?, reserved: model_batches::reserved(tx).await? })
    }

    /// In US dollars.
    fn total(self) -> f64 {
        dollars(self.this_month.saturating_add(self.reserved))
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

impl From<Prices> for AiPrices {
    fn from(Prices { prompt, cached, completion }: Prices) -> Self {
        Self { prompt: Some(prompt), cached: Some(cached), completion: Some(completion) }
    }
}

/// The organization's AI provider settings, or defaults.
#[utoipa::path(get, path = "/settings/ai", responses((status = 200, body = AiSettingsView)))]
pub async fn get_ai_settings(
    State(state): State<ApiState>,
    ReadTenant { tenant, mut tx }: ReadTenant,
) -> ApiResult<Json<AiSettingsView>> {
    tenant.require(Permission::SETTINGS_VIEW)?;
    let settings = ai_settings::find(&mut tx).await?;
    let pause = ai_settings::pause(&mut tx).await?;
    let spent = Spent::of(&mut tx).await?;
    let used_model = used_model(&state, &mut tx).await?;
    let account = state.providers.own_account(&mut tx).await?;
    tx.release();
    let waits_until = pause::waits_until(&state, account).await;
    let view = view(&state, tenant.organization(), settings.unwrap_or_else(defaults), pause, spent, used_model);
    Ok(Json(AiSettingsView { waits_until, ..view }))
}

/// Updates the AI provider settings.
#[utoipa::path(put, path = "/settings/ai", responses((status = 200, body = AiSettingsView)))]
pub async fn put_ai_settings(
    State(state): State<ApiState>,
    tenant: Tenant,
    Extension(RequestId(request_id)): Extension<RequestId>,
    Json(mut input): Json<AiSettingsInput>,
) -> ApiResult<Json<AiSettingsView>> {
    tenant.require(Permission::SETTINGS_EDIT)?;
    input.check(&state.providers)?;
    let key = input.key_change(&state.providers, tenant.organization())?;

    let mut tx = tenant.begin().await?;
    let mut settings = ai_settings::find(&mut tx).await?.unwrap_or_else(defaults);
    let spent = Spent::of(&mut tx).await?;
    let has_stopped = |settings: &AiSettings| {
        settings.monthly_budget.is_some_and(|budget| BudgetState::of(spent.total(), budget) == BudgetState::Spent)
    };
    let had_stopped = has_stopped(&settings);
    let needs_price = input.concerns_price();
    input.apply(&mut settings, key)?;
    if needs_price && lacks_price(&state, &settings) {
        return Err(ApiError::invalid_field("monthlyBudget", Code::AiPriceRequired));
    }
    ai_settings::save(&mut tx, &settings).await?;
    let goes_on = had_stopped && !has_stopped(&settings);
    if goes_on {
        let task_ids = ledger::failed_with(&mut tx, &[AiReason::BudgetSpent.into()]).await?;
        tasks::retry_many(&mut tx, task_ids, request_id).await?;
    }
    let pause = ai_settings::pause(&mut tx).await?;
    let used_model = used_model(&state, &mut tx).await?;
    let account = state.providers.own_account(&mut tx).await?;
    tx.commit().await?;
    if goes_on {
        state.signals.wake();
    }
    let waits_until = pause::waits_until(&state, account).await;
    Ok(Json(AiSettingsView { waits_until, ..view(&state, tenant.organization(), settings, pause, spent, used_model) }))
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
        without_key: false,
        reasoning_effort: None,
        extra_parameters: None,
        is_default_model: true,
    }
}

/// The model that organizations of these settings ask, if any.
fn asked_model<'a>(state: &'a ApiState, settings: &'a AiSettings) -> Option<&'a str> {
    settings.has_own_model().then_some(settings.model_name.as_str()).or(state.providers.server_model())
}

/// Whether a budget would never end, because the model's prices are not known.
fn lacks_price(state: &ApiState, settings: &AiSettings) -> bool {
    let has_budget = settings.monthly_budget.is_some_and(|budget| budget > 0.0);
    has_budget && asked_model(state, settings).is_some_and(|model| !Prices::are_known(model, Some(settings)))
}

/// The model that answers in place of a default one, if it is known.
async fn used_model(state: &ApiState, tx: &mut TenantTx) -> ApiResult<Option<String>> {
    let Provider::Model(chat) = state.providers.configured(tx).await? else { return Ok(None) };
    Ok(chat.replaced_model().map(|_| chat.model().to_owned()))
}

fn view(
    state: &ApiState,
    organization: OrganizationId,
    settings: AiSettings,
    pause: Option<AiPause>,
    spent: Spent,
    used_model: Option<String>,
) -> AiSettingsView {
    let asked = used_model.as_deref().or(asked_model(state, &settings));
    let is_price_known = asked.map(|model| Prices::are_known(model, Some(&settings)));
    let list_prices = asked.and_then(|model| Prices::without_own(model, Some(&settings))).map(AiPrices::from);
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
        without_key,
        reasoning_effort,
        extra_parameters,
        is_default_model,
    } = settings;
    let budget_state = monthly_budget.map(|budget| BudgetState::of(spent.total(), budget));
    AiSettingsView {
        provider: Preset::of(base_url.as_deref()).map(|preset| preset.id.clone()),
        base_url,
        has_api_key: api_key_sealed.is_some(),
        is_api_key_unreadable: api_key_sealed.is_some_and(|sealed| !state.providers.can_open(organization, &sealed)),
        requests_per_minute,
        tokens_per_minute,
        concurrency,
        fallback_to_built_in: falls_back,
        monthly_budget,
        spent_this_month: dollars(spent.this_month),
        reserved_for_batches: dollars(spent.reserved),
        budget_state,
        prices: AiPrices { prompt: prompt_price, cached: cached_price, completion: completion_price },
        list_prices,
        is_price_known,
        without_key,
        is_default_model,
        used_model,
        reasoning_effort: reasoning_effort.and_then(|effort| effort.parse().ok()),
        extra_parameters,
        model_name,
        server_provider: state.providers.server_model().is_some(),
        paused: pause.as_ref().map(|pause| pause.reason.clone()),
        paused_since: pause.map(|pause| pause.since),
        waits_until: None,
    }
}

/// Converts millionths of a US dollar to US dollars.
#[expect(clippy::cast_precision_loss, reason = "an amount is exact up to nine billion dollars")]
pub(crate) fn dollars(micros: i64) -> f64 {
    micros as f64 / 1_000_000.0
}
