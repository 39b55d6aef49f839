//! A brake by key, in memory: so many in a window, then wait. Each process counts for itself, which at worst multiplies
//! the allowance by the number of processes.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The most keys remembered; when full, those whose window is over go, then everything.
const MAX_KEYS: usize = 50_000;

/// Counts events by key.
pub struct Throttle {
    allowed: u32,
    window: Duration,
    counts: Mutex<HashMap<String, Count>>,
}

struct Count {
    since: Instant,
    events: u32,
}

impl Throttle {
    /// `allowed` events in each window.
    #[must_use]
    pub fn new(allowed: u32, window: Duration) -> Self {
        Self { allowed, window, counts: Mutex::new(HashMap::new()) }
    }

    /// Ten failures in ten minutes.
    #[must_use]
    pub fn sign_ins() -> Self {
        Self::new(10, Duration::from_secs(600))
    }

    /// A hundred failures in ten minutes: many callers guessing at one account, while its owner still gets in.
    #[must_use]
    pub fn failures_of() -> Self {
        Self::new(100, Duration::from_secs(600))
    }

    /// Two hundred failures in ten minutes: one caller guessing at many accounts, or a large office on a bad morning.
    #[must_use]
    pub fn failures_from() -> Self {
        Self::new(200, Duration::from_secs(600))
    }

    /// Three hundred mails in an hour, which an organization that invites everybody stays below.
    #[must_use]
    pub fn mails_from() -> Self {
        Self::new(300, Duration::from_secs(3600))
    }

    /// Ten mails in an hour.
    #[must_use]
    pub fn account_mails() -> Self {
        Self::new(10, Duration::from_secs(3600))
    }

    /// How long to wait before the next event, if one is not allowed now.
    #[must_use]
    pub fn wait(&self, key: &str) -> Option<Duration> {
        self.wait_at(key, Instant::now())
    }

    /// Counts an event; `Some` when it was one too many, with how long to wait.
    pub fn count(&self, key: &str) -> Option<Duration> {
        self.count_at(key, Instant::now())
    }

    /// Forgets a key, as a success does.
    pub fn forget(&self, key: &str) {
        self.lock().remove(key);
    }

    fn wait_at(&self, key: &str, now: Instant) -> Option<Duration> {
        let counts = self.lock();
        let count = counts.get(key)?;
        let left = self.window.checked_sub(now.duration_since(count.since))?;
        (count.events >= self.allowed && !left.is_zero()).then_some(left)
    }

    fn count_at(&self, key: &str, now: Instant) -> Option<Duration> {
        let wait = self.wait_at(key, now);
        if wait.is_some() {
            return wait;
        }
        let mut counts = self.lock();
        if counts.len() >= MAX_KEYS && !counts.contains_key(key) {
            counts.retain(|_, count| now.duration_since(count.since) < self.window);
            if counts.len() >= MAX_KEYS {
                counts.clear();
            }
        }
        let count = counts.entry(key.to_owned()).or_insert(Count { since: now, events: 0 });
        if now.duration_since(count.since) >= self.window {
            *count = Count { since: now, events: 0 };
        }
        count.events += 1;
        None
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, Count>> {
        self.counts.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_allowance_comes_back_when_the_window_is_over() {
        let throttle = Throttle::new(2, Duration::from_secs(60));
        let start = Instant::now();
        assert_eq!(throttle.count_at("a", start), None);
        assert_eq!(throttle.count_at("a", start), None);
        assert_eq!(throttle.count_at("a", start + Duration::from_secs(10)), Some(Duration::from_secs(50)));
        assert_eq!(throttle.wait_at("b", start), None);
        assert_eq!(throttle.count_at("a", start + Duration::from_secs(60)), None);
    }

    #[test]
    fn a_success_forgets() {
        let throttle = Throttle::new(1, Duration::from_secs(60));
        throttle.count("a");
        throttle.forget("a");
        assert_eq!(throttle.wait("a"), None);
    }
}
