//! Received messages that wait for a person: their files are kept, and they can be given to a job or a candidate.

use bole_domain::batch::TaskStatus;
use bole_domain::failure::EntryReason;
use bole_domain::ids::{ApplicationId, BatchId, InboundMessageId, JobId};
use bole_domain::inbound::{InboundReason, InboundState};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{StoreError, StoreResult, TenantTx};

/// A message that waits for a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeldMessage {
    /// Where its files are stored, if it has any.
    pub storage_key: Option<String>,
    /// Their folder in the stored ZIP.
    pub folder: String,
    pub received_at: OffsetDateTime,
}

/// A message that waits for a person, locked until the transaction ends.
///
/// # Errors
/// [`StoreError::NotFound`] unless it waits for a person.
pub async fn lock_held(tx: &mut TenantTx, id: InboundMessageId) -> StoreResult<HeldMessage> {
    let row = sqlx::query!(
        r#"SELECT storage_key, coalesce(folder, '') AS "folder!", received_at, state FROM inbound_messages
           WHERE organization_id = $1 AND id = $2 FOR UPDATE"#,
        tx.organization().0,
        id.0,
    )
    .fetch_one(tx.conn()?)
    .await?;
    if row.state != InboundState::SetAside.as_str() {
        return Err(StoreError::NotFound);
    }
    Ok(HeldMessage { storage_key: row.storage_key, folder: row.folder, received_at: row.received_at })
}

/// Attaches a message that waits for a person to a candidate, as if they had replied.
///
/// # Errors
/// [`StoreError::NotFound`] when it does not wait, or the actor sees no such message.
pub async fn attach(
    tx: &mut TenantTx,
    id: InboundMessageId,
    application: ApplicationId,
    job: JobId,
) -> StoreResult<()> {
    let states: Vec<&str> =
        InboundState::ALL.iter().filter(|state| state.is_attachable()).map(|state| state.as_str()).collect();
    let attached = sqlx::query!(
        "UPDATE inbound_messages SET state = $3, reason = NULL, application_id = $4, job_id = $5
         WHERE organization_id = $1 AND id = $2 AND state = ANY ($6)",
        tx.organization().0,
        id.0,
        InboundState::Reply.as_str(),
        application.0,
        job.0,
        &states as _,
    )
    .execute(tx.conn()?)
    .await?;
    if attached.rows_affected() == 0 { Err(StoreError::NotFound) } else { Ok(()) }
}

/// Gives a message that waits for a person to a job: the batch has its files now.
pub async fn give(
    tx: &mut TenantTx,
    id: InboundMessageId,
    job: JobId,
    batch: BatchId,
    folder: &str,
) -> StoreResult<()> {
    sqlx::query!(
        "UPDATE inbound_messages SET state = $3, reason = NULL, job_id = $4, batch_id = $5, folder = $6, storage_key = NULL
         WHERE organization_id = $1 AND id = $2",
        tx.organization().0,
        id.0,
        InboundState::Accepted.as_str(),
        job.0,
        batch.0,
        folder,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// The messages of an unpacked batch of whose files none is a resume, and their folders in it.
pub async fn without_resume(tx: &mut TenantTx, batch: BatchId) -> StoreResult<Vec<(InboundMessageId, String)>> {
    let rows = sqlx::query!(
        r#"SELECT m.id, m.folder AS "folder!" FROM inbound_messages m
           WHERE m.organization_id = $1 AND m.batch_id = $2 AND m.state = $3 AND m.folder IS NOT NULL
             AND NOT EXISTS (SELECT FROM batch_tasks b
                             WHERE b.organization_id = $1 AND b.batch_id = $2 AND starts_with(b.file_name, m.folder || '/')
                               AND (b.entry_status IS DISTINCT FROM $4 OR b.entry_reason = $5))"#,
        tx.organization().0,
        batch.0,
        InboundState::Accepted.as_str(),
        TaskStatus::Skipped.as_str(),
        EntryReason::Duplicate.as_str(),
    )
    .fetch_all(tx.conn()?)
    .await?;
    Ok(rows.into_iter().map(|row| (InboundMessageId(row.id), row.folder)).collect())
}

/// Sets messages of a batch aside, with the places of their files.
pub async fn hold(
    tx: &mut TenantTx,
    messages: &[(InboundMessageId, String)],
    reason: InboundReason,
) -> StoreResult<()> {
    let ids: Vec<Uuid> = messages.iter().map(|(id, _)| id.0).collect();
    let keys: Vec<String> = messages.iter().map(|(_, key)| key.clone()).collect();
    sqlx::query!(
        "UPDATE inbound_messages m SET state = $4, reason = $5, storage_key = held.key
         FROM unnest($2::uuid[], $3::text[]) AS held(id, key)
         WHERE m.organization_id = $1 AND m.id = held.id",
        tx.organization().0,
        &ids,
        &keys,
        InboundState::SetAside.as_str(),
        reason.as_str(),
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}
