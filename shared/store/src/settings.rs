//! An organization's settings by key, and how things stand with it.

use serde_json::Value;
use time::OffsetDateTime;

use crate::{StoreResult, TenantTx};

/// A setting.
#[derive(Debug, Clone)]
pub struct Setting {
    /// What it is set to.
    pub value: Value,
    /// When.
    pub updated_at: OffsetDateTime,
}

/// The setting of this key, where it was ever set.
///
/// # Errors
/// When the database does not answer.
pub async fn get(tx: &mut TenantTx, key: &str) -> StoreResult<Option<Setting>> {
    let organization = tx.organization();
    Ok(sqlx::query_as!(
        Setting,
        "SELECT value, updated_at FROM system_settings WHERE organization_id = $1 AND key = $2",
        organization.0,
        key
    )
    .fetch_optional(tx.conn()?)
    .await?)
}

/// Sets it.
///
/// # Errors
/// When the database does not answer.
pub async fn put(tx: &mut TenantTx, key: &str, value: &Value) -> StoreResult<Setting> {
    let (organization, by) = (tx.organization(), tx.actor().user());
    Ok(sqlx::query_as!(
        Setting,
        "INSERT INTO system_settings (organization_id, key, value, updated_by) VALUES ($1, $2, $3, $4)
         ON CONFLICT (organization_id, key) DO UPDATE
         SET value = excluded.value, updated_by = excluded.updated_by, updated_at = now()
         RETURNING value, updated_at",
        organization.0,
        key,
        value,
        by.map(|user| user.0)
    )
    .fetch_one(tx.conn()?)
    .await?)
}

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
