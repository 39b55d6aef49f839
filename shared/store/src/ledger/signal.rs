//! Wake-ups over LISTEN and NOTIFY. Notifications carry no data: they only say that there may be work.

use sqlx::postgres::{PgListener, PgPoolOptions};

use crate::{Db, StoreResult};

pub(super) const CHANNEL: &str = "bole_tasks";

/// Notifies every listening process that tasks were enqueued. Call it after the enqueueing transaction, not in it,
/// where it would delay all other commits; and not for every task.
pub async fn notify(db: &Db) -> StoreResult<()> {
    sqlx::query!("SELECT pg_notify($1, '')", CHANNEL).execute(&mut *db.ledger().await?).await?;
    Ok(())
}

/// Notifications from other processes, on a connection of its own.
pub struct Wakeups(PgListener);

impl Wakeups {
    /// Starts to listen.
    pub async fn listen(db: &Db) -> StoreResult<Self> {
        let pool = PgPoolOptions::new().max_connections(1).connect_lazy_with(db.direct_options());
        let mut listener = PgListener::connect_with(&pool).await?;
        listener.listen(CHANNEL).await?;
        Ok(Self(listener))
    }

    /// Waits for the next notification. A reconnect counts as one, because notifications may have been missed.
    ///
    /// # Errors
    /// When the connection is lost and cannot be made again.
    pub async fn next(&mut self) -> StoreResult<()> {
        self.0.try_recv().await?;
        Ok(())
    }
}
