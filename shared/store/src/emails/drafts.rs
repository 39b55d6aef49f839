//! Email drafts, one per type and application, and edits of unsent emails.

use std::collections::HashSet;

use bole_domain::email::{EmailStatus, EmailType};
use bole_domain::ids::ApplicationId;
use time::OffsetDateTime;
use uuid::Uuid;

use super::{Columns, Email, NewEmail, Row, select_emails};
use crate::{StoreError, StoreResult, TenantTx, ledger};

/// A draft's place: one of a type for an application.
pub type DraftKey = (ApplicationId, EmailType);

/// Writes drafts, each over the version of it that is named, 0 where there was none; without one over whichever there is.
/// Answers which were written: not those that were changed meanwhile, by somebody else where they are generated.
///
/// # Errors
/// When the database refuses one.
pub async fn put_drafts(tx: &mut TenantTx, emails: Vec<(NewEmail, Option<i32>)>) -> StoreResult<HashSet<DraftKey>> {
    let (named, any): (Vec<_>, Vec<_>) = emails.into_iter().partition(|(_, version)| version.is_some());
    let mut written = HashSet::new();
    for (emails, has_versions) in [(named, true), (any, false)] {
        if !emails.is_empty() {
            let (emails, versions): (Vec<NewEmail>, Vec<Option<i32>>) = emails.into_iter().unzip();
            let versions: Vec<i32> = versions.into_iter().map(Option::unwrap_or_default).collect();
            written.extend(upsert(tx, &emails, &versions, has_versions).await?);
        }
    }
    Ok(written)
}

/// Writes one draft if the stored version matches: 0 for none, `None` for any.
///
/// # Errors
/// [`StoreError::Stale`] when the versions differ.
pub async fn keep_draft(tx: &mut TenantTx, email: NewEmail, version: Option<i32>) -> StoreResult<()> {
    if put_drafts(tx, vec![(email, version)]).await?.is_empty() { Err(StoreError::Stale) } else { Ok(()) }
}

async fn upsert(
    tx: &mut TenantTx,
    emails: &[NewEmail],
    versions: &[i32],
    has_versions: bool,
) -> StoreResult<Vec<DraftKey>> {
    let columns = Columns::from(emails);
    let by = tx.actor().user().map(|user| user.0);
    let written = sqlx::query!(
        // Whoever has one generated may have it over what they wrote themselves, also in an attempt that was cut off.
        "INSERT INTO emails (id, organization_id, application_id, job_id, person_id, type, recipient, subject, body,
                             language, engine, fallback_reason, status, created_by, version)
         SELECT id, $1, application_id, job_id, person_id, type, recipient, subject, body, language, engine,
                fallback_reason, 'draft', $2, version + 1
         FROM unnest($3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[], $7::text[], $8::text[], $9::text[], $10::text[],
                     $11::text[], $12::text[], $13::text[], $14::integer[])
             AS e(id, application_id, job_id, person_id, type, recipient, subject, body, language, engine,
                  fallback_reason, version)
         ORDER BY application_id, type
         ON CONFLICT (organization_id, application_id, type) WHERE status = 'draft'
         DO UPDATE SET recipient = excluded.recipient, subject = excluded.subject, body = excluded.body,
                       language = excluded.language, engine = excluded.engine,
                       fallback_reason = excluded.fallback_reason, created_by = excluded.created_by, updated_at = now(),
                       version = emails.version + 1
                   WHERE NOT $15 OR emails.version = excluded.version - 1
                      OR (excluded.engine IS NOT NULL AND emails.created_by = excluded.created_by)
         RETURNING application_id, type",
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
        versions,
        has_versions,
    )
    .fetch_all(tx.conn()?)
    .await?;
    written.into_iter().map(|row| Ok((ApplicationId(row.application_id), row.r#type.parse()?))).collect()
}

/// The drafts that emails about to be sent may replace, held until the transaction ends.
///
/// # Errors
/// When the database does not answer.
pub async fn lock_drafts(tx: &mut TenantTx, keys: &[DraftKey]) -> StoreResult<Vec<Email>> {
    let applications: Vec<Uuid> = keys.iter().map(|(application, _)| application.0).collect();
    let kinds: Vec<&str> = keys.iter().map(|(_, kind)| kind.as_str()).collect();
    let rows = select_emails!(
        "WHERE e.organization_id = $1 AND e.application_id = ANY ($2) AND e.status = 'draft'
           AND (e.application_id, e.type) IN (SELECT * FROM unnest($2::uuid[], $3::text[]))
         ORDER BY e.id FOR UPDATE OF e",
        tx.organization().0,
        &applications,
        &kinds as _,
    )
    .fetch_all(tx.conn()?)
    .await?;
    rows.into_iter().map(Email::try_from).collect()
}

/// An edit of an email; `None` leaves a field unchanged.
#[derive(Debug, Clone, Copy, Default)]
pub struct EmailEdit<'a> {
    pub to: Option<&'a str>,
    pub subject: Option<&'a str>,
    /// Plain text.
    pub body: Option<&'a str>,
    /// The new sending time of a scheduled email.
    pub send_at: Option<OffsetDateTime>,
}

/// Edits a draft or a scheduled email. The caller must have locked it, so that no worker starts sending it.
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
    let by = tx.actor().user().map(|user| user.0);
    if let Some(send_at) = send_at {
        let task = email.task_id.ok_or(StoreError::Stale)?;
        ledger::reschedule(tx, task, send_at).await?;
    }
    sqlx::query!(
        // A draft is its last writer's; an email that waits stays with whoever sends it.
        "UPDATE emails SET recipient = coalesce($3, recipient), subject = coalesce($4, subject), body = coalesce($5, body),
                send_at = coalesce($6, send_at), version = version + 1, updated_at = now(),
                created_by = CASE status WHEN 'draft' THEN coalesce($7, created_by) ELSE created_by END
         WHERE organization_id = $1 AND id = $2",
        tx.organization().0,
        email.id.0,
        to,
        subject,
        body,
        send_at,
        by,
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
