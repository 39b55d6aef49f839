//! Emails to candidates: drafts, scheduled and sent emails.

mod abandoned;
mod drafts;
mod list;
mod recipients;
mod requests;
mod sending;

use bole_domain::email::{EmailLanguage, EmailStatus, EmailType};
use bole_domain::evaluation::Engine;
use bole_domain::failure::FailureReason;
use bole_domain::ids::{ApplicationId, EmailId, InboundMessageId, JobId, OfferId, PersonId, TaskId, UserId};
use time::OffsetDateTime;
use uuid::Uuid;

pub use self::abandoned::{organizations_underway, settle_abandoned};
pub use self::drafts::{DraftKey, EmailEdit, NewDraft, draft_of, edit, keep_draft, lock_drafts, put_drafts};
pub use self::list::{EmailFilter, EmailScope, count, list};
pub use self::recipients::{Correspondence, Correspondent, correspondence, correspondents, last_language, strengths};
pub use self::requests::{settle_request, take_back_email, take_back_offer, take_back_request};
pub use self::sending::{
    begin, count_waiting, dismiss, queue, queue_again, record_sent, set_answered, set_offer, set_recipient, set_status,
    set_tasks, waiting,
};
use crate::{StoreError, StoreResult, TenantTx};

#[derive(Debug, Clone, PartialEq)]
pub struct Email {
    pub id: EmailId,
    /// The application it is about.
    pub application_id: ApplicationId,
    pub job_id: JobId,
    /// The recipient.
    pub person_id: PersonId,
    pub kind: EmailType,
    pub to: String,
    pub subject: String,
    /// Plain text.
    pub body: String,
    pub language: EmailLanguage,
    /// The engine that drafted it; `None` if written by a person.
    pub engine: Option<Engine>,
    /// Why the built-in template was used instead of a model.
    pub fallback_reason: Option<FailureReason>,
    pub status: EmailStatus,
    /// Why it failed or is waiting.
    pub error: Option<String>,
    /// Its Message-ID, once sending started.
    pub message_id: Option<String>,
    /// Whether the local mailbox captured it.
    pub is_captured: bool,
    /// Why the AI's recommendation is overridden.
    pub reason: Option<String>,
    /// The task that sends it.
    pub task_id: Option<TaskId>,
    /// The task of the request it is part of.
    pub request_task_id: Option<TaskId>,
    /// The offer it was sent with.
    pub offer_id: Option<OfferId>,
    /// The received email it answers.
    pub answered_message_id: Option<InboundMessageId>,
    /// The earliest sending time.
    pub send_at: Option<OffsetDateTime>,
    /// When a mail server accepted it.
    pub sent_at: Option<OffsetDateTime>,
    /// The sender.
    pub created_by: Option<UserId>,
    /// The sender's name.
    pub created_by_name: Option<String>,
    /// The recipient's name.
    pub person_name: Option<String>,
    pub created_at: OffsetDateTime,
    /// Incremented by every edit.
    pub version: i32,
}

struct Row {
    id: Uuid,
    application_id: Uuid,
    job_id: Uuid,
    person_id: Uuid,
    r#type: String,
    recipient: String,
    subject: String,
    body: String,
    language: String,
    engine: Option<String>,
    fallback_reason: Option<String>,
    status: String,
    error: Option<String>,
    message_id: Option<String>,
    is_captured: bool,
    reason: Option<String>,
    task_id: Option<Uuid>,
    request_task_id: Option<Uuid>,
    offer_id: Option<Uuid>,
    answered_message_id: Option<Uuid>,
    send_at: Option<OffsetDateTime>,
    sent_at: Option<OffsetDateTime>,
    created_by: Option<Uuid>,
    created_by_name: Option<String>,
    person_name: Option<String>,
    created_at: OffsetDateTime,
    version: i32,
}

/// Selects emails; the argument continues the statement.
macro_rules! select_emails {
    ($rest:literal, $($argument:expr),* $(,)?) => {
        sqlx::query_as!(
            Row,
            r#"SELECT e.id, e.application_id, e.job_id, e.person_id, e.type, e.recipient, e.subject, e.body, e.language,
                      e.engine, e.fallback_reason, e.status, e.error, e.message_id, e.is_captured, e.reason, e.task_id,
                      e.request_task_id, e.offer_id, e.answered_message_id, e.send_at, e.sent_at, e.created_by,
                      u.full_name AS "created_by_name?", p.name AS person_name, e.created_at, e.version
               FROM emails e
               JOIN people p ON p.organization_id = e.organization_id AND p.id = e.person_id
               LEFT JOIN users u ON u.id = e.created_by "# + $rest,
            $($argument),*
        )
    };
}
use select_emails;

impl TryFrom<Row> for Email {
    type Error = StoreError;

    fn try_from(row: Row) -> StoreResult<Self> {
        Ok(Self {
            id: EmailId(row.id),
            application_id: ApplicationId(row.application_id),
            job_id: JobId(row.job_id),
            person_id: PersonId(row.person_id),
            kind: row.r#type.parse()?,
            to: row.recipient,
            subject: row.subject,
            body: row.body,
            language: row.language.parse()?,
            engine: row.engine.map(|engine| engine.parse()).transpose()?,
            fallback_reason: row.fallback_reason.map(FailureReason::from),
            status: row.status.parse()?,
            error: row.error,
            message_id: row.message_id,
            is_captured: row.is_captured,
            reason: row.reason,
            task_id: row.task_id.map(TaskId),
            request_task_id: row.request_task_id.map(TaskId),
            offer_id: row.offer_id.map(OfferId),
            answered_message_id: row.answered_message_id.map(InboundMessageId),
            send_at: row.send_at,
            sent_at: row.sent_at,
            created_by: row.created_by.map(UserId),
            created_by_name: row.created_by_name,
            person_name: row.person_name,
            created_at: row.created_at,
            version: row.version,
        })
    }
}

/// One email.
///
/// # Errors
/// [`StoreError::NotFound`] when the actor sees no such email.
pub async fn find(tx: &mut TenantTx, id: EmailId) -> StoreResult<Email> {
    select_emails!("WHERE e.organization_id = $1 AND e.id = $2", tx.organization().0, id.0)
        .fetch_one(tx.conn()?)
        .await?
        .try_into()
}

/// One email, locked until the transaction ends.
///
/// # Errors
/// [`StoreError::NotFound`] when the actor sees no such email.
pub async fn lock(tx: &mut TenantTx, id: EmailId) -> StoreResult<Email> {
    select_emails!("WHERE e.organization_id = $1 AND e.id = $2 FOR UPDATE OF e", tx.organization().0, id.0)
        .fetch_one(tx.conn()?)
        .await?
        .try_into()
}

/// An email to insert.
#[derive(Debug, Clone)]
pub struct NewEmail {
    pub id: EmailId,
    /// The application it is about.
    pub application_id: ApplicationId,
    pub job_id: JobId,
    /// The recipient.
    pub person_id: PersonId,
    pub kind: EmailType,
    pub to: String,
    pub subject: String,
    /// Plain text.
    pub body: String,
    pub language: EmailLanguage,
    /// The engine that drafted it; `None` if written by a person.
    pub engine: Option<Engine>,
    /// Why the built-in template was used instead of a model.
    pub fallback_reason: Option<FailureReason>,
    /// Why the AI's recommendation is overridden.
    pub reason: Option<String>,
    /// The task that sends it.
    pub task_id: Option<TaskId>,
}

/// Emails column by column, for UNNEST.
struct Columns {
    ids: Vec<Uuid>,
    applications: Vec<Uuid>,
    jobs: Vec<Uuid>,
    people: Vec<Uuid>,
    kinds: Vec<&'static str>,
    recipients: Vec<String>,
    subjects: Vec<String>,
    bodies: Vec<String>,
    languages: Vec<&'static str>,
    engines: Vec<Option<&'static str>>,
    fallbacks: Vec<Option<String>>,
    reasons: Vec<Option<String>>,
    tasks: Vec<Option<Uuid>>,
}

impl From<&[NewEmail]> for Columns {
    fn from(emails: &[NewEmail]) -> Self {
        Self {
            ids: emails.iter().map(|email| email.id.0).collect(),
            applications: emails.iter().map(|email| email.application_id.0).collect(),
            jobs: emails.iter().map(|email| email.job_id.0).collect(),
            people: emails.iter().map(|email| email.person_id.0).collect(),
            kinds: emails.iter().map(|email| email.kind.as_str()).collect(),
            recipients: emails.iter().map(|email| email.to.clone()).collect(),
            subjects: emails.iter().map(|email| email.subject.clone()).collect(),
            bodies: emails.iter().map(|email| email.body.clone()).collect(),
            languages: emails.iter().map(|email| email.language.as_str()).collect(),
            engines: emails.iter().map(|email| email.engine.map(Engine::as_str)).collect(),
            fallbacks: emails.iter().map(|email| email.fallback_reason.as_ref().map(ToString::to_string)).collect(),
            reasons: emails.iter().map(|email| email.reason.clone()).collect(),
            tasks: emails.iter().map(|email| email.task_id.map(|task| task.0)).collect(),
        }
    }
}
