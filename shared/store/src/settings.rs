//! How things stand with an organization.

use time::OffsetDateTime;

use crate::{StoreResult, TenantTx};

/// The organization's work that waits or runs, and the database itself.
#[derive(Debug, Clone)]
pub struct Health {
    /// Tasks that wait for a worker.
    pub waiting: i64,
    /// Since when the oldest of them has waited.
    pub oldest_waiting_since: Option<OffsetDateTime>,
    /// Tasks under way.
    pub running: i64,
    /// The server's version.
    pub database_version: String,
}

/// How things stand.
///
/// # Errors
/// When the database does not answer.
pub async fn health(tx: &mut TenantTx) -> StoreResult<Health> {
    let organization = tx.organization();
    Ok(sqlx::query_as!(
        Health,
        r#"SELECT count(*) FILTER (WHERE s.status IN ('pending', 'retry')) AS "waiting!",
                  min(t.created_at) FILTER (WHERE s.status IN ('pending', 'retry')) AS oldest_waiting_since,
                  count(*) FILTER (WHERE s.status = 'processing') AS "running!",
                  current_setting('server_version') AS "database_version!"
           FROM tasks t JOIN task_status s ON s.organization_id = t.organization_id AND s.id = t.id
           WHERE t.organization_id = $1 AND t.state IN ('queued', 'delayed', 'retry')"#,
        organization.0
    )
    .fetch_one(tx.conn()?)
    .await?)
}
