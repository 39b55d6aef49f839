//! Emails to candidates: drafting, sending, what became of them, and whether email goes out.

use std::collections::{BTreeSet, HashMap};

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use bole_domain::batch::TaskStatus;
use bole_domain::email::{EmailLanguage, EmailStatus, EmailType, address_of, recipient_address};
use bole_domain::ids::{ApplicationId, EmailId, OrganizationId, PersonId, TaskId};
use bole_domain::permission::Permission;
use bole_domain::stage::{Move, Stage, SubStatus};
use bole_queue::TaskKind;
use bole_queue::kinds::{CheckInterviewTimeout, GenerateEmails, SendEmail, SendEmailRequest};
use bole_store::emails::{self, Correspondent, Email, EmailFilter, NewEmail};
use bole_store::ledger::{self, NewTask};
use bole_store::moves::{self, Authority, MoveItem, MoveOutcome, MoveRequest};
use bole_store::{StoreError, TenantTx, mail_settings};
use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};
use utoipa::{IntoParams, ToSchema};

use super::booking;
use super::tasks::{Task, location};
use crate::code::Code;
use crate::error::{ApiError, ApiResult, Check, StoreResultExt};
use crate::extract::{Claimed, Idempotency, Item, Json, Page, Paged, Paging, Query, Reading, Tenant, Ticket};
use crate::state::ApiState;

/// The most emails of one call.
const MAX_EMAILS: usize = 500;
/// The longest subject line, in characters.
const MAX_SUBJECT: usize = 300;
/// The longest body, in characters.
const MAX_BODY: usize = 50_000;
/// A request waits for its last email; nobody runs it.
const NEVER: Duration = Duration::days(3650);

/// The permissions to write to candidates, wherever they are.
const WRITE: [Permission; 4] = [
    Permission::PIPELINE_EMAIL,
    Permission::AI_REVIEW_EMAIL,
    Permission::TALENT_POOL_EMAIL,
    Permission::OFFER_WORKBENCH_SEND,
];

/// Goes on only for those who may write to candidates somewhere.
fn require_writer(tenant: &Tenant) -> ApiResult<()> {
    if WRITE.iter().any(|permission| tenant.access.allows(*permission)) {
        return Ok(());
    }
    tenant.require(Permission::PIPELINE_EMAIL)
}

/// An email to a candidate.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Email)]
pub struct EmailView {
    /// Its id.
    id: EmailId,
    /// The application it is about.
    application_id: ApplicationId,
    /// Who it is written to.
    person_id: PersonId,
    /// What it is for.
    #[serde(rename = "type")]
    kind: EmailType,
    /// The recipient's address.
    to: String,
    /// The subject line.
    subject: String,
    /// Plain text; the HTML form says the same.
    body: String,
    /// In which language.
    language: EmailLanguage,
    /// How far it has come.
    status: EmailStatus,
    /// Why it failed or waits.
    error: Option<String>,
    /// Its Message-ID, once it was on the wire.
    message_id: Option<String>,
    /// Taken by the local mailbox, since no mail server is set.
    is_captured: bool,
    /// Not before this time.
    #[serde(with = "time::serde::rfc3339::option")]
    send_at: Option<OffsetDateTime>,
    /// When a mail server took it.
    #[serde(with = "time::serde::rfc3339::option")]
    sent_at: Option<OffsetDateTime>,
    /// When it was written.
    #[serde(with = "time::serde::rfc3339")]
    created_at: OffsetDateTime,
}

impl From<Email> for EmailView {
    fn from(email: Email) -> Self {
        Self {
            id: email.id,
            application_id: email.application_id,
            person_id: email.person_id,
            kind: email.kind,
            to: email.to,
            subject: email.subject,
            body: email.body,
            language: email.language,
            status: email.status,
            error: email.error,
            message_id: email.message_id,
            is_captured: email.is_captured,
            send_at: email.send_at,
            sent_at: email.sent_at,
            created_at: email.created_at,
        }
    }
}

/// An email to draft.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DraftInput {
    /// The application.
    application_id: ApplicationId,
    /// What it is for.
    email_type: EmailType,
}

/// What else drafts say.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OtherVariables {
    /// Where candidates choose a time.
    calendar_link: Option<String>,
}

/// Emails to draft.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GenerateInput {
    /// At most 500.
    #[serde(default)]
    #[schema(required)]
    tasks: Vec<DraftInput>,
    /// zh, en or id; without it the language of each job.
    language: Option<EmailLanguage>,
    /// What else they say.
    #[serde(default)]
    other_variables: OtherVariables,
}

/// Drafts emails to candidates. The task's result has one entry for each: `applicationId, status, data, error`.
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
    let GenerateInput { tasks, language, other_variables } = input;
    let link = other_variables.calendar_link.unwrap_or_default();
    let mut check = Check::new();
    check.ensure(!tasks.is_empty(), "tasks", Code::FieldRequired);
    check.ensure(tasks.len() <= MAX_EMAILS, "tasks", Code::FieldTooLong);
    check.at_most("otherVariables.calendarLink", &link, 2_000);
    check.finish()?;
    let items: Vec<_> = tasks.into_iter().map(|task| (task.application_id, task.email_type)).collect();
    let mut tx = tenant.begin().await?;
    let ticket = match idempotency.claim(&mut tx, &request).await? {
        Claimed::Fresh(ticket) => ticket,
        Claimed::Answered(status, body) => return Ok((status, Json(body)).into_response()),
    };
    let links = if link.is_empty() {
        booking::invitation_links(&mut tx, &state.config.public_url, tenant.user_id(), &items).await?
    } else {
        Vec::new()
    };
    let enqueued = GenerateEmails { items, language, link, links }.enqueue(&mut tx, None).await?;
    accepted(&state, &tenant, tx, Some(ticket), enqueued.id).await
}

/// Commits and answers with the task.
async fn accepted(
    state: &ApiState,
    tenant: &Tenant,
    mut tx: TenantTx,
    ticket: Option<Ticket>,
    id: TaskId,
) -> ApiResult<Response> {
    let task: Task = ledger::get(&mut tx, id).await?.into();
    if let Some(ticket) = ticket {
        ticket.record(&mut tx, StatusCode::ACCEPTED, &task).await?;
    }
    tx.commit().await?;
    state.signals.wake();
    let path = format!("/api/organizations/{}/tasks/{id}", tenant.organization());
    Ok((StatusCode::ACCEPTED, location(&path), Json(task)).into_response())
}

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
pub(super) async fn queue_one(tx: &mut TenantTx, mut email: NewEmail) -> ApiResult<()> {
    let later = Some(OffsetDateTime::now_utc() + NEVER);
    let request = ledger::enqueue(tx, NewTask { run_at: later, ..SendEmailRequest {}.new_task(None)? }).await?;
    email.task_id = Some(ledger::enqueue(tx, task_of(email.id, None)?).await?.id);
    emails::queue(tx, &[email], request.id, None).await.on_constraint("emails_pending_key", already_queued)
}

fn already_queued() -> ApiError {
    ApiError::conflict(Code::EmailAlreadyQueued, "An email of this type to this candidate is about to be sent.")
}

/// The task that sends an email; a second one for the same email is the first.
fn task_of(id: EmailId, run_at: Option<OffsetDateTime>) -> Result<NewTask, StoreError> {
    Ok(NewTask { run_at, dedupe_key: Some(id.to_string()), ..SendEmail { email_id: id }.new_task(None)? })
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
        reason,
        task_id: None,
    })
}

/// Which emails to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct EmailQuery {
    /// Only about this application.
    application_id: Option<ApplicationId>,
    /// Only those that have come so far.
    status: Option<EmailStatus>,
}

/// Emails to candidates, newest first.
#[utoipa::path(get, path = "/api/organizations/{organization_id}/emails", operation_id = "list_emails", tag = "emails",
    params(("organization_id" = OrganizationId, Path), EmailQuery, Paging),
    responses((status = 200, body = Paged<EmailView>)))]
pub async fn list_emails(
    Reading { tenant, mut tx }: Reading,
    Query(EmailQuery { application_id, status }): Query<EmailQuery>,
    Page { limit, offset }: Page,
) -> ApiResult<Json<Paged<EmailView>>> {
    require_writer(&tenant)?;
    let page = emails::list(&mut tx, &EmailFilter { application_id, status, limit, offset }).await?;
    tx.release();
    Ok(Json(Paged::of(page)))
}

/// Changes to a draft; absent stays.
#[derive(Debug, Deserialize, ToSchema)]
pub struct EmailChanges {
    /// The recipient's address.
    to: Option<String>,
    /// The subject line.
    subject: Option<String>,
    /// Plain text.
    body: Option<String>,
}

/// Changes a draft.
#[utoipa::path(patch, path = "/api/organizations/{organization_id}/emails/{email_id}", operation_id = "update_email",
    tag = "emails", params(("organization_id" = OrganizationId, Path), ("email_id" = EmailId, Path)),
    request_body = EmailChanges,
    responses((status = 200, body = EmailView)))]
pub async fn update_email(
    tenant: Tenant,
    Item(id): Item<EmailId>,
    Json(EmailChanges { to, subject, body }): Json<EmailChanges>,
) -> ApiResult<Json<EmailView>> {
    require_writer(&tenant)?;
    let mut check = Check::new();
    if let Some(subject) = &subject {
        check.text("subject", subject, MAX_SUBJECT);
    }
    if let Some(body) = &body {
        check.text("body", body, MAX_BODY);
    }
    let to = to.map(|to| recipient_address(&to));
    check.ensure(to != Some(None), "to", Code::EmailRecipientInvalid);
    check.finish()?;
    let mut tx = tenant.begin().await?;
    emails::lock(&mut tx, id).await.or_not_found(Code::EmailNotFound)?;
    let subject = subject.as_deref().map(str::trim);
    emails::edit_draft(&mut tx, id, to.flatten().as_deref(), subject, body.as_deref()).await.map_err(|error| {
        match error {
            StoreError::Stale => ApiError::conflict(Code::EmailNotDraft, "It is no draft anymore."),
            other => other.into(),
        }
    })?;
    let email = emails::find(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(email.into()))
}

/// Sends a failed email again, or one that waits to be tried again at once.
#[utoipa::path(post, path = "/api/organizations/{organization_id}/emails/{email_id}/retry", operation_id = "retry_email",
    tag = "emails", params(("organization_id" = OrganizationId, Path), ("email_id" = EmailId, Path)),
    responses((status = 202, body = EmailView)))]
pub async fn retry_email(
    State(state): State<ApiState>,
    tenant: Tenant,
    Item(id): Item<EmailId>,
) -> ApiResult<(StatusCode, Json<EmailView>)> {
    require_writer(&tenant)?;
    let mut tx = tenant.begin().await?;
    let email = emails::lock(&mut tx, id).await.or_not_found(Code::EmailNotFound)?;
    if !matches!(email.status, EmailStatus::Failed | EmailStatus::Queued) {
        return Err(ApiError::conflict(Code::EmailNotRetryable, "Only an email that failed or waits is sent again."));
    }
    let task = ledger::enqueue(&mut tx, task_of(id, None)?).await?;
    if task.existing {
        ledger::hasten(&mut tx, &[task.id]).await?;
    }
    emails::queue_again(&mut tx, id, task.id).await.on_constraint("emails_pending_key", already_queued)?;
    let email = emails::find(&mut tx, id).await?;
    tx.commit().await?;
    state.signals.wake();
    Ok((StatusCode::ACCEPTED, Json(email.into())))
}

/// What a person found out.
#[derive(Debug, Deserialize, ToSchema)]
pub struct Resolution {
    /// Whether it arrived.
    sent: bool,
}

/// Says of an email of which it is not known whether it arrived. If it did, the candidate is moved.
#[utoipa::path(post, path = "/api/organizations/{organization_id}/emails/{email_id}/resolve",
    operation_id = "resolve_email", tag = "emails",
    params(("organization_id" = OrganizationId, Path), ("email_id" = EmailId, Path)), request_body = Resolution,
    responses((status = 200, body = EmailView)))]
pub async fn resolve_email(
    tenant: Tenant,
    Item(id): Item<EmailId>,
    Json(Resolution { sent }): Json<Resolution>,
) -> ApiResult<Json<EmailView>> {
    require_writer(&tenant)?;
    let mut tx = tenant.begin().await?;
    let email = emails::lock(&mut tx, id).await.or_not_found(Code::EmailNotFound)?;
    if email.status != EmailStatus::Unknown && !is_abandoned(&mut tx, &email).await? {
        return Err(ApiError::conflict(Code::EmailNotUnknown, "It is known what became of it."));
    }
    let status = if sent { EmailStatus::Sent } else { EmailStatus::Failed };
    emails::set_status(&mut tx, id, status, None, false).await?;
    if sent {
        let item = MoveItem { email_id: Some(id), ..MoveItem::current(email.application_id) };
        // Where the card has moved meanwhile it stays: what is resolved is the email.
        let (what, reason) = (Move::Send(email.kind), email.reason.as_deref());
        let request = MoveRequest { what, items: &[item], reason, authority: Authority::Member(&tenant.access) };
        moves::apply(&mut tx, &request).await?;
    }
    let email = emails::find(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(email.into()))
}

/// Whether an email is being sent by a task that is over: its last attempt was cut off, and no other follows.
async fn is_abandoned(tx: &mut TenantTx, email: &Email) -> ApiResult<bool> {
    let (EmailStatus::Sending, Some(task)) = (email.status, email.task_id) else { return Ok(false) };
    let task = ledger::get(tx, task).await?;
    Ok(matches!(task.status, TaskStatus::Completed | TaskStatus::Failed))
}

/// A letter that was sent by other means.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrackingInput {
    /// The application.
    application_id: ApplicationId,
    /// What the letter was for.
    email_type: EmailType,
    /// Where the candidate goes, as the type of the letter says.
    status: Option<Stage>,
    /// See `status`.
    sub_status: Option<SubStatus>,
    /// Why the candidate is moved against the AI's recommendation.
    reason: Option<String>,
}

/// Writes down a letter that was sent by other means, and moves the candidate as if it had been sent from here.
#[utoipa::path(post, path = "/api/organizations/{organization_id}/update-email-tracking",
    operation_id = "update_email_tracking", tag = "emails", params(("organization_id" = OrganizationId, Path)),
    request_body = TrackingInput,
    responses((status = 200, body = EmailView)))]
pub async fn update_email_tracking(
    tenant: Tenant,
    Json(TrackingInput { application_id, email_type, status, sub_status, reason }): Json<TrackingInput>,
) -> ApiResult<Json<EmailView>> {
    require_writer(&tenant)?;
    let mut tx = tenant.begin().await?;
    let of = emails::correspondents(&mut tx, &[application_id]).await?.pop();
    let of = of.ok_or_else(|| ApiError::not_found(Code::ApplicationNotFound))?;
    let transition = Move::Send(email_type).apply(of.placement).map_err(|_| {
        ApiError::conflict(Code::ApplicationMoveNotAllowed, "This email cannot be sent from where the candidate is.")
    })?;
    let target = transition.to.state;
    let mut check = Check::new();
    check.ensure(status.is_none_or(|status| status == target.stage()), "status", Code::EmailTargetDiffers);
    let same = sub_status.is_none_or(|sub_status| sub_status == target.sub_status());
    check.ensure(same, "subStatus", Code::EmailTargetDiffers);
    check.finish()?;
    let id = EmailId::new();
    let new = NewEmail {
        id,
        application_id,
        job_id: of.job_id,
        person_id: of.person_id,
        kind: email_type,
        to: address_of(of.email.as_deref(), of.contact.as_deref()).unwrap_or_default(),
        subject: String::new(),
        body: String::new(),
        language: EmailLanguage::of(&of.job_title),
        reason: reason.clone(),
        task_id: None,
    };
    emails::record_sent(&mut tx, new).await?;
    let item = MoveItem { email_id: Some(id), ..MoveItem::current(application_id) };
    let (what, reason) = (Move::Send(email_type), reason.as_deref());
    let request = MoveRequest { what, items: &[item], reason, authority: Authority::Member(&tenant.access) };
    if let Some(MoveOutcome::Refused(refusal, _)) = moves::apply(&mut tx, &request).await?.pop() {
        return Err(match refusal {
            moves::Refusal::PermissionDenied => {
                ApiError::forbidden(Code::PermissionDenied, "This needs the permission to write to the candidate.")
            }
            moves::Refusal::ReasonRequired => ApiError::invalid_field("reason", Code::FieldRequired),
            _ => ApiError::conflict(Code::ApplicationMoveNotAllowed, "The candidate has moved meanwhile."),
        });
    }
    let email = emails::find(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(email.into()))
}

/// Whether email goes out.
#[derive(Debug, Serialize, ToSchema)]
pub struct EmailServiceView {
    /// `running`, or `stopped` by repeated failure.
    status: &'static str,
    /// Why it stopped or last failed.
    reason: Option<String>,
    /// Since when it is stopped.
    #[serde(with = "time::serde::rfc3339::option")]
    stopped_at: Option<OffsetDateTime>,
    /// Emails in a row that could not be handed to the mail server.
    failures: i32,
    /// Emails that wait.
    queued: i64,
}

impl From<mail_settings::EmailService> for EmailServiceView {
    fn from(service: mail_settings::EmailService) -> Self {
        let mail_settings::EmailService { failures, reason, stopped_at, queued } = service;
        let status = if stopped_at.is_some() { "stopped" } else { "running" };
        Self { status, reason, stopped_at, failures, queued }
    }
}

/// Whether email goes out.
#[utoipa::path(get, path = "/api/organizations/{organization_id}/email-service", operation_id = "get_email_service",
    tag = "emails", params(("organization_id" = OrganizationId, Path)),
    responses((status = 200, body = EmailServiceView)))]
pub async fn get_email_service(Reading { tenant, mut tx }: Reading) -> ApiResult<Json<EmailServiceView>> {
    require_writer(&tenant)?;
    let service = mail_settings::service(&mut tx).await?;
    tx.release();
    Ok(Json(service.into()))
}

/// Lets email go out again after it was stopped; what waits is sent.
#[utoipa::path(post, path = "/api/organizations/{organization_id}/email-service/start",
    operation_id = "start_email_service", tag = "emails", params(("organization_id" = OrganizationId, Path)),
    responses((status = 200, body = EmailServiceView)))]
pub async fn start_email_service(State(state): State<ApiState>, tenant: Tenant) -> ApiResult<Json<EmailServiceView>> {
    require_writer(&tenant)?;
    let mut tx = tenant.begin().await?;
    mail_settings::start(&mut tx).await?;
    let waiting = emails::waiting(&mut tx, 10_000).await?;
    let tasks = waiting.into_iter().map(|id| task_of(id, None)).collect::<Result<Vec<_>, _>>()?;
    let enqueued = ledger::enqueue_many(&mut tx, tasks).await?;
    let existing: Vec<TaskId> = enqueued.iter().filter(|task| task.existing).map(|task| task.id).collect();
    ledger::hasten(&mut tx, &existing).await?;
    let service = mail_settings::service(&mut tx).await?;
    tx.commit().await?;
    state.signals.wake();
    Ok(Json(service.into()))
}

/// Moves candidates whose invitation nobody answered for five days. The task's result counts them.
#[utoipa::path(post, path = "/api/organizations/{organization_id}/check-interview-timeout",
    operation_id = "check_interview_timeout", tag = "emails", params(("organization_id" = OrganizationId, Path)),
    responses((status = 202, body = Task)))]
pub async fn check_interview_timeout(State(state): State<ApiState>, tenant: Tenant) -> ApiResult<Response> {
    tenant.require(Permission::PIPELINE_EDIT)?;
    let mut tx = tenant.begin().await?;
    let enqueued = CheckInterviewTimeout {}.enqueue(&mut tx, None).await?;
    accepted(&state, &tenant, tx, None, enqueued.id).await
}
