//! Rate limits: so many events of a kind by key in a window, then wait. Counted in the database, so that it holds for all
//! processes together and through their restarts.

use std::time::Duration;

use sha2::{Digest, Sha256};

use crate::{Db, StoreResult};

/// Counts that nobody looks at any more; no window is longer.
const KEEP: Duration = Duration::from_secs(24 * 3600);

/// One kind of event, and how many of it are allowed.
#[derive(Debug, Clone, Copy)]
pub struct RateLimit {
    /// Tells its keys from those of others.
    pub name: &'static str,
    /// So many by key,
    pub allowed: i32,
    /// in so long a time from the first of them on. At most a day.
    pub window: Duration,
}

impl RateLimit {
    /// Addresses and the like are not kept as they are.
    fn hash(&self, key: &str) -> Vec<u8> {
        Sha256::new().chain_update(self.name).chain_update([0]).chain_update(key).finalize().to_vec()
    }

    /// Counts an event; `Some` when it was one too many, with how long to wait.
    ///
    /// # Errors
    /// When the database does not answer.
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

    /// Takes an event back that turned out to be none of those counted.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn take_back(&self, db: &Db, key: &str) -> StoreResult<()> {
        sqlx::query!("UPDATE rate_limits SET events = events - 1 WHERE key = $1 AND events > 0", self.hash(key))
            .execute(&mut *db.ledger().await?)
            .await?;
        Ok(())
    }

    /// Forgets a key, as a success does.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn reset(&self, db: &Db, key: &str) -> StoreResult<()> {
        sqlx::query!("DELETE FROM rate_limits WHERE key = $1", self.hash(key))
            .execute(&mut *db.ledger().await?)
            .await?;
        Ok(())
    }
}

/// Forgets what is over for good.
///
/// # Errors
/// When the database does not answer.
pub async fn prune(db: &Db) -> StoreResult<()> {
    sqlx::query!("DELETE FROM rate_limits WHERE since < now() - make_interval(secs => $1)", KEEP.as_secs_f64())
        .execute(&mut *db.ledger().await?)
        .await?;
    Ok(())
}
