//! A client without limits.

use std::sync::Arc;

use bole_ai::provider::{Chat, Endpoint, KeyLimits, base_url};
use bole_domain::outbound::AllowedHosts;
use bole_testkit::NoLimits;

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
