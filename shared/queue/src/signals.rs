//! Wake-ups between processes, coalesced into one message per few milliseconds.

use std::sync::Arc;
use std::time::Duration;

use bole_store::Db;
use bole_store::ledger::{self, Wakeups};
use futures_util::StreamExt;
use redis::AsyncCommands;
use tokio::sync::watch;
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::redis_health::{self, RedisState};

/// At most one message in this interval.
const COALESCE: Duration = Duration::from_millis(5);

/// How processes notify each other of new tasks.
#[derive(Debug, Clone)]
pub struct SignalsConfig {
    /// `redis://…` for publish and subscribe. Without it, LISTEN and NOTIFY in the database.
    pub redis_url: Option<String>,
    /// Prefix of the Redis channel's name.
    pub redis_prefix: String,
}

impl Default for SignalsConfig {
    fn default() -> Self {
        Self { redis_url: None, redis_prefix: "bole:".to_owned() }
    }
}

/// Wakes workers, in this process directly and in others by message. No message has to arrive, because workers also
/// poll about every second. Cheap to clone; the connections close with the last clone.
#[derive(Clone)]
pub struct Signals {
    asked: watch::Sender<u64>,
    woken: watch::Sender<u64>,
    redis: watch::Receiver<Option<RedisState>>,
    _background: Arc<DropGuard>,
}

/// A worker's side of [`Signals`].
pub struct Wake(watch::Receiver<u64>);

impl Wake {
    /// Discards earlier wake-ups. Call it before looking for work, so that a wake-up during the search is not missed.
    pub fn arm(&mut self) {
        self.0.mark_unchanged();
    }

    /// Waits for the next wake-up since [`Wake::arm`].
    pub async fn wait(&mut self) {
        if self.0.changed().await.is_err() {
            // No sender is left.
            std::future::pending::<()>().await;
        }
    }
}

impl Signals {
    /// Starts the sending and the listening side in the background. Both connect and reconnect automatically.
    ///
    /// # Errors
    /// When the Redis address is invalid.
    pub fn start(db: &Db, config: &SignalsConfig) -> Result<Self, redis::RedisError> {
        let redis = config.redis_url.as_deref().map(redis::Client::open).transpose()?;
        let stop = CancellationToken::new();
        let redis_state = watch::Sender::new(None);
        let signals = Self {
            asked: watch::Sender::new(0),
            woken: watch::Sender::new(0),
            redis: redis_state.subscribe(),
            _background: Arc::new(stop.clone().drop_guard()),
        };
        let asked = signals.asked.subscribe();
        let woken = signals.woken.clone();
        match redis {
            Some(client) => {
                let watching = redis_health::watch(client.clone(), redis_state);
                tokio::spawn(stop.clone().run_until_cancelled_owned(watching));
                let channel = format!("{}tasks", config.redis_prefix);
                tokio::spawn(stop.clone().run_until_cancelled_owned(send_by_redis(
                    client.clone(),
                    channel.clone(),
                    asked,
                )));
                tokio::spawn(stop.run_until_cancelled_owned(listen_by_redis(client, channel, woken)));
            }
            None => {
                tokio::spawn(stop.clone().run_until_cancelled_owned(send_by_database(db.clone(), asked)));
                tokio::spawn(stop.run_until_cancelled_owned(listen_by_database(db.clone(), woken)));
            }
        }
        Ok(signals)
    }

    /// Notifies workers of enqueued tasks. Call it after the commit; it neither waits nor fails.
    pub fn wake(&self) {
        self.woken.send_modify(|count| *count += 1);
        self.asked.send_modify(|count| *count += 1);
    }

    /// Whether Redis answers; `None` without one, and until it was first asked.
    #[must_use]
    pub fn redis(&self) -> Option<RedisState> {
        *self.redis.borrow()
    }

    /// Subscribes to wake-ups of this process and others.
    #[must_use]
    pub fn subscribe(&self) -> Wake {
        Wake(self.woken.subscribe())
    }
}

async fn send_by_database(db: Db, mut asked: watch::Receiver<u64>) {
    while asked.changed().await.is_ok() {
        if let Err(error) = ledger::notify(&db).await {
            tracing::debug!(%error, "a wake-up was not sent; workers find the tasks when they next look");
        }
        tokio::time::sleep(COALESCE).await;
    }
}

async fn send_by_redis(client: redis::Client, channel: String, mut asked: watch::Receiver<u64>) {
    let mut connection = None;
    while asked.changed().await.is_ok() {
        if connection.is_none() {
            connection = client.get_connection_manager().await.ok();
        }
        let sent = match &mut connection {
            Some(connection) => connection.publish::<_, _, ()>(&channel, "").await.is_ok(),
            None => false,
        };
        if !sent {
            tracing::debug!("a wake-up was not sent; workers find the tasks when they next look");
        }
        tokio::time::sleep(COALESCE).await;
    }
}

async fn listen_by_database(db: Db, woken: watch::Sender<u64>) {
    loop {
        match Wakeups::listen(&db).await {
            Ok(mut wakeups) => {
                // Wake-ups before the connection was established may have been missed.
                woken.send_modify(|count| *count += 1);
                while wakeups.next().await.is_ok() {
                    woken.send_modify(|count| *count += 1);
                }
            }
            Err(error) => tracing::debug!(%error, "cannot listen for wake-ups"),
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

async fn listen_by_redis(client: redis::Client, channel: String, woken: watch::Sender<u64>) {
    loop {
        let subscribed = async {
            let mut subscription = client.get_async_pubsub().await?;
            subscription.subscribe(&channel).await?;
            Ok::<_, redis::RedisError>(subscription)
        };
        match subscribed.await {
            Ok(subscription) => {
                woken.send_modify(|count| *count += 1);
                let mut messages = subscription.into_on_message();
                while messages.next().await.is_some() {
                    woken.send_modify(|count| *count += 1);
                }
            }
            Err(error) => tracing::debug!(%error, "cannot subscribe to wake-ups"),
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}
