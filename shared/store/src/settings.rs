//! Health of an organization's work.

use time::OffsetDateTime;

use crate::{StoreResult, TenantTx};

/// Health of the organization's queue and of the database.
#[derive(Debug, Clone)]
pub struct Health {
    pub waiting: i64,
    /// When the oldest waiting task was enqueued.
    pub oldest_waiting_since: Option<OffsetDateTime>,
    pub running: i64,
    /// Version of the database server.
    pub database_version: String,
}

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
