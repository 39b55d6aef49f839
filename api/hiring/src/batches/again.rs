//! Evaluating a batch again, after its job's criteria or the engine changed.

use axum::Extension;
use axum::extract::State;
use bole_api_core::code::Code;
use bole_api_core::error::{ApiResult, StoreResultExt};
use bole_api_core::extract::{Item, Json, Query, RequestId, Tenant};
use bole_api_core::state::ApiState;
use bole_domain::ids::{BatchId, BatchTaskId};
use bole_domain::permission::Permission;
use bole_queue::TaskKind;
use bole_queue::kinds::EvaluateResume;
use bole_store::ledger::{self, NewTask};
use bole_store::{StoreResult, batch_tasks, batches};

use super::Affected;
use crate::timing::{TimingQuery, check_timing};

/// Evaluates again what is evaluated but not in the pipeline yet.
#[utoipa::path(post, path = "/batches/{batch_id}/evaluate-again", params(("batch_id" = BatchId, Path), TimingQuery),
    responses((status = 200, body = Affected)))]
pub async fn evaluate_batch_again(
    State(state): State<ApiState>,
    tenant: Tenant,
    Item(id): Item<BatchId>,
    Query(TimingQuery { when }): Query<TimingQuery>,
    Extension(RequestId(request_id)): Extension<RequestId>,
) -> ApiResult<Json<Affected>> {
    tenant.require(Permission::EVALUATE_EXECUTE)?;
    let mut tx = tenant.begin().await?;
    batches::exists(&mut tx, id).await.or_not_found(Code::BatchNotFound)?;
    check_timing(&state, &mut tx, when).await?;
    let entries = batch_tasks::lock_unpromoted(&mut tx, id).await?;
    let lane = state.providers.evaluation_lane(&mut tx).await?;
    let new = |entry: &BatchTaskId| {
        let task = EvaluateResume { timing: when, ..EvaluateResume::now(*entry) }.new_task(Some(request_id.clone()))?;
        Ok(NewTask { lane, ..task })
    };
    let tasks = entries.iter().map(new).collect::<StoreResult<_>>()?;
    let tasks = ledger::enqueue_many(&mut tx, tasks).await?.into_iter().map(|task| task.id);
    let tasks: Vec<_> = entries.iter().copied().zip(tasks).collect();
    batch_tasks::begin_again(&mut tx, &tasks).await?;
    tx.commit().await?;
    state.signals.wake();
    Ok(Json(Affected { count: i64::try_from(entries.len()).unwrap_or(i64::MAX) }))
}
