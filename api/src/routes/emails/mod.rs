//! Emails to candidates: drafting, sending, what became of them, and whether email goes out.

mod drafts;
mod generating;
mod records;
mod sending;
mod service;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use bole_domain::email::{EmailLanguage, EmailStatus, EmailType};
use bole_domain::evaluation::Engine;
use bole_domain::ids::{ApplicationId, EmailId, PersonId, TaskId};
use bole_domain::permission::Permission;
use bole_queue::TaskKind;
use bole_queue::kinds::SendEmail;
use bole_store::emails::Email;
use bole_store::ledger::{self, NewTask};
use bole_store::{StoreError, TenantTx};
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;

pub use self::drafts::*;
pub use self::generating::*;
pub use self::records::*;
pub use self::sending::*;
pub use self::service::*;
use super::tasks::{Task, location};
use crate::code::Code;
use crate::error::{ApiError, ApiResult};
use crate::extract::{Json, Tenant, Ticket};
use crate::state::ApiState;

/// The most emails of one call.
const MAX_EMAILS: usize = 500;
/// The longest subject line, in characters.
const MAX_SUBJECT: usize = 300;
/// The longest body, in characters.
const MAX_BODY: usize = 50_000;
/// The permissions to write to candidates, wherever they are.
const WRITE: [Permission; 4] = [
    Permission::PIPELINE_EMAIL,
    Permission::AI_REVIEW_EMAIL,
    Permission::TALENT_POOL_EMAIL,
    Permission::OFFER_WORKBENCH_SEND,
];

/// Goes on only for those who may write to candidates somewhere.
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
    /// Its id.
    id: EmailId,
    /// The application it is about.
    application_id: ApplicationId,
    /// Who it is written to.
    person_id: PersonId,
    /// Their name.
    person_name: Option<String>,
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
    /// Who drafted it: built-in templates or a model; nobody where a person wrote it.
    engine: Option<Engine>,
    /// Why the built-in template stands in for a model.
    fallback_reason: Option<String>,
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
    /// The name of who sends it.
    created_by_name: Option<String>,
    /// When it was written.
    #[serde(with = "time::serde::rfc3339")]
    created_at: OffsetDateTime,
    /// Goes up with every change of what it says; named by the next one.
    version: i32,
}

impl From<Email> for EmailView {
    fn from(email: Email) -> Self {
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
            status: email.status,
            error: email.error,
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

fn already_queued() -> ApiError {
    ApiError::conflict(Code::EmailAlreadyQueued, "An email of this type to this candidate is about to be sent.")
}

/// The task that sends an email; a second one for the same email is the first.
fn task_of(id: EmailId, run_at: Option<OffsetDateTime>) -> Result<NewTask, StoreError> {
    Ok(NewTask { run_at, dedupe_key: Some(id.to_string()), ..SendEmail { email_id: id }.new_task(None)? })
}
