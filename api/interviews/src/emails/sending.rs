//! Sending emails to candidates.

use std::collections::{BTreeSet, HashMap};

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult, Check, FieldError, StoreResultExt};
use bole_api_core::extract::{Claimed, Idempotency, Json, Tenant};
use bole_api_core::state::ApiState;
use bole_api_core::tasks::{Task, accepted};
use bole_domain::email::{EmailLanguage, EmailType, recipient_address};
use bole_domain::ids::{ApplicationId, EmailId, OrganizationId, TaskId, UserId};
use bole_domain::stage::{Move, Stage, SubStatus};
use bole_queue::TaskKind;
use bole_queue::kinds::SendEmailRequest;
use bole_store::TenantTx;
use bole_store::emails::{self, Correspondent, DraftKey, NewEmail};
use bole_store::ledger::{self, NewTask};
use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};
use utoipa::ToSchema;

use super::{EmailView, MAX_BODY, MAX_EMAILS, MAX_SUBJECT, already_queued, require_writer, task_of};

/// A request's task is never run; it ends with its last email.
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
    /// The application's stage when the email was written; refused if it has changed.
    current_status: Option<Stage>,
    /// See `current_status`.
    current_sub_status: Option<SubStatus>,
    /// The type of the email.
    email_type: EmailType,
    /// The language it is written in; without it that of the request.
    language: Option<EmailLanguage>,
    /// The draft version it is based on, 0 without a draft. If a draft has been changed since, 409 `request.stale` with
    /// the drafts. Without it, a differing draft stays a draft, unless it was generated for the sender
    /// and never edited.
    draft_version: Option<i32>,
    /// Why the candidate is moved against the AI's recommendation.
    reason: Option<String>,
}

/// Emails to send.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SendAllInput {
    /// At most 500 emails.
    #[serde(default)]
    #[schema(required, max_items = 500)]
    emails: Vec<SendInput>,
    /// The expected stage or sub-status after sending; must match the types of the emails.
    target_status: Option<String>,
    /// The language; detected from each text if absent.
    language: Option<EmailLanguage>,
    /// The earliest sending time.
    #[serde(default, with = "time::serde::rfc3339::option", rename = "send_at")]
    send_at: Option<OffsetDateTime>,
}

/// Sends emails to candidates. The task completes when each is sent, failed or unknown; its result says which.
///
/// A candidate moves in the same transaction when the mail server accepts their email; a `message` moves none. If candidates have moved
/// meanwhile, or cannot receive the email in their stage, nothing is sent, and `errors` names each (409).
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
    let versions: HashMap<DraftKey, Option<i32>> =
        inputs.iter().map(|input| ((input.candidate_id, input.email_type), input.draft_version)).collect();
    let mut new = Vec::with_capacity(inputs.len());
    let mut refused = Vec::new();
    for (index, input) in inputs.into_iter().enumerate() {
        let of = found.get(&input.candidate_id).ok_or_else(|| ApiError::not_found(Code::ApplicationNotFound))?;
        match prepare(&tenant, of, language, input)? {
            Ok(email) => new.push(email),
            Err(code) => refused.push(FieldError { field: format!("emails.{index}.candidateId"), code }),
        }
    }
    if let Some(FieldError { code, .. }) = refused.first() {
        let detail = match code {
            Code::RequestStale => "A candidate has moved meanwhile.",
            _ => "This email cannot be sent from where the candidate is.",
        };
        return Err(ApiError::conflict(*code, detail).naming(refused));
    }
    let drafts = replaced_drafts(&mut tx, tenant.user_id(), &new, &versions).await?;
    let later = Some(OffsetDateTime::now_utc() + NEVER);
    let request = ledger::enqueue(&mut tx, NewTask { run_at: later, ..SendEmailRequest {}.new_task(None)? }).await?;
    let tasks = new.iter().map(|email| task_of(email.id, send_at)).collect::<Result<Vec<_>, _>>()?;
    for (email, task) in new.iter_mut().zip(ledger::enqueue_many(&mut tx, tasks).await?) {
        email.task_id = Some(task.id);
    }
    let queued = emails::queue(&mut tx, &new, &drafts, request.id, send_at).await;
    queued.on_constraint("emails_pending_key", already_queued)?;
    accepted(&state, tx, Some(ticket), request.id).await
}

/// Queues one email in the transaction of the change that causes it; returns the request's task.
pub async fn queue_one(tx: &mut TenantTx, mut email: NewEmail, send_at: Option<OffsetDateTime>) -> ApiResult<TaskId> {
    let later = Some(OffsetDateTime::now_utc() + NEVER);
    let request = ledger::enqueue(tx, NewTask { run_at: later, ..SendEmailRequest {}.new_task(None)? }).await?;
    email.task_id = Some(ledger::enqueue(tx, task_of(email.id, send_at)?).await?.id);
    let queued = emails::queue(tx, &[email], &[], request.id, send_at).await;
    queued.on_constraint("emails_pending_key", already_queued)?;
    Ok(request.id)
}

/// The drafts that become these emails. The sender has seen each, or sends it unchanged, so no written text is lost.
async fn replaced_drafts(
    tx: &mut TenantTx,
    sender: UserId,
    emails: &[NewEmail],
    versions: &HashMap<DraftKey, Option<i32>>,
) -> ApiResult<Vec<EmailId>> {
    let by_key: HashMap<DraftKey, &NewEmail> =
        emails.iter().map(|email| ((email.application_id, email.kind), email)).collect();
    let keys: Vec<DraftKey> = by_key.keys().copied().collect();
    let (mut replaced, mut stale) = (Vec::new(), Vec::new());
    for draft in emails::lock_drafts(tx, &keys).await? {
        let key = (draft.application_id, draft.kind);
        let Some(email) = by_key.get(&key) else { continue };
        let is_same = draft.subject.trim() == email.subject && draft.body.trim() == email.body.trim();
        let is_generated = draft.engine.is_some() && draft.version == 1 && draft.created_by == Some(sender);
        match versions.get(&key).copied().flatten() {
            _ if is_same => replaced.push(draft.id),
            None if is_generated => replaced.push(draft.id),
            Some(version) if version == draft.version => replaced.push(draft.id),
            Some(_) => stale.push(draft),
            None => {}
        }
    }
    if stale.is_empty() {
        return Ok(replaced);
    }
    let stale: Vec<EmailView> = stale.into_iter().map(EmailView::from).collect();
    Err(ApiError::stale(&stale))
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

/// Whether sending leads to this stage or sub-status.
fn leads_to(kind: EmailType, target: &str) -> bool {
    kind.moving().is_some_and(|kind| {
        let to = kind.target();
        to.as_str() == target || target.parse::<Stage>().is_ok_and(|stage| stage.allows(to))
    })
}

/// The email as it is queued; or why the candidate cannot get it now.
fn prepare(
    tenant: &Tenant,
    of: &Correspondent,
    language_of_all: Option<EmailLanguage>,
    input: SendInput,
) -> ApiResult<Result<NewEmail, Code>> {
    let SendInput {
        to,
        subject,
        body,
        candidate_id: _,
        current_status,
        current_sub_status,
        email_type,
        language,
        draft_version: _,
        reason,
    } = input;
    let state = of.placement.state;
    let moved = current_status.is_some_and(|seen| seen != state.stage())
        || current_sub_status.is_some_and(|seen| seen != state.sub_status());
    if moved {
        return Ok(Err(Code::RequestStale));
    }
    let reason = reason.map(|reason| reason.trim().to_owned()).filter(|reason| !reason.is_empty());
    if let Some(kind) = email_type.moving() {
        let Ok(transition) = Move::Send(kind).apply(of.placement) else {
            return Ok(Err(Code::ApplicationMoveNotAllowed));
        };
        tenant.require(transition.permission)?;
        if transition.overrules_ai && reason.is_none() {
            return Err(ApiError::invalid_field("reason", Code::FieldRequired));
        }
    }
    Ok(Ok(NewEmail {
        id: EmailId::new(),
        application_id: of.application_id,
        job_id: of.job_id,
        person_id: of.person_id,
        kind: email_type,
        to: recipient_address(&to).ok_or_else(|| ApiError::invalid_field("to", Code::EmailRecipientInvalid))?,
        language: language.or(language_of_all).unwrap_or_else(|| EmailLanguage::of(&body)),
        subject: subject.trim().to_owned(),
        body,
        engine: None,
        fallback_reason: None,
        reason,
        task_id: None,
    }))
}
