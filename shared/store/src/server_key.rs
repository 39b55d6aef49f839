//! The text by which a process notices that its server key is not the one that sealed the organizations' secrets.

use crate::{Db, StoreResult};

/// Stores the sealed text unless there is one, and returns the stored one.
pub async fn probe(db: &Db, sealed: &[u8]) -> StoreResult<Vec<u8>> {
    let mut connection = db.ledger().await?;
    sqlx::query!("INSERT INTO server_key_probe (sealed) VALUES ($1) ON CONFLICT DO NOTHING", sealed)
        .execute(&mut *connection)
        .await?;
    Ok(sqlx::query_scalar!("SELECT sealed FROM server_key_probe").fetch_one(&mut *connection).await?)
}

/// Replaces the stored text, after which secrets sealed with the former key have to be entered again.
pub async fn replace_probe(db: &Db, sealed: &[u8]) -> StoreResult<()> {
    sqlx::query!(
        "INSERT INTO server_key_probe (sealed) VALUES ($1) ON CONFLICT (is_only) DO UPDATE SET sealed = $1",
        sealed
    )
    .execute(&mut *db.ledger().await?)
    .await?;
    Ok(())
}
