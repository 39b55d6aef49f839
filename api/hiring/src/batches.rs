//! Batches: a ZIP of resumes for a job, its live queue, and adding its candidates to the pipeline.

mod again;
mod reasons;
mod reservation;
mod upload;

use bole_store::batch_tasks::{self, BatchTask, BatchTaskFilter};
use std::time::Duration;

use axum::extract::{DefaultBodyLimit, Extension, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use bole_api_core::area::area;
use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult, StoreResultExt};
use bole_api_core::extract::{
    Claimed, CursorPage, CursorPaging, Idempotency, Item, Json, Multipart, Paged, Path, Query, ReadTenant, RequestId,
    Tenant,
};
use bole_api_core::files::storage_full;
use bole_api_core::state::ApiState;
use bole_api_core::tasks::{self, Task, location};
use bole_domain::batch::{BatchSource, TaskStatus};
use bole_domain::evaluation::RecommendationLevel;
use bole_domain::failure::FailureReason;
use bole_domain::ids::{BatchId, BatchTaskId, JobId};
use bole_domain::permission::Permission;
use bole_queue::TaskKind;
use bole_queue::kinds::{ClearBatch, PromoteBatch, UnpackBatch};
use bole_storage::{Key, Stored};
use bole_store::applications::{self, Promotion, PromotionScope};
use bole_store::batches::{self, Batch, BatchFilter, NewBatch, NewZip};
use bole_store::quotas::{self, DailyUsage};
use bole_store::{discarded, upload_reservations};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use time::OffsetDateTime;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt};
use utoipa_axum::routes;

pub use self::again::*;
pub use self::reasons::*;
use self::reservation::Reservation;
use self::upload::receive;
use crate::uploads::quota_reached;

pub fn routes() -> OpenApiRouter<ApiState> {
    area(
        "batches",
        [
            routes!(upload_batch).layer(DefaultBodyLimit::disable()),
            routes!(list_batches),
            routes!(get_batch),
            routes!(count_batch_levels),
            routes!(list_batch_tasks, clear_batch_tasks),
            routes!(count_batch_reasons),
            routes!(retry_failed_batch_tasks),
            routes!(evaluate_batch_again),
            routes!(promote_batch),
        ],
    )
}

/// An upload form.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the multipart body for the OpenAPI document")]
pub struct Upload {
    /// A ZIP.
    #[schema(value_type = String, format = Binary, content_media_type = "application/zip")]
    file: Vec<u8>,
}

/// The response to an upload.
#[derive(Debug, Serialize, ToSchema)]
pub struct Uploaded {
    /// The batch; its queue fills while the ZIP is unpacked.
    batch: Batch,
}

/// Filter of a list of batches.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct BatchQuery {
    /// Only this job.
    job_id: Option<JobId>,
    /// Only batches with unfinished (true) or without unfinished (false) tasks.
    active: Option<bool>,
}

/// Filter of a batch's queue.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct QueueQuery {
    /// Only in this state.
    #[param(inline)]
    status: Option<TaskStatus>,
    /// Only with this recommendation level.
    #[param(inline)]
    level: Option<RecommendationLevel>,
    /// Only entries that failed or were skipped for this reason.
    #[param(inline)]
    reason: Option<FailureReason>,
    /// Only entries with this in the file's or the candidate's name.
    search: Option<String>,
    /// `position` for archive order, or `score`, highest first.
    #[serde(default)]
    #[param(inline)]
    sort: QueueSort,
}

/// The order of the queue's rows.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum QueueSort {
    /// Archive order.
    #[default]
    Position,
    /// Highest score first.
    Score,
}

/// The rows to delete.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ClearQuery {
    /// `failed` or `skipped`.
    #[param(inline)]
    status: TaskStatus,
    /// Only what ended at least this many seconds ago, for a deletion that waited to be undone.
    #[serde(default)]
    #[param(default = 0, minimum = 0)]
    ended_seconds_ago: u32,
}

/// The entries to add to the pipeline.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct PromoteInput {
    /// The entries, also those that are 待评估; without them, all evaluated ones that are not in the pipeline yet.
    task_ids: Option<Vec<BatchTaskId>>,
}

/// The number of affected rows.
#[derive(Debug, Serialize, ToSchema)]
pub struct Affected {
    /// Rows.
    count: i64,
}

/// Uploads a ZIP of resumes for a job. The response is sent once the file is stored.
#[utoipa::path(post, path = "/jobs/{job_id}/batches", params(("job_id" = JobId, Path)),
    request_body(content = Upload, content_type = "multipart/form-data"), responses((status = 202, body = Uploaded)))]
pub async fn upload_batch(
    State(state): State<ApiState>,
    tenant: Tenant,
    Item(job): Item<String>,
    idempotency: Idempotency,
    Extension(RequestId(request_id)): Extension<RequestId>,
    headers: HeaderMap,
    Multipart(mut form): Multipart,
) -> ApiResult<Response> {
    tenant.require(Permission::EVALUATE_EXECUTE)?;
    let job: JobId = job.parse().map_err(|_| ApiError::invalid_field("job_id", Code::BatchJobRequired))?;
    let id = BatchId::new();
    let reservation = Reservation::begin(&state, &tenant, job, id, &headers).await?;
    let receiving = receive(&state, reservation.key(), &mut form, reservation.room());
    let recorded = match reservation.renewed_during(receiving).await {
        Ok((file_name, stored)) => {
            let upload = NewUpload { id, job, file_name, stored };
            let recorded = record(&state, &tenant, &idempotency, request_id, reservation.key(), upload).await;
            let is_unreferenced = match &recorded {
                Ok(Recorded::Fresh(_)) => false,
                Ok(Recorded::Answered(..)) => true,
                // After a failure the batch may be recorded all the same; if not, its object expires.
                Err(error) => !error.status().is_server_error(),
            };
            if is_unreferenced && let Err(error) = state.storage.delete(reservation.key()).await {
                tracing::warn!(%error, "a refused upload stays in storage");
            }
            recorded
        }
        Err(error) => Err(error),
    };
    match &recorded {
        Ok(Recorded::Fresh(_)) => reservation.settled(),
        Ok(Recorded::Answered(..)) | Err(_) => reservation.release().await,
    }
    let (status, id, body) = match recorded? {
        Recorded::Answered(status, body) => {
            let id = body["batch"]["id"].as_str().unwrap_or_default().to_owned();
            (status, id, Json(body).into_response())
        }
        Recorded::Fresh(body) => {
            state.signals.wake();
            (StatusCode::ACCEPTED, id.to_string(), Json(*body).into_response())
        }
    };
    let path = format!("/api/organizations/{}/batches/{id}", tenant.organization());
    Ok((status, location(&path), body).into_response())
}

/// A stored ZIP.
struct NewUpload {
    id: BatchId,
    job: JobId,
    file_name: String,
    stored: Stored,
}

enum Recorded {
    Fresh(Box<Uploaded>),
    /// The response to the first request with the same key.
    Answered(StatusCode, Value),
}

async fn record(
    state: &ApiState,
    tenant: &Tenant,
    idempotency: &Idempotency,
    request_id: String,
    key: &Key,
    upload: NewUpload,
) -> ApiResult<Recorded> {
    let NewUpload { id, job, file_name, stored } = upload;
    let mut tx = state.db.tenant(tenant.actor()).await?;
    let ticket = match idempotency.claim(&mut tx, stored.sha256.as_bytes()).await? {
        Claimed::Fresh(ticket) => ticket,
        Claimed::Answered(status, body) => return Ok(Recorded::Answered(status, body)),
    };
    let size = i64::try_from(stored.size).unwrap_or(i64::MAX);
    upload_reservations::delete(&mut tx, id).await?;
    discarded::keep(&mut tx, &[key.as_str()]).await?;
    if !quotas::take(&mut tx, DailyUsage { batches: 1, bytes: size }).await? {
        return Err(quota_reached());
    }
    let stored_before = quotas::stored(&mut tx).await?;
    if stored_before.saturating_add(stored.size) > state.config.storage_limit {
        return Err(storage_full());
    }
    let unpack = UnpackBatch { batch_id: id }.enqueue(&mut tx, Some(request_id)).await?;
    let new = NewBatch {
        id,
        job_id: job,
        file_name,
        source: BatchSource::Upload,
        zip: Some(NewZip { size, storage_key: key.as_str().to_owned() }),
        unpack_task_id: Some(unpack.id),
    };
    batches::create(&mut tx, new).await?;
    let body = Uploaded { batch: batches::find(&mut tx, id).await? };
    ticket.record(&mut tx, StatusCode::ACCEPTED, &body).await?;
    tx.commit().await?;
    Ok(Recorded::Fresh(Box::new(body)))
}

/// Batches, newest first.
#[utoipa::path(get, path = "/batches", params(BatchQuery, CursorPaging),
    responses((status = 200, body = Paged<Batch>)))]
pub async fn list_batches(
    ReadTenant { tenant, mut tx }: ReadTenant,
    Query(BatchQuery { job_id, active }): Query<BatchQuery>,
    CursorPage(page): CursorPage,
) -> ApiResult<Json<Paged<Batch>>> {
    tenant.require(Permission::EVALUATE_VIEW)?;
    let (found, total, next) = batches::list(&mut tx, BatchFilter { job_id, active }, page).await?;
    tx.release();
    Ok(Json(Paged::of((found, total)).before(next)))
}

/// One batch with its counts.
#[utoipa::path(get, path = "/batches/{batch_id}", params(("batch_id" = BatchId, Path)),
    responses((status = 200, body = Batch)))]
pub async fn get_batch(ReadTenant { tenant, mut tx }: ReadTenant, Item(id): Item<BatchId>) -> ApiResult<Json<Batch>> {
    tenant.require(Permission::EVALUATE_VIEW)?;
    let batch = batches::find(&mut tx, id).await.or_not_found(Code::BatchNotFound)?;
    tx.release();
    Ok(Json(batch))
}

/// How many entries have a recommendation level.
#[derive(Debug, Serialize, ToSchema)]
pub struct LevelCount {
    level: RecommendationLevel,
    /// The number.
    count: i64,
}

/// The number of a batch's entries per recommendation level, best first.
#[utoipa::path(get, path = "/batches/{batch_id}/levels", params(("batch_id" = BatchId, Path)),
    responses((status = 200, body = Paged<LevelCount>)))]
pub async fn count_batch_levels(
    ReadTenant { tenant, mut tx }: ReadTenant,
    Path(BatchPath { batch_id }): Path<BatchPath>,
) -> ApiResult<Json<Paged<LevelCount>>> {
    tenant.require(Permission::EVALUATE_VIEW)?;
    batches::exists(&mut tx, batch_id).await.or_not_found(Code::BatchNotFound)?;
    let found = batch_tasks::counts_by_level(&mut tx, batch_id).await?;
    tx.release();
    let count_of = |level| found.iter().find(|(known, _)| *known == level).map_or(0, |(_, count)| *count);
    let counts = RecommendationLevel::ALL.iter().map(|level| LevelCount { level: *level, count: count_of(*level) });
    Ok(Json(Paged::all(counts.collect())))
}

/// A path below a batch.
#[derive(Debug, Deserialize)]
pub struct BatchPath {
    pub(super) batch_id: BatchId,
}

/// The live queue of a batch.
#[utoipa::path(get, path = "/batches/{batch_id}/tasks", params(("batch_id" = BatchId, Path), QueueQuery, CursorPaging),
    responses((status = 200, body = Paged<BatchTask>)))]
pub async fn list_batch_tasks(
    ReadTenant { tenant, mut tx }: ReadTenant,
    Item(id): Item<BatchId>,
    Query(QueueQuery { status, level, reason, search, sort }): Query<QueueQuery>,
    CursorPage(page): CursorPage,
) -> ApiResult<Json<Paged<BatchTask>>> {
    tenant.require(Permission::EVALUATE_VIEW)?;
    let by_score = matches!(sort, QueueSort::Score);
    if by_score && page.after.is_some() {
        return Err(ApiError::invalid_field("cursor", Code::FieldInvalid));
    }
    batches::exists(&mut tx, id).await.or_not_found(Code::BatchNotFound)?;
    let filter = BatchTaskFilter { status, level, reason, search, by_score };
    let (found, total, next) = batch_tasks::list(&mut tx, id, filter, page).await?;
    tx.release();
    Ok(Json(Paged::of((found, total)).before(next)))
}

/// Deletes failed or skipped entries of a batch.
#[utoipa::path(delete, path = "/batches/{batch_id}/tasks", params(("batch_id" = BatchId, Path), ClearQuery),
    responses((status = 200, body = Affected), (status = 202, description = "There are many: the task's result is the count.", body = Task, headers(("Location" = String)))))]
pub async fn clear_batch_tasks(
    State(state): State<ApiState>,
    tenant: Tenant,
    Item(id): Item<BatchId>,
    Query(ClearQuery { status, ended_seconds_ago }): Query<ClearQuery>,
    Extension(RequestId(request_id)): Extension<RequestId>,
) -> ApiResult<Response> {
    tenant.require(Permission::EVALUATE_DELETE)?;
    refuse_unless_over(status)?;
    let mut tx = tenant.begin().await?;
    batches::exists(&mut tx, id).await.or_not_found(Code::BatchNotFound)?;
    let waited = (ended_seconds_ago > 0).then(|| Duration::from_secs(ended_seconds_ago.into()));
    let ended_by = waited.map(|waited| OffsetDateTime::now_utc() - waited);
    let entries = batch_tasks::ids_in(&mut tx, id, status, ended_by).await?;
    if entries.len() > MAX_ROWS {
        return tasks::begin(&state, tx, None, &ClearBatch { batch_id: id, status, ended_by }, request_id).await;
    }
    let ids: Vec<BatchTaskId> = entries.into_iter().map(|(id, _)| id).collect();
    let count = batch_tasks::clear(&mut tx, &ids, status).await?;
    tx.commit().await?;
    Ok(Json(Affected { count }).into_response())
}

/// Only these entries are never in progress.
fn refuse_unless_over(status: TaskStatus) -> ApiResult<()> {
    let is_over = matches!(status, TaskStatus::Failed | TaskStatus::Skipped);
    if is_over { Ok(()) } else { Err(ApiError::invalid_field("status", Code::FieldUnknownValue)) }
}

/// Adds completed evaluations to the pipeline. Idempotent.
#[utoipa::path(post, path = "/batches/{batch_id}/promote", params(("batch_id" = BatchId, Path)),
    responses((status = 200, body = Promotion), (status = 202, description = "There are many: the task's result is the promotion.", body = Task, headers(("Location" = String)))))]
pub async fn promote_batch(
    State(state): State<ApiState>,
    tenant: Tenant,
    Item(id): Item<BatchId>,
    Extension(RequestId(request_id)): Extension<RequestId>,
    Json(PromoteInput { task_ids }): Json<PromoteInput>,
) -> ApiResult<Response> {
    tenant.require(Permission::EVALUATE_MOVE)?;
    let mut tx = tenant.begin().await?;
    let batch = batches::find(&mut tx, id).await.or_not_found(Code::BatchNotFound)?;
    let is_chosen = task_ids.is_some();
    let (task_ids, left_out) = match task_ids {
        // Duplicates are removed.
        Some(mut ids) => {
            ids.sort_unstable();
            ids.dedup();
            (ids, 0)
        }
        None => batch_tasks::promotable(&mut tx, id).await?,
    };
    if task_ids.len() > MAX_ROWS {
        let promoted_by = Some(tenant.user_id());
        let work = PromoteBatch { batch_id: id, task_ids, promoted_by, is_chosen, left_out };
        return tasks::begin(&state, tx, None, &work, request_id).await;
    }
    let scope = if is_chosen { PromotionScope::Chosen } else { PromotionScope::All };
    let mut promotion = applications::promote_entries(&mut tx, &batch, &task_ids, scope).await?;
    promotion.skipped += left_out;
    tx.commit().await?;
    Ok(Json(promotion).into_response())
}

/// What changes more entries than this is a task.
const MAX_ROWS: usize = 500;
