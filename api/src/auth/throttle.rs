//! How often accounts may be tried and written to.

use std::time::Duration;

use bole_store::Db;
use bole_store::brakes::Brake;

use crate::error::ApiResult;

const TEN_MINUTES: Duration = Duration::from_secs(600);
const HOUR: Duration = Duration::from_secs(3600);

/// One of the brakes below.
pub struct Throttle {
    db: Db,
    brake: Brake,
}

impl Throttle {
    const fn new(db: Db, name: &'static str, allowed: i32, window: Duration) -> Self {
        Self { db, brake: Brake { name, allowed, window } }
    }

    /// Ten failures in ten minutes.
    #[must_use]
    pub const fn sign_ins(db: Db) -> Self {
        Self::new(db, "sign-ins", 10, TEN_MINUTES)
    }

    /// A hundred failures in ten minutes: many callers guessing at one account, while its owner still gets in.
    #[must_use]
    pub const fn failures_of(db: Db) -> Self {
        Self::new(db, "failures of", 100, TEN_MINUTES)
    }

    /// Two hundred failures in ten minutes: one caller guessing at many accounts, or a large office on a bad morning.
    #[must_use]
    pub const fn failures_from(db: Db) -> Self {
        Self::new(db, "failures from", 200, TEN_MINUTES)
    }

    /// Three hundred mails in an hour, which an organization that invites everybody stays below.
    #[must_use]
    pub const fn mails_from(db: Db) -> Self {
        Self::new(db, "mails from", 300, HOUR)
    }

    /// Ten mails in an hour.
    #[must_use]
    pub const fn account_mails(db: Db) -> Self {
        Self::new(db, "account mails", 10, HOUR)
    }

    /// How long to wait before the next event, if one is not allowed now.
    ///
    /// # Errors
    /// 503 when the database does not answer.
    pub async fn wait(&self, key: &str) -> ApiResult<Option<Duration>> {
        Ok(self.brake.wait(&self.db, key).await?)
    }

    /// Counts an event; `Some` when it was one too many, with how long to wait.
    ///
    /// # Errors
    /// 503 when the database does not answer.
    pub async fn count(&self, key: &str) -> ApiResult<Option<Duration>> {
        Ok(self.brake.count(&self.db, key).await?)
    }

    /// Forgets a key, as a success does.
    ///
    /// # Errors
    /// 503 when the database does not answer.
    pub async fn forget(&self, key: &str) -> ApiResult<()> {
        Ok(self.brake.forget(&self.db, key).await?)
    }
}
