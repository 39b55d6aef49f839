//! Drafts: one of a type for a candidate.

use bole_domain::email::EmailType;
use bole_domain::ids::{ApplicationId, EmailId};

use super::{Columns, Email, NewEmail, Row, select_emails};
use crate::{StoreError, StoreResult, TenantTx};

/// Writes drafts; one of the same type for the same application is written over.
///
/// # Errors
/// When the database refuses one.
pub async fn put_drafts(tx: &mut TenantTx, emails: &[NewEmail]) -> StoreResult<()> {
    let columns = Columns::from(emails);
    let by = tx.actor().user().map(|user| user.0);
    sqlx::query!(
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
                       fallback_reason = excluded.fallback_reason, created_by = excluded.created_by, updated_at = now()",
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
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Changes a draft; what is `None` stays.
///
/// # Errors
/// [`StoreError::Stale`] when it is no draft anymore.
pub async fn edit_draft(
    tx: &mut TenantTx,
    id: EmailId,
    to: Option<&str>,
    subject: Option<&str>,
    body: Option<&str>,
) -> StoreResult<()> {
    let edited = sqlx::query!(
        "UPDATE emails SET recipient = coalesce($3, recipient), subject = coalesce($4, subject), body = coalesce($5, body),
                updated_at = now()
         WHERE organization_id = $1 AND id = $2 AND status = 'draft'",
        tx.organization().0,
        id.0,
        to,
        subject,
        body,
    )
    .execute(tx.conn()?)
    .await?;
    if edited.rows_affected() == 1 { Ok(()) } else { Err(StoreError::Stale) }
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
