//! A client without limits.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use bole_ai::provider::{
    Chat, ChatError, Endpoint, KeyLimits, KeyRequests, KeyUsage, Limits, PendingRequest, Permit, base_url,
};
use bole_domain::ids::TaskId;
use bole_domain::outbound::AllowedHosts;

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
}

/// A client of this model at an address.
///
/// # Errors
/// When the address is invalid.
pub fn chat_at(address: &str, model: &str, api_key: &str) -> anyhow::Result<Chat> {
    let host = address.split_once("://").and_then(|(_, rest)| rest.split('/').next()).unwrap_or_default();
    let allowed: AllowedHosts = host.parse()?;
    let base_url = base_url(address, &allowed)?;
    let endpoint = Endpoint::new(base_url, model, api_key);
    Ok(Chat::new(endpoint, &allowed, Arc::new(NoLimits), KeyLimits::default())?)
}
