//! A share of the test Redis.

use crate::{REDIS_URL, address};

/// The test Redis with a key prefix of its own.
#[derive(Debug, Clone)]
pub struct TestRedis {
    url: String,
    prefix: String,
}

impl TestRedis {
    /// A fresh prefix.
    ///
    /// # Panics
    /// When there is no test Redis.
    #[expect(clippy::new_without_default, reason = "it reads the environment and may fail the test")]
    pub fn new() -> Self {
        Self { url: address(REDIS_URL), prefix: format!("test:{}:", uuid::Uuid::now_v7().simple()) }
    }

    /// The server's address.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// What this test's keys and channels begin with.
    pub fn prefix(&self) -> &str {
        &self.prefix
    }
}
