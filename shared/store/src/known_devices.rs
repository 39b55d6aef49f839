//! Browsers that have signed in to an account before, recognized by a cookie of which only the hash is stored.

use bole_domain::ids::UserId;

use crate::{IdentityTx, StoreResult};

/// Whether a browser has signed in to the account with this lower-case address.
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

/// Records that a browser signed in.
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

/// Deletes all browsers of an account, as after a password recovery.
pub async fn delete_all(tx: &mut IdentityTx, user: UserId) -> StoreResult<()> {
    sqlx::query!("DELETE FROM known_devices WHERE user_id = $1", user.0).execute(tx.conn()?).await?;
    Ok(())
}
