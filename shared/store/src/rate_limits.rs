//! Rate limits: a maximum number of events per key within a window. Counted in the database, so that they apply
//! across processes and restarts.

use std::time::Duration;

use sha2::{Digest, Sha256};

use crate::{Db, StoreResult};

/// How long counts are kept; no window is longer.
const KEEP: Duration = Duration::from_secs(24 * 3600);

/// A limit on one kind of event.
#[derive(Debug, Clone, Copy)]
pub struct RateLimit {
    /// Distinguishes its keys from those of other limits.
    pub name: &'static str,
    /// Events allowed per key and window.
    pub allowed: i32,
    /// Length of the window, which starts with its first event. At most a day.
    pub window: Duration,
}

impl RateLimit {
    /// Hashes the key, so that addresses and the like are not stored.
    fn hash(&self, key: &str) -> Vec<u8> {
        Sha256::new().chain_update(self.name).chain_update([0]).chain_update(key).finalize().to_vec()
    }

    /// Counts an event. Returns how long to wait if the limit is exceeded.
    pub async fn count(&self, db: &Db, key: &str) -> StoreResult<Option<Duration>> {
        let row = sqlx::query!(
            r#"INSERT INTO rate_limits AS b (key) VALUES ($1)
               ON CONFLICT (key) DO UPDATE
               SET since = CASE WHEN b.since <= now() - make_interval(secs => $2) THEN now() ELSE b.since END,
                   events = CASE WHEN b.since <= now() - make_interval(secs => $2) THEN 1
                                 ELSE least(b.events, $3) + 1 END
               RETURNING events,
                         extract(epoch FROM since + make_interval(secs => $2) - now())::double precision AS "seconds!""#,
            self.hash(key),
            self.window.as_secs_f64(),
            self.allowed
        )
        .fetch_one(&mut *db.ledger().await?)
        .await?;
        Ok((row.events > self.allowed).then(|| Duration::from_secs_f64(row.seconds.max(0.0))))
    }

    /// Takes back a counted event.
    pub async fn take_back(&self, db: &Db, key: &str) -> StoreResult<()> {
        sqlx::query!("UPDATE rate_limits SET events = events - 1 WHERE key = $1 AND events > 0", self.hash(key))
            .execute(&mut *db.ledger().await?)
            .await?;
        Ok(())
    }

    /// Resets a key, for example after a success.
    pub async fn reset(&self, db: &Db, key: &str) -> StoreResult<()> {
        sqlx::query!("DELETE FROM rate_limits WHERE key = $1", self.hash(key))
            .execute(&mut *db.ledger().await?)
            .await?;
        Ok(())
    }
}

pub async fn prune(db: &Db) -> StoreResult<()> {
    sqlx::query!("DELETE FROM rate_limits WHERE since < now() - make_interval(secs => $1)", KEEP.as_secs_f64())
        .execute(&mut *db.ledger().await?)
        .await?;
    Ok(())
}
