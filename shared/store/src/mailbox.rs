//! Captured mail: what would have been sent, had a mail server been set.

use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{IdentityTx, StoreResult, TenantTx};

/// One captured mail.
#[derive(Debug, Clone)]
pub struct CapturedMail {
    /// Identity, in order of capture.
    pub id: Uuid,
    /// The address.
    pub to: String,
    /// The subject line.
    pub subject: String,
    /// The plain text part.
    pub text: String,
    /// The HTML part.
    pub html: String,
    /// The links in it, in order.
    pub links: Vec<String>,
    /// What it carried.
    pub attachments: Vec<CapturedAttachment>,
    /// When it was captured.
    pub created_at: OffsetDateTime,
}

/// What captured mail carried.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CapturedAttachment {
    /// What it was called.
    pub name: String,
    /// Its media type.
    pub media_type: String,
    /// How many bytes it had.
    pub size: usize,
    /// Its text, where it was text; other bytes are not kept.
    pub text: Option<String>,
}

/// A mail to capture.
#[derive(Debug, Clone, Copy)]
pub struct NewCapture<'a> {
    /// The address.
    pub to: &'a str,
    /// The subject line.
    pub subject: &'a str,
    /// The plain text part.
    pub text: &'a str,
    /// The HTML part.
    pub html: &'a str,
    /// The links in it, in order.
    pub links: &'a [String],
    /// What it carried.
    pub attachments: &'a [CapturedAttachment],
}

/// Captures a mail; it exists when the transaction commits.
///
/// # Errors
/// When the database does not answer.
pub async fn capture(tx: &mut IdentityTx, mail: NewCapture<'_>) -> StoreResult<()> {
    insert(tx.conn()?, mail).await
}

/// [`capture`] with a change of an organization.
///
/// # Errors
/// When the database does not answer.
pub async fn capture_for_tenant(tx: &mut TenantTx, mail: NewCapture<'_>) -> StoreResult<()> {
    insert(tx.conn()?, mail).await
}

/// Forgets what was captured before a time. Answers how many.
///
/// # Errors
/// When the database does not answer.
pub async fn delete_before(tx: &mut IdentityTx, before: OffsetDateTime) -> StoreResult<u64> {
    let forgotten =
        sqlx::query!("DELETE FROM captured_mails WHERE created_at < $1", before).execute(tx.conn()?).await?;
    Ok(forgotten.rows_affected())
}

async fn insert(
    connection: &mut PgConnection,
    NewCapture { to, subject, text, html, links, attachments }: NewCapture<'_>,
) -> StoreResult<()> {
    sqlx::query!(
        "INSERT INTO captured_mails (id, recipient, subject, body_text, body_html, links, attachments)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        Uuid::now_v7(),
        to,
        subject,
        text,
        html,
        serde_json::to_value(links)?,
        serde_json::to_value(attachments)?,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// The latest captured mails, newest first.
///
/// # Errors
/// When the database does not answer.
pub async fn list(tx: &mut IdentityTx, limit: i64) -> StoreResult<Vec<CapturedMail>> {
    let rows = sqlx::query!(
        "SELECT id, recipient, subject, body_text, body_html, links, attachments, created_at FROM captured_mails
         ORDER BY id DESC LIMIT $1",
        limit
    )
    .fetch_all(tx.conn()?)
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(CapturedMail {
                id: row.id,
                to: row.recipient,
                subject: row.subject,
                text: row.body_text,
                html: row.body_html,
                links: serde_json::from_value(row.links)?,
                attachments: serde_json::from_value(row.attachments)?,
                created_at: row.created_at,
            })
        })
        .collect()
}
