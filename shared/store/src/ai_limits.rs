//! Rate limits of AI keys, shared by all processes.

use std::time::Duration;

use uuid::Uuid;

use crate::{Db, StoreResult};

/// The limits of a key.
#[derive(Debug, Clone, Copy)]
pub struct AiLimits {
    /// Requests per minute; `None` is unlimited.
    pub requests_per_minute: Option<u32>,
    /// Tokens per minute; `None` is unlimited.
    pub tokens_per_minute: Option<u32>,
    pub concurrency: u32,
}

/// Admits one request of an account under this permit, or returns how long to wait before asking again.
pub async fn admit(
    db: &Db,
    account: &str,
    limits: AiLimits,
    permit: Uuid,
    expected_tokens: u64,
) -> StoreResult<Option<Duration>> {
    let wait = sqlx::query_scalar!(
        r#"SELECT ai_admit_request($1, $2, $3, $4, $5, $6) AS "wait!""#,
        account,
        limits.requests_per_minute.map(|requests| i32::try_from(requests).unwrap_or(i32::MAX)),
        limits.tokens_per_minute.map(i64::from),
        i32::try_from(limits.concurrency).unwrap_or(i32::MAX),
        permit,
        i64::try_from(expected_tokens).unwrap_or(i64::MAX),
    )
    .fetch_one(&mut *db.ledger().await?)
    .await?;
    Ok((wait > 0.0).then(|| Duration::from_secs_f64(wait)))
}

/// Ends an admitted request and records its tokens, if known.
///
/// # Errors
/// When the database does not answer; the permit then expires.
pub async fn give_back(db: &Db, permit: Uuid, tokens: Option<u64>) -> StoreResult<()> {
    sqlx::query!(
        "WITH ended AS (DELETE FROM ai_permits WHERE id = $1)
         UPDATE ai_requests SET tokens = $2 WHERE id = $1 AND $2::bigint IS NOT NULL",
        permit,
        tokens.map(|tokens| i64::try_from(tokens).unwrap_or(i64::MAX)),
    )
    .execute(&mut *db.ledger().await?)
    .await?;
    Ok(())
}

/// Cancels the permit of a request that was not sent.
pub async fn take_back(db: &Db, permit: Uuid) -> StoreResult<()> {
    sqlx::query!("WITH ended AS (DELETE FROM ai_permits WHERE id = $1) DELETE FROM ai_requests WHERE id = $1", permit,)
        .execute(&mut *db.ledger().await?)
        .await?;
    Ok(())
}

/// Admits no request of an account for this long.
pub async fn pause(db: &Db, account: &str, how_long: Duration) -> StoreResult<()> {
    sqlx::query!(
        "INSERT INTO ai_accounts (account, paused_until) VALUES ($1, now() + make_interval(secs => $2))
         ON CONFLICT (account) DO UPDATE SET paused_until = greatest(ai_accounts.paused_until, excluded.paused_until)",
        account,
        how_long.as_secs_f64(),
    )
    .execute(&mut *db.ledger().await?)
    .await?;
    Ok(())
}
