//! Sending emails to candidates.

use std::collections::{BTreeSet, HashMap};

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use bole_domain::email::{EmailLanguage, EmailType, recipient_address};
use bole_domain::ids::{ApplicationId, EmailId, OrganizationId};
use bole_domain::stage::{Move, Stage, SubStatus};
use bole_queue::TaskKind;
use bole_queue::kinds::SendEmailRequest;
use bole_store::TenantTx;
use bole_store::emails::{self, Correspondent, NewEmail};
use bole_store::ledger::{self, NewTask};
use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};
use utoipa::ToSchema;

use super::super::tasks::Task;
use super::{MAX_BODY, MAX_EMAILS, MAX_SUBJECT, accepted, already_queued, require_writer, task_of};
use crate::code::Code;
use crate::error::{ApiError, ApiResult, Check, StoreResultExt};
use crate::extract::{Claimed, Idempotency, Json, Tenant};
use crate::state::ApiState;

/// A request waits for its last email; nobody runs it.
const NEVER: Duration = Duration::days(3650);

/// An email to send.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SendInput {
    /// The recipient's address.
    #[serde(default)]
    #[schema(required)]
    to: String,
    /// The subject line.
    #[serde(default)]
    #[schema(required)]
    subject: String,
    /// Plain text.
    #[serde(default)]
    #[schema(required)]
    body: String,
    /// The application's id.
    candidate_id: ApplicationId,
    /// Where the application was when the email was written; it is refused where it is elsewhere by now.
    current_status: Option<Stage>,
    /// See `current_status`.
    current_sub_status: Option<SubStatus>,
    /// What it is for.
    email_type: EmailType,
    /// Why the candidate is moved against the AI's recommendation.
    reason: Option<String>,
}

/// Emails to send.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SendAllInput {
    /// At most 500.
    #[serde(default)]
    #[schema(required)]
    emails: Vec<SendInput>,
    /// Where the candidates are to go, as stage or sub-status; it must be where the types of the emails lead.
    target_status: Option<String>,
    /// The language they are written in; without it as the letters of each tell.
    language: Option<EmailLanguage>,
    /// Not before this time.
    #[serde(default, with = "time::serde::rfc3339::option", rename = "send_at")]
    send_at: Option<OffsetDateTime>,
}

/// Sends emails to candidates. The task completes when each is sent, failed or unknown; its result says which.
///
/// A candidate is moved when their email was taken by the mail server, in the same transaction.
#[utoipa::path(post, path = "/api/organizations/{organization_id}/send-email", operation_id = "send_email",
    tag = "emails", params(("organization_id" = OrganizationId, Path)), request_body = SendAllInput,
    responses((status = 202, body = Task)))]
pub async fn send_email(
    State(state): State<ApiState>,
    tenant: Tenant,
    idempotency: Idempotency,
    Json(input): Json<SendAllInput>,
) -> ApiResult<Response> {
    require_writer(&tenant)?;
    let request = serde_json::to_vec(&input).map_err(|error| ApiError::internal(&error))?;
    let SendAllInput { emails: inputs, target_status, language, send_at } = input;
    check_inputs(&inputs, target_status.as_deref())?;
    let ids: Vec<ApplicationId> = inputs.iter().map(|input| input.candidate_id).collect();
    let mut tx = tenant.begin().await?;
    let ticket = match idempotency.claim(&mut tx, &request).await? {
        Claimed::Fresh(ticket) => ticket,
        Claimed::Answered(status, body) => return Ok((status, Json(body)).into_response()),
    };
    let found = emails::correspondents(&mut tx, &ids).await?;
    let found: HashMap<ApplicationId, Correspondent> =
        found.into_iter().map(|correspondent| (correspondent.application_id, correspondent)).collect();
    let mut new = Vec::with_capacity(inputs.len());
    for input in inputs {
        let of = found.get(&input.candidate_id).ok_or_else(|| ApiError::not_found(Code::ApplicationNotFound))?;
        new.push(prepare(&tenant, of, language, input)?);
    }
    let later = Some(OffsetDateTime::now_utc() + NEVER);
    let request = ledger::enqueue(&mut tx, NewTask { run_at: later, ..SendEmailRequest {}.new_task(None)? }).await?;
    let tasks = new.iter().map(|email| task_of(email.id, send_at)).collect::<Result<Vec<_>, _>>()?;
    for (email, task) in new.iter_mut().zip(ledger::enqueue_many(&mut tx, tasks).await?) {
        email.task_id = Some(task.id);
    }
    emails::queue(&mut tx, &new, request.id, send_at).await.on_constraint("emails_pending_key", already_queued)?;
    accepted(&state, &tenant, tx, Some(ticket), request.id).await
}

/// Sends one email together with the change that causes it.
pub async fn queue_one(tx: &mut TenantTx, mut email: NewEmail) -> ApiResult<()> {
    let later = Some(OffsetDateTime::now_utc() + NEVER);
    let request = ledger::enqueue(tx, NewTask { run_at: later, ..SendEmailRequest {}.new_task(None)? }).await?;
    email.task_id = Some(ledger::enqueue(tx, task_of(email.id, None)?).await?.id);
    emails::queue(tx, &[email], request.id, None).await.on_constraint("emails_pending_key", already_queued)
}

fn check_inputs(inputs: &[SendInput], target: Option<&str>) -> ApiResult<()> {
    let mut check = Check::new();
    check.ensure(!inputs.is_empty(), "emails", Code::FieldRequired);
    check.ensure(inputs.len() <= MAX_EMAILS, "emails", Code::FieldTooLong);
    let named: BTreeSet<_> = inputs.iter().map(|input| (input.candidate_id, input.email_type)).collect();
    check.ensure(named.len() == inputs.len(), "emails", Code::FieldInvalid);
    for (index, input) in inputs.iter().enumerate() {
        check.text(&format!("emails.{index}.subject"), &input.subject, MAX_SUBJECT);
        check.text(&format!("emails.{index}.body"), &input.body, MAX_BODY);
        if let Some(target) = target {
            check.ensure(leads_to(input.email_type, target), "targetStatus", Code::EmailTargetDiffers);
        }
    }
    check.finish()?;
    let invalid = inputs.iter().filter(|input| recipient_address(&input.to).is_none()).count();
    if invalid > 0 {
        let mut check = Check::new();
        for (index, input) in inputs.iter().enumerate() {
            check.ensure(
                recipient_address(&input.to).is_some(),
                &format!("emails.{index}.to"),
                Code::EmailRecipientInvalid,
            );
        }
        return check.finish();
    }
    Ok(())
}

/// Whether sending leads to a stage or sub-status.
fn leads_to(kind: EmailType, target: &str) -> bool {
    let to = kind.target();
    to.as_str() == target || target.parse::<Stage>().is_ok_and(|stage| stage.allows(to))
}

/// The email as it is queued, where the candidate may get it now and the member may send it.
fn prepare(
    tenant: &Tenant,
    of: &Correspondent,
    language: Option<EmailLanguage>,
    input: SendInput,
) -> ApiResult<NewEmail> {
    let SendInput { to, subject, body, candidate_id: _, current_status, current_sub_status, email_type, reason } =
        input;
    let state = of.placement.state;
    let moved = current_status.is_some_and(|seen| seen != state.stage())
        || current_sub_status.is_some_and(|seen| seen != state.sub_status());
    if moved {
        return Err(ApiError::conflict(Code::RequestStale, "The candidate has moved meanwhile."));
    }
    let transition = Move::Send(email_type).apply(of.placement).map_err(|_| {
        ApiError::conflict(Code::ApplicationMoveNotAllowed, "This email cannot be sent from where the candidate is.")
    })?;
    tenant.require(transition.permission)?;
    let reason = reason.map(|reason| reason.trim().to_owned()).filter(|reason| !reason.is_empty());
    if transition.overrules_ai && reason.is_none() {
        return Err(ApiError::invalid_field("reason", Code::FieldRequired));
    }
    Ok(NewEmail {
        id: EmailId::new(),
        application_id: of.application_id,
        job_id: of.job_id,
        person_id: of.person_id,
        kind: email_type,
        to: recipient_address(&to).ok_or_else(|| ApiError::invalid_field("to", Code::EmailRecipientInvalid))?,
        language: language.unwrap_or_else(|| EmailLanguage::of(&body)),
        subject: subject.trim().to_owned(),
        body,
        engine: None,
        fallback_reason: None,
        reason,
        task_id: None,
    })
}
