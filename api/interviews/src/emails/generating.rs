//! Generation of email drafts.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult, Check};
use bole_api_core::extract::{Claimed, Idempotency, Json, Tenant};
use bole_api_core::state::ApiState;
use bole_api_core::tasks::{Task, accepted};
use bole_domain::email::{EmailLanguage, EmailType, StageEmail};
use bole_domain::ids::{ApplicationId, OrganizationId, UserId};
use bole_domain::prompt::PromptType;
use bole_domain::task::Lane;
use bole_providers::Provider;
use bole_queue::TaskKind;
use bole_queue::kinds::GenerateEmails;
use bole_store::ledger::{self, NewTask};
use bole_store::{TenantTx, prompts};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{MAX_EMAILS, require_writer};
use crate::booking::{self, InvitingInterviewer};

/// Maximum characters of a booking link.
pub(super) const MAX_LINK: usize = 2_000;

/// An email to draft.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EmailToDraft {
    /// The application.
    application_id: ApplicationId,
    /// The type of the email.
    email_type: EmailType,
    /// The draft version it replaces, 0 without a draft. If someone else has changed the draft since, its entry fails with
    /// `request.stale`. Without it, any draft is replaced.
    draft_version: Option<i32>,
    /// zh, en or id; without it that of the request.
    language: Option<EmailLanguage>,
}

/// Additional values for drafts.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OtherVariables {
    /// The booking link.
    calendar_link: Option<String>,
}

/// Emails to draft.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GenerateInput {
    /// At most 500 emails.
    #[serde(default)]
    #[schema(required, max_items = 500)]
    tasks: Vec<EmailToDraft>,
    /// zh, en or id; without it the language of each job.
    language: Option<EmailLanguage>,
    /// The member whose free slots invitations link to. Defaults to the job's own booking link, else its only
    /// interviewer, else the caller.
    interviewer_id: Option<UserId>,
    /// Additional values.
    #[serde(default)]
    other_variables: OtherVariables,
}

/// Drafts emails to candidates, except messages. The task's result has one entry per email: `applicationId, status, data, error`.
#[utoipa::path(post, path = "/api/organizations/{organization_id}/generate-email-content",
    operation_id = "generate_email_content", tag = "emails", params(("organization_id" = OrganizationId, Path)),
    request_body = GenerateInput,
    responses((status = 202, body = Task)))]
pub async fn generate_email_content(
    State(state): State<ApiState>,
    tenant: Tenant,
    idempotency: Idempotency,
    Json(input): Json<GenerateInput>,
) -> ApiResult<Response> {
    require_writer(&tenant)?;
    let request = serde_json::to_vec(&input).map_err(|error| ApiError::internal(&error))?;
    let GenerateInput { tasks, language, interviewer_id: chosen, other_variables } = input;
    let link = other_variables.calendar_link.unwrap_or_default();
    let mut check = Check::new();
    check.ensure(!tasks.is_empty(), "tasks", Code::FieldRequired);
    check.ensure(tasks.len() <= MAX_EMAILS, "tasks", Code::FieldTooLong);
    check.at_most("otherVariables.calendarLink", &link, MAX_LINK);
    // A message has no purpose of its own to write about.
    check.ensure(tasks.iter().all(|task| task.email_type.moving().is_some()), "tasks", Code::FieldInvalid);
    check.finish()?;
    let mut kinds: Vec<StageEmail> = tasks.iter().filter_map(|task| task.email_type.moving()).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let items: Vec<_> = tasks.iter().map(|task| (task.application_id, task.email_type)).collect();
    let versions = tasks.iter().map(|task| task.draft_version).collect();
    let languages = tasks.iter().map(|task| task.language).collect();
    let mut tx = tenant.begin().await?;
    let ticket = match idempotency.claim(&mut tx, &request).await? {
        Claimed::Fresh(ticket) => ticket,
        Claimed::Answered(status, body) => return Ok((status, Json(body)).into_response()),
    };
    if let Some(chosen) = chosen {
        booking::check_interviewer(&mut tx, "interviewerId", chosen).await?;
    }
    let links = if link.is_empty() {
        let interviewer = InvitingInterviewer { chosen, otherwise: tenant.user_id() };
        booking::invitation_links(&mut tx, &state.config.public_url, interviewer, &items).await?
    } else {
        Vec::new()
    };
    // A model takes seconds per email, templates do not.
    let has_model = !matches!(state.providers.configured(&mut tx).await?, Provider::BuiltIn);
    let lane = if has_model { Lane::Models } else { Lane::General };
    let prompts = prompts_in_force(&mut tx, &kinds).await?;
    let asked_by = Some(tenant.user_id());
    let work = GenerateEmails { items, versions, languages, language, link, links, prompts, asked_by };
    let enqueued = ledger::enqueue(&mut tx, NewTask { lane, ..work.new_task(None)? }).await?;
    accepted(&state, tx, Some(ticket), enqueued.id).await
}

/// The custom prompts of these types in force for the caller.
async fn prompts_in_force(tx: &mut TenantTx, kinds: &[StageEmail]) -> ApiResult<Vec<(EmailType, String)>> {
    let types: Vec<PromptType> = kinds.iter().map(|kind| PromptType::from(*kind)).collect();
    let written = prompts::active_of(tx, &types).await?;
    let of = |kind: StageEmail| {
        let prompt = written.iter().find(|prompt| prompt.prompt_type == PromptType::from(kind))?;
        Some((EmailType::from(kind), prompt.text.clone()))
    };
    Ok(kinds.iter().filter_map(|kind| of(*kind)).collect())
}
