//! Wake-ups over LISTEN and NOTIFY. A notification carries nothing: it says that there may be work, no more.

use sqlx::postgres::{PgListener, PgPoolOptions};

use crate::{Db, StoreResult};

pub(super) const CHANNEL: &str = "bole_tasks";

/// Tells every listening process that tasks were enqueued. Not inside the enqueueing transaction, where it would hold
/// up every other commit: after it, and not for each.
///
/// # Errors
/// When the database does not answer.
pub async fn notify(db: &Db) -> StoreResult<()> {
    sqlx::query!("SELECT pg_notify($1, '')", CHANNEL).execute(&mut *db.ledger().await?).await?;
    Ok(())
}

/// Notifications from other processes, on a connection of its own.
pub struct Wakeups(PgListener);

impl Wakeups {
    /// Starts to listen.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn listen(db: &Db) -> StoreResult<Self> {
        let pool = PgPoolOptions::new().max_connections(1).connect_lazy_with(db.direct_options());
        let mut listener = PgListener::connect_with(&pool).await?;
        listener.listen(CHANNEL).await?;
        Ok(Self(listener))
    }

    /// Waits for the next notification, or for the connection to be made again: what was missed meanwhile is unknown,
    /// so that counts as one too.
    ///
    /// # Errors
    /// When the connection is lost and cannot be made again.
    pub async fn next(&mut self) -> StoreResult<()> {
        self.0.try_recv().await?;
        Ok(())
    }
}
