//! Rate limits of keys, shared by all processes.

use std::time::Duration;

use async_trait::async_trait;
use bole_domain::ids::TaskId;

use super::chat::ChatError;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct KeyLimits {
    /// Requests per sixty seconds; `None` is unlimited.
    pub requests_per_minute: Option<u32>,
    /// Tokens per sixty seconds; `None` is unlimited.
    pub tokens_per_minute: Option<u32>,
    pub concurrency: u32,
}

impl Default for KeyLimits {
    fn default() -> Self {
        Self { requests_per_minute: None, tokens_per_minute: None, concurrency: 16 }
    }
}

impl KeyLimits {
    /// The default for a model that is asked without a key: a server of one's own answers few requests at a time, and the
    /// others wait without a sign of life.
    #[must_use]
    pub const fn without_key() -> Self {
        Self { requests_per_minute: None, tokens_per_minute: None, concurrency: 2 }
    }
}

/// A request's place among those that wait for the same key.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Turn {
    /// In the order of arrival.
    #[default]
    InOrder,
    /// Behind requests that arrive soon after it.
    Yielding,
}

/// A request that waits for its permit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PendingRequest {
    pub expected_tokens: u64,
    pub turn: Turn,
    /// The task that sends it, if any.
    pub task: Option<TaskId>,
}

/// What a key has used of its limits, for operators.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyUsage {
    /// Identifies the key without revealing it.
    pub account: String,
    /// The limits as last used; `None` if they are not known yet.
    pub limits: Option<KeyLimits>,
    /// Requests in progress.
    pub in_flight: u64,
    /// Requests in the last minute, which are counted if a limit per minute is set.
    pub requests: u64,
    /// Their tokens: used ones, or expected ones while they are in progress.
    pub tokens: u64,
    /// How long it is still paused.
    pub paused_for: Option<Duration>,
}

/// Which requests of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyRequests {
    InProgress,
    /// Those of the last minute, which are counted if a limit per minute is set.
    LastMinute,
}

/// The right to have one request in progress; released on drop.
pub struct Permit {
    give_back: Option<Box<dyn FnOnce(Option<u64>) + Send>>,
    tokens: Option<u64>,
}

impl Permit {
    /// A permit that calls this when released, with the tokens used if known.
    #[must_use]
    pub fn new(give_back: impl FnOnce(Option<u64>) + Send + 'static) -> Self {
        Self { give_back: Some(Box::new(give_back)), tokens: None }
    }

    /// Records the tokens used.
    pub const fn took(&mut self, tokens: u64) {
        self.tokens = Some(tokens);
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        if let Some(give_back) = self.give_back.take() {
            give_back(self.tokens);
        }
    }
}

/// Counts requests by account, shared by all processes using its key.
#[async_trait]
pub trait Limits: Send + Sync {
    /// Waits until the account may send a request. Requests of a process are admitted in the order of their turns.
    ///
    /// # Errors
    /// When the wait would be too long for a task, with its length; or when the counter does not respond.
    async fn admit(&self, account: &str, limits: &KeyLimits, request: PendingRequest) -> Result<Permit, ChatError>;

    /// The keys used lately, the busiest first.
    ///
    /// # Errors
    /// When the counter does not respond.
    async fn usage(&self) -> Result<Vec<KeyUsage>, ChatError>;

    /// The tasks that sent these requests of an account.
    ///
    /// # Errors
    /// When the counter does not respond.
    async fn tasks(&self, account: &str, requests: KeyRequests) -> Result<Vec<TaskId>, ChatError>;

    /// Pauses the account for all processes.
    async fn pause(&self, account: &str, how_long: Duration);

    /// How long the account is still paused.
    ///
    /// # Errors
    /// When the counter does not respond.
    async fn paused_for(&self, account: &str) -> Result<Option<Duration>, ChatError>;

    /// Ends the pause of an account for all processes.
    ///
    /// # Errors
    /// When the counter does not respond.
    async fn end_pause(&self, account: &str) -> Result<(), ChatError>;
}
