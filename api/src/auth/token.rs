//! Session and one-time tokens. They are random, 256 bits; the database holds their SHA-256 alone.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bole_domain::ids::SessionId;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use uuid::Uuid;

/// One half of a session: its access token or its refresh token. The id finds the row, the secret proves the right.
#[derive(Clone, PartialEq, Eq)]
pub struct SessionToken {
    /// The session.
    pub session: SessionId,
    secret: [u8; 32],
}

impl SessionToken {
    /// A new random token.
    #[must_use]
    pub fn random(session: SessionId) -> Self {
        Self { session, secret: rand::random() }
    }

    /// The token that follows this refresh token. The same seed gives the same token, and neither seed nor token is
    /// enough alone.
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

    /// Reads a token as a cookie carries it.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let bytes: [u8; 48] = URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok()?;
        let (id, secret) = bytes.split_at(16);
        Some(Self { session: Uuid::from_slice(id).ok()?.into(), secret: secret.try_into().ok()? })
    }

    /// As a cookie carries it.
    #[must_use]
    pub fn encode(&self) -> String {
        URL_SAFE_NO_PAD.encode([self.session.0.as_bytes().as_slice(), &self.secret].concat())
    }

    /// What the database holds.
    #[must_use]
    pub fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.secret).into()
    }

    /// Whether the database's hash is this token's.
    #[must_use]
    pub fn is(&self, hash: &[u8]) -> bool {
        self.hash().ct_eq(hash).into()
    }
}

/// A token for a link in a mail.
#[must_use]
pub fn one_time() -> String {
    URL_SAFE_NO_PAD.encode(rand::random::<[u8; 32]>())
}

/// What the database holds of a one-time token.
#[must_use]
pub fn one_time_hash(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_survives_its_cookie() {
        let token = SessionToken::random(SessionId::new());
        assert!(SessionToken::parse(&token.encode()) == Some(token.clone()));
        assert!(token.is(&token.hash()));
        assert!(SessionToken::parse("nonsense").is_none());
    }

    #[test]
    fn what_follows_depends_on_purpose_seed_and_token() {
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
