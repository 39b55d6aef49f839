//! Deletion of expired data: ended sessions, used links, idempotency keys, answered invitations, old entries of the
//! security log.

use crate::{Db, StoreResult};

/// Deletes at most `max_rows` rows of each kind. Returns their number.
pub async fn prune(db: &Db, max_rows: i32) -> StoreResult<i64> {
    Ok(sqlx::query_scalar!(r#"SELECT prune_identity($1) AS "pruned!""#, max_rows)
        .fetch_one(&mut *db.ledger().await?)
        .await?)
}
