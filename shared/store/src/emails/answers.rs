//! Answers to received emails. They have no type: they move nobody, and there may be several to a candidate.

use bole_domain::email::EmailLanguage;
use bole_domain::ids::{ApplicationId, EmailId, InboundMessageId, JobId, PersonId, TaskId};
use time::OffsetDateTime;

use crate::{StoreResult, TenantTx};

/// An answer to insert.
#[derive(Debug, Clone)]
pub struct NewAnswer {
    pub id: EmailId,
    /// The received email.
    pub message: InboundMessageId,
    pub application_id: ApplicationId,
    pub job_id: JobId,
    /// The recipient.
    pub person_id: PersonId,
    pub to: String,
    pub subject: String,
    /// Plain text.
    pub body: String,
    pub language: EmailLanguage,
    /// The task that sends it.
    pub task_id: TaskId,
}

/// Writes an answer that waits to be sent.
pub async fn queue_answer(
    tx: &mut TenantTx,
    answer: NewAnswer,
    request: TaskId,
    send_at: Option<OffsetDateTime>,
) -> StoreResult<()> {
    let by = tx.actor().user().map(|user| user.0);
    sqlx::query!(
        "INSERT INTO emails (id, organization_id, application_id, job_id, person_id, recipient, subject, body, language, status,
                             task_id, request_task_id, send_at, created_by, answered_message_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'queued', $10, $11, $12, $13, $14)",
        answer.id.0,
        tx.organization().0,
        answer.application_id.0,
        answer.job_id.0,
        answer.person_id.0,
        answer.to,
        answer.subject,
        answer.body,
        answer.language.as_str(),
        answer.task_id.0,
        request.0,
        send_at,
        by,
        answer.message.0,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}
