//! The clients of all endpoints in use.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use bole_domain::outbound::AllowedHosts;

use super::{Chat, ChatError};
use crate::provider::endpoint::Endpoint;
use crate::provider::limits::{KeyLimits, Limits};

/// Clients by endpoint and limits, so that connections and detected abilities are reused across tasks.
pub struct Chats {
    allowed: AllowedHosts,
    limits: Arc<dyn Limits>,
    known: Mutex<HashMap<(String, String, String, KeyLimits), Chat>>,
}

/// The most cached clients; above it, the cache is cleared.
const MAX_CLIENTS: usize = 256;

impl Chats {
    /// Clients that may reach these private hosts, under these limits.
    #[must_use]
    pub fn new(allowed: AllowedHosts, limits: Arc<dyn Limits>) -> Self {
        Self { allowed, limits, known: Mutex::default() }
    }

    /// The private hosts allowed in base URLs.
    #[must_use]
    pub const fn allowed(&self) -> &AllowedHosts {
        &self.allowed
    }

    /// The client of an endpoint, with its own usage counter.
    ///
    /// # Errors
    /// When TLS cannot be set up.
    pub fn of(&self, endpoint: &Endpoint, of_key: KeyLimits) -> Result<Chat, ChatError> {
        let options = format!("{:?}", endpoint.options);
        let key = (endpoint.account(), endpoint.model.clone(), options, of_key);
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(chat) = known.get(&key) {
            return Ok(chat.metered());
        }
        let chat = Chat::new(endpoint.clone(), &self.allowed, Arc::clone(&self.limits), of_key)?;
        if known.len() >= MAX_CLIENTS {
            known.clear();
        }
        known.insert(key, chat.clone());
        Ok(chat.metered())
    }
}
