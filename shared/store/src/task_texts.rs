//! Partial texts of running tasks, shown while they grow.

use bole_domain::ids::TaskId;

use crate::live::{self, LiveEventKind};
use crate::{StoreResult, TenantTx};

/// The partial text.
pub async fn find(tx: &mut TenantTx, task: TaskId) -> StoreResult<Option<String>> {
    let organization = tx.organization().0;
    Ok(sqlx::query_scalar!(
        "SELECT text FROM task_texts WHERE organization_id = $1 AND task_id = $2",
        organization,
        task.0
    )
    .fetch_optional(tx.conn()?)
    .await?)
}

/// Sets the partial text and notifies subscribers.
pub async fn set(tx: &mut TenantTx, task: TaskId, text: &str) -> StoreResult<()> {
    let organization = tx.organization().0;
    sqlx::query!(
        "INSERT INTO task_texts (organization_id, task_id, text) VALUES ($1, $2, $3)
         ON CONFLICT (organization_id, task_id) DO UPDATE SET text = excluded.text, updated_at = now()",
        organization,
        task.0,
        text,
    )
    .execute(tx.conn()?)
    .await?;
    live::announce(tx, LiveEventKind::TaskText, None, &[task.0]).await
}

/// Deletes the text of a finished task, and texts left over for a day.
pub async fn clear(tx: &mut TenantTx, task: TaskId) -> StoreResult<()> {
    let organization = tx.organization().0;
    sqlx::query!(
        "DELETE FROM task_texts
         WHERE organization_id = $1 AND (task_id = $2 OR updated_at < now() - interval '1 day')",
        organization,
        task.0,
    )
    .execute(tx.conn()?)
    .await?;
    live::announce(tx, LiveEventKind::TaskText, None, &[task.0]).await
}
