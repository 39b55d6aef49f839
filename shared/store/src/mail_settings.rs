//! The organization's own mail server, and whether its email goes out.

use bole_domain::email::SendingLimits;
use bole_domain::ids::OrganizationId;
use time::OffsetDateTime;

use crate::{StoreResult, TenantTx};

/// So many mails in a row that could not be handed to the mail server stop the service.
const FAILURES: i32 = 5;

/// The organization's own mail server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailServerRow {
    /// Its name.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// plain, starttls or tls.
    pub security: String,
    /// The user; empty for none.
    pub username: String,
    /// The password, sealed.
    pub password_sealed: Option<Vec<u8>>,
    /// Who email is from.
    pub sender: String,
    /// How many mails it is given in a minute, where somebody set it.
    pub limits: SendingLimits,
}

/// The place that the organization's password is sealed for.
#[must_use]
pub fn password_place(organization: OrganizationId) -> String {
    format!("mail_settings.password:{organization}")
}

/// The organization's mail server, where it has one.
///
/// # Errors
/// When the database does not answer.
pub async fn find(tx: &mut TenantTx) -> StoreResult<Option<MailServerRow>> {
    let row = sqlx::query!(
        "SELECT host, port, security, username, password_sealed, sender, per_minute, domain_per_minute
         FROM mail_settings WHERE organization_id = $1",
        tx.organization().0,
    )
    .fetch_optional(tx.conn()?)
    .await?;
    Ok(row.map(|row| MailServerRow {
        host: row.host,
        port: u16::try_from(row.port).unwrap_or_default(),
        security: row.security,
        username: row.username,
        password_sealed: row.password_sealed,
        sender: row.sender,
        limits: SendingLimits {
            per_minute: row.per_minute.and_then(|limit| u32::try_from(limit).ok()),
            domain_per_minute: row.domain_per_minute.and_then(|limit| u32::try_from(limit).ok()),
        },
    }))
}

fn limit(number: Option<u32>) -> Option<i32> {
    number.map(|number| i32::try_from(number).unwrap_or(i32::MAX))
}

/// Sets the organization's mail server.
///
/// # Errors
/// When the database refuses it.
pub async fn put(tx: &mut TenantTx, row: &MailServerRow) -> StoreResult<()> {
    sqlx::query!(
        "INSERT INTO mail_settings (organization_id, host, port, security, username, password_sealed, sender, per_minute,
                                    domain_per_minute)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         ON CONFLICT (organization_id) DO UPDATE
         SET host = excluded.host, port = excluded.port, security = excluded.security, username = excluded.username,
             password_sealed = excluded.password_sealed, sender = excluded.sender, per_minute = excluded.per_minute,
             domain_per_minute = excluded.domain_per_minute, updated_at = now()",
        tx.organization().0,
        row.host,
        i32::from(row.port),
        row.security,
        row.username,
        row.password_sealed,
        row.sender,
        limit(row.limits.per_minute),
        limit(row.limits.domain_per_minute),
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Forgets the organization's mail server: the server's own is used.
///
/// # Errors
/// When the database does not answer.
pub async fn delete(tx: &mut TenantTx) -> StoreResult<()> {
    sqlx::query!("DELETE FROM mail_settings WHERE organization_id = $1", tx.organization().0)
        .execute(tx.conn()?)
        .await?;
    Ok(())
}

/// Whether email goes out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EmailService {
    /// Mails in a row that could not be handed over.
    pub failures: i32,
    /// Why the last one could not.
    pub reason: Option<String>,
    /// Since when nothing is sent; `None` while it runs.
    pub stopped_at: Option<OffsetDateTime>,
    /// Mails that wait.
    pub queued: i64,
}

/// How the service is.
///
/// # Errors
/// When the database does not answer.
pub async fn service(tx: &mut TenantTx) -> StoreResult<EmailService> {
    let organization = tx.organization().0;
    let row = sqlx::query!(
        r#"SELECT s.failures AS "failures?", s.reason, s.stopped_at AS "stopped_at?",
                  (SELECT count(*) FROM emails WHERE organization_id = $1 AND status = 'queued') AS "queued!"
           FROM (SELECT 1) one LEFT JOIN email_service s ON s.organization_id = $1"#,
        organization,
    )
    .fetch_one(tx.conn()?)
    .await?;
    Ok(EmailService {
        failures: row.failures.unwrap_or_default(),
        reason: row.reason,
        stopped_at: row.stopped_at,
        queued: row.queued,
    })
}

/// Whether the service is stopped. If it is, nobody starts it before the transaction ends.
///
/// # Errors
/// When the database does not answer.
pub async fn is_stopped(tx: &mut TenantTx) -> StoreResult<bool> {
    let stopped = sqlx::query_scalar!(
        r#"SELECT true AS "stopped!" FROM email_service WHERE organization_id = $1 AND stopped_at IS NOT NULL FOR SHARE"#,
        tx.organization().0,
    )
    .fetch_optional(tx.conn()?)
    .await?;
    Ok(stopped.is_some())
}

/// Counts a mail that could not be handed to the mail server; `at_once` where no other would fare better.
///
/// # Errors
/// When the database does not answer.
pub async fn note_failure(tx: &mut TenantTx, reason: &str, at_once: bool) -> StoreResult<()> {
    sqlx::query!(
        "INSERT INTO email_service AS s (organization_id, failures, reason, stopped_at)
         VALUES ($1, 1, $2, CASE WHEN $3 THEN now() END)
         ON CONFLICT (organization_id) DO UPDATE
         SET failures = s.failures + 1, reason = excluded.reason,
             stopped_at = coalesce(s.stopped_at, CASE WHEN $3 OR s.failures + 1 >= $4 THEN now() END)",
        tx.organization().0,
        reason,
        at_once,
        FAILURES,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Forgets failures, since a mail was handed over. A service that was stopped stays so.
///
/// # Errors
/// When the database does not answer.
pub async fn note_success(tx: &mut TenantTx) -> StoreResult<()> {
    sqlx::query!("DELETE FROM email_service WHERE organization_id = $1 AND stopped_at IS NULL", tx.organization().0,)
        .execute(tx.conn()?)
        .await?;
    Ok(())
}

/// Starts the service again.
///
/// # Errors
/// When the database does not answer.
pub async fn start(tx: &mut TenantTx) -> StoreResult<()> {
    sqlx::query!("DELETE FROM email_service WHERE organization_id = $1", tx.organization().0)
        .execute(tx.conn()?)
        .await?;
    Ok(())
}
