//! Records of emails: lists, failed and unknown ones, and emails sent by other means.

use axum::extract::State;
use axum::http::StatusCode;
use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult, Check, StoreResultExt};
use bole_api_core::extract::{CursorPage, CursorPaging, Item, Json, Paged, Query, ReadTenant, Tenant};
use bole_api_core::permissions::RECORD_EDIT;
use bole_api_core::state::ApiState;
use bole_api_core::totals::List;
use bole_domain::batch::TaskStatus;
use bole_domain::email::{EmailLanguage, EmailStatus, EmailType, address_of, recipient_address};
use bole_domain::ids::{ApplicationId, EmailId, JobId, OrganizationId};
use bole_domain::stage::{Move, Stage, SubStatus};
use bole_queue::kinds::call_off_later;
use bole_store::emails::{self, Email, EmailFilter, EmailScope, NewEmail};
use bole_store::moves::{self, Authority, MoveItem, MoveOutcome, MoveRequest};
use bole_store::people::merges;
use bole_store::people::record::{self, PersonChange};
use bole_store::{StoreError, TenantTx, ledger};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::{EmailView, already_queued, require_writer, task_of};

/// Filter of a list of emails.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct EmailQuery {
    /// Only emails for this application.
    application_id: Option<ApplicationId>,
    /// Only emails for applications to this job.
    job_id: Option<JobId>,
    /// Only this type.
    #[serde(rename = "type")]
    kind: Option<EmailType>,
    /// Only emails with this status.
    status: Option<EmailStatus>,
    /// Only failed or unknown emails that no later one of the same type replaced; not together with `status`.
    #[serde(default)]
    unsettled: bool,
}

/// Emails to candidates, newest first.
#[utoipa::path(get, path = "/api/organizations/{organization_id}/emails", operation_id = "list_emails", tag = "emails",
    params(("organization_id" = OrganizationId, Path), EmailQuery, CursorPaging),
    responses((status = 200, body = Paged<EmailView>)))]
pub async fn list_emails(
    State(state): State<ApiState>,
    ReadTenant { tenant, mut tx }: ReadTenant,
    Query(EmailQuery { application_id, job_id, kind, status, unsettled }): Query<EmailQuery>,
    page: CursorPage,
) -> ApiResult<Json<Paged<EmailView>>> {
    require_writer(&tenant)?;
    let scope = match (unsettled, status) {
        (true, None) => EmailScope::Unsettled,
        (true, Some(_)) => return Err(ApiError::invalid_field("status", Code::FieldInvalid)),
        (false, Some(status)) => EmailScope::Status(status),
        (false, None) => EmailScope::All,
    };
    let filter = EmailFilter { application_id, job_id, kind, scope };
    let (found, next) = emails::list(&mut tx, &filter, page.0).await?;
    let total = state.totals.of_cursor_page(&mut tx, List::Emails(filter), page, found.len()).await?;
    tx.release();
    Ok(Json(Paged::estimated(found, total).before(next)))
}

/// Sends a failed email again, or a waiting one immediately.
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
    send_again(&state, tx, id).await
}

/// Queues an email again and answers with it.
async fn send_again(state: &ApiState, mut tx: TenantTx, id: EmailId) -> ApiResult<(StatusCode, Json<EmailView>)> {
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

/// A corrected address.
#[derive(Debug, Deserialize, ToSchema)]
pub struct AddressInput {
    /// The recipient's address.
    to: String,
}

/// Sends a failed email again, to a corrected address. Callers who may edit candidates' records correct it there too;
/// 422 `person.email_taken` if another candidate has it.
#[utoipa::path(post, path = "/api/organizations/{organization_id}/emails/{email_id}/correct-address",
    operation_id = "correct_email_address", tag = "emails",
    params(("organization_id" = OrganizationId, Path), ("email_id" = EmailId, Path)), request_body = AddressInput,
    responses((status = 202, body = EmailView)))]
pub async fn correct_email_address(
    State(state): State<ApiState>,
    tenant: Tenant,
    Item(id): Item<EmailId>,
    Json(AddressInput { to }): Json<AddressInput>,
) -> ApiResult<(StatusCode, Json<EmailView>)> {
    require_writer(&tenant)?;
    let to = recipient_address(&to).ok_or_else(|| ApiError::invalid_field("to", Code::EmailRecipientInvalid))?;
    let mut tx = tenant.begin().await?;
    let email = emails::lock(&mut tx, id).await.or_not_found(Code::EmailNotFound)?;
    if email.status != EmailStatus::Failed {
        return Err(ApiError::conflict(Code::EmailNotRetryable, "Only an email that failed gets another address."));
    }
    if RECORD_EDIT.iter().any(|permission| tenant.access.allows(*permission)) {
        let person = merges::kept(&mut tx, email.person_id).await?;
        let change = PersonChange { email: Some(Some(to.to_lowercase())), ..PersonChange::default() };
        record::change(&mut tx, person, &change)
            .await
            .on_constraint(record::EMAIL_TAKEN, || ApiError::invalid_field("to", Code::PersonEmailTaken))?;
    }
    emails::set_recipient(&mut tx, id, &to).await?;
    send_again(&state, tx, id).await
}

/// Dismisses the notice of an email that failed and is not to be sent again.
#[utoipa::path(post, path = "/api/organizations/{organization_id}/emails/{email_id}/dismiss",
    operation_id = "dismiss_email", tag = "emails",
    params(("organization_id" = OrganizationId, Path), ("email_id" = EmailId, Path)),
    responses((status = 204)))]
pub async fn dismiss_email(tenant: Tenant, Item(id): Item<EmailId>) -> ApiResult<StatusCode> {
    require_writer(&tenant)?;
    let mut tx = tenant.begin().await?;
    emails::lock(&mut tx, id).await.or_not_found(Code::EmailNotFound)?;
    emails::dismiss(&mut tx, id).await.map_err(|error| match error {
        StoreError::Stale => ApiError::conflict(Code::EmailNotRetryable, "Only an email that failed is dismissed."),
        other => other.into(),
    })?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Turns a waiting email back into a draft. If another draft exists by now, both texts are kept and the email
/// fails with `email.withdrawn`. An offer's email becomes no draft but fails with `email.cancelled`.
#[utoipa::path(post, path = "/api/organizations/{organization_id}/emails/{email_id}/withdraw",
    operation_id = "withdraw_email", tag = "emails",
    params(("organization_id" = OrganizationId, Path), ("email_id" = EmailId, Path)),
    responses((status = 204)))]
pub async fn withdraw_email(tenant: Tenant, Item(id): Item<EmailId>) -> ApiResult<StatusCode> {
    require_writer(&tenant)?;
    let mut tx = tenant.begin().await?;
    let email = emails::lock(&mut tx, id).await.or_not_found(Code::EmailNotFound)?;
    emails::take_back_email(&mut tx, &email).await.map_err(|error| match error {
        StoreError::Stale => ApiError::conflict(Code::EmailNotQueued, "It does not wait to be sent."),
        other => other.into(),
    })?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A person's resolution of an unknown email.
#[derive(Debug, Deserialize, ToSchema)]
pub struct Resolution {
    /// Whether it arrived.
    sent: bool,
}

/// Records whether an email in an unknown state arrived. If it did, the candidate is moved.
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
    if let Some(request) = email.request_task_id {
        emails::settle_request(&mut tx, request).await?;
    }
    // The candidate moved when their offer was sent.
    if sent
        && email.offer_id.is_none()
        && let Some(kind) = email.kind.moving()
    {
        let item = MoveItem { email_id: Some(id), ..MoveItem::current(email.application_id) };
        // If the candidate was moved meanwhile, only the email is resolved.
        let (what, reason) = (Move::Send(kind), email.reason.as_deref());
        let request = MoveRequest { what, items: &[item], reason, authority: Authority::Member(&tenant.access) };
        moves::apply(&mut tx, &request).await?;
        call_off_later(&mut tx, &[email.application_id]).await?;
    }
    let email = emails::find(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(email.into()))
}

/// Whether an email is marked as being sent by a task that is over, because its last attempt was interrupted.
async fn is_abandoned(tx: &mut TenantTx, email: &Email) -> ApiResult<bool> {
    let (EmailStatus::Sending, Some(task)) = (email.status, email.task_id) else { return Ok(false) };
    let task = ledger::get(tx, task).await?;
    Ok(matches!(task.status, TaskStatus::Completed | TaskStatus::Failed))
}

/// An email sent by other means.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrackingInput {
    /// The application.
    application_id: ApplicationId,
    /// The type of the email.
    email_type: EmailType,
    /// The state the candidate moves to, matching the type of the email.
    status: Option<Stage>,
    /// See `status`.
    sub_status: Option<SubStatus>,
    /// Why the AI's recommendation is overridden.
    reason: Option<String>,
}

/// Records an email sent by other means, and moves the candidate as if it had been sent from here.
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
    let kind = email_type.moving().ok_or_else(|| ApiError::invalid_field("emailType", Code::FieldInvalid))?;
    let transition = Move::Send(kind).apply(of.placement).map_err(|_| {
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
        engine: None,
        fallback_reason: None,
        reason: reason.clone(),
        task_id: None,
    };
    emails::record_sent(&mut tx, new).await?;
    let item = MoveItem { email_id: Some(id), ..MoveItem::current(application_id) };
    let (what, reason) = (Move::Send(kind), reason.as_deref());
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
    call_off_later(&mut tx, &[application_id]).await?;
    let email = emails::find(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(email.into()))
}
