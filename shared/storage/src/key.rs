//! Storage keys: by organization, then id or hash.

use bole_domain::ids::{BatchId, ExportId, OfferAttachmentId, OrganizationId};
use uuid::Uuid;

/// A storage key. Only the constructors create one, so it never contains a user's file name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key(String);

impl Key {
    /// An uploaded ZIP.
    #[must_use]
    pub fn batch_upload(organization: OrganizationId, batch: BatchId) -> Self {
        Self(format!("{}batches/{batch}.zip", Self::folder(organization)))
    }

    /// The files of a received message that waits for a person, as a ZIP. A message that is held again gets another one,
    /// because the batch it was given to has the former.
    #[must_use]
    pub fn held_mail(organization: OrganizationId) -> Self {
        Self(format!("{}mail/{}.zip", Self::folder(organization), Uuid::now_v7()))
    }

    /// A resume, by the hash of its content. `None` unless `sha256` is 64 lower-case hex digits.
    #[must_use]
    pub fn file(organization: OrganizationId, sha256: &str) -> Option<Self> {
        is_hash(sha256).then(|| Self(format!("{}files/{}/{sha256}", Self::folder(organization), &sha256[..2])))
    }

    /// An organization's logo, by the hash of its content. `None` unless `sha256` is 64 lower-case hex digits.
    #[must_use]
    pub fn logo(organization: OrganizationId, sha256: &str) -> Option<Self> {
        is_hash(sha256).then(|| Self(format!("{}logo/{sha256}.png", Self::folder(organization))))
    }

    #[must_use]
    pub fn offer_attachment(organization: OrganizationId, attachment: OfferAttachmentId) -> Self {
        Self(format!("{}offers/{attachment}", Self::folder(organization)))
    }

    /// A dashboard export.
    #[must_use]
    pub fn export(organization: OrganizationId, export: ExportId) -> Self {
        Self(format!("{}exports/{export}", Self::folder(organization)))
    }

    /// Prefix of all keys of an organization.
    pub(crate) fn folder(organization: OrganizationId) -> String {
        format!("organizations/{organization}/")
    }

    /// A key from the database, which only contains keys created here.
    #[must_use]
    pub const fn stored(key: String) -> Self {
        Self(key)
    }

    /// The key as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn is_hash(sha256: &str) -> bool {
    sha256.len() == 64 && sha256.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_key_accepts_only_a_hash() {
        let organization = OrganizationId::new();
        assert!(Key::file(organization, &"a1".repeat(32)).is_some());
        for bad in ["", "../../etc/passwd", &"A1".repeat(32), &"a1".repeat(31)] {
            assert!(Key::file(organization, bad).is_none(), "{bad}");
            assert!(Key::logo(organization, bad).is_none(), "{bad}");
        }
    }
}
