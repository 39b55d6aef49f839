//! Taking a connection of a pool, without waiting behind everything else for one that has to be opened.
//!
//! The handshake of sqlx computes a key in 4,096 steps and gives way to every other task after each fifth. On a busy runtime
//! that took longer than the ten seconds it may, and requests failed while the database had nothing to do. On a thread of
//! its own it gives way to nobody.

use sqlx::pool::PoolConnection;
use sqlx::{PgPool, Postgres};
use tokio::runtime::Handle;

use crate::{StoreError, StoreResult};

/// A connection; one that is opened for it is opened on a thread of its own.
pub(crate) async fn acquire(pool: &PgPool) -> StoreResult<PoolConnection<Postgres>> {
    if pool.num_idle() > 0 || pool.size() >= pool.options().get_max_connections() {
        return Ok(pool.acquire().await?);
    }
    let (pool, runtime) = (pool.clone(), Handle::current());
    match tokio::task::spawn_blocking(move || runtime.block_on(pool.acquire())).await {
        Ok(acquired) => Ok(acquired?),
        // The runtime is going down.
        Err(_) => Err(StoreError::closed()),
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use bole_testkit::TestDatabase;

    use crate::{Db, DbConfig};

    /// As much work as makes the handshake, were it to wait behind it, last longer than it may.
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
        // As tasks among the others, for the test itself is polled apart from them.
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
