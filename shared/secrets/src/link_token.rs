//! Tokens of private links: invitations, bookings and offers.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bole_domain::ids::OrganizationId;
use sha2::{Digest, Sha256};
use uuid::Uuid;

/// The token of a private link: the organization it belongs to, and a secret.
pub struct LinkToken {
    /// The organization to search in.
    pub organization: OrganizationId,
    secret: [u8; 32],
}

impl LinkToken {
    /// A new token.
    #[must_use]
    pub fn random(organization: OrganizationId) -> Self {
        Self { organization, secret: rand::random() }
    }

    /// Parses a token from a link.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let bytes: [u8; 48] = URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok()?;
        let (organization, secret) = bytes.split_at(16);
        Some(Self { organization: Uuid::from_slice(organization).ok()?.into(), secret: secret.try_into().ok()? })
    }

    /// Encodes it for a link.
    #[must_use]
    pub fn encode(&self) -> String {
        URL_SAFE_NO_PAD.encode([self.organization.0.as_bytes().as_slice(), &self.secret].concat())
    }

    /// The stored hash.
    #[must_use]
    pub fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.secret).into()
    }
}
