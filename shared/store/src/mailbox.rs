//! Captured mail: what would have been sent, had an SMTP server been configured.

use time::OffsetDateTime;
use uuid::Uuid;

use crate::{IdentityTx, StoreResult};

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
    /// When it was captured.
    pub created_at: OffsetDateTime,
}

/// Captures a mail; it exists when the transaction commits.
///
/// # Errors
/// When the database does not answer.
pub async fn capture(
    tx: &mut IdentityTx,
    to: &str,
    subject: &str,
    text: &str,
    html: &str,
    links: &[String],
) -> StoreResult<()> {
    sqlx::query!(
        "INSERT INTO captured_mails (id, recipient, subject, body_text, body_html, links) VALUES ($1, $2, $3, $4, $5, $6)",
        Uuid::now_v7(),
        to,
        subject,
        text,
        html,
        serde_json::to_value(links)?
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// The latest captured mails, newest first.
///
/// # Errors
/// When the database does not answer.
pub async fn list(tx: &mut IdentityTx, limit: i64) -> StoreResult<Vec<CapturedMail>> {
    let rows = sqlx::query!(
        "SELECT id, recipient, subject, body_text, body_html, links, created_at FROM captured_mails
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
                created_at: row.created_at,
            })
        })
        .collect()
}
