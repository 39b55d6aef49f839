//! Entries of a batch: evaluation, file, retry.

use bole_store::batch_tasks::{self, BatchTask};
use bole_store::files::{self, NewFile};
use bole_store::ledger::{self, NewTask};
use std::convert::Infallible;

use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, Extension, State};
use axum::http::StatusCode;
use axum::response::Response;
use bole_api_core::area::area;
use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult, StoreResultExt};
use bole_api_core::extract::{Item, Json, Query, ReadTenant, RequestId, Tenant};
use bole_api_core::files::{serve, storage_full};
use bole_api_core::state::ApiState;
use bole_documents::{picture_kind, readable_kind};
use bole_domain::batch::{BatchSource, TaskStatus};
use bole_domain::evaluation::AiEval;
use bole_domain::ids::{BatchTaskId, EvaluationId};
use bole_domain::period::Timeline;
use bole_domain::permission::Permission;
use bole_domain::profile::{Profile, WorkExperience};
use bole_queue::TaskKind;
use bole_queue::kinds::EvaluateResume;
use bole_storage::Key;
use bole_store::quotas::{self, DailyUsage};
use bole_store::{StoreError, TenantTx, batches, discarded, evaluations};
use bytes::Bytes;
use futures_util::stream;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt};
use utoipa_axum::routes;

use crate::uploads::{last_part, quota_reached};

pub fn routes() -> OpenApiRouter<ApiState> {
    // One byte above the maximum, so that an oversized file is detected.
    let limit = DefaultBodyLimit::max(MAX_BYTES + 1);
    area(
        "batches",
        [
            routes!(get_batch_task, delete_batch_task),
            routes!(retry_batch_task),
            routes!(get_batch_task_file, replace_batch_task_file).layer(limit),
        ],
    )
}

/// One entry with its evaluation.
#[derive(Debug, Serialize, ToSchema)]
pub struct BatchTaskDetail {
    #[serde(flatten)]
    row: BatchTask,
    /// The evaluation, once completed.
    ai_eval: Option<AiEval>,
    evaluation_id: Option<EvaluationId>,
    /// The profile read from the resume.
    person: Option<Profile>,
    /// Employments, latest first.
    work_experiences: Vec<WorkExperience>,
    /// Years, gaps and overlaps of the employments.
    timeline: Option<Timeline>,
}

impl BatchTaskDetail {
    fn new(task: BatchTask, ai_eval: Option<AiEval>) -> Self {
        let person = task.profile.clone();
        let work_experiences = person.as_ref().map_or_else(Vec::new, |person| person.work_experiences.clone());
        Self {
            timeline: person.as_ref().map(|_| crate::people::timeline(&work_experiences)),
            evaluation_id: task.evaluation_id,
            row: task,
            ai_eval,
            person,
            work_experiences,
        }
    }
}

/// One entry with its evaluation.
#[utoipa::path(get, path = "/batch-tasks/{task_id}", params(("task_id" = BatchTaskId, Path)),
    responses((status = 200, body = BatchTaskDetail)))]
pub async fn get_batch_task(
    ReadTenant { tenant, mut tx }: ReadTenant,
    Item(id): Item<BatchTaskId>,
) -> ApiResult<Json<BatchTaskDetail>> {
    tenant.require(Permission::EVALUATE_VIEW)?;
    let task = batch_tasks::find(&mut tx, id).await.or_not_found(Code::BatchTaskNotFound)?;
    let ai_eval = match task.evaluation_id {
        Some(evaluation) => Some(evaluations::ai_eval(&mut tx, evaluation).await?),
        None => None,
    };
    tx.release();
    Ok(Json(BatchTaskDetail::new(task, ai_eval)))
}

/// Retries a failed evaluation.
#[utoipa::path(post, path = "/batch-tasks/{task_id}/retry", params(("task_id" = BatchTaskId, Path)),
    responses((status = 200, body = BatchTask)))]
pub async fn retry_batch_task(
    State(state): State<ApiState>,
    tenant: Tenant,
    Item(id): Item<BatchTaskId>,
    Extension(RequestId(request_id)): Extension<RequestId>,
) -> ApiResult<Json<BatchTask>> {
    tenant.require(Permission::EVALUATE_EXECUTE)?;
    let not_failed = || ApiError::conflict(Code::BatchTaskNotRetryable, "Only a failed evaluation can be tried again.");
    let mut tx = tenant.begin().await?;
    batch_tasks::lock(&mut tx, id).await.or_not_found(Code::BatchTaskNotFound)?;
    let task = batch_tasks::find(&mut tx, id).await?;
    let ledger_task = task.task_id.filter(|_| task.status == TaskStatus::Failed).ok_or_else(not_failed)?;
    if batch_tasks::is_shared(&mut tx, ledger_task).await? {
        // Only this entry was asked for.
        let lane = state.providers.evaluation_lane(&mut tx).await?;
        let own = EvaluateResume::now(id).new_task(Some(request_id))?;
        let own = ledger::enqueue(&mut tx, NewTask { lane, ..own }).await?;
        batch_tasks::set_tasks(&mut tx, &[(id, own.id)]).await?;
    } else {
        ledger::retry(&mut tx, ledger_task).await.map_err(|error| match error {
            StoreError::Stale => not_failed(),
            other => other.into(),
        })?;
    }
    let task = batch_tasks::find(&mut tx, id).await?;
    tx.commit().await?;
    state.signals.wake();
    Ok(Json(task))
}

/// Deletes an entry from its batch and stops a running evaluation. An application it became stays.
#[utoipa::path(delete, path = "/batch-tasks/{task_id}", params(("task_id" = BatchTaskId, Path)),
    responses((status = 204)))]
pub async fn delete_batch_task(tenant: Tenant, Item(id): Item<BatchTaskId>) -> ApiResult<StatusCode> {
    tenant.require(Permission::EVALUATE_DELETE)?;
    let mut tx = tenant.begin().await?;
    batch_tasks::find(&mut tx, id).await.or_not_found(Code::BatchTaskNotFound)?;
    let tasks = batch_tasks::delete(&mut tx, &[id]).await?;
    ledger::cancel_many(&mut tx, &tasks).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The original file of an entry.
#[utoipa::path(get, path = "/batch-tasks/{task_id}/file", params(("task_id" = BatchTaskId, Path)),
    responses((status = 200, content((Vec<u8> = "application/pdf"), (Vec<u8> = "application/msword"), (Vec<u8> = "application/vnd.openxmlformats-officedocument.wordprocessingml.document")))))]
pub async fn get_batch_task_file(
    State(state): State<ApiState>,
    ReadTenant { tenant, mut tx }: ReadTenant,
    Item(id): Item<BatchTaskId>,
) -> ApiResult<Response> {
    tenant.require(Permission::EVALUATE_VIEW)?;
    let task = batch_tasks::find(&mut tx, id).await.or_not_found(Code::BatchTaskNotFound)?;
    let file = task.file_id.ok_or_else(|| ApiError::not_found(Code::BatchTaskNoFile))?;
    let file = files::find(&mut tx, file).await?;
    tx.release();
    serve(&state, file, &task.file_name).await
}

/// The most bytes of a resume, as in an archive.
const MAX_BYTES: usize = 20 << 20;

/// What the other file is called.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ReplacementName {
    /// Its name, without anything before a slash. The entry keeps its own name if nothing is left.
    #[serde(default)]
    name: String,
}

/// The bytes of a PDF or Word document.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
#[expect(dead_code, reason = "describes the body for the OpenAPI document; it is read as bytes")]
pub struct DocumentBytes(Vec<u8>);

/// Replaces the file of a failed entry by the document of at most 20 MiB in the body, and evaluates
/// that one.
#[utoipa::path(put, path = "/batch-tasks/{task_id}/file", params(("task_id" = BatchTaskId, Path), ReplacementName),
    request_body(content = DocumentBytes, content_type = "application/octet-stream"),
    responses((status = 200, body = BatchTask)))]
pub async fn replace_batch_task_file(
    State(state): State<ApiState>,
    tenant: Tenant,
    Item(id): Item<BatchTaskId>,
    Query(ReplacementName { name }): Query<ReplacementName>,
    Extension(RequestId(request_id)): Extension<RequestId>,
    body: Result<Bytes, BytesRejection>,
) -> ApiResult<Json<BatchTask>> {
    tenant.require(Permission::EVALUATE_EXECUTE)?;
    let too_large =
        || ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, Code::RequestTooLarge, "A resume has at most 20 MiB.");
    let bytes = body.map_err(|_| too_large())?;
    if bytes.len() > MAX_BYTES {
        return Err(too_large());
    }
    let look = {
        let bytes = bytes.clone();
        let name = name.clone();
        let reads_pictures = state.config.reads_pictures;
        move || {
            let picture = || picture_kind(&bytes).filter(|_| reads_pictures);
            let kind = readable_kind(&bytes, &name).or_else(picture)?;
            Some((kind.media_type(), hex::encode(Sha256::digest(&bytes))))
        }
    };
    let found = tokio::task::spawn_blocking(look).await.map_err(|error| ApiError::internal(&error))?;
    let (media_type, sha256) = found.ok_or_else(|| {
        let detail = "The file is not a PDF, a Word file or another document that can be read.";
        ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, Code::BatchTaskNotADocument, detail)
    })?;
    let key = Key::file(tenant.organization(), &sha256).ok_or_else(|| ApiError::internal(&"a hash that is none"))?;
    let size = bytes.len() as u64;
    let file = NewFile {
        sha256,
        size: i64::try_from(size).unwrap_or(i64::MAX),
        media_type: media_type.to_owned(),
        storage_key: key.as_str().to_owned(),
    };
    reserve(&state, &tenant, id, &file).await?;
    let stream = stream::iter([Ok::<_, Infallible>(bytes)]);
    state.storage.put_stream(&key, stream, size).await.map_err(|error| ApiError::unavailable(&error))?;

    let mut tx = tenant.begin().await?;
    // Another may have been faster while the bytes were stored.
    let entry = replaceable(&mut tx, id).await?;
    let file =
        files::record(&mut tx, &[file]).await?.pop().ok_or_else(|| ApiError::internal(&"no file was recorded"))?;
    let task = match entry.task_id {
        Some(task) => {
            ledger::retry(&mut tx, task).await.map_err(|error| match error {
                StoreError::Stale => not_replaceable(),
                other => other.into(),
            })?;
            task
        }
        // It could not be taken out of its archive.
        None => {
            let lane = state.providers.evaluation_lane(&mut tx).await?;
            let task = EvaluateResume::now(id).new_task(Some(request_id))?;
            ledger::enqueue(&mut tx, NewTask { lane, ..task }).await?.id
        }
    };
    let name = last_part(&name).unwrap_or(entry.file_name);
    batch_tasks::replace_file(&mut tx, id, file, &name, task).await?;
    let entry = batch_tasks::find(&mut tx, id).await?;
    tx.commit().await?;
    state.signals.wake();
    Ok(Json(entry))
}

/// Checks plan and storage limits, protects the bytes from deletion while they are stored, and has them deleted if the
/// entry does not take them.
async fn reserve(state: &ApiState, tenant: &Tenant, id: BatchTaskId, file: &NewFile) -> ApiResult<()> {
    let mut tx = tenant.begin().await?;
    replaceable(&mut tx, id).await?;
    let unstored = quotas::unstored(&mut tx, std::slice::from_ref(file)).await?;
    if quotas::stored(&mut tx).await?.saturating_add(unstored) > state.config.storage_limit {
        return Err(storage_full());
    }
    if !quotas::take(&mut tx, DailyUsage { batches: 0, bytes: file.size }).await? {
        return Err(quota_reached());
    }
    discarded::reserve(&mut tx, &[file.storage_key.as_str()]).await?;
    tx.commit().await?;
    Ok(())
}

/// Locks the entry until the transaction ends and returns it if its file can be replaced.
async fn replaceable(tx: &mut TenantTx, id: BatchTaskId) -> ApiResult<BatchTask> {
    batch_tasks::lock(tx, id).await.or_not_found(Code::BatchTaskNotFound)?;
    let entry = batch_tasks::find(tx, id).await?;
    // Entries of other sources are resumes of known people.
    let source = batches::find(tx, entry.batch_id).await?.source;
    if entry.status != TaskStatus::Failed || !matches!(source, BatchSource::Upload | BatchSource::Mail) {
        return Err(not_replaceable());
    }
    Ok(entry)
}

fn not_replaceable() -> ApiError {
    ApiError::conflict(Code::BatchTaskNotReplaceable, "Only the file of a failed entry can be replaced.")
}
