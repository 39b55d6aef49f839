//! The organization's mail server, and whether sending is stopped.

use bole_domain::email::{MailSecurity, SendingLimits};
use bole_domain::failure::FailureReason;
use bole_domain::ids::OrganizationId;
use time::OffsetDateTime;

use crate::{StoreResult, TenantTx};

/// The number of consecutive failures that stops the service.
const FAILURES: i32 = 5;

/// The organization's mail server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailServerRow {
    pub host: String,
    pub port: u16,
    pub security: MailSecurity,
    /// Empty for no authentication.
    pub username: String,
    /// The password, encrypted.
    pub password_sealed: Option<Vec<u8>>,
    /// The From address.
    pub sender: String,
    /// Sending limits, if configured.
    pub limits: SendingLimits,
}

/// The encryption context of an organization's mail password.
#[must_use]
pub fn password_place(organization: OrganizationId) -> String {
    format!("mail_settings.password:{organization}")
}

/// The organization's mail server, if configured.
pub async fn find(tx: &mut TenantTx) -> StoreResult<Option<MailServerRow>> {
    let row = sqlx::query!(
        "SELECT host, port, security, username, password_sealed, sender, per_minute, domain_per_minute
         FROM mail_settings WHERE organization_id = $1",
        tx.organization().0,
    )
    .fetch_optional(tx.conn()?)
    .await?;
    row.map(|row| {
        Ok(MailServerRow {
            host: row.host,
            port: u16::try_from(row.port).unwrap_or_default(),
            security: row.security.parse()?,
            username: row.username,
            password_sealed: row.password_sealed,
            sender: row.sender,
            limits: SendingLimits {
                per_minute: row.per_minute.and_then(|limit| u32::try_from(limit).ok()),
                domain_per_minute: row.domain_per_minute.and_then(|limit| u32::try_from(limit).ok()),
            },
        })
    })
    .transpose()
}

fn limit(number: Option<u32>) -> Option<i32> {
    number.map(|number| i32::try_from(number).unwrap_or(i32::MAX))
}

/// Saves the organization's mail server.
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
        row.security.as_str(),
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

/// Deletes the organization's mail server; the installation's is used then.
pub async fn delete(tx: &mut TenantTx) -> StoreResult<()> {
    sqlx::query!("DELETE FROM mail_settings WHERE organization_id = $1", tx.organization().0)
        .execute(tx.conn()?)
        .await?;
    Ok(())
}

/// The state of an organization's email service.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EmailService {
    /// Consecutive failures.
    pub failures: i32,
    /// The reason of the last failure.
    pub reason: Option<FailureReason>,
    /// When sending was stopped; `None` while it runs.
    pub stopped_at: Option<OffsetDateTime>,
    pub queued: i64,
}

/// The state of the service.
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
        reason: row.reason.map(FailureReason::from),
        stopped_at: row.stopped_at,
        queued: row.queued,
    })
}

/// Whether the service is stopped. If so, locks it until the transaction ends, so that nobody starts it.
pub async fn is_stopped(tx: &mut TenantTx) -> StoreResult<bool> {
    let stopped = sqlx::query_scalar!(
        r#"SELECT true AS "stopped!" FROM email_service WHERE organization_id = $1 AND stopped_at IS NOT NULL FOR SHARE"#,
        tx.organization().0,
    )
    .fetch_optional(tx.conn()?)
    .await?;
    Ok(stopped.is_some())
}

/// Counts a failure of the mail server; `at_once` stops the service if retrying is pointless.
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

/// Resets the failures after a success. A stopped service stays stopped.
pub async fn note_success(tx: &mut TenantTx) -> StoreResult<()> {
    sqlx::query!("DELETE FROM email_service WHERE organization_id = $1 AND stopped_at IS NULL", tx.organization().0,)
        .execute(tx.conn()?)
        .await?;
    Ok(())
}

/// Starts the service again.
pub async fn start(tx: &mut TenantTx) -> StoreResult<()> {
    sqlx::query!("DELETE FROM email_service WHERE organization_id = $1", tx.organization().0)
        .execute(tx.conn()?)
        .await?;
    Ok(())
}
