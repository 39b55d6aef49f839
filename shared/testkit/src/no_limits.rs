//! Limits of a key that limit nothing.

use std::time::Duration;

use async_trait::async_trait;
use bole_ai::provider::{ChatError, KeyLimits, KeyRequests, KeyUsage, Limits, PendingRequest, Permit};
use bole_domain::ids::TaskId;

pub struct NoLimits;

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

    async fn paused_for(&self, _: &str) -> Result<Option<Duration>, ChatError> {
        Ok(None)
    }

    async fn end_pause(&self, _: &str) -> Result<(), ChatError> {
        Ok(())
    }
}
