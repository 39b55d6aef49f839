//! Counter in PostgreSQL.

use std::time::Duration;

use async_trait::async_trait;
use bole_ai::provider::{ChatError, KeyLimits, KeyRequests, KeyUsage, Limits, PendingRequest, Permit};
use bole_domain::ids::TaskId;
use bole_store::Db;
use bole_store::ai_limits::{self, AiAccount, AiExchange, AiLimits, AiRequest};
use time::OffsetDateTime;

use super::{Admission, Counted, Counter, Exchange, MAX_ACCOUNTS, PermitId, Rate, RateError, Rates, Request};

/// Limits counted in PostgreSQL.
pub struct PostgresLimits(Counted<Tables>);

struct Tables(Db);

impl PostgresLimits {
    /// Counts in this database.
    #[must_use]
    pub fn new(db: Db) -> Self {
        Self(Counted::new(Tables(db)))
    }
}

#[async_trait]
impl Limits for PostgresLimits {
    async fn admit(&self, account: &str, limits: &KeyLimits, request: PendingRequest) -> Result<Permit, ChatError> {
        self.0.admit(account, limits, request).await
    }

    async fn usage(&self) -> Result<Vec<KeyUsage>, ChatError> {
        self.0.usage().await
    }

    async fn tasks(&self, account: &str, requests: KeyRequests) -> Result<Vec<TaskId>, ChatError> {
        self.0.tasks(account, requests).await
    }

    async fn pause(&self, account: &str, how_long: Duration) {
        self.0.pause(account, how_long).await;
    }

    async fn paused_for(&self, account: &str) -> Result<Option<Duration>, ChatError> {
        self.0.paused_for(account).await
    }

    async fn end_pause(&self, account: &str) -> Result<(), ChatError> {
        self.0.end_pause(account).await
    }
}

#[async_trait]
impl Rates for PostgresLimits {
    async fn admit_one(&self, rates: &[Rate]) -> Result<Option<Duration>, RateError> {
        self.0.admit_one(rates).await
    }
}

#[async_trait]
impl Counter for Tables {
    async fn exchange(&self, exchange: &Exchange<'_>) -> Result<Admission, String> {
        let Exchange { account, limits, ended, requests } = *exchange;
        let exchange = AiExchange {
            ended: ended.iter().map(|ended| (ended.permit.id, ended.tokens)).collect(),
            begun: requests.iter().copied().map(request_of).collect(),
        };
        let answer = ai_limits::exchange(&self.0, account, limits_of(limits), &exchange).await;
        let answer = answer.map_err(|error| error.to_string())?;
        Ok(Admission { admitted: answer.admitted, wait: answer.wait })
    }

    async fn pause(&self, account: &str, how_long: Duration) -> Result<(), String> {
        ai_limits::pause(&self.0, account, how_long).await.map_err(|error| error.to_string())
    }

    async fn paused_for(&self, account: &str) -> Result<Option<Duration>, String> {
        let until = ai_limits::paused_until(&self.0, account).await.map_err(|error| error.to_string())?;
        Ok(until.and_then(left))
    }

    async fn end_pause(&self, account: &str) -> Result<(), String> {
        ai_limits::end_pause(&self.0, account).await.map_err(|error| error.to_string())
    }

    async fn take_back(&self, _: &str, permit: PermitId) -> Result<(), String> {
        ai_limits::take_back(&self.0, permit.id).await.map_err(|error| error.to_string())
    }

    async fn announce(&self, account: &str, limits: &KeyLimits) -> Result<(), String> {
        ai_limits::announce(&self.0, account, limits_of(limits)).await.map_err(|error| error.to_string())
    }

    async fn usage(&self) -> Result<Vec<KeyUsage>, String> {
        let accounts = ai_limits::accounts(&self.0, MAX_ACCOUNTS).await.map_err(|error| error.to_string())?;
        Ok(accounts.into_iter().map(usage).collect())
    }

    async fn tasks(&self, account: &str, requests: KeyRequests) -> Result<Vec<TaskId>, String> {
        let tasks = match requests {
            KeyRequests::InProgress => ai_limits::tasks_in_progress(&self.0, account).await,
            KeyRequests::LastMinute => ai_limits::tasks_of_last_minute(&self.0, account).await,
        };
        tasks.map_err(|error| error.to_string())
    }
}

const fn request_of(request: Request) -> AiRequest {
    let Request { permit: PermitId { id, task }, expected_tokens } = request;
    AiRequest { permit: id, expected_tokens, task }
}

const fn limits_of(limits: &KeyLimits) -> AiLimits {
    let KeyLimits { requests_per_minute, tokens_per_minute, concurrency } = *limits;
    AiLimits { requests_per_minute, tokens_per_minute, concurrency }
}

fn usage(account: AiAccount) -> KeyUsage {
    let count = |count: i64| u64::try_from(count).unwrap_or_default();
    let AiAccount {
        account,
        requests_per_minute,
        tokens_per_minute,
        concurrency,
        in_flight,
        requests,
        tokens,
        paused_until,
    } = account;
    KeyUsage {
        account,
        limits: concurrency.map(|concurrency| KeyLimits {
            requests_per_minute: requests_per_minute.and_then(|limit| u32::try_from(limit).ok()),
            tokens_per_minute: tokens_per_minute.and_then(|limit| u32::try_from(limit).ok()),
            concurrency: u32::try_from(concurrency).unwrap_or_default(),
        }),
        in_flight: count(in_flight),
        requests: count(requests),
        tokens: count(tokens),
        paused_for: paused_until.and_then(left),
    }
}

/// The time until then; `None` if it is over.
fn left(until: OffsetDateTime) -> Option<Duration> {
    Duration::try_from(until - OffsetDateTime::now_utc()).ok()
}
