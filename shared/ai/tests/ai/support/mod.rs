//! A model judge using the test provider, without limits; comparisons with what people expect.

pub mod criteria;
pub mod marks;
pub mod unlimited;

use std::sync::Arc;

use bole_ai::BuiltIn;
use bole_ai::provider::{Chat, Endpoint, KeyLimits, ModelJudge, ModelJudgeOptions};
use bole_domain::outbound::AllowedHosts;
use bole_domain::period::YearMonth;
use bole_testkit::{PROVIDER_KEY, TestProvider};

/// A client of this model at the provider.
pub fn chat(provider: &TestProvider, model: &str) -> Chat {
    unlimited::chat_at(&provider.base_url(), model, PROVIDER_KEY).unwrap()
}

/// A client of this endpoint of the provider.
pub fn chat_of(provider: &TestProvider, endpoint: Endpoint) -> Chat {
    let allowed: AllowedHosts = provider.host().parse().unwrap();
    Chat::new(endpoint, &allowed, Arc::new(bole_testkit::NoLimits), KeyLimits::default()).unwrap()
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
