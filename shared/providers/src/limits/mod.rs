//! Rate limits of AI keys and of email, shared by all processes: counted in Redis if configured, else in PostgreSQL.
//!
//! Both count the same way. A request is admitted if the key's request limit, token limit and concurrency are not
//! exceeded within the last 61 s (one second of margin for the way to the provider). A permit that is not released,
//! because its process died, expires after the longest possible duration of a request.

mod line;
mod postgres;
mod redis;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use bole_ai::provider::{ChatError, KeyLimits, KeyRequests, KeyUsage, Limits, PendingRequest, Permit};
use bole_domain::failure::AiReason;
use bole_domain::ids::TaskId;
use uuid::Uuid;

use self::line::Lines;

pub use self::postgres::PostgresLimits;
pub use self::redis::RedisLimits;

/// A counter of requests.
#[async_trait]
trait Counter: Send + Sync + 'static {
    /// Ends requests, and admits as many of the new ones as the limits allow, in their order.
    async fn exchange(&self, exchange: &Exchange<'_>) -> Result<Admission, String>;

    async fn pause(&self, account: &str, how_long: Duration) -> Result<(), String>;

    async fn paused_for(&self, account: &str) -> Result<Option<Duration>, String>;

    async fn end_pause(&self, account: &str) -> Result<(), String>;

    /// Cancels an admitted request that is not sent.
    async fn take_back(&self, account: &str, permit: PermitId) -> Result<(), String>;

    /// Keeps the limits of an account for operators.
    async fn announce(&self, account: &str, limits: &KeyLimits) -> Result<(), String>;

    /// The accounts used lately.
    async fn usage(&self) -> Result<Vec<KeyUsage>, String>;

    /// The tasks that sent these requests of an account, each once.
    async fn tasks(&self, account: &str, requests: KeyRequests) -> Result<Vec<TaskId>, String>;
}

/// A permit, and the task that asked for it, if any.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct PermitId {
    id: Uuid,
    task: Option<TaskId>,
}

impl PermitId {
    /// A new one.
    fn new(task: Option<TaskId>) -> Self {
        Self { id: Uuid::now_v7(), task }
    }
}

/// A request that wants to start.
#[derive(Debug, Clone, Copy)]
struct Request {
    permit: PermitId,
    expected_tokens: u64,
}

/// A request that has ended; the tokens used, if known, replace the estimate.
#[derive(Debug, Clone, Copy)]
struct Ended {
    permit: PermitId,
    tokens: Option<u64>,
}

/// What has ended and what wants to start, of one account.
struct Exchange<'a> {
    account: &'a str,
    limits: &'a KeyLimits,
    ended: &'a [Ended],
    requests: &'a [Request],
}

/// The answer to an exchange.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Admission {
    /// How many of the requests are admitted, from the first on.
    admitted: usize,
    /// How long the next one has to wait; `None` if it waits for a slot, which may become free at any time.
    wait: Option<Duration>,
}

/// The most keys shown to operators.
const MAX_ACCOUNTS: i64 = 50;
/// Accounts of rates, which are no keys, start with this.
const RATE_PREFIX: &str = "rate:";
/// The wait for a rate that is held back by nothing but a slot.
const RATE_POLL: Duration = Duration::from_millis(50);

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

/// [`Limits`] using a counter.
struct Counted<C> {
    lines: Arc<Lines<C>>,
}

impl<C: Counter> Counted<C> {
    fn new(counter: C) -> Self {
        Self { lines: Arc::new(Lines::new(counter)) }
    }
}

#[async_trait]
impl<C: Counter> Limits for Counted<C> {
    async fn admit(&self, account: &str, limits: &KeyLimits, request: PendingRequest) -> Result<Permit, ChatError> {
        self.lines.admit(account, limits, request).await
    }

    async fn usage(&self) -> Result<Vec<KeyUsage>, ChatError> {
        self.lines.counter().usage().await.map_err(unavailable)
    }

    async fn tasks(&self, account: &str, requests: KeyRequests) -> Result<Vec<TaskId>, ChatError> {
        self.lines.counter().tasks(account, requests).await.map_err(unavailable)
    }

    async fn pause(&self, account: &str, how_long: Duration) {
        if let Err(error) = self.lines.counter().pause(account, how_long).await {
            tracing::warn!(error, "other processes do not know that the AI provider asked to wait");
        }
    }

    async fn paused_for(&self, account: &str) -> Result<Option<Duration>, ChatError> {
        self.lines.counter().paused_for(account).await.map_err(unavailable)
    }

    async fn end_pause(&self, account: &str) -> Result<(), ChatError> {
        self.lines.counter().end_pause(account).await.map_err(unavailable)
    }
}

#[async_trait]
impl<C: Counter> Rates for Counted<C> {
    async fn admit_one(&self, rates: &[Rate]) -> Result<Option<Duration>, RateError> {
        let counter = self.lines.counter();
        let mut admitted: Vec<(String, PermitId)> = Vec::with_capacity(rates.len());
        for Rate { name, per_minute } in rates {
            // Separate from the accounts of AI keys.
            let (account, permit) = (format!("{RATE_PREFIX}{name}"), PermitId::new(None));
            let limits =
                KeyLimits { requests_per_minute: Some(*per_minute), tokens_per_minute: None, concurrency: u32::MAX };
            let requests = [Request { permit, expected_tokens: 0 }];
            let begun = Exchange { account: &account, limits: &limits, ended: &[], requests: &requests };
            let answer = counter.exchange(&begun).await.map_err(RateError)?;
            if answer.admitted == 0 {
                for (account, permit) in &admitted {
                    counter.take_back(account, *permit).await.map_err(RateError)?;
                }
                return Ok(Some(answer.wait.unwrap_or(RATE_POLL)));
            }
            let ended = [Ended { permit, tokens: None }];
            let over = Exchange { account: &account, limits: &limits, ended: &ended, requests: &[] };
            counter.exchange(&over).await.map_err(RateError)?;
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
    use std::sync::Mutex;

    use bole_ai::provider::Turn;
    use futures_util::poll;

    use super::*;

    /// Admits a few requests at a time, and records exchanges.
    struct AFew {
        at_a_time: usize,
        state: Mutex<State>,
    }

    #[derive(Default)]
    struct State {
        running: Vec<PermitId>,
        /// Ended and begun requests of each exchange.
        exchanges: Vec<(usize, usize)>,
        announced: usize,
    }

    #[async_trait]
    impl Counter for Arc<AFew> {
        async fn exchange(&self, exchange: &Exchange<'_>) -> Result<Admission, String> {
            let mut state = self.state.lock().unwrap();
            state.running.retain(|permit| !exchange.ended.iter().any(|ended| ended.permit == *permit));
            let admitted = exchange.requests.len().min(self.at_a_time - state.running.len());
            state.running.extend(exchange.requests[..admitted].iter().map(|request| request.permit));
            state.exchanges.push((exchange.ended.len(), exchange.requests.len()));
            // Long enough that only an end can admit another request.
            let wait = Some(Duration::from_secs(60));
            Ok(Admission { admitted, wait })
        }

        async fn pause(&self, _: &str, _: Duration) -> Result<(), String> {
            Ok(())
        }

        async fn paused_for(&self, _: &str) -> Result<Option<Duration>, String> {
            Ok(None)
        }

        async fn end_pause(&self, _: &str) -> Result<(), String> {
            Ok(())
        }

        async fn take_back(&self, _: &str, _: PermitId) -> Result<(), String> {
            Ok(())
        }

        async fn announce(&self, _: &str, _: &KeyLimits) -> Result<(), String> {
            self.state.lock().unwrap().announced += 1;
            Ok(())
        }

        async fn usage(&self) -> Result<Vec<KeyUsage>, String> {
            Ok(Vec::new())
        }

        async fn tasks(&self, _: &str, _: KeyRequests) -> Result<Vec<TaskId>, String> {
            Ok(Vec::new())
        }
    }

    fn once(turn: Turn) -> PendingRequest {
        PendingRequest { expected_tokens: 1, turn, task: None }
    }

    fn a_few(at_a_time: usize) -> (Arc<AFew>, Counted<Arc<AFew>>) {
        let counter = Arc::new(AFew { at_a_time, state: Mutex::default() });
        (Arc::clone(&counter), Counted::new(counter))
    }

    type Admitted<'a> = Pin<Box<dyn Future<Output = Result<Permit, ChatError>> + Send + 'a>>;

    #[tokio::test]
    async fn waiting_requests_are_admitted_together_in_order() {
        let (counter, counted) = a_few(10);
        let limits = KeyLimits::default();
        let mut all: Vec<Admitted<'_>> =
            (0..30).map(|_| counted.admit("account", &limits, once(Turn::InOrder))).collect();
        for one in &mut all {
            assert!(poll!(one.as_mut()).is_pending());
        }
        let mut running = Vec::new();
        for one in all.drain(..10) {
            running.push(one.await.unwrap());
        }
        assert_eq!(counter.state.lock().unwrap().exchanges, [(0, 30)]);
        for _ in 0..2 {
            running.clear();
            for one in all.drain(..10) {
                running.push(one.await.unwrap());
            }
        }
        running.clear();
        // The last ends are told to the counter too.
        let last = counted.admit("account", &limits, once(Turn::InOrder)).await.ok();
        let state = counter.state.lock().unwrap();
        assert_eq!(state.running.len(), last.iter().count());
        assert_eq!(state.exchanges.iter().map(|(ended, _)| ended).sum::<usize>(), 30);
        assert!(state.exchanges.len() <= 6, "{:?}", state.exchanges);
        assert_eq!(state.announced, 1, "the same limits once a minute");
    }

    #[tokio::test]
    async fn cancelled_waiter_does_not_block_others() {
        let (counter, counted) = a_few(1);
        let limits = KeyLimits::default();
        let first = counted.admit("account", &limits, once(Turn::InOrder)).await.unwrap();
        let mut gone = counted.admit("account", &limits, once(Turn::InOrder));
        let mut next = counted.admit("account", &limits, once(Turn::InOrder));
        assert!(poll!(gone.as_mut()).is_pending());
        assert!(poll!(next.as_mut()).is_pending());
        drop(gone);
        drop(first);
        drop(next.await.unwrap());
        drop(counted.admit("account", &limits, once(Turn::InOrder)).await.unwrap());
        assert!(counter.state.lock().unwrap().running.len() <= 1);
    }

    #[tokio::test]
    async fn yielding_request_is_passed_by_later_ones() {
        let (_, counted) = a_few(1);
        let limits = KeyLimits::default();
        let running = counted.admit("account", &limits, once(Turn::InOrder)).await.unwrap();
        let mut yielding = counted.admit("account", &limits, once(Turn::Yielding));
        assert!(poll!(yielding.as_mut()).is_pending());
        let mut later = counted.admit("account", &limits, once(Turn::InOrder));
        assert!(poll!(later.as_mut()).is_pending());
        drop(running);
        let running = later.await.unwrap();
        assert!(poll!(yielding.as_mut()).is_pending());
        drop(running);
        drop(yielding.await.unwrap());
    }

    #[tokio::test]
    async fn excessive_wait_is_reported_at_once() {
        let hour = Duration::from_secs(3_600);
        let refused = Counted::new(Paused(hour))
            .admit("account", &KeyLimits::default(), PendingRequest::default())
            .await
            .err()
            .unwrap();
        assert_eq!((refused.reason, refused.retry_after), (AiReason::Quota, Some(hour)));
    }

    /// Admits nothing for this long.
    struct Paused(Duration);

    #[async_trait]
    impl Counter for Paused {
        async fn exchange(&self, _: &Exchange<'_>) -> Result<Admission, String> {
            Ok(Admission { admitted: 0, wait: Some(self.0) })
        }

        async fn pause(&self, _: &str, _: Duration) -> Result<(), String> {
            Ok(())
        }

        async fn paused_for(&self, _: &str) -> Result<Option<Duration>, String> {
            Ok(None)
        }

        async fn end_pause(&self, _: &str) -> Result<(), String> {
            Ok(())
        }

        async fn take_back(&self, _: &str, _: PermitId) -> Result<(), String> {
            Ok(())
        }

        async fn announce(&self, _: &str, _: &KeyLimits) -> Result<(), String> {
            Ok(())
        }

        async fn usage(&self) -> Result<Vec<KeyUsage>, String> {
            Ok(Vec::new())
        }

        async fn tasks(&self, _: &str, _: KeyRequests) -> Result<Vec<TaskId>, String> {
            Ok(Vec::new())
        }
    }
}
