//! Texts that were recognised in the pictures of resumes, to be compared with them.

use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult, StoreResultExt};
use bole_api_core::extract::{Item, Json, ReadTenant};
use bole_api_core::permissions::CANDIDATE_VIEW;
use bole_api_core::state::ApiState;
use bole_domain::ids::{ApplicationId, BatchTaskId, FileId, OrganizationId};
use bole_domain::permission::Permission;
use bole_store::{TenantTx, applications, batch_tasks, files, people};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub fn routes() -> OpenApiRouter<ApiState> {
    OpenApiRouter::new().routes(routes!(get_application_resume_text)).routes(routes!(get_batch_task_text))
}

/// The text of a file with pages that are pictures.
#[derive(Debug, Serialize, ToSchema)]
pub struct RecognizedText {
    /// The whole text of the file; empty if none of it was recognised.
    text: String,
    /// The numbers of the pages whose text was recognised.
    pages: Vec<u32>,
}

async fn text_of(tx: &mut TenantTx, file: FileId) -> ApiResult<RecognizedText> {
    let found = files::recognized_text(tx, file).await?;
    let (text, pages) = found.map(|found| (found.text, found.pages)).unwrap_or_default();
    Ok(RecognizedText { text, pages })
}

/// The text recognised in the resume that was evaluated for an application.
#[utoipa::path(get, path = "/api/organizations/{organization_id}/applications/{application_id}/resume-text",
    operation_id = "get_application_resume_text", tag = "applications",
    params(("organization_id" = OrganizationId, Path), ("application_id" = ApplicationId, Path)),
    responses((status = 200, body = RecognizedText)))]
pub async fn get_application_resume_text(
    ReadTenant { tenant, mut tx }: ReadTenant,
    Item(id): Item<ApplicationId>,
) -> ApiResult<Json<RecognizedText>> {
    tenant.require_any(&CANDIDATE_VIEW)?;
    let application = applications::find(&mut tx, id).await.or_not_found(Code::ApplicationNotFound)?;
    let resume = application.resume_id.ok_or_else(|| ApiError::not_found(Code::FileMissing))?;
    let resume = people::resume(&mut tx, resume).await?;
    let text = text_of(&mut tx, resume.file_id).await?;
    tx.release();
    Ok(Json(text))
}

/// The text recognised in an entry's file.
#[utoipa::path(get, path = "/api/organizations/{organization_id}/batch-tasks/{task_id}/text",
    operation_id = "get_batch_task_text", tag = "batches",
    params(("organization_id" = OrganizationId, Path), ("task_id" = BatchTaskId, Path)),
    responses((status = 200, body = RecognizedText)))]
pub async fn get_batch_task_text(
    ReadTenant { tenant, mut tx }: ReadTenant,
    Item(id): Item<BatchTaskId>,
) -> ApiResult<Json<RecognizedText>> {
    tenant.require(Permission::EVALUATE_VIEW)?;
    let task = batch_tasks::find(&mut tx, id).await.or_not_found(Code::BatchTaskNotFound)?;
    let file = task.file_id.ok_or_else(|| ApiError::not_found(Code::BatchTaskNoFile))?;
    let text = text_of(&mut tx, file).await?;
    tx.release();
    Ok(Json(text))
}
