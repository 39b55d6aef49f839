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

/// A draft to write.
#[derive(Debug, Clone)]
pub struct NewDraft {
    pub email: NewEmail,
    /// The version it replaces: 0 where there was none, `None` for whichever there is.
    pub replaces: Option<i32>,
}

impl NewDraft {
    #[must_use]
    pub const fn key(&self) -> DraftKey {
        (self.email.application_id, self.email.kind)
    }
}

/// Writes drafts. Returns those written: not those changed meanwhile, for generated drafts by someone else.
///
/// # Errors
/// When the database refuses one.
pub async fn put_drafts(tx: &mut TenantTx, drafts: Vec<NewDraft>) -> StoreResult<HashSet<DraftKey>> {
    let (named, any): (Vec<_>, Vec<_>) = drafts.into_iter().partition(|draft| draft.replaces.is_some());
    let mut written = HashSet::new();
    for (drafts, has_versions) in [(named, true), (any, false)] {
        if !drafts.is_empty() {
            let versions: Vec<i32> = drafts.iter().map(|draft| draft.replaces.unwrap_or_default()).collect();
            let emails: Vec<NewEmail> = drafts.into_iter().map(|draft| draft.email).collect();
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
    if put_drafts(tx, vec![NewDraft { email, replaces: version }]).await?.is_empty() {
        Err(StoreError::Stale)
    } else {
        Ok(())
    }
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
        // Generating may overwrite the requesting user's own text, also after an interrupted attempt.
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
    let kinds: HashSet<(Uuid, &str)> = keys.iter().map(|(application, kind)| (application.0, kind.as_str())).collect();
    // From this table alone: joined with the keys and people, it may be read once for each pair of them.
    let locked = sqlx::query!(
        "SELECT id, application_id, type FROM emails
         WHERE organization_id = $1 AND application_id = ANY ($2) AND status = 'draft' ORDER BY id FOR UPDATE",
        tx.organization().0,
        &applications,
    )
    .fetch_all(&mut *tx.conn()?)
    .await?;
    let ids: Vec<Uuid> = locked
        .into_iter()
        .filter(|row| kinds.contains(&(row.application_id, row.r#type.as_str())))
        .map(|row| row.id)
        .collect();
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let rows =
        select_emails!("WHERE e.organization_id = $1 AND e.id = ANY ($2) ORDER BY e.id", tx.organization().0, &ids)
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
        // A draft belongs to its last author, a waiting email to its sender.
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
