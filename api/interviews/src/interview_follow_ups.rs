//! Follow-up questions suggested by a model during an interview.

use axum::extract::{Extension, State};
use axum::response::Response;
use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult, StoreResultExt};
use bole_api_core::extract::{Item, RequestId, Tenant};
use bole_api_core::state::ApiState;
use bole_api_core::tasks::{self, Task};
use bole_domain::ids::ApplicationId;
use bole_providers::Provider;
use bole_queue::TaskKind;
use bole_queue::kinds::ProposeFollowUps;
use bole_store::applications;
use bole_store::ledger::{self, NewTask};

use crate::interview_hours::INTERVIEW;

bole_api_core::area! { "interviews": propose_follow_ups }

/// Suggests questions from the gaps of the resume and the caller's draft. The task's result is `{questions:
/// [{criterion, question}]}`. Requires a model; without one the request is refused.
#[utoipa::path(post, path = "/interview-guides/{application_id}/follow-ups",
    params(("application_id" = ApplicationId, Path)),
    responses((status = 202, body = Task, headers(("Location" = String))), (status = 409)))]
pub async fn propose_follow_ups(
    State(state): State<ApiState>,
    tenant: Tenant,
    Extension(RequestId(request_id)): Extension<RequestId>,
    Item(application_id): Item<ApplicationId>,
) -> ApiResult<Response> {
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
    // Deduplicated, so that a double click asks once.
    let task = NewTask { dedupe_key: Some(format!("{application_id}:{user_id}")), ..task };
    let task = ledger::enqueue(&mut tx, task).await?;
    tasks::accepted(&state, tx, None, task.id).await
}
