//! Hashing and checking passwords with argon2id, off the async threads and a few at a time.

use std::sync::Arc;
use std::time::Duration;

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::Semaphore;

use crate::config::PasswordCost;
use crate::error::{ApiError, ApiResult};

/// The fewest characters of a password.
pub const MIN_CHARS: usize = 8;
/// The most: enough for any sentence, too few to keep the server busy.
pub const MAX_CHARS: usize = 256;

/// How long a request waits for its turn to hash.
const MAX_WAIT: Duration = Duration::from_secs(10);

/// Whoever guesses tries this many first: lists of leaked passwords, rows of keys, dates, the person's own name.
const COMMON_PASSWORDS: u64 = 100_000;

/// Whether a password is among the first ones that are tried, by people who know `about` its owner.
fn is_common(password: &str, about: &[&str]) -> bool {
    // What is long is not looked at whole: matching grows with its square.
    let start: String = password.chars().take(64).collect();
    zxcvbn::zxcvbn(&start, about).guesses() < COMMON_PASSWORDS
}

/// Hashes and checks passwords.
#[derive(Clone)]
pub struct Passwords {
    argon2: Argon2<'static>,
    /// Each takes memory and a core: waiting is better than swapping.
    permits: Arc<Semaphore>,
    /// What unknown accounts are checked against, so that they take as long as known ones.
    decoy: Arc<str>,
}

impl Passwords {
    /// With this cost for new hashes.
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

    /// A PHC string for the password.
    ///
    /// # Errors
    /// 503 where too many are waiting already.
    pub async fn hash(&self, password: String) -> ApiResult<String> {
        let argon2 = self.argon2.clone();
        self.run(move || hash(&argon2, password.as_bytes())).await?
    }

    /// Whether the password belongs to the hash; takes as long when there is none.
    ///
    /// # Errors
    /// 503 where too many are waiting already.
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

    /// [`is_common`], which takes long for what looks like a word in every place.
    ///
    /// # Errors
    /// 503 where too many are waiting already.
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
    fn what_everybody_tries_first_is_common() {
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
    async fn a_password_matches_its_own_hash_alone() {
        let passwords = cheap();
        let hash = passwords.hash("correct horse".into()).await.unwrap();
        assert!(hash.starts_with("$argon2id$"));
        assert!(passwords.matches("correct horse".into(), Some(hash.clone())).await.unwrap());
        assert!(!passwords.matches("correct horsf".into(), Some(hash)).await.unwrap());
    }

    #[tokio::test]
    async fn nothing_matches_an_account_without_a_password() {
        assert!(!cheap().matches(String::new(), None).await.unwrap());
    }
}
