//! Rate limits of AI keys and of email, shared by all processes: counted in Redis if configured, else in PostgreSQL.
//!
//! Both count the same way. A request is admitted if the key's request limit, token limit and concurrency are not
//! exceeded within the last 61 s (one second of margin for the way to the provider). A permit that is not released,
//! because its process died, expires after the longest possible duration of a request.

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

/// The longest wait within a task; longer ones are retried later.
const MAX_WAIT: Duration = Duration::from_secs(15 * 60);
/// Waits are re-evaluated at this interval, because limits change and permits are released early.
const MAX_SLEEP: Duration = Duration::from_secs(5);

/// A counter of requests.
#[async_trait]
trait Counter: Send + Sync + 'static {
    /// Admits a request under this permit, or returns how long to wait before asking again.
    async fn admit(&self, request: &Request<'_>) -> Result<Option<Duration>, String>;

    /// Ends the request; the tokens used replace the estimate.
    async fn give_back(&self, account: &str, permit: Uuid, tokens: Option<u64>) -> Result<(), String>;

    async fn pause(&self, account: &str, how_long: Duration) -> Result<(), String>;

    /// Cancels an admitted request that is not sent.
    async fn take_back(&self, account: &str, permit: Uuid) -> Result<(), String>;
}

/// A limit per minute for a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rate {
    /// The name counted; the same in all processes.
    pub name: String,
    /// The maximum per sixty seconds.
    pub per_minute: u32,
}

/// The counter does not respond.
#[derive(Debug, thiserror::Error)]
#[error("rates cannot be counted: {0}")]
pub struct RateError(String);

/// Counts rates for all processes.
#[async_trait]
pub trait Rates: Send + Sync {
    /// Counts one event for all rates, or for none and returns how long to wait.
    async fn admit_one(&self, rates: &[Rate]) -> Result<Option<Duration>, RateError>;
}

/// A request waiting to start.
struct Request<'a> {
    account: &'a str,
    limits: &'a KeyLimits,
    permit: Uuid,
    expected_tokens: u64,
}

/// [`Limits`] using a counter. Within a process, requests of an account queue and only the first one polls, which
/// limits the load on the counter.
struct Counted<C> {
    counter: Arc<C>,
    lines: Mutex<HashMap<String, Weak<Line>>>,
}

/// The queue of an account in this process.
#[derive(Default)]
struct Line {
    first: tokio::sync::Mutex<()>,
    /// Notified when a request of this process ends.
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
            // With jitter, so that processes do not poll simultaneously.
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
            // Separate from the accounts of AI keys.
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

    /// Admits one request at a time, and counts polls.
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
    async fn one_waiting_caller_polls_for_all_in_order() {
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
            // The wait is a minute, so only the release can admit this request earlier.
            drop(permit.take());
            permit = one.await.ok();
            assert!(permit.is_some());
        }
        assert!(counter.asked.load(Ordering::Relaxed) <= 3 * 21);
    }
}
