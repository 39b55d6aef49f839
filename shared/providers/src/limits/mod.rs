//! The limits of AI keys and the rates of mail for all processes together: counted in Redis where there is one, else in PostgreSQL.
//!
//! Both count the same way. A request is admitted when fewer than its key's limit were admitted within the last 61 s (a
//! second for the way to the provider), their tokens and its own are within the limit of tokens, and fewer than its
//! concurrency are under way. A permit that is not given back, for
//! its process died, runs out after the longest time a request may take.

mod postgres;
mod redis;

use std::time::Duration;

use async_trait::async_trait;
use bole_ai::provider::{ChatError, KeyLimits, Limits, Permit};
use bole_domain::failure::AiReason;
use tokio::time::Instant;
use uuid::Uuid;

pub use self::postgres::PostgresLimits;
pub use self::redis::RedisLimits;

/// Longer than this no task waits for its turn; it is tried again later instead.
const MAX_WAIT: Duration = Duration::from_secs(15 * 60);
/// A long wait is looked at again this often: limits change, and others give back early.
const MAX_SLEEP: Duration = Duration::from_secs(5);

/// Where requests are counted.
#[async_trait]
trait Counter: Send + Sync + 'static {
    /// Lets a request begin under this permit, or says how long to wait before asking again.
    async fn admit(&self, request: &Request<'_>) -> Result<Option<Duration>, String>;

    /// Ends the request; the tokens it took count from now on instead of those it was expected to take.
    async fn give_back(&self, account: &str, permit: Uuid, tokens: Option<u64>) -> Result<(), String>;

    async fn pause(&self, account: &str, how_long: Duration) -> Result<(), String>;

    /// Takes a request back that was admitted and is not sent.
    async fn take_back(&self, account: &str, permit: Uuid) -> Result<(), String>;
}

/// So many in any minute of what is counted under a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rate {
    /// What it is counted under: the same in every process.
    pub name: String,
    /// At most so many in any sixty seconds.
    pub per_minute: u32,
}

/// The counter does not answer.
#[derive(Debug, thiserror::Error)]
#[error("rates cannot be counted: {0}")]
pub struct RateError(String);

/// Counts what has a rate, for all processes together.
#[async_trait]
pub trait Rates: Send + Sync {
    /// Counts one more under each of these rates, or under none and answers how long to wait before asking again.
    async fn admit_one(&self, rates: &[Rate]) -> Result<Option<Duration>, RateError>;
}

/// A request that asks to begin.
struct Request<'a> {
    account: &'a str,
    limits: &'a KeyLimits,
    permit: Uuid,
    expected_tokens: u64,
}

/// [`Limits`] by a counter.
struct Counted<C>(std::sync::Arc<C>);

#[async_trait]
impl<C: Counter> Limits for Counted<C> {
    async fn admit(&self, account: &str, limits: &KeyLimits, expected_tokens: u64) -> Result<Permit, ChatError> {
        let deadline = Instant::now() + MAX_WAIT;
        let permit = Uuid::now_v7();
        let request = Request { account, limits, permit, expected_tokens };
        loop {
            let wait = self.0.admit(&request).await.map_err(unavailable)?;
            let Some(wait) = wait else { break };
            if Instant::now() + wait > deadline {
                let detail = "the limit of requests is reached";
                return Err(ChatError { retry_after: Some(wait), ..ChatError::new(AiReason::Quota, detail) });
            }
            // Spread, so that those who wait do not all ask in the same moment.
            tokio::time::sleep(wait.min(MAX_SLEEP).mul_f64(rand::random_range(1.0..1.2))).await;
        }
        let (counter, account) = (std::sync::Arc::clone(&self.0), account.to_owned());
        let runtime = tokio::runtime::Handle::current();
        Ok(Permit::new(move |tokens| {
            runtime.spawn(async move {
                if let Err(error) = counter.give_back(&account, permit, tokens).await {
                    tracing::debug!(error, "a permit runs out by itself");
                }
            });
        }))
    }

    async fn pause(&self, account: &str, how_long: Duration) {
        if let Err(error) = self.0.pause(account, how_long).await {
            tracing::warn!(error, "other processes do not know that the AI provider asked to wait");
        }
    }
}

#[async_trait]
impl<C: Counter> Rates for Counted<C> {
    async fn admit_one(&self, rates: &[Rate]) -> Result<Option<Duration>, RateError> {
        let mut admitted: Vec<(String, Uuid)> = Vec::with_capacity(rates.len());
        for Rate { name, per_minute } in rates {
            // Apart from the accounts of AI keys.
            let (account, permit) = (format!("rate:{name}"), Uuid::now_v7());
            let limits =
                KeyLimits { requests_per_minute: Some(*per_minute), tokens_per_minute: None, concurrency: u32::MAX };
            let request = Request { account: &account, limits: &limits, permit, expected_tokens: 0 };
            if let Some(wait) = self.0.admit(&request).await.map_err(RateError)? {
                for (account, permit) in &admitted {
                    self.0.take_back(account, *permit).await.map_err(RateError)?;
                }
                return Ok(Some(wait));
            }
            self.0.give_back(&account, permit, None).await.map_err(RateError)?;
            admitted.push((account, permit));
        }
        Ok(None)
    }
}

fn unavailable(error: String) -> ChatError {
    ChatError::new(AiReason::Unreachable, format!("limits cannot be counted: {error}"))
}
