//! Acquires a pooled connection; a new one is opened on its own thread.
//!
//! sqlx's handshake computes a key in 4,096 steps and yields after every fifth. On a busy runtime that exceeded its
//! ten-second limit, and requests failed while the database was idle. On its own thread it competes with no other
//! task.

use sqlx::pool::PoolConnection;
use sqlx::{PgPool, Postgres};
use tokio::runtime::Handle;

use crate::{StoreError, StoreResult};

/// A connection from the pool; a new one is opened on its own thread.
pub(crate) async fn acquire(pool: &PgPool) -> StoreResult<PoolConnection<Postgres>> {
    if pool.num_idle() > 0 || pool.size() >= pool.options().get_max_connections() {
        return Ok(pool.acquire().await?);
    }
    let (pool, runtime) = (pool.clone(), Handle::current());
    match tokio::task::spawn_blocking(move || runtime.block_on(pool.acquire())).await {
        Ok(acquired) => Ok(acquired?),
        // The runtime is shutting down.
        Err(_) => Err(StoreError::closed()),
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use bole_testkit::TestDatabase;

    use crate::{Db, DbConfig};

    /// Enough competing work that a handshake on the runtime would exceed its limit.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn connections_are_opened_while_the_runtime_is_busy() {
        let database = TestDatabase::new().await;
        let config = DbConfig { max_connections: 4, max_ledger_connections: 1, ..DbConfig::new(database.url()) };
        let db = Db::connect(&config).unwrap();
        let busy: Vec<_> = (0..12)
            .map(|_| {
                tokio::spawn(async {
                    loop {
                        let began = Instant::now();
                        while began.elapsed() < Duration::from_millis(3) {
                            std::hint::spin_loop();
                        }
                        tokio::task::yield_now().await;
                    }
                })
            })
            .collect();
        // In tasks like the others, because the test's own future is polled separately.
        let pings = (0..4).map(|_| {
            let db = db.clone();
            tokio::spawn(async move { db.ping().await })
        });
        let pings = futures_util::future::join_all(pings).await;
        busy.iter().for_each(tokio::task::JoinHandle::abort);
        for ping in pings {
            ping.unwrap().unwrap();
        }
    }
}
