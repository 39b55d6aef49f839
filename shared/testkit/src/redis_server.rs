//! A share of the test Redis.

use crate::{REDIS_URL, address};

/// The test Redis with a unique key prefix.
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

    pub fn url(&self) -> &str {
        &self.url
    }

    /// Prefix of this test's keys and channels.
    pub fn prefix(&self) -> &str {
        &self.prefix
    }
}
