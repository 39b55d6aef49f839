//! Questions that an interviewer may ask next, by a model: long work that answers with a task.

use axum::extract::{Extension, State};
use axum::http::StatusCode;
use axum::response::IntoResponse;
use bole_domain::ids::{ApplicationId, OrganizationId};
use bole_providers::Provider;
use bole_queue::TaskKind;
use bole_queue::kinds::ProposeFollowUps;
use bole_store::applications;
use bole_store::ledger::{self, NewTask};

use super::interview_hours::INTERVIEW;
use super::tasks::{Task, location};
use crate::code::Code;
use crate::error::{ApiError, ApiResult, StoreResultExt};
use crate::extract::{Item, Json, Tenant};
use crate::middleware::observe::RequestId;
use crate::state::ApiState;

/// Proposes questions from what the resume left open and what the caller's draft says so far. The task's result is
/// `{questions: [{criterion, question}]}`. Only a model can: without one it is refused, and says what to set.
#[utoipa::path(post, path = "/api/organizations/{organization_id}/interview-guides/{application_id}/follow-ups",
    operation_id = "propose_follow_ups", tag = "interviews",
    params(("organization_id" = OrganizationId, Path), ("application_id" = ApplicationId, Path)),
    responses((status = 202, body = Task, headers(("Location" = String))), (status = 409)))]
pub async fn propose_follow_ups(
    State(state): State<ApiState>,
    tenant: Tenant,
    Extension(RequestId(request_id)): Extension<RequestId>,
    Item(application_id): Item<ApplicationId>,
) -> ApiResult<impl IntoResponse> {
    tenant.require_any(&INTERVIEW)?;
    let mut tx = tenant.begin().await?;
    applications::find(&mut tx, application_id).await.or_not_found(Code::ApplicationNotFound)?;
    if matches!(state.providers.configured(&mut tx).await?, Provider::BuiltIn) {
        return Err(ApiError::conflict(
            Code::AiKeyRequired,
            "Proposing questions needs a model: set an API key under Settings, AI, or BOLE_AI_API_KEY for the server.",
        ));
    }
    let user_id = tenant.user_id();
    let task = ProposeFollowUps { application_id, user_id }.new_task(Some(request_id))?;
    // Pressed twice, it is asked once.
    let task = NewTask { dedupe_key: Some(format!("{application_id}:{user_id}")), ..task };
    let task = ledger::enqueue(&mut tx, task).await?;
    let body: Task = ledger::get(&mut tx, task.id).await?.into();
    tx.commit().await?;
    state.signals.wake();
    let path = format!("/api/organizations/{}/tasks/{}", tenant.organization(), task.id);
    Ok((StatusCode::ACCEPTED, location(&path), Json(body)))
}
