//! Sending emails: the queue and the outcome.

use bole_domain::email::EmailStatus;
use bole_domain::ids::{EmailId, InboundMessageId, OfferId, TaskId};
use time::OffsetDateTime;
use uuid::Uuid;

use super::{Columns, NewEmail};
use crate::{StoreError, StoreResult, TenantTx};

/// Writes emails that wait to be sent, each with its task; the drafts they were made of, which the caller holds, go.
///
/// # Errors
/// When the database refuses one.
pub async fn queue(
    tx: &mut TenantTx,
    emails: &[NewEmail],
    drafts: &[EmailId],
    request: TaskId,
    send_at: Option<OffsetDateTime>,
) -> StoreResult<()> {
    let columns = Columns::from(emails);
    let drafts: Vec<Uuid> = drafts.iter().map(|id| id.0).collect();
    let by = tx.actor().user().map(|user| user.0);
    sqlx::query!(
        "WITH input AS (
             SELECT * FROM unnest($5::uuid[], $6::uuid[], $7::uuid[], $8::uuid[], $9::text[], $10::text[], $11::text[],
                                  $12::text[], $13::text[], $14::text[], $15::uuid[])
                 AS e(id, application_id, job_id, person_id, type, recipient, subject, body, language, reason, task_id)
         ), drafts AS (
             DELETE FROM emails d WHERE d.organization_id = $1 AND d.id = ANY ($16) AND d.status = 'draft'
             RETURNING d.application_id, d.type, d.engine, d.fallback_reason
         )
         INSERT INTO emails (id, organization_id, application_id, job_id, person_id, type, recipient, subject, body,
                             language, engine, fallback_reason, status, reason, task_id, request_task_id, send_at,
                             created_by)
         SELECT i.id, $1, i.application_id, i.job_id, i.person_id, i.type, i.recipient, i.subject, i.body, i.language,
                d.engine, d.fallback_reason, 'queued', i.reason, i.task_id, $2, $3, $4
         FROM input i LEFT JOIN drafts d ON d.application_id = i.application_id AND d.type = i.type",
        tx.organization().0,
        request.0,
        send_at,
        by,
        &columns.ids,
        &columns.applications,
        &columns.jobs,
        &columns.people,
        &columns.kinds as _,
        &columns.recipients,
        &columns.subjects,
        &columns.bodies,
        &columns.languages as _,
        &columns.reasons as _,
        &columns.tasks as _,
        &drafts,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Names the offer that an email is sent with.
pub async fn set_offer(tx: &mut TenantTx, id: EmailId, offer: OfferId) -> StoreResult<()> {
    sqlx::query!(
        "UPDATE emails SET offer_id = $3 WHERE organization_id = $1 AND id = $2",
        tx.organization().0,
        id.0,
        offer.0,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Names the received email that an email answers.
pub async fn set_answered(tx: &mut TenantTx, id: EmailId, message: InboundMessageId) -> StoreResult<()> {
    sqlx::query!(
        "UPDATE emails SET answered_message_id = $3 WHERE organization_id = $1 AND id = $2",
        tx.organization().0,
        id.0,
        message.0,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Records an email that was sent by other means.
///
/// # Errors
/// When the database refuses it.
pub async fn record_sent(tx: &mut TenantTx, email: NewEmail) -> StoreResult<()> {
    let by = tx.actor().user().map(|user| user.0);
    sqlx::query!(
        "INSERT INTO emails (id, organization_id, application_id, job_id, person_id, type, recipient, subject, body,
                             language, status, reason, sent_at, created_by)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'sent', $11, now(), $12)",
        email.id.0,
        tx.organization().0,
        email.application_id.0,
        email.job_id.0,
        email.person_id.0,
        email.kind.as_str(),
        email.to,
        email.subject,
        email.body,
        email.language.as_str(),
        email.reason,
        by,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Marks the start of sending: from here on, an interruption leaves it unknown whether the email was sent. The link is
/// the hash of the private link in it.
pub async fn begin(tx: &mut TenantTx, id: EmailId, message_id: &str, link: Option<&[u8]>) -> StoreResult<()> {
    sqlx::query!(
        "UPDATE emails SET status = 'sending', message_id = $3, link_hash = $4, error = NULL, updated_at = now()
         WHERE organization_id = $1 AND id = $2",
        tx.organization().0,
        id.0,
        message_id,
        link,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Sets the outcome of an email.
pub async fn set_status(
    tx: &mut TenantTx,
    id: EmailId,
    status: EmailStatus,
    error: Option<&str>,
    is_captured: bool,
) -> StoreResult<()> {
    sqlx::query!(
        "UPDATE emails SET status = $3, error = $4, is_captured = $5, updated_at = now(),
                sent_at = CASE WHEN $3 = 'sent' THEN now() ELSE sent_at END
         WHERE organization_id = $1 AND id = $2",
        tx.organization().0,
        id.0,
        status.as_str(),
        error,
        is_captured,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Corrects the address of an email, which the caller must have locked.
pub async fn set_recipient(tx: &mut TenantTx, id: EmailId, to: &str) -> StoreResult<()> {
    sqlx::query!(
        "UPDATE emails SET recipient = $3, version = version + 1, updated_at = now()
         WHERE organization_id = $1 AND id = $2",
        tx.organization().0,
        id.0,
        to,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

pub async fn queue_again(tx: &mut TenantTx, id: EmailId, task: TaskId) -> StoreResult<()> {
    sqlx::query!(
        "UPDATE emails SET status = 'queued', task_id = $3, error = NULL, send_at = NULL, dismissed_at = NULL, updated_at = now()
         WHERE organization_id = $1 AND id = $2",
        tx.organization().0,
        id.0,
        task.0,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Names the tasks that send these emails from now on.
pub async fn set_tasks(tx: &mut TenantTx, tasks: &[(EmailId, TaskId)]) -> StoreResult<()> {
    let (emails, tasks): (Vec<Uuid>, Vec<Uuid>) = tasks.iter().map(|(email, task)| (email.0, task.0)).unzip();
    sqlx::query!(
        // An email that a worker holds has its task, and may wait for what the caller holds.
        "UPDATE emails e SET task_id = free.task_id, updated_at = now()
         FROM (SELECT w.id, t.task_id FROM unnest($2::uuid[], $3::uuid[]) AS t (id, task_id)
               JOIN emails w ON w.organization_id = $1 AND w.id = t.id
               WHERE w.status = 'queued' FOR UPDATE OF w SKIP LOCKED) free
         WHERE e.organization_id = $1 AND e.id = free.id",
        tx.organization().0,
        &emails,
        &tasks,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Dismisses the notice of an email that failed.
///
/// # Errors
/// [`StoreError::Stale`] when it has not failed.
pub async fn dismiss(tx: &mut TenantTx, id: EmailId) -> StoreResult<()> {
    let dismissed = sqlx::query!(
        "UPDATE emails SET dismissed_at = now(), updated_at = now()
         WHERE organization_id = $1 AND id = $2 AND status = 'failed'",
        tx.organization().0,
        id.0,
    )
    .execute(tx.conn()?)
    .await?;
    if dismissed.rows_affected() == 0 { Err(StoreError::Stale) } else { Ok(()) }
}

/// A page of queued emails whose time has come, oldest first.
pub async fn waiting(tx: &mut TenantTx, after: Option<EmailId>, limit: i64) -> StoreResult<Vec<EmailId>> {
    let ids = sqlx::query_scalar!(
        "SELECT id FROM emails
         WHERE organization_id = $1 AND status = 'queued' AND (send_at IS NULL OR send_at <= now())
           AND id > coalesce($2, '00000000-0000-0000-0000-000000000000'::uuid)
         ORDER BY id LIMIT $3",
        tx.organization().0,
        after.map(|after| after.0),
        limit,
    )
    .fetch_all(tx.conn()?)
    .await?;
    Ok(ids.into_iter().map(EmailId).collect())
}

/// The number of queued emails whose time has come.
pub async fn count_waiting(tx: &mut TenantTx) -> StoreResult<i64> {
    Ok(sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM emails
           WHERE organization_id = $1 AND status = 'queued' AND (send_at IS NULL OR send_at <= now())"#,
        tx.organization().0,
    )
    .fetch_one(tx.conn()?)
    .await?)
}
