//! Private links: of invitations, bookings and offers.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bole_domain::ids::OrganizationId;
use sha2::{Digest, Sha256};
use uuid::Uuid;

/// What a private link carries: the organization, so that it is looked for there alone, and a secret.
pub struct LinkToken {
    /// Where to look.
    pub(crate) organization: OrganizationId,
    secret: [u8; 32],
}

impl LinkToken {
    /// A new one.
    #[must_use]
    pub fn random(organization: OrganizationId) -> Self {
        Self { organization, secret: rand::random() }
    }

    /// Reads a token as a link carries it.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let bytes: [u8; 48] = URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok()?;
        let (organization, secret) = bytes.split_at(16);
        Some(Self { organization: Uuid::from_slice(organization).ok()?.into(), secret: secret.try_into().ok()? })
    }

    /// As the link carries it.
    #[must_use]
    pub fn encode(&self) -> String {
        URL_SAFE_NO_PAD.encode([self.organization.0.as_bytes().as_slice(), &self.secret].concat())
    }

    /// What the database holds.
    #[must_use]
    pub fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.secret).into()
    }
}
