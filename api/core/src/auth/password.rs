//! Hashes and checks passwords with argon2id, on blocking threads and with limited concurrency.

use std::sync::Arc;
use std::time::Duration;

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::Semaphore;

use crate::config::PasswordCost;
use crate::error::{ApiError, ApiResult};

/// The minimum number of characters.
pub const MIN_CHARS: usize = 8;
/// The maximum number of characters, which bounds the work per request.
pub const MAX_CHARS: usize = 256;

/// How long a request waits for a hashing slot.
const MAX_WAIT: Duration = Duration::from_secs(10);

/// Attackers try about this many passwords first: leaked ones, keyboard patterns, dates, the person's name.
const COMMON_PASSWORDS: u64 = 100_000;

/// Whether a password is easy to guess, also for someone who knows the `about` words.
fn is_common(password: &str, about: &[&str]) -> bool {
    // Only the start is checked, because matching takes quadratic time.
    let start: String = password.chars().take(64).collect();
    zxcvbn::zxcvbn(&start, about).guesses() < COMMON_PASSWORDS
}

/// Hashes and checks passwords.
#[derive(Clone)]
pub struct Passwords {
    argon2: Argon2<'static>,
    /// Each hash takes memory and a core, so concurrency is limited.
    permits: Arc<Semaphore>,
    /// A hash to check for unknown accounts, so that they take the same time.
    decoy: Arc<str>,
}

impl Passwords {
    /// Creates it with this cost for new hashes.
    ///
    /// # Errors
    /// When the cost is out of argon2's range.
    pub fn new(cost: PasswordCost) -> ApiResult<Self> {
        let params = Params::new(cost.memory_kib, cost.passes, 1, None).map_err(|error| ApiError::internal(&error))?;
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        let decoy = hash(&argon2, &rand::random::<[u8; 32]>())?.into();
        let cores = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
        Ok(Self { argon2, permits: Arc::new(Semaphore::new(cores)), decoy })
    }

    /// Hashes the password to a PHC string.
    ///
    /// # Errors
    /// 503 when too many requests are waiting.
    pub async fn hash(&self, password: String) -> ApiResult<String> {
        let argon2 = self.argon2.clone();
        self.run(move || hash(&argon2, password.as_bytes())).await?
    }

    /// Whether the password matches the hash; takes the same time without a hash.
    ///
    /// # Errors
    /// 503 when too many requests are waiting.
    pub async fn matches(&self, password: String, stored: Option<String>) -> ApiResult<bool> {
        let argon2 = self.argon2.clone();
        let known = stored.is_some();
        let stored = stored.unwrap_or_else(|| self.decoy.to_string());
        self.run(move || {
            let right =
                PasswordHash::new(&stored).is_ok_and(|hash| argon2.verify_password(password.as_bytes(), &hash).is_ok());
            right && known
        })
        .await
    }

    /// [`is_common`] on a blocking thread, because it can be slow.
    ///
    /// # Errors
    /// 503 when too many requests are waiting.
    pub async fn is_common(&self, password: String, about: Vec<String>) -> ApiResult<bool> {
        self.run(move || {
            let about: Vec<&str> = about.iter().map(String::as_str).collect();
            is_common(&password, &about)
        })
        .await
    }

    async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> ApiResult<T> {
        let waiting = tokio::time::timeout(MAX_WAIT, self.permits.clone().acquire_owned()).await;
        let permit = waiting.map_err(|error| ApiError::unavailable(&error))?;
        let permit = permit.map_err(|error| ApiError::unavailable(&error))?;
        tokio::task::spawn_blocking(move || {
            let _permit = permit;
            work()
        })
        .await
        .map_err(|error| ApiError::internal(&error))
    }
}

fn hash(argon2: &Argon2<'_>, password: &[u8]) -> ApiResult<String> {
    let hash: PasswordHash = argon2.hash_password(password).map_err(|error| ApiError::internal(&error))?;
    Ok(hash.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cheap() -> Passwords {
        Passwords::new(PasswordCost { memory_kib: 8, passes: 1 }).unwrap()
    }

    #[test]
    fn common_passwords_are_recognized() {
        for common in
            ["password", "12345678", "qwertyuiop", "Password1", "iloveyou", "aaaaaaaa", "11112222", "P@ssw0rd"]
        {
            assert!(is_common(common, &[]), "{common}");
        }
        assert!(is_common("wangfang88", &["wangfang@example.com", "wangfang"]));
        for own in
            ["correct horse battery", "d55c-2euz-duzy-pz9k", "坐看云起时2026", "kopi-tubruk-jam7", "Secret-Tea-91"]
        {
            assert!(!is_common(own, &["Wang Fang"]), "{own}");
        }
    }

    #[tokio::test]
    async fn password_matches_only_its_own_hash() {
        let passwords = cheap();
        let hash = passwords.hash("correct horse".into()).await.unwrap();
        assert!(hash.starts_with("$argon2id$"));
        assert!(passwords.matches("correct horse".into(), Some(hash.clone())).await.unwrap());
        assert!(!passwords.matches("correct horsf".into(), Some(hash)).await.unwrap());
    }

    #[tokio::test]
    async fn account_without_password_matches_nothing() {
        assert!(!cheap().matches(String::new(), None).await.unwrap());
    }
}
