//! Whether an organization's model work is running, and resuming it.

use std::time::Duration;

use axum::Extension;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use bole_ai::labelled_sample::SAMPLE_VERSION;
use bole_api_core::error::ApiResult;
use bole_api_core::extract::{Json, ReadTenant, RequestId, Tenant};
use bole_api_core::state::ApiState;
use bole_api_core::tasks::{self, Retried, Task};
use bole_domain::failure::{AiReason, FailureReason};
use bole_domain::permission::Permission;
use bole_providers::{Provider, judge_identity};
use bole_store::{TenantTx, ai_settings, judge_measurements, ledger};
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;

use super::{BudgetState, Spent};

/// How long a rate limit per minute lasts.
const RATE_WAIT: Duration = Duration::from_secs(60);

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
    /// Whether the judge in use was measured on the labelled sample.
    is_judge_measured: bool,
    /// Whether the model can be asked within a day, at about half price.
    has_batch_prices: bool,
}

/// The result of resuming after a pause.
#[derive(Debug, Serialize, ToSchema)]
pub struct AiResumed {
    /// The number of tasks retried.
    retried: usize,
}

/// Whether the organization's model work is running.
#[utoipa::path(get, path = "/ai/state", responses((status = 200, body = AiState)))]
pub async fn get_ai_state(
    State(state): State<ApiState>,
    ReadTenant { tenant: _, mut tx }: ReadTenant,
) -> ApiResult<Json<AiState>> {
    let settings = ai_settings::find(&mut tx).await?;
    let pause = ai_settings::pause(&mut tx).await?;
    let spent = Spent::of(&mut tx).await?;
    let judge = match state.providers.configured(&mut tx).await? {
        Provider::Model(chat) => Some(judge_identity(Some(&chat))),
        Provider::BuiltIn => Some(judge_identity(None)),
        Provider::Paused(_) | Provider::Unusable(_) => None,
    };
    let is_judge_measured = match judge {
        Some(judge) => judge_measurements::is_measured(&mut tx, &judge, SAMPLE_VERSION).await?,
        None => false,
    };
    let has_batch_prices = state.providers.has_batch_prices(&mut tx).await?;
    tx.release();
    let has_own = settings.as_ref().is_some_and(|settings| settings.has_own_model());
    let has_model = has_own || state.providers.server_model().is_some();
    let budget = settings.as_ref().and_then(|settings| settings.monthly_budget).filter(|_| has_model);
    Ok(Json(AiState {
        has_model,
        paused: pause.filter(|_| has_model).map(|pause| pause.reason),
        budget_state: budget.map(|budget| BudgetState::of(spent.total(), budget)),
        fallback_to_built_in: settings.is_some_and(|settings| settings.falls_back),
        is_judge_measured,
        has_batch_prices,
    }))
}

/// Ends a pause, also one that the provider of the organization's own key asked for, and retries the tasks that failed or wait
/// because of it.
#[utoipa::path(post, path = "/ai/resume",
    responses((status = 200, body = AiResumed), (status = 202, description = "There are many: the task's result is the count.", body = Task, headers(("Location" = String)))))]
pub async fn resume_ai(
    State(state): State<ApiState>,
    tenant: Tenant,
    Extension(RequestId(request_id)): Extension<RequestId>,
) -> ApiResult<Response> {
    tenant.require(Permission::SETTINGS_EDIT)?;
    let mut tx = tenant.begin().await?;
    ai_settings::end_pause(&mut tx).await?;
    end_wait(&state, &mut tx).await?;
    let reasons = [AiReason::Paused, AiReason::KeyRefused, AiReason::Quota, AiReason::BudgetSpent];
    let reasons = reasons.map(FailureReason::from);
    let waiting = ledger::retrying_with(&mut tx, &[AiReason::Quota.into()]).await?;
    ledger::hasten(&mut tx, &waiting).await?;
    let task_ids = ledger::failed_with(&mut tx, &reasons).await?;
    match tasks::retry_many(&mut tx, task_ids, request_id).await? {
        Retried::Later(task) => tasks::accepted(&state, tx, None, task).await,
        Retried::Now(retried) => {
            tx.commit().await?;
            state.signals.wake();
            Ok(Json(AiResumed { retried: retried.len() + waiting.len() }).into_response())
        }
    }
}

/// Ends what the provider of the organization's own key asked to wait for. That of the server's key is left: other
/// organizations wait for it as well.
pub(super) async fn end_wait(state: &ApiState, tx: &mut TenantTx) -> ApiResult<()> {
    let Some(account) = state.providers.own_account(tx).await? else { return Ok(()) };
    if let Err(error) = state.providers.end_pause(&account).await {
        tracing::warn!(%error, "the wait for the AI provider cannot be ended");
    }
    Ok(())
}

/// Until when requests of the organization's own key wait, if that is longer than a rate limit lasts.
pub(super) async fn waits_until(state: &ApiState, account: Option<String>) -> Option<OffsetDateTime> {
    let paused_for = state.providers.paused_for(&account?).await;
    let paused_for = paused_for.inspect_err(|error| tracing::warn!(%error, "the AI provider's limits are not known"));
    paused_for.ok().flatten().filter(|wait| *wait > RATE_WAIT).map(|wait| OffsetDateTime::now_utc() + wait)
}
