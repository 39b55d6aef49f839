//! Drafts: one of a type for a candidate; and changes to what was not sent yet.

use bole_domain::email::{EmailStatus, EmailType};
use bole_domain::ids::ApplicationId;
use time::OffsetDateTime;

use super::{Columns, Email, NewEmail, Row, select_emails};
use crate::{StoreError, StoreResult, TenantTx, ledger};

/// Writes drafts; one of the same type for the same application is written over.
///
/// # Errors
/// When the database refuses one.
pub async fn put_drafts(tx: &mut TenantTx, emails: &[NewEmail]) -> StoreResult<()> {
    upsert(tx, emails, None).await.map(drop)
}

/// Writes one draft over the version it is based on: 0 where there was none, `None` for whichever there is.
///
/// # Errors
/// [`StoreError::Stale`] when there is another version.
pub async fn keep_draft(tx: &mut TenantTx, email: NewEmail, version: Option<i32>) -> StoreResult<()> {
    if upsert(tx, &[email], version).await? == 1 { Ok(()) } else { Err(StoreError::Stale) }
}

/// Answers how many were written.
async fn upsert(tx: &mut TenantTx, emails: &[NewEmail], version: Option<i32>) -> StoreResult<u64> {
    let columns = Columns::from(emails);
    let by = tx.actor().user().map(|user| user.0);
    let written = sqlx::query!(
        "INSERT INTO emails (id, organization_id, application_id, job_id, person_id, type, recipient, subject, body,
                             language, engine, fallback_reason, status, created_by)
         SELECT id, $1, application_id, job_id, person_id, type, recipient, subject, body, language, engine,
                fallback_reason, 'draft', $2
         FROM unnest($3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[], $7::text[], $8::text[], $9::text[], $10::text[],
                     $11::text[], $12::text[], $13::text[])
             AS e(id, application_id, job_id, person_id, type, recipient, subject, body, language, engine,
                  fallback_reason)
         ORDER BY application_id, type
         ON CONFLICT (organization_id, application_id, type) WHERE status = 'draft'
         DO UPDATE SET recipient = excluded.recipient, subject = excluded.subject, body = excluded.body,
                       language = excluded.language, engine = excluded.engine,
                       fallback_reason = excluded.fallback_reason, created_by = excluded.created_by, updated_at = now(),
                       version = emails.version + 1
                   WHERE $14::integer IS NULL OR emails.version = $14",
        tx.organization().0,
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
        &columns.engines as _,
        &columns.fallbacks as _,
        version,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(written.rows_affected())
}

/// A change of an email; what is `None` stays.
#[derive(Debug, Clone, Copy, Default)]
pub struct EmailEdit<'a> {
    /// The recipient's address.
    pub to: Option<&'a str>,
    /// The subject line.
    pub subject: Option<&'a str>,
    /// Plain text.
    pub body: Option<&'a str>,
    /// When it is sent, of one that waits for its time.
    pub send_at: Option<OffsetDateTime>,
}

/// Changes a draft, or an email that waits for its time. The caller holds it, so that no worker begins to send it meanwhile.
///
/// # Errors
/// [`StoreError::Stale`] when it is neither.
pub async fn edit(tx: &mut TenantTx, email: &Email, edit: EmailEdit<'_>) -> StoreResult<()> {
    let EmailEdit { to, subject, body, send_at } = edit;
    let is_open = match email.status {
        EmailStatus::Draft => send_at.is_none(),
        EmailStatus::Queued => email.send_at.is_some() && email.message_id.is_none(),
        _ => false,
    };
    if !is_open {
        return Err(StoreError::Stale);
    }
    if let Some(send_at) = send_at {
        let task = email.task_id.ok_or(StoreError::Stale)?;
        ledger::reschedule(tx, task, send_at).await?;
    }
    sqlx::query!(
        "UPDATE emails SET recipient = coalesce($3, recipient), subject = coalesce($4, subject), body = coalesce($5, body),
                send_at = coalesce($6, send_at), version = version + 1, updated_at = now()
         WHERE organization_id = $1 AND id = $2",
        tx.organization().0,
        email.id.0,
        to,
        subject,
        body,
        send_at,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// The draft of a type for an application.
///
/// # Errors
/// [`StoreError::NotFound`] when there is none.
pub async fn draft_of(tx: &mut TenantTx, application: ApplicationId, kind: EmailType) -> StoreResult<Email> {
    select_emails!(
        "WHERE e.organization_id = $1 AND e.application_id = $2 AND e.type = $3 AND e.status = 'draft'",
        tx.organization().0,
        application.0,
        kind.as_str(),
    )
    .fetch_one(tx.conn()?)
    .await?
    .try_into()
}
