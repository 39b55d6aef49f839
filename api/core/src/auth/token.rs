//! Session and one-time tokens: 256 random bits, of which the database only stores the SHA-256.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bole_domain::ids::SessionId;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use uuid::Uuid;

/// An access or refresh token of a session: an id to find the row, and a secret.
#[derive(Clone, PartialEq, Eq)]
pub struct SessionToken {
    pub session: SessionId,
    secret: [u8; 32],
}

impl SessionToken {
    /// A new random token.
    #[must_use]
    pub fn random(session: SessionId) -> Self {
        Self { session, secret: rand::random() }
    }

    /// The successor of this refresh token. The same seed gives the same token, and neither seed nor token alone is
    /// enough.
    #[must_use]
    pub fn next(&self, purpose: &str, seed: &[u8]) -> Self {
        let secret = Sha256::new()
            .chain_update(purpose.as_bytes())
            .chain_update([0])
            .chain_update(seed)
            .chain_update(self.secret)
            .finalize()
            .into();
        Self { session: self.session, secret }
    }

    /// A new random refresh token of a session: half of its secret is random, the other half a MAC with the session's
    /// key, which distinguishes replaced tokens from invented ones.
    #[must_use]
    pub fn of_family(session: SessionId, key: &[u8]) -> Self {
        Self::marked(session, rand::random(), key)
    }

    /// The refresh token that follows this one; see [`Self::next`].
    #[must_use]
    pub fn next_of_family(&self, seed: &[u8], key: &[u8]) -> Self {
        let next = self.next("refresh", seed);
        let mut random = [0; 16];
        random.copy_from_slice(&next.secret[..16]);
        Self::marked(self.session, random, key)
    }

    /// Whether it was ever a refresh token of the session with this key.
    #[must_use]
    pub fn is_of_family(&self, key: &[u8]) -> bool {
        let (random, mark) = self.secret.split_at(16);
        mark_of(random, key).ct_eq(mark).into()
    }

    fn marked(session: SessionId, random: [u8; 16], key: &[u8]) -> Self {
        let mut secret = [0; 32];
        secret[..16].copy_from_slice(&random);
        secret[16..].copy_from_slice(&mark_of(&random, key));
        Self { session, secret }
    }

    /// Parses a token from a cookie.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let bytes: [u8; 48] = URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok()?;
        let (id, secret) = bytes.split_at(16);
        Some(Self { session: Uuid::from_slice(id).ok()?.into(), secret: secret.try_into().ok()? })
    }

    /// Encodes it for a cookie.
    #[must_use]
    pub fn encode(&self) -> String {
        URL_SAFE_NO_PAD.encode([self.session.0.as_bytes().as_slice(), &self.secret].concat())
    }

    /// The stored hash.
    #[must_use]
    pub fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.secret).into()
    }

    /// Whether it matches the stored hash.
    #[must_use]
    pub fn is(&self, hash: &[u8]) -> bool {
        self.hash().ct_eq(hash).into()
    }
}

/// A 16-byte MAC. The input has a fixed length and only half of the hash is revealed, so length extension is not
/// possible.
fn mark_of(random: &[u8], key: &[u8]) -> [u8; 16] {
    let digest = Sha256::new().chain_update(key).chain_update(random).finalize();
    let mut mark = [0; 16];
    mark.copy_from_slice(&digest[..16]);
    mark
}

/// A token for an emailed link or the device cookie.
#[must_use]
pub fn one_time() -> String {
    URL_SAFE_NO_PAD.encode(rand::random::<[u8; 32]>())
}

/// The stored hash of a one-time token.
#[must_use]
pub fn one_time_hash(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn token_round_trips_through_cookie() {
        let token = SessionToken::random(SessionId::new());
        assert!(SessionToken::parse(&token.encode()) == Some(token.clone()));
        assert!(token.is(&token.hash()));
        assert!(SessionToken::parse("nonsense").is_none());
    }

    #[test]
    fn token_is_bound_to_its_family() {
        let (session, key, other) = (SessionId::new(), [1; 32], [2; 32]);
        let first = SessionToken::of_family(session, &key);
        let next = first.next_of_family(b"seed", &key);
        assert!(next == first.next_of_family(b"seed", &key));
        assert!(next != first);
        for token in [&first, &next] {
            assert!(token.is_of_family(&key));
            assert!(!token.is_of_family(&other));
        }
        assert!(!SessionToken::random(session).is_of_family(&key));
    }

    #[test]
    fn derived_tokens_depend_on_purpose_seed_and_token() {
        let token = SessionToken::random(SessionId::new());
        let other = SessionToken::random(token.session);
        let next = token.next("access", b"seed").encode();
        assert_eq!(next, token.next("access", b"seed").encode());
        for different in
            [token.next("refresh", b"seed"), token.next("access", b"sead"), other.next("access", b"seed"), token]
        {
            assert_ne!(next, different.encode());
        }
    }
}
