//! Received email: the organization's mailbox, and the result of each message.

use std::time::Duration;

use bole_domain::email::{EmailStatus, MailSecurity};
use bole_domain::failure::{FailureReason, MailReason};
use bole_domain::ids::{ApplicationId, BatchId, BatchTaskId, EmailId, InboundMessageId, JobId, OrganizationId};
use bole_domain::inbound::{InboundReason, InboundState};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{Db, StoreResult, TenantTx};

mod held;
mod messages;

pub use held::{HeldMessage, attach, give, hold, lock_held, without_resume};
pub use messages::{InboundFilter, InboundMessage, InboundUnread, count, find, list, mark, unread};

/// The organization's mailbox.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InboundMailbox {
    /// Host name of the server.
    pub host: String,
    pub port: u16,
    pub security: MailSecurity,
    pub username: String,
    /// The password, encrypted.
    pub password_sealed: Option<Vec<u8>>,
    pub folder: String,
    /// Whether it is polled.
    pub is_active: bool,
    /// How far it was read: UIDVALIDITY and the last UID.
    pub cursor: Option<(u32, u32)>,
    /// Why the last poll failed, if it did.
    pub failure: Option<FailureReason>,
    /// What the server said then.
    pub failure_detail: Option<String>,
    /// Since when polling is paused until a person resumes it.
    pub paused_at: Option<OffsetDateTime>,
    /// When it was last polled.
    pub checked_at: Option<OffsetDateTime>,
    /// When the settings were last saved.
    pub updated_at: OffsetDateTime,
}

/// The encryption context of an organization's mailbox password.
#[must_use]
pub fn password_place(organization: OrganizationId) -> String {
    format!("inbound_mailboxes.password:{organization}")
}

/// The organization's mailbox, if configured.
pub async fn mailbox(tx: &mut TenantTx) -> StoreResult<Option<InboundMailbox>> {
    let row = sqlx::query!(
        "SELECT host, port, security, username, password_sealed, folder, is_active, uid_validity, last_uid, failure,
                failure_detail, paused_at, checked_at, updated_at
         FROM inbound_mailboxes WHERE organization_id = $1",
        tx.organization().0,
    )
    .fetch_optional(tx.conn()?)
    .await?;
    let number = |value: Option<i64>| value.and_then(|value| u32::try_from(value).ok());
    row.map(|row| {
        Ok(InboundMailbox {
            host: row.host,
            port: u16::try_from(row.port).unwrap_or_default(),
            security: row.security.parse()?,
            username: row.username,
            password_sealed: row.password_sealed,
            folder: row.folder,
            is_active: row.is_active,
            cursor: number(row.uid_validity).zip(number(row.last_uid)),
            failure: row.failure.map(FailureReason::from),
            failure_detail: row.failure_detail,
            paused_at: row.paused_at,
            checked_at: row.checked_at,
            updated_at: row.updated_at,
        })
    })
    .transpose()
}

/// Saves the mailbox and resumes polling, from the beginning if it is a different mailbox.
///
/// # Errors
/// When the database refuses it.
pub async fn put_mailbox(tx: &mut TenantTx, mailbox: &InboundMailbox) -> StoreResult<()> {
    sqlx::query!(
        "INSERT INTO inbound_mailboxes AS m (organization_id, host, port, security, username, password_sealed, folder,
                                             is_active)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (organization_id) DO UPDATE
         SET host = excluded.host, port = excluded.port, security = excluded.security, username = excluded.username,
             password_sealed = excluded.password_sealed, folder = excluded.folder, is_active = excluded.is_active,
             failure = NULL, failure_detail = NULL, paused_at = NULL, updated_at = now(),
             uid_validity = CASE WHEN (m.host, m.username, m.folder)
                                      = (excluded.host, excluded.username, excluded.folder) THEN m.uid_validity END,
             last_uid = CASE WHEN (m.host, m.username, m.folder)
                                  = (excluded.host, excluded.username, excluded.folder) THEN m.last_uid END",
        tx.organization().0,
        mailbox.host,
        i32::from(mailbox.port),
        mailbox.security.as_str(),
        mailbox.username,
        mailbox.password_sealed,
        mailbox.folder,
        mailbox.is_active,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

pub async fn delete_mailbox(tx: &mut TenantTx) -> StoreResult<()> {
    sqlx::query!("DELETE FROM inbound_mailboxes WHERE organization_id = $1", tx.organization().0)
        .execute(tx.conn()?)
        .await?;
    Ok(())
}

/// The organizations whose mailbox is due for polling: unwatched ones, and occasionally the others.
pub async fn organizations(db: &Db) -> StoreResult<Vec<OrganizationId>> {
    let ids = sqlx::query_scalar!(
        "SELECT organization_id FROM inbound_mailboxes
         WHERE is_active AND paused_at IS NULL
           AND (watched_until IS NULL OR watched_until < now() OR checked_at IS NULL
                OR checked_at < now() - interval '10 minutes')",
    )
    .fetch_all(&mut *db.ledger().await?)
    .await?;
    Ok(ids.into_iter().map(OrganizationId).collect())
}

/// A mailbox watched by a process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct WatchedMailbox {
    pub organization: OrganizationId,
    /// When its settings were last saved.
    pub updated_at: OffsetDateTime,
}

/// Renews the watcher's leases and returns the mailboxes it still holds.
pub async fn renew_watches(db: &Db, watcher: Uuid, lease: Duration) -> StoreResult<Vec<WatchedMailbox>> {
    let rows = sqlx::query!(
        "UPDATE inbound_mailboxes SET watched_until = now() + make_interval(secs => $2)
         WHERE watcher = $1 AND is_active AND paused_at IS NULL
         RETURNING organization_id, updated_at",
        watcher,
        lease.as_secs_f64(),
    )
    .fetch_all(&mut *db.ledger().await?)
    .await?;
    let watched = rows
        .into_iter()
        .map(|row| WatchedMailbox { organization: OrganizationId(row.organization_id), updated_at: row.updated_at });
    Ok(watched.collect())
}

/// Claims unwatched mailboxes, up to `limit`, except those tried recently and unchanged since.
pub async fn claim_watches(
    db: &Db,
    watcher: Uuid,
    lease: Duration,
    left_out: &[WatchedMailbox],
    limit: i64,
) -> StoreResult<Vec<WatchedMailbox>> {
    let organizations: Vec<Uuid> = left_out.iter().map(|mailbox| mailbox.organization.0).collect();
    let set_at: Vec<OffsetDateTime> = left_out.iter().map(|mailbox| mailbox.updated_at).collect();
    let rows = sqlx::query!(
        "UPDATE inbound_mailboxes m SET watcher = $1, watched_until = now() + make_interval(secs => $2)
         FROM (SELECT f.organization_id FROM inbound_mailboxes f
               WHERE f.is_active AND f.paused_at IS NULL AND (f.watched_until IS NULL OR f.watched_until < now())
                 AND NOT EXISTS (SELECT FROM unnest($3::uuid[], $4::timestamptz[]) AS o(id, set_at)
                                 WHERE o.id = f.organization_id AND o.set_at = f.updated_at)
               ORDER BY f.organization_id LIMIT $5 FOR UPDATE SKIP LOCKED) free
         WHERE m.organization_id = free.organization_id
         RETURNING m.organization_id, m.updated_at",
        watcher,
        lease.as_secs_f64(),
        &organizations,
        &set_at,
        limit,
    )
    .fetch_all(&mut *db.ledger().await?)
    .await?;
    let claimed = rows
        .into_iter()
        .map(|row| WatchedMailbox { organization: OrganizationId(row.organization_id), updated_at: row.updated_at });
    Ok(claimed.collect())
}

/// Releases one mailbox, or all that the watcher holds.
pub async fn release_watches(db: &Db, watcher: Uuid, of: Option<OrganizationId>) -> StoreResult<()> {
    sqlx::query!(
        "UPDATE inbound_mailboxes SET watcher = NULL, watched_until = NULL
         WHERE watcher = $1 AND ($2::uuid IS NULL OR organization_id = $2)",
        watcher,
        of.map(|organization| organization.0),
    )
    .execute(&mut *db.ledger().await?)
    .await?;
    Ok(())
}

/// Records that the mailbox was read, and how far if that is known: UIDVALIDITY and UID.
pub async fn note_read(tx: &mut TenantTx, cursor: Option<(u32, u32)>) -> StoreResult<()> {
    sqlx::query!(
        "UPDATE inbound_mailboxes
         SET uid_validity = coalesce($2, uid_validity), last_uid = coalesce($3, last_uid),
             failure = NULL, failure_detail = NULL, checked_at = now()
         WHERE organization_id = $1",
        tx.organization().0,
        cursor.map(|(validity, _)| i64::from(validity)),
        cursor.map(|(_, last_uid)| i64::from(last_uid)),
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Records a failed poll; `pauses` if retrying is pointless until a person acts.
pub async fn note_failure(
    tx: &mut TenantTx,
    reason: MailReason,
    detail: Option<&str>,
    pauses: bool,
) -> StoreResult<()> {
    sqlx::query!(
        "UPDATE inbound_mailboxes
         SET failure = $2, failure_detail = $4, checked_at = now(), paused_at = CASE WHEN $3 THEN coalesce(paused_at, now()) ELSE paused_at END
         WHERE organization_id = $1",
        tx.organization().0,
        reason.as_str(),
        pauses,
        detail,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// A message that was received before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownMessage {
    pub message_id: String,
    /// Of what it says; unknown for older messages.
    pub content_hash: Option<String>,
    /// Address of the sender.
    pub sender: String,
}

/// The messages with these ids that were received before.
pub async fn known(tx: &mut TenantTx, message_ids: &[String]) -> StoreResult<Vec<KnownMessage>> {
    Ok(sqlx::query_as!(
        KnownMessage,
        "SELECT message_id, content_hash, sender FROM inbound_messages
         WHERE organization_id = $1 AND message_id = ANY ($2)",
        tx.organization().0,
        message_ids,
    )
    .fetch_all(tx.conn()?)
    .await?)
}

/// A job addressed by email.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddressedJob {
    pub id: JobId,
    /// Its address, in lower case.
    pub address: String,
    /// Whether it accepts resumes: neither archived nor closed.
    pub is_open: bool,
}

pub async fn jobs_of(tx: &mut TenantTx, addresses: &[String]) -> StoreResult<Vec<AddressedJob>> {
    let rows = sqlx::query!(
        r#"SELECT id, lower(submission_email) AS "address!", (is_active AND NOT is_deleted) AS "is_open!"
           FROM jobs WHERE organization_id = $1 AND lower(submission_email) = ANY ($2)"#,
        tx.organization().0,
        addresses,
    )
    .fetch_all(tx.conn()?)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| AddressedJob { id: JobId(row.id), address: row.address, is_open: row.is_open })
        .collect())
}

/// An outgoing email a message refers to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedEmail {
    /// Its Message-ID or recipient, depending on the lookup.
    pub key: String,
    pub id: EmailId,
    pub application_id: ApplicationId,
    pub job_id: JobId,
}

pub async fn emails_named(tx: &mut TenantTx, message_ids: &[String]) -> StoreResult<Vec<NamedEmail>> {
    let rows = sqlx::query!(
        r#"SELECT id, message_id AS "message_id!", application_id, job_id FROM emails
           WHERE organization_id = $1 AND message_id = ANY ($2)"#,
        tx.organization().0,
        message_ids,
    )
    .fetch_all(tx.conn()?)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| NamedEmail {
            key: row.message_id,
            id: EmailId(row.id),
            application_id: ApplicationId(row.application_id),
            job_id: JobId(row.job_id),
        })
        .collect())
}

/// The last email sent to each of these lower-case addresses.
pub async fn last_emails_to(tx: &mut TenantTx, addresses: &[String]) -> StoreResult<Vec<NamedEmail>> {
    let rows = sqlx::query!(
        r#"SELECT DISTINCT ON (lower(recipient)) lower(recipient) AS "recipient!", id, application_id, job_id
           FROM emails
           WHERE organization_id = $1 AND lower(recipient) = ANY ($2) AND status = 'sent'
           ORDER BY lower(recipient), sent_at DESC"#,
        tx.organization().0,
        addresses,
    )
    .fetch_all(tx.conn()?)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| NamedEmail {
            key: row.recipient,
            id: EmailId(row.id),
            application_id: ApplicationId(row.application_id),
            job_id: JobId(row.job_id),
        })
        .collect())
}

/// Records that a sent email bounced.
pub async fn note_bounce(tx: &mut TenantTx, id: EmailId, error: &str) -> StoreResult<()> {
    sqlx::query!(
        "UPDATE emails SET status = $3, error = $4, updated_at = now()
         WHERE organization_id = $1 AND id = $2 AND status IN ('sent', 'unknown')",
        tx.organization().0,
        id.0,
        EmailStatus::Failed.as_str(),
        error,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// A message to record.
#[derive(Debug, Clone)]
pub struct NewInboundMessage {
    pub id: InboundMessageId,
    pub message_id: String,
    /// Of what it says; none if it could not be parsed.
    pub content_hash: Option<String>,
    /// Its place among the jobs that the message was addressed to.
    pub copy: i16,
    pub state: InboundState,
    /// Why it was set aside or rejected.
    pub reason: Option<InboundReason>,
    /// Address of the sender.
    pub sender: String,
    pub sender_name: String,
    pub subject: String,
    pub body: String,
    /// The number of attachments.
    pub files: i32,
    /// The job it was addressed to.
    pub job_id: Option<JobId>,
    /// The application of the candidate who replied.
    pub application_id: Option<ApplicationId>,
    /// The batch of its files.
    pub batch_id: Option<BatchId>,
    /// Where its files are stored, if it waits for a person.
    pub storage_key: Option<String>,
    /// The folder of its files in the batch or the stored ZIP.
    pub folder: Option<String>,
}

/// Records messages; existing ones stay unchanged. Returns the number of new ones.
pub async fn record(tx: &mut TenantTx, messages: &[NewInboundMessage]) -> StoreResult<u64> {
    let text = |of: fn(&NewInboundMessage) -> &str| messages.iter().map(|one| of(one).to_owned()).collect::<Vec<_>>();
    let ids: Vec<Uuid> = messages.iter().map(|one| one.id.0).collect();
    let copies: Vec<i16> = messages.iter().map(|one| one.copy).collect();
    let hashes: Vec<Option<String>> = messages.iter().map(|one| one.content_hash.clone()).collect();
    let stored: Vec<Option<String>> = messages.iter().map(|one| one.storage_key.clone()).collect();
    let states: Vec<&str> = messages.iter().map(|one| one.state.as_str()).collect();
    let reasons: Vec<Option<&str>> = messages.iter().map(|one| one.reason.map(InboundReason::as_str)).collect();
    let files: Vec<i32> = messages.iter().map(|one| one.files).collect();
    let jobs: Vec<Option<Uuid>> = messages.iter().map(|one| one.job_id.map(|id| id.0)).collect();
    let applications: Vec<Option<Uuid>> = messages.iter().map(|one| one.application_id.map(|id| id.0)).collect();
    let batches: Vec<Option<Uuid>> = messages.iter().map(|one| one.batch_id.map(|id| id.0)).collect();
    let folders: Vec<Option<String>> = messages.iter().map(|one| one.folder.clone()).collect();
    let recorded = sqlx::query!(
        "INSERT INTO inbound_messages (id, organization_id, message_id, state, reason, sender, sender_name, subject, body,
                                       files, job_id, application_id, batch_id, folder, content_hash, storage_key, copy)
         SELECT m.id, $1, m.message_id, m.state, m.reason, m.sender, m.sender_name, m.subject, m.body, m.files, m.job_id,
                m.application_id, m.batch_id, m.folder, m.content_hash, m.storage_key, m.copy
         FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
                     $10::int[], $11::uuid[], $12::uuid[], $13::uuid[], $14::text[], $15::text[], $16::text[],
                     $17::smallint[])
             AS m(id, message_id, state, reason, sender, sender_name, subject, body, files, job_id, application_id,
                  batch_id, folder, content_hash, storage_key, copy)
         ON CONFLICT ON CONSTRAINT inbound_messages_key DO NOTHING",
        tx.organization().0,
        &ids,
        &text(|one| &one.message_id),
        &states as _,
        &reasons as _,
        &text(|one| &one.sender),
        &text(|one| &one.sender_name),
        &text(|one| &one.subject),
        &text(|one| &one.body),
        &files,
        &jobs as _,
        &applications as _,
        &batches as _,
        &folders as _,
        &hashes as _,
        &stored as _,
        &copies,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(recorded.rows_affected())
}

/// Saves the texts of the emails these entries came from as notes on their people, once per email, and links the
/// emails to the applications.
pub(crate) async fn keep_notes(tx: &mut TenantTx, entries: &[BatchTaskId]) -> StoreResult<()> {
    let notes: Vec<Uuid> = entries.iter().map(|_| Uuid::now_v7()).collect();
    let entries: Vec<Uuid> = entries.iter().map(|id| id.0).collect();
    sqlx::query!(
        "WITH came AS (
             SELECT DISTINCT ON (m.id) m.id, e.note, a.id AS application_id, a.person_id, m.subject, m.body
             FROM unnest($2::uuid[], $3::uuid[]) AS e(entry, note)
             CROSS JOIN LATERAL (
                 SELECT m.id, m.subject, m.body, b.position, b.application_id
                 FROM batch_tasks b
                 JOIN inbound_messages m ON m.organization_id = $1 AND m.batch_id = b.batch_id
                      AND starts_with(b.file_name, m.folder || '/') AND m.application_id IS NULL
                 WHERE b.organization_id = $1 AND b.id = e.entry OFFSET 0) m
             CROSS JOIN LATERAL (
                 SELECT a.id, a.person_id FROM applications a
                 WHERE a.organization_id = $1 AND a.id = m.application_id OFFSET 0) a
             ORDER BY m.id, m.position
         ), kept AS (
             UPDATE inbound_messages m SET application_id = (SELECT came.application_id FROM came WHERE came.id = m.id)
             WHERE m.organization_id = $1 AND m.id = ANY (ARRAY(SELECT id FROM came))
         )
         INSERT INTO person_notes (id, organization_id, person_id, text)
         SELECT note, $1, person_id, left(concat_ws(E'\\n\\n', nullif(subject, ''), nullif(body, '')), 20000)
         FROM came WHERE subject <> '' OR body <> ''",
        tx.organization().0,
        &entries,
        &notes,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Deletes expired messages of all organizations that led to no candidate, at most `limit`; returns their number.
pub async fn delete_expired(db: &Db, limit: i64) -> StoreResult<u64> {
    let deleted = sqlx::query!(
        "DELETE FROM inbound_messages WHERE (organization_id, id) IN (
             SELECT organization_id, id FROM inbound_messages
             WHERE state <> 'accepted' AND application_id IS NULL AND received_at < now() - interval '90 days'
             ORDER BY received_at LIMIT $1)",
        limit,
    )
    .execute(&mut *db.ledger().await?)
    .await?;
    Ok(deleted.rows_affected())
}
