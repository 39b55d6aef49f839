//! Browsers that signed in to an account before: known by a cookie, whose hash alone is stored.

use bole_domain::ids::UserId;

use crate::{IdentityTx, StoreResult};

/// Whether a browser signed in to the account of this address, which must be lower-cased.
///
/// # Errors
/// When the database does not answer.
pub async fn is_known(tx: &mut IdentityTx, token_hash: &[u8], email: &str) -> StoreResult<bool> {
    Ok(sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM known_devices d JOIN users u ON u.id = d.user_id
                          WHERE d.token_hash = $1 AND u.email = $2) AS "is!""#,
        token_hash,
        email
    )
    .fetch_one(tx.conn()?)
    .await?)
}

/// Notes that a browser signed in.
///
/// # Errors
/// When the database does not answer.
pub async fn remember(tx: &mut IdentityTx, token_hash: &[u8], user: UserId) -> StoreResult<()> {
    sqlx::query!(
        "INSERT INTO known_devices (token_hash, user_id) VALUES ($1, $2)
         ON CONFLICT (token_hash) DO UPDATE SET user_id = excluded.user_id, last_used_at = now()",
        token_hash,
        user.0
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Forgets every browser of an account, as after its password was recovered.
///
/// # Errors
/// When the database does not answer.
pub async fn delete_all(tx: &mut IdentityTx, user: UserId) -> StoreResult<()> {
    sqlx::query!("DELETE FROM known_devices WHERE user_id = $1", user.0).execute(tx.conn()?).await?;
    Ok(())
}
