//! Unreferenced files, and their objects in storage.

use std::time::Duration;

use sqlx::Connection;
use sqlx::postgres::types::PgInterval;

use crate::{Db, StoreError, StoreResult, TenantTx};

/// Keeps stored objects that are about to be recorded again. Commit before storing them.
pub async fn keep(tx: &mut TenantTx, keys: &[&str]) -> StoreResult<()> {
    sqlx::query!("SELECT keep_objects($1)", keys as _).execute(tx.conn()?).await?;
    Ok(())
}

/// Notes objects that are about to be stored, so that those which are never recorded are deleted in the end. Commit
/// before storing them, and record them within the time that discarded objects are kept.
pub async fn reserve(tx: &mut TenantTx, keys: &[&str]) -> StoreResult<()> {
    sqlx::query!("SELECT reserve_objects($1)", keys as _).execute(tx.conn()?).await?;
    Ok(())
}

/// Deletes the rows of files without references, checking at most `max_rows`. Returns the number checked.
pub async fn discard_released_files(db: &Db, max_rows: i32) -> StoreResult<i64> {
    Ok(sqlx::query_scalar!(r#"SELECT discard_released_files($1) AS "looked!""#, max_rows)
        .fetch_one(&mut *db.ledger().await?)
        .await?)
}

/// Discards at most `limit` ZIPs whose unpacking ended long enough ago. Returns their number.
pub async fn discard_archives(
    db: &Db,
    max_rows: i32,
    after_unpacking: Duration,
    after_failing: Duration,
) -> StoreResult<i64> {
    let interval = |time: Duration| {
        PgInterval::try_from(time).map_err(|error| StoreError::Corrupt(format!("an interval: {error}")))
    };
    Ok(sqlx::query_scalar!(
        r#"SELECT discard_archives($1, $2, $3) AS "discarded!""#,
        max_rows,
        interval(after_unpacking)?,
        interval(after_failing)?,
    )
    .fetch_one(&mut *db.ledger().await?)
    .await?)
}

/// Passes the keys of objects discarded long enough ago to `delete` one by one, up to a limit, without those that a file
/// has. Nobody can store them again meanwhile: the locks are checked before each, and a delete that takes longer than
/// `limit`, which must be shorter than idle transactions may live, ends the call. If one fails they stay recorded.
/// Returns their number.
///
/// # Errors
/// The error of `delete`, or when the database does not answer or ended the transaction.
pub async fn delete_objects<E: From<StoreError>, F: Future<Output = Result<(), E>>>(
    db: &Db,
    max_rows: i64,
    after: Duration,
    limit: Duration,
    delete: impl Fn(String) -> F,
) -> Result<usize, E> {
    let mut tx = db.ledger_tx().await?;
    let keys = sqlx::query_scalar!(
        "SELECT storage_key FROM discarded_objects WHERE discarded_at <= now() - make_interval(secs => $1)
         ORDER BY discarded_at LIMIT $2 FOR UPDATE SKIP LOCKED",
        after.as_secs_f64(),
        max_rows,
    )
    .fetch_all(tx.connection()?)
    .await
    .map_err(StoreError::from)?;
    let recorded = sqlx::query_scalar!(r#"SELECT recorded_objects($1) AS "keys!""#, &keys)
        .fetch_one(tx.connection()?)
        .await
        .map_err(StoreError::from)?;
    let (mut done, unrecorded): (Vec<String>, Vec<String>) = keys.into_iter().partition(|key| recorded.contains(key));
    for key in unrecorded {
        tx.connection()?.ping().await.map_err(StoreError::from)?;
        let Ok(deleted) = tokio::time::timeout(limit, delete(key.clone())).await else {
            tracing::warn!("a stored object was not deleted in time; trying again later");
            break;
        };
        deleted?;
        done.push(key);
    }
    sqlx::query!("DELETE FROM discarded_objects WHERE storage_key = ANY ($1)", &done)
        .execute(tx.connection()?)
        .await
        .map_err(StoreError::from)?;
    tx.commit().await?;
    Ok(done.len())
}
