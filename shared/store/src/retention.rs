//! What has served its time: sessions that ended, links that were used, answers kept for repeated requests, answered
//! invitations, old entries of the security log.

use crate::{Db, StoreResult};

/// Deletes at most so many rows of each kind, and says how many it were.
///
/// # Errors
/// When the database does not answer.
pub async fn prune(db: &Db, max_rows: i32) -> StoreResult<i64> {
    Ok(sqlx::query_scalar!(r#"SELECT prune_identity($1) AS "pruned!""#, max_rows)
        .fetch_one(&mut *db.ledger().await?)
        .await?)
}
