//! Wake-ups over LISTEN and NOTIFY. Notifications carry no data: they only say that there may be work.

use std::time::Duration;

use crate::listener::Listener;
use crate::{Db, StoreResult};

pub(super) const CHANNEL: &str = "bole_tasks";
/// How often the connection is checked; workers also poll.
const CHECK_INTERVAL: Duration = Duration::from_secs(30);

/// Notifies every listening process that tasks were enqueued. Call it after the enqueueing transaction, not in it,
/// where it would delay all other commits; and not for every task.
pub async fn notify(db: &Db) -> StoreResult<()> {
    db.in_queue(async |connection| sqlx::query!("SELECT pg_notify($1, '')", CHANNEL).execute(connection).await).await?;
    Ok(())
}

/// Notifications from other processes, on a connection of its own.
pub struct Wakeups(Listener);

impl Wakeups {
    /// Starts to listen.
    pub async fn listen(db: &Db) -> StoreResult<Self> {
        Ok(Self(Listener::connect(db, CHANNEL, CHECK_INTERVAL).await?))
    }

    /// Waits for the next notification. A reconnect counts as one, because notifications may have been missed.
    ///
    /// # Errors
    /// When the connection is lost and cannot be made again.
    pub async fn next(&mut self) -> StoreResult<()> {
        self.0.next().await?;
        Ok(())
    }
}
