//! Notifications on a connection of its own, which is checked while it is silent: a network device may forget an idle
//! connection without telling either end.

use std::time::Duration;

use sqlx::Executor;
use sqlx::postgres::{PgListener, PgPoolOptions};

use crate::{Db, StoreError, StoreResult};

/// Time limit for connecting.
const CONNECT_LIMIT: Duration = Duration::from_secs(10);

pub(crate) struct Listener {
    listener: PgListener,
    check_interval: Duration,
}

impl Listener {
    /// Starts to listen on a channel.
    pub(crate) async fn connect(db: &Db, channel: &str, check_interval: Duration) -> StoreResult<Self> {
        let connecting = async {
            let pool = PgPoolOptions::new().max_connections(1).connect_lazy_with(db.direct_options());
            let mut listener = PgListener::connect_with(&pool).await?;
            listener.listen(channel).await?;
            Ok(Self { listener, check_interval })
        };
        tokio::time::timeout(CONNECT_LIMIT, connecting).await.unwrap_or_else(|_| Err(StoreError::silent()))
    }

    /// Waits for the next notification's payload; `None` after a reconnect, when some may have been missed.
    ///
    /// # Errors
    /// When the connection is silent, or lost and cannot be made again.
    pub(crate) async fn next(&mut self) -> StoreResult<Option<String>> {
        loop {
            match tokio::time::timeout(self.check_interval, self.listener.try_recv()).await {
                Ok(received) => return Ok(received?.map(|notification| notification.payload().to_owned())),
                Err(_) => self.check().await?,
            }
        }
    }

    async fn check(&mut self) -> StoreResult<()> {
        let answer = tokio::time::timeout(self.check_interval, self.listener.execute("SELECT"));
        answer.await.map_err(|_| StoreError::silent())??;
        Ok(())
    }
}
