//! The limits of AI keys and the rates of mail for all processes together: counted in Redis where there is one, else in PostgreSQL.
//!
//! Both count the same way. A request is admitted when fewer than its key's limit were admitted within the last 61 s (a
//! second for the way to the provider), their tokens and its own are within the limit of tokens, and fewer than its
//! concurrency are under way. A permit that is not given back, for
//! its process died, runs out after the longest time a request may take.

mod postgres;
mod redis;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use async_trait::async_trait;
use bole_ai::provider::{ChatError, KeyLimits, Limits, Permit};
use bole_domain::failure::AiReason;
use tokio::sync::Notify;
use tokio::time::{Instant, timeout_at};
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

/// [`Limits`] by a counter. Of those in this process who wait for the same account one asks, in the order they came: many that
/// ask by themselves would keep the counter busy with refusing them.
struct Counted<C> {
    counter: Arc<C>,
    lines: Mutex<HashMap<String, Weak<Line>>>,
}

/// Who waits for an account in this process.
#[derive(Default)]
struct Line {
    first: tokio::sync::Mutex<()>,
    /// Told when a request of this process is over.
    freed: Notify,
}

impl<C> Counted<C> {
    fn new(counter: C) -> Self {
        Self { counter: Arc::new(counter), lines: Mutex::default() }
    }

    fn line(&self, account: &str) -> Arc<Line> {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(line) = lines.get(account).and_then(Weak::upgrade) {
            return line;
        }
        lines.retain(|_, line| line.strong_count() > 0);
        let line = Arc::new(Line::default());
        lines.insert(account.to_owned(), Arc::downgrade(&line));
        line
    }
}

#[async_trait]
impl<C: Counter> Limits for Counted<C> {
    async fn admit(&self, account: &str, limits: &KeyLimits, expected_tokens: u64) -> Result<Permit, ChatError> {
        let deadline = Instant::now() + MAX_WAIT;
        let permit = Uuid::now_v7();
        let request = Request { account, limits, permit, expected_tokens };
        let line = self.line(account);
        let first = timeout_at(deadline, line.first.lock()).await.map_err(|_| reached(MAX_SLEEP))?;
        while let Some(wait) = self.counter.admit(&request).await.map_err(unavailable)? {
            if Instant::now() + wait > deadline {
                return Err(reached(wait));
            }
            // Spread, so that the processes do not all ask in the same moment.
            let wait = wait.min(MAX_SLEEP).mul_f64(rand::random_range(1.0..1.2));
            tokio::select! {
                () = tokio::time::sleep(wait) => {}
                () = line.freed.notified() => {}
            }
        }
        drop(first);
        let (counter, account) = (Arc::clone(&self.counter), account.to_owned());
        let runtime = tokio::runtime::Handle::current();
        Ok(Permit::new(move |tokens| {
            runtime.spawn(async move {
                if let Err(error) = counter.give_back(&account, permit, tokens).await {
                    tracing::debug!(error, "a permit runs out by itself");
                }
                line.freed.notify_one();
            });
        }))
    }

    async fn pause(&self, account: &str, how_long: Duration) {
        if let Err(error) = self.counter.pause(account, how_long).await {
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
            if let Some(wait) = self.counter.admit(&request).await.map_err(RateError)? {
                for (account, permit) in &admitted {
                    self.counter.take_back(account, *permit).await.map_err(RateError)?;
                }
                return Ok(Some(wait));
            }
            self.counter.give_back(&account, permit, None).await.map_err(RateError)?;
            admitted.push((account, permit));
        }
        Ok(None)
    }
}

fn reached(retry_after: Duration) -> ChatError {
    let detail = "the limit of requests is reached";
    ChatError { retry_after: Some(retry_after), ..ChatError::new(AiReason::Quota, detail) }
}

fn unavailable(error: String) -> ChatError {
    ChatError::new(AiReason::Unreachable, format!("limits cannot be counted: {error}"))
}

#[cfg(test)]
mod tests {
    use std::pin::Pin;
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    /// Lets one request be under way, and counts how often it is asked.
    #[derive(Default)]
    struct OneAtATime {
        under_way: AtomicU32,
        asked: AtomicU32,
    }

    #[async_trait]
    impl Counter for Arc<OneAtATime> {
        async fn admit(&self, _: &Request<'_>) -> Result<Option<Duration>, String> {
            self.asked.fetch_add(1, Ordering::Relaxed);
            let is_free = self.under_way.compare_exchange(0, 1, Ordering::Relaxed, Ordering::Relaxed).is_ok();
            Ok((!is_free).then_some(Duration::from_secs(60)))
        }

        async fn give_back(&self, _: &str, _: Uuid, _: Option<u64>) -> Result<(), String> {
            self.under_way.store(0, Ordering::Relaxed);
            Ok(())
        }

        async fn pause(&self, _: &str, _: Duration) -> Result<(), String> {
            Ok(())
        }

        async fn take_back(&self, _: &str, _: Uuid) -> Result<(), String> {
            Ok(())
        }
    }

    #[tokio::test]
    async fn of_those_who_wait_one_asks_and_the_first_comes_first() {
        let counter = Arc::new(OneAtATime::default());
        let counted = Counted::new(Arc::clone(&counter));
        let limits = KeyLimits::default();
        let mut permit = counted.admit("account", &limits, 1).await.ok();
        let mut waiting: Vec<Pin<Box<_>>> = (0..20).map(|_| Box::pin(counted.admit("account", &limits, 1))).collect();
        for one in &mut waiting {
            assert!(futures_util::poll!(one.as_mut()).is_pending());
        }
        assert_eq!(counter.asked.load(Ordering::Relaxed), 2, "who is under way, and the first of those who wait");
        for one in waiting {
            // A minute is asked for, so only the end of the one before can let this one begin.
            drop(permit.take());
            permit = one.await.ok();
            assert!(permit.is_some());
        }
        assert!(counter.asked.load(Ordering::Relaxed) <= 3 * 21);
    }
}
