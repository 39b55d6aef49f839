//! Captured email, stored instead of sent when no mail server is configured.

use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{IdentityTx, StoreResult, TenantTx};

#[derive(Debug, Clone)]
pub struct CapturedMail {
    /// Sorted by time of capture.
    pub id: Uuid,
    pub to: String,
    pub subject: String,
    /// The plain text part.
    pub text: String,
    /// The HTML part.
    pub html: String,
    /// The links in it, in order.
    pub links: Vec<String>,
    pub attachments: Vec<CapturedAttachment>,
    /// When it was captured.
    pub created_at: OffsetDateTime,
}

/// An attachment of a captured email.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CapturedAttachment {
    pub name: String,
    pub media_type: String,
    /// Size in bytes.
    pub size: usize,
    /// Its content if it is text; other content is not kept.
    pub text: Option<String>,
}

#[derive(Debug, Clone, Copy)]
pub struct NewCapture<'a> {
    pub to: &'a str,
    pub subject: &'a str,
    /// The plain text part.
    pub text: &'a str,
    /// The HTML part.
    pub html: &'a str,
    /// The links in it, in order.
    pub links: &'a [String],
    pub attachments: &'a [CapturedAttachment],
}

/// Captures an email when the transaction commits.
pub async fn capture(tx: &mut IdentityTx, mail: NewCapture<'_>) -> StoreResult<()> {
    insert(tx.conn()?, mail).await
}

/// [`capture`] in an organization's transaction.
pub async fn capture_for_tenant(tx: &mut TenantTx, mail: NewCapture<'_>) -> StoreResult<()> {
    insert(tx.conn()?, mail).await
}

/// Deletes email captured before a time. Returns the number.
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

/// The latest captured emails, newest first.
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
