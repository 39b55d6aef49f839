//! Rate limits of AI keys, shared by all processes.

use std::time::Duration;

use bole_domain::ids::TaskId;
use time::OffsetDateTime;
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

/// Requests of an account that have ended, and others that want to begin.
#[derive(Debug, Clone, Default)]
pub struct AiExchange {
    /// Permits of requests that have ended, with their tokens if known.
    pub ended: Vec<(Uuid, Option<u64>)>,
    /// Requests that want to begin.
    pub begun: Vec<AiRequest>,
}

/// A request that wants to begin.
#[derive(Debug, Clone, Copy)]
pub struct AiRequest {
    pub permit: Uuid,
    pub expected_tokens: u64,
    /// The task that sends it, if any.
    pub task: Option<TaskId>,
}

/// The answer to an exchange.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AiAdmission {
    /// How many requests are admitted, from the first on.
    pub admitted: usize,
    /// How long the next one has to wait; `None` if it waits for a slot.
    pub wait: Option<Duration>,
}

/// Ends requests of an account, and admits as many others as its limits allow.
pub async fn exchange(
    db: &Db,
    account: &str,
    limits: AiLimits,
    AiExchange { ended, begun }: &AiExchange,
) -> StoreResult<AiAdmission> {
    let tokens = |tokens: u64| i64::try_from(tokens).unwrap_or(i64::MAX);
    let ended_tokens: Vec<Option<i64>> = ended.iter().map(|(_, used)| used.map(tokens)).collect();
    let expected: Vec<i64> = begun.iter().map(|request| tokens(request.expected_tokens)).collect();
    let tasks: Vec<Option<Uuid>> = begun.iter().map(|request| request.task.map(|id| id.0)).collect();
    let ended: Vec<Uuid> = ended.iter().map(|(permit, _)| *permit).collect();
    let begun: Vec<Uuid> = begun.iter().map(|request| request.permit).collect();
    let answer = sqlx::query!(
        r#"SELECT admitted AS "admitted!", wait AS "wait!"
           FROM ai_exchange_requests($1, $2, $3, $4, $5, $6, $7, $8, $9)"#,
        account,
        limits.requests_per_minute.map(|requests| i32::try_from(requests).unwrap_or(i32::MAX)),
        limits.tokens_per_minute.map(i64::from),
        i32::try_from(limits.concurrency).unwrap_or(i32::MAX),
        &ended,
        &ended_tokens as _,
        &begun,
        &expected,
        &tasks as _,
    )
    .fetch_one(&mut *db.ledger().await?)
    .await?;
    let wait = (answer.wait > 0.0).then(|| Duration::from_secs_f64(answer.wait));
    Ok(AiAdmission { admitted: usize::try_from(answer.admitted).unwrap_or_default(), wait })
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

/// Until when no request of an account is admitted, if it is paused.
pub async fn paused_until(db: &Db, account: &str) -> StoreResult<Option<OffsetDateTime>> {
    Ok(sqlx::query_scalar!(
        r#"SELECT paused_until AS "paused_until!" FROM ai_accounts WHERE account = $1 AND paused_until > now()"#,
        account,
    )
    .fetch_optional(&mut *db.ledger().await?)
    .await?)
}

/// Admits requests of an account again.
pub async fn end_pause(db: &Db, account: &str) -> StoreResult<()> {
    sqlx::query!("UPDATE ai_accounts SET paused_until = NULL WHERE account = $1 AND paused_until IS NOT NULL", account)
        .execute(&mut *db.ledger().await?)
        .await?;
    Ok(())
}

/// Keeps the limits of an account for operators.
pub async fn announce(db: &Db, account: &str, limits: AiLimits) -> StoreResult<()> {
    sqlx::query!(
        "INSERT INTO ai_accounts (account, requests_per_minute, tokens_per_minute, concurrency, used_at)
         VALUES ($1, $2, $3, $4, now())
         ON CONFLICT (account) DO UPDATE
         SET requests_per_minute = excluded.requests_per_minute, tokens_per_minute = excluded.tokens_per_minute,
             concurrency = excluded.concurrency, used_at = excluded.used_at",
        account,
        limits.requests_per_minute.map(|requests| i32::try_from(requests).unwrap_or(i32::MAX)),
        limits.tokens_per_minute.map(i64::from),
        i32::try_from(limits.concurrency).unwrap_or(i32::MAX),
    )
    .execute(&mut *db.ledger().await?)
    .await?;
    Ok(())
}

/// The usage of an account and its limits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AiAccount {
    pub account: String,
    /// Limits as last used; `None` is unlimited.
    pub requests_per_minute: Option<i32>,
    pub tokens_per_minute: Option<i64>,
    pub concurrency: Option<i32>,
    /// Requests in progress.
    pub in_flight: i64,
    /// Requests in the last minute, which are counted if a limit per minute is set.
    pub requests: i64,
    /// Their tokens: used ones, or expected ones while they are in progress.
    pub tokens: i64,
    /// When its pause ends.
    pub paused_until: Option<OffsetDateTime>,
}

/// The accounts of keys used within a day, the busiest first.
pub async fn accounts(db: &Db, limit: i64) -> StoreResult<Vec<AiAccount>> {
    Ok(sqlx::query_as!(
        AiAccount,
        r#"SELECT a.account, a.requests_per_minute, a.tokens_per_minute, a.concurrency,
                  (SELECT count(*) FROM ai_permits p WHERE p.account = a.account AND p.until > now()) AS "in_flight!",
                  coalesce(r.requests, 0) AS "requests!", coalesce(r.tokens, 0) AS "tokens!",
                  CASE WHEN a.paused_until > now() THEN a.paused_until END AS paused_until
           FROM ai_accounts a
           LEFT JOIN LATERAL (SELECT count(*) AS requests, sum(tokens)::bigint AS tokens FROM ai_requests
                              WHERE account = a.account AND at > now() - interval '1 minute') r ON true
           WHERE a.used_at > now() - interval '1 day' OR a.paused_until > now()
           ORDER BY 5 DESC, 6 DESC, a.used_at DESC NULLS LAST, a.account LIMIT $1"#,
        limit,
    )
    .fetch_all(&mut *db.ledger().await?)
    .await?)
}

/// The tasks that have requests of an account in progress.
pub async fn tasks_in_progress(db: &Db, account: &str) -> StoreResult<Vec<TaskId>> {
    let tasks = sqlx::query_scalar!(
        r#"SELECT DISTINCT task_id AS "task_id!" FROM ai_permits
           WHERE account = $1 AND until > now() AND task_id IS NOT NULL"#,
        account,
    );
    Ok(tasks.fetch_all(&mut *db.ledger().await?).await?.into_iter().map(TaskId).collect())
}

/// The tasks that sent requests of an account in the last minute, where they are counted.
pub async fn tasks_of_last_minute(db: &Db, account: &str) -> StoreResult<Vec<TaskId>> {
    let tasks = sqlx::query_scalar!(
        r#"SELECT DISTINCT task_id AS "task_id!" FROM ai_requests
           WHERE account = $1 AND at > now() - interval '1 minute' AND task_id IS NOT NULL"#,
        account,
    );
    Ok(tasks.fetch_all(&mut *db.ledger().await?).await?.into_iter().map(TaskId).collect())
}
