//! A model judge using the test provider, without limits; comparisons with what people expect.

pub mod criteria;
pub mod marks;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use bole_ai::BuiltIn;
use bole_ai::provider::{
    Chat, ChatError, Endpoint, KeyLimits, KeyRequests, KeyUsage, Limits, ModelJudge, ModelJudgeOptions, PendingRequest,
    Permit, base_url,
};
use bole_domain::ids::TaskId;
use bole_domain::outbound::AllowedHosts;
use bole_domain::period::YearMonth;
use bole_testkit::{PROVIDER_KEY, TestProvider};

struct NoLimits;

#[async_trait]
impl Limits for NoLimits {
    async fn admit(&self, _: &str, _: &KeyLimits, _: PendingRequest) -> Result<Permit, ChatError> {
        Ok(Permit::new(|_| ()))
    }

    async fn usage(&self) -> Result<Vec<KeyUsage>, ChatError> {
        Ok(Vec::new())
    }

    async fn tasks(&self, _: &str, _: KeyRequests) -> Result<Vec<TaskId>, ChatError> {
        Ok(Vec::new())
    }

    async fn pause(&self, _: &str, _: Duration) {}
}

/// A client of this model at the provider.
pub fn chat(provider: &TestProvider, model: &str) -> Chat {
    let allowed: AllowedHosts = provider.host().parse().unwrap();
    let base_url = base_url(&provider.base_url(), &allowed).unwrap();
    chat_of(provider, Endpoint::new(base_url, model, PROVIDER_KEY))
}

/// A client of this endpoint of the provider.
pub fn chat_of(provider: &TestProvider, endpoint: Endpoint) -> Chat {
    let allowed: AllowedHosts = provider.host().parse().unwrap();
    Chat::new(endpoint, &allowed, Arc::new(NoLimits), KeyLimits::default()).unwrap()
}

/// A judge that uses this model.
pub fn judge(provider: &TestProvider, model: &str, is_blind: bool) -> ModelJudge {
    ModelJudge::new(
        chat(provider, model),
        Arc::new(BuiltIn),
        ModelJudgeOptions { is_blind, ..ModelJudgeOptions::default() },
    )
}

/// The month used for "present".
pub fn today() -> YearMonth {
    YearMonth::new(2026, 11).unwrap()
}
