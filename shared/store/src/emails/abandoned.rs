//! Emails whose task ended without sending them.

use std::collections::BTreeSet;
use std::time::Duration;

use bole_domain::failure::{MailReason, TaskReason};
use bole_domain::ids::{OrganizationId, TaskId};

use super::settle_request;
use crate::{Db, StoreResult, TenantTx};

/// The organizations with emails that have been in progress for this long.
pub async fn organizations_underway(db: &Db, since: Duration) -> StoreResult<Vec<OrganizationId>> {
    let ids = sqlx::query_scalar!(
        "SELECT DISTINCT organization_id FROM emails
         WHERE status IN ('queued', 'sending') AND updated_at < now() - make_interval(secs => $1)
           AND (send_at IS NULL OR send_at < now() - make_interval(secs => $1))",
        since.as_secs_f64(),
    )
    .fetch_all(&mut *db.ledger().await?)
    .await?;
    Ok(ids.into_iter().map(OrganizationId).collect())
}

/// Ends emails that have been in progress for this long and whose task is over: those that may have been sent become
/// unknown, the others failed. Emails waiting for a stopped service are not affected. Returns their number.
pub async fn settle_abandoned(tx: &mut TenantTx, since: Duration) -> StoreResult<usize> {
    let rows = sqlx::query!(
        "UPDATE emails e
         SET status = CASE e.status WHEN 'sending' THEN 'unknown' ELSE 'failed' END,
             error = CASE e.status WHEN 'sending' THEN $3 ELSE $4 END, updated_at = now()
         WHERE e.organization_id = $1 AND e.status IN ('queued', 'sending')
           AND e.updated_at < now() - make_interval(secs => $2)
           AND (e.send_at IS NULL OR e.send_at < now() - make_interval(secs => $2))
           AND NOT EXISTS (SELECT FROM queue q WHERE q.organization_id = $1 AND q.id = e.task_id)
           AND NOT EXISTS (SELECT FROM queue_later l WHERE l.organization_id = $1 AND l.id = e.task_id)
           AND (e.status = 'sending'
                OR NOT EXISTS (SELECT FROM email_service s WHERE s.organization_id = $1 AND s.stopped_at IS NOT NULL))
         RETURNING e.request_task_id",
        tx.organization().0,
        since.as_secs_f64(),
        MailReason::Unknown.as_str(),
        TaskReason::WorkerLost.as_str(),
    )
    .fetch_all(&mut *tx.conn()?)
    .await?;
    let requests: BTreeSet<TaskId> = rows.iter().filter_map(|row| row.request_task_id).map(TaskId).collect();
    for request in requests {
        settle_request(tx, request).await?;
    }
    Ok(rows.len())
}
