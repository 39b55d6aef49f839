//! Emails to candidates: drafts, sending, outcomes, and the state of the email service.

mod answers;
mod drafts;
mod generating;
mod records;
mod sending;
mod service;
mod templates;

use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult};
use bole_api_core::extract::Tenant;
use bole_api_core::state::ApiState;
use bole_domain::email::{EmailLanguage, EmailStatus, EmailType};
use bole_domain::evaluation::Engine;
use bole_domain::failure::FailureReason;
use bole_domain::ids::{ApplicationId, EmailId, InboundMessageId, PersonId};
use bole_domain::permission::Permission;
use bole_queue::TaskKind;
use bole_queue::kinds::SendEmail;
use bole_store::StoreError;
use bole_store::emails::Email;
use bole_store::ledger::NewTask;
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub use self::answers::*;
pub use self::drafts::*;
pub use self::generating::*;
pub use self::records::*;
pub use self::sending::*;
pub use self::service::*;
pub use self::templates::*;

pub fn routes() -> OpenApiRouter<ApiState> {
    OpenApiRouter::new()
        .routes(routes!(generate_email_content))
        .routes(routes!(fill_email_template))
        .routes(routes!(send_email))
        .routes(routes!(answer_inbound_message))
        .routes(routes!(list_emails, create_email_draft))
        .routes(routes!(update_email))
        .routes(routes!(retry_email))
        .routes(routes!(correct_email_address))
        .routes(routes!(withdraw_email))
        .routes(routes!(dismiss_email))
        .routes(routes!(resolve_email))
        .routes(routes!(update_email_tracking))
        .routes(routes!(get_email_service))
        .routes(routes!(start_email_service))
        .routes(routes!(check_interview_timeout))
}

/// The most emails per call.
const MAX_EMAILS: usize = 500;
/// Maximum characters of a subject line.
const MAX_SUBJECT: usize = 300;
/// Maximum characters of a body.
const MAX_BODY: usize = 50_000;
/// The permissions to email candidates, in any place.
const WRITE: [Permission; 4] = [
    Permission::PIPELINE_EMAIL,
    Permission::AI_REVIEW_EMAIL,
    Permission::TALENT_POOL_EMAIL,
    Permission::OFFER_WORKBENCH_SEND,
];

/// Requires permission to email candidates somewhere.
pub(super) fn require_writer(tenant: &Tenant) -> ApiResult<()> {
    if WRITE.iter().any(|permission| tenant.access.allows(*permission)) {
        return Ok(());
    }
    tenant.require(Permission::PIPELINE_EMAIL)
}

/// An email to a candidate.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Email)]
pub struct EmailView {
    /// The id.
    id: EmailId,
    /// The application it is about.
    application_id: ApplicationId,
    /// The recipient.
    person_id: PersonId,
    /// The recipient's name.
    person_name: Option<String>,
    /// The type of the email.
    #[serde(rename = "type")]
    kind: EmailType,
    /// The recipient's address.
    to: String,
    /// The subject line.
    subject: String,
    /// Plain text; the HTML version has the same content.
    body: String,
    /// The language.
    language: EmailLanguage,
    /// The engine that drafted it; absent if written by a person.
    engine: Option<Engine>,
    /// Why the built-in template was used instead of a model.
    fallback_reason: Option<FailureReason>,
    /// The received email it answers.
    answered_message_id: Option<InboundMessageId>,
    /// The status.
    status: EmailStatus,
    /// Why it failed or is waiting.
    error: Option<FailureReason>,
    /// What the mail server or its report said about it, such as `5.1.1`.
    error_detail: Option<String>,
    /// Its Message-ID, once sending started.
    message_id: Option<String>,
    /// Whether the local mailbox captured it, because no mail server is configured.
    is_captured: bool,
    /// The earliest sending time.
    #[serde(with = "time::serde::rfc3339::option")]
    send_at: Option<OffsetDateTime>,
    /// When a mail server accepted it.
    #[serde(with = "time::serde::rfc3339::option")]
    sent_at: Option<OffsetDateTime>,
    /// Name of the sender.
    created_by_name: Option<String>,
    /// When it was written.
    #[serde(with = "time::serde::rfc3339")]
    created_at: OffsetDateTime,
    /// Version for optimistic locking.
    version: i32,
}

impl From<Email> for EmailView {
    fn from(email: Email) -> Self {
        let error = email.error.as_deref().map(|error| error.split_once(": ").unwrap_or((error, "")));
        Self {
            id: email.id,
            application_id: email.application_id,
            person_id: email.person_id,
            person_name: email.person_name,
            kind: email.kind,
            to: email.to,
            subject: email.subject,
            body: email.body,
            language: email.language,
            engine: email.engine,
            fallback_reason: email.fallback_reason,
            answered_message_id: email.answered_message_id,
            status: email.status,
            error: error.map(|(reason, _)| reason.to_owned().into()),
            error_detail: error.map(|(_, detail)| detail.to_owned()).filter(|detail| !detail.is_empty()),
            message_id: email.message_id,
            is_captured: email.is_captured,
            send_at: email.send_at,
            sent_at: email.sent_at,
            created_by_name: email.created_by_name,
            created_at: email.created_at,
            version: email.version,
        }
    }
}

fn already_queued() -> ApiError {
    ApiError::conflict(Code::EmailAlreadyQueued, "An email of this type to this candidate is about to be sent.")
}

/// The task that sends an email, deduplicated per email.
fn task_of(id: EmailId, run_at: Option<OffsetDateTime>) -> Result<NewTask, StoreError> {
    Ok(NewTask { run_at, dedupe_key: Some(id.to_string()), ..SendEmail { email_id: id }.new_task(None)? })
}
