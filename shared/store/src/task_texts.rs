//! Texts that tasks are writing, as far as they have come: screens show them while they grow.

use bole_domain::ids::TaskId;

use crate::live::{self, LiveEventKind};
use crate::{StoreResult, TenantTx};

/// The text so far.
///
/// # Errors
/// When the database does not answer.
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

/// Sets the text so far, and tells those who watch.
///
/// # Errors
/// When the database does not answer.
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

/// Forgets the text of a task that is over, and those that were left behind a day ago.
///
/// # Errors
/// When the database does not answer.
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
