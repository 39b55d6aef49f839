//! Files of received messages, and giving messages that wait for a person to a job or a candidate.

use axum::body::Body;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult, StoreResultExt};
use bole_api_core::extract::{Item, Json, ReadTenant, Tenant};
use bole_api_core::files::disposition;
use bole_api_core::state::ApiState;
use bole_domain::batch::BatchSource;
use bole_domain::ids::{ApplicationId, BatchId, InboundMessageId, JobId, OrganizationId};
use bole_domain::inbound::folder_name;
use bole_domain::permission::Permission;
use bole_queue::TaskKind;
use bole_queue::kinds::UnpackBatch;
use bole_storage::{Key, StorageError};
use bole_store::batches::{self, NewBatch, NewZip};
use bole_store::{emails, inbound};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::emails::require_writer;
use crate::inbox::{InboundMessage, require_reader};

pub fn routes() -> OpenApiRouter<ApiState> {
    OpenApiRouter::new()
        .routes(routes!(get_inbound_files))
        .routes(routes!(give_inbound_message))
        .routes(routes!(attach_inbound_message))
}

/// The files of a reply, or of a message that waits for a person, as a ZIP.
#[utoipa::path(get, path = "/api/organizations/{organization_id}/inbound-messages/{message_id}/files",
    operation_id = "get_inbound_files", tag = "emails",
    params(("organization_id" = OrganizationId, Path), ("message_id" = InboundMessageId, Path)),
    responses((status = 200, content_type = "application/zip")))]
pub async fn get_inbound_files(
    State(state): State<ApiState>,
    ReadTenant { tenant, mut tx }: ReadTenant,
    Item(message): Item<InboundMessageId>,
) -> ApiResult<Response> {
    require_reader(&tenant)?;
    let found = inbound::find(&mut tx, message).await.or_not_found(Code::EmailNotFound)?;
    tx.release();
    let key = found.storage_key.ok_or_else(|| ApiError::not_found(Code::FileMissing))?;
    let (size, stream) = state.storage.get(&Key::stored(key)).await.map_err(|error| missing(&error))?;
    let name = format!("{}.zip", folder_name(&found.sender, &[]));
    let headers = [
        (header::CONTENT_TYPE, "application/zip".to_owned()),
        (header::CONTENT_LENGTH, size.to_string()),
        (header::CONTENT_DISPOSITION, disposition("attachment", &name)),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff".to_owned()),
        (header::CONTENT_SECURITY_POLICY, "sandbox; default-src 'none'".to_owned()),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    Ok((headers, Body::from_stream(stream)).into_response())
}

fn missing(error: &StorageError) -> ApiError {
    match error {
        StorageError::Missing => ApiError::not_found(Code::FileMissing),
        other => ApiError::unavailable(other),
    }
}

/// The job that a message is given to.
#[derive(Debug, Deserialize, ToSchema)]
pub struct InboundJobInput {
    /// Its id.
    job_id: JobId,
}

/// A message given to a job.
#[derive(Debug, Serialize, ToSchema)]
pub struct InboundGiven {
    /// The batch of its files.
    batch_id: BatchId,
}

/// Gives a message that waits for a person to a job: its files are evaluated for it.
#[utoipa::path(post, path = "/api/organizations/{organization_id}/inbound-messages/{message_id}/job",
    operation_id = "give_inbound_message", tag = "emails",
    params(("organization_id" = OrganizationId, Path), ("message_id" = InboundMessageId, Path)),
    request_body = InboundJobInput,
    responses((status = 200, body = InboundGiven)))]
pub async fn give_inbound_message(
    State(state): State<ApiState>,
    tenant: Tenant,
    Item(message): Item<InboundMessageId>,
    Json(InboundJobInput { job_id }): Json<InboundJobInput>,
) -> ApiResult<Json<InboundGiven>> {
    require_reader(&tenant)?;
    tenant.require(Permission::EVALUATE_EXECUTE)?;
    let mut tx = tenant.begin().await?;
    let held = inbound::lock_held(&mut tx, message).await.or_not_found(Code::EmailNotFound)?;
    if !batches::job_is_open(&mut tx, job_id).await.or_not_found(Code::JobNotFound)? {
        return Err(ApiError::conflict(Code::JobArchived, "The job is archived. Restore it first."));
    }
    let storage_key = held.storage_key.ok_or_else(|| ApiError::not_found(Code::FileMissing))?;
    let (size, _) = state.storage.get(&Key::stored(storage_key.clone())).await.map_err(|error| missing(&error))?;
    let id = BatchId::new();
    let task = UnpackBatch { batch_id: id }.enqueue(&mut tx, None).await?;
    let batch = NewBatch {
        id,
        job_id,
        file_name: format!("{}.eml", held.received_at.date()),
        source: BatchSource::Mail,
        zip: Some(NewZip { size: i64::try_from(size).unwrap_or(i64::MAX), storage_key }),
        unpack_task_id: Some(task.id),
    };
    batches::create(&mut tx, batch).await?;
    // The folder that the files were packed into.
    inbound::give(&mut tx, message, job_id, id, &held.folder).await?;
    tx.commit().await?;
    state.signals.wake();
    Ok(Json(InboundGiven { batch_id: id }))
}

/// The candidate that a message is given to.
#[derive(Debug, Deserialize, ToSchema)]
pub struct InboundCandidateInput {
    /// The id of the application.
    application_id: ApplicationId,
}

/// Gives a message that waits for a person to a candidate, as if they had replied.
#[utoipa::path(post, path = "/api/organizations/{organization_id}/inbound-messages/{message_id}/candidate",
    operation_id = "attach_inbound_message", tag = "emails",
    params(("organization_id" = OrganizationId, Path), ("message_id" = InboundMessageId, Path)),
    request_body = InboundCandidateInput,
    responses((status = 200, body = InboundMessage)))]
pub async fn attach_inbound_message(
    tenant: Tenant,
    Item(message): Item<InboundMessageId>,
    Json(InboundCandidateInput { application_id }): Json<InboundCandidateInput>,
) -> ApiResult<Json<InboundMessage>> {
    require_writer(&tenant)?;
    let mut tx = tenant.begin().await?;
    let of = emails::correspondents(&mut tx, &[application_id]).await?.pop();
    let of = of.ok_or_else(|| ApiError::not_found(Code::ApplicationNotFound))?;
    inbound::attach(&mut tx, message, application_id, of.job_id).await.or_not_found(Code::EmailNotFound)?;
    let attached = inbound::find(&mut tx, message).await?;
    tx.commit().await?;
    Ok(Json(attached.into()))
}
