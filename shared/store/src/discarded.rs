//! Unreferenced files, and their objects in storage.

use std::time::Duration;

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

/// Passes the keys of objects discarded long enough ago to `delete`, up to a limit, without those that a file has. If it
/// fails they stay recorded; nobody can store them again meanwhile. Returns their number.
///
/// # Errors
/// The error of `delete`, or when the database does not answer.
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
    let recorded = sqlx::query_scalar!(r#"SELECT recorded_objects($1) AS "keys!""#, &keys)
        .fetch_one(tx.connection()?)
        .await
        .map_err(StoreError::from)?;
    let unrecorded: Vec<String> = keys.iter().filter(|key| !recorded.contains(key)).cloned().collect();
    delete(&unrecorded).await?;
    sqlx::query!("DELETE FROM discarded_objects WHERE storage_key = ANY ($1)", &keys)
        .execute(tx.connection()?)
        .await
        .map_err(StoreError::from)?;
    tx.commit().await?;
    Ok(keys.len())
}
