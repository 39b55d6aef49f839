//! What one key may ask at a time and in a minute, for all processes together.

use std::time::Duration;

use async_trait::async_trait;

use super::chat::ChatError;

/// The limits of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct KeyLimits {
    /// Requests in any sixty seconds; none without a number.
    pub requests_per_minute: Option<u32>,
    /// Requests under way at a time.
    pub concurrency: u32,
}

impl Default for KeyLimits {
    fn default() -> Self {
        Self { requests_per_minute: None, concurrency: 16 }
    }
}

/// The right to have one request under way; given back when dropped.
pub struct Permit(Option<Box<dyn FnOnce() + Send>>);

impl Permit {
    /// A permit that does this when it is given back.
    #[must_use]
    pub fn new(give_back: impl FnOnce() + Send + 'static) -> Self {
        Self(Some(Box::new(give_back)))
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        if let Some(give_back) = self.0.take() {
            give_back();
        }
    }
}

/// Counts requests by account, shared by all processes that ask with its key.
#[async_trait]
pub trait Limits: Send + Sync {
    /// Waits until the account may send a request.
    ///
    /// # Errors
    /// When the wait would be longer than a task should wait, with how long; or the counter does not answer.
    async fn admit(&self, account: &str, limits: &KeyLimits) -> Result<Permit, ChatError>;

    /// Has everybody leave the account alone for this long.
    async fn pause(&self, account: &str, how_long: Duration);
}
