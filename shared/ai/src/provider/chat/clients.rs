//! The clients of all endpoints in use.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use bole_domain::outbound::AllowedHosts;

use super::{Chat, ChatError};
use crate::provider::endpoint::Endpoint;
use crate::provider::limits::{KeyLimits, Limits};

/// Clients by endpoint and limits, so that connections and what is known of an endpoint outlive one task.
pub struct Chats {
    allowed: AllowedHosts,
    limits: Arc<dyn Limits>,
    known: Mutex<HashMap<(String, String, KeyLimits), Chat>>,
}

/// More clients than this are forgotten together: they are made anew in no time.
const MAX_CLIENTS: usize = 256;

impl Chats {
    /// Clients that may reach these private hosts, under these limits.
    #[must_use]
    pub fn new(allowed: AllowedHosts, limits: Arc<dyn Limits>) -> Self {
        Self { allowed, limits, known: Mutex::default() }
    }

    /// What the operator allows base URLs to name.
    #[must_use]
    pub const fn allowed(&self) -> &AllowedHosts {
        &self.allowed
    }

    /// The client of an endpoint, with a usage counter of its own.
    ///
    /// # Errors
    /// When no TLS can be set up.
    pub fn of(&self, endpoint: &Endpoint, of_key: KeyLimits) -> Result<Chat, ChatError> {
        let key = (endpoint.account(), endpoint.model.clone(), of_key);
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
