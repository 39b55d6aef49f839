//! What one key may ask at a time and in a minute, for all processes together.

use std::time::Duration;

use async_trait::async_trait;

use super::chat::ChatError;

/// The limits of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct KeyLimits {
    /// Requests in any sixty seconds; none without a number.
    pub requests_per_minute: Option<u32>,
    /// Tokens in any sixty seconds; none without a number.
    pub tokens_per_minute: Option<u32>,
    /// Requests under way at a time.
    pub concurrency: u32,
}

impl Default for KeyLimits {
    fn default() -> Self {
        Self { requests_per_minute: None, tokens_per_minute: None, concurrency: 16 }
    }
}

/// The right to have one request under way; given back when dropped.
pub struct Permit {
    give_back: Option<Box<dyn FnOnce(Option<u64>) + Send>>,
    tokens: Option<u64>,
}

impl Permit {
    /// A permit that does this when it is given back, with the tokens the request took where they are known.
    #[must_use]
    pub fn new(give_back: impl FnOnce(Option<u64>) + Send + 'static) -> Self {
        Self { give_back: Some(Box::new(give_back)), tokens: None }
    }

    /// Tells how many tokens the request took.
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

/// Counts requests by account, shared by all processes that ask with its key.
#[async_trait]
pub trait Limits: Send + Sync {
    /// Waits until the account may send a request that is expected to take so many tokens.
    ///
    /// # Errors
    /// When the wait would be longer than a task should wait, with how long; or the counter does not answer.
    async fn admit(&self, account: &str, limits: &KeyLimits, expected_tokens: u64) -> Result<Permit, ChatError>;

    /// Has everybody leave the account alone for this long.
    async fn pause(&self, account: &str, how_long: Duration);
}
