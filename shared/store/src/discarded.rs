//! Files that nothing refers to, and their bytes in storage.

use std::time::Duration;

use sqlx::postgres::types::PgInterval;

use crate::{Db, StoreError, StoreResult, TenantTx};

/// Keeps stored bytes that are about to be recorded again. To be committed before they are stored.
///
/// # Errors
/// When the database does not answer.
pub async fn keep(tx: &mut TenantTx, keys: &[&str]) -> StoreResult<()> {
    sqlx::query!("SELECT keep_objects($1)", keys as _).execute(tx.conn()?).await?;
    Ok(())
}

/// Deletes the rows of files that lost their last reference, looking at so many at most; how many were looked at.
///
/// # Errors
/// When the database does not answer.
pub async fn discard_released_files(db: &Db, max_rows: i32) -> StoreResult<i64> {
    Ok(sqlx::query_scalar!(r#"SELECT discard_released_files($1) AS "looked!""#, max_rows)
        .fetch_one(&mut *db.ledger().await?)
        .await?)
}

/// Discards at most so many ZIPs that were unpacked, or failed to be, so long ago; how many.
///
/// # Errors
/// When the database does not answer.
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

/// Takes at most so many objects that were discarded so long ago, and gives their keys to `delete`. They stay noted where it
/// fails; nobody stores them anew meanwhile. How many were taken.
///
/// # Errors
/// What `delete` answers, or the database does not.
pub async fn delete_objects<E: From<StoreError>>(
    db: &Db,
    max_rows: i64,
    after: Duration,
    delete: impl AsyncFnOnce(&[String]) -> Result<(), E>,
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
    delete(&keys).await?;
    sqlx::query!("DELETE FROM discarded_objects WHERE storage_key = ANY ($1)", &keys)
        .execute(tx.connection()?)
        .await
        .map_err(StoreError::from)?;
    tx.commit().await?;
    Ok(keys.len())
}
