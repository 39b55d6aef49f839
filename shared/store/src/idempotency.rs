//! Idempotency keys: a repeated request with the same key gets the first response.
//!
//! The key is stored in the transaction that does the work, so both exist or neither does. An advisory lock until the
//! end of the transaction detects concurrent requests with the same key.

use serde_json::Value;

use crate::{StoreResult, TenantTx};

/// The state of a key.
#[derive(Debug, PartialEq)]
pub enum Claim {
    /// Unused: do the work, then [`record`] its response in the same transaction.
    Fresh,
    /// Another request with this key is in progress.
    InFlight,
    /// The key was used for a different request.
    Reused,
    /// The work was done, with this response.
    Answered {
        /// HTTP status.
        status: u16,
        /// JSON body.
        body: Value,
    },
}

/// Claims the key for the rest of the transaction. Keys are separate for each `route`.
pub async fn claim(tx: &mut TenantTx, route: &str, key: &str, request_hash: &[u8]) -> StoreResult<Claim> {
    let organization = tx.organization();
    let user = tx.actor().user().map_or_else(uuid::Uuid::nil, |user| user.0);
    let locked = sqlx::query_scalar!(
        "SELECT pg_try_advisory_xact_lock(hashtextextended(concat_ws(' ', $1::uuid, $2::uuid, $3::text, $4::text), 0))
             AS \"locked!\"",
        organization.0,
        user,
        route,
        key
    )
    .fetch_one(tx.conn()?)
    .await?;
    if !locked {
        return Ok(Claim::InFlight);
    }
    let row = sqlx::query!(
        "SELECT request_hash, response_status, response_body FROM idempotency_keys
         WHERE organization_id = $1 AND user_id = $2 AND route = $3 AND key = $4",
        organization.0,
        user,
        route,
        key
    )
    .fetch_optional(tx.conn()?)
    .await?;
    Ok(match row {
        None => Claim::Fresh,
        Some(row) if row.request_hash != request_hash => Claim::Reused,
        Some(row) => Claim::Answered {
            status: row.response_status.and_then(|status| u16::try_from(status).ok()).unwrap_or(200),
            body: row.response_body.unwrap_or(Value::Null),
        },
    })
}

/// Stores the response for a key that [`claim`] found unused in this transaction.
pub async fn record(
    tx: &mut TenantTx,
    route: &str,
    key: &str,
    request_hash: &[u8],
    status: u16,
    body: &Value,
) -> StoreResult<()> {
    let organization = tx.organization();
    let user = tx.actor().user().map_or_else(uuid::Uuid::nil, |user| user.0);
    sqlx::query!(
        "INSERT INTO idempotency_keys (organization_id, user_id, route, key, request_hash, response_status, response_body)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        organization.0,
        user,
        route,
        key,
        request_hash,
        i16::try_from(status).unwrap_or(200),
        body
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}
