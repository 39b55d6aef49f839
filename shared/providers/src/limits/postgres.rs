//! Counter in PostgreSQL.

use std::time::Duration;

use async_trait::async_trait;
use bole_ai::provider::{ChatError, KeyLimits, Limits, Permit};
use bole_store::Db;
use bole_store::ai_limits::{self, AiLimits};
use uuid::Uuid;

use super::{Counted, Counter, Rate, RateError, Rates, Request};

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
    async fn admit(&self, account: &str, limits: &KeyLimits, expected_tokens: u64) -> Result<Permit, ChatError> {
        self.0.admit(account, limits, expected_tokens).await
    }

    async fn pause(&self, account: &str, how_long: Duration) {
        self.0.pause(account, how_long).await;
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
    async fn admit(&self, request: &Request<'_>) -> Result<Option<Duration>, String> {
        let Request { account, limits, permit, expected_tokens } = *request;
        let KeyLimits { requests_per_minute, tokens_per_minute, concurrency } = *limits;
        let limits = AiLimits { requests_per_minute, tokens_per_minute, concurrency };
        ai_limits::admit(&self.0, account, limits, permit, expected_tokens).await.map_err(|error| error.to_string())
    }

    async fn give_back(&self, _: &str, permit: Uuid, tokens: Option<u64>) -> Result<(), String> {
        ai_limits::give_back(&self.0, permit, tokens).await.map_err(|error| error.to_string())
    }

    async fn pause(&self, account: &str, how_long: Duration) -> Result<(), String> {
        ai_limits::pause(&self.0, account, how_long).await.map_err(|error| error.to_string())
    }

    async fn take_back(&self, _: &str, permit: Uuid) -> Result<(), String> {
        ai_limits::take_back(&self.0, permit).await.map_err(|error| error.to_string())
    }
}
