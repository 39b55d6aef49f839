//! Encrypts organizations' secrets, such as API keys and passwords of mail servers, and makes the tokens of private links.
//!
//! A secret is encrypted with the server key (ChaCha20-Poly1305, random nonce) and bound to one place, such as an
//! organization's AI key: copied to another row or modified, it cannot be decrypted. The key itself is never in the
//! database.

mod link_token;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::hmac;

pub use self::link_token::LinkToken;

/// Length of a server key in bytes.
pub const KEY_LEN: usize = 32;

/// Errors of keys and secrets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SecretError {
    /// Not 32 bytes in base64.
    #[error("a server key is 32 bytes in base64")]
    InvalidKey,
    /// Encrypted with another key or for another place, or damaged.
    #[error("the secret does not open with this server key")]
    DoesNotOpen,
}

/// The encryption key of this installation; never printed.
#[derive(Clone)]
pub struct ServerKey(LessSafeKey);

impl std::fmt::Debug for ServerKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ServerKey")
    }
}

impl std::str::FromStr for ServerKey {
    type Err = SecretError;

    fn from_str(text: &str) -> Result<Self, SecretError> {
        let bytes = STANDARD.decode(text.trim()).map_err(|_| SecretError::InvalidKey)?;
        let key = UnboundKey::new(&CHACHA20_POLY1305, &bytes).map_err(|_| SecretError::InvalidKey)?;
        Ok(Self(LessSafeKey::new(key)))
    }
}

impl ServerKey {
    /// Generates a key in its text form.
    #[must_use]
    pub fn generate() -> String {
        STANDARD.encode(rand::random::<[u8; KEY_LEN]>())
    }

    /// Encrypts a secret for one place with a unique name.
    ///
    /// # Errors
    /// Never in practice: the secret would have to be larger than 256 GiB.
    pub fn seal(&self, place: &str, secret: &str) -> Result<Vec<u8>, SecretError> {
        let nonce: [u8; NONCE_LEN] = rand::random();
        let mut sealed = secret.as_bytes().to_vec();
        self.0
            .seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::from(place.as_bytes()), &mut sealed)
            .map_err(|_| SecretError::DoesNotOpen)?;
        Ok([&nonce[..], &sealed].concat())
    }

    /// Decrypts a secret that was encrypted for this place.
    ///
    /// # Errors
    /// If it was encrypted with another key or for another place, or is damaged.
    pub fn open(&self, place: &str, sealed: &[u8]) -> Result<String, SecretError> {
        let (nonce, sealed) = sealed.split_at_checked(NONCE_LEN).ok_or(SecretError::DoesNotOpen)?;
        let nonce = Nonce::try_assume_unique_for_key(nonce).map_err(|_| SecretError::DoesNotOpen)?;
        let mut opened = sealed.to_vec();
        let secret = self.0.open_in_place(nonce, Aad::from(place.as_bytes()), &mut opened);
        let secret = secret.map_err(|_| SecretError::DoesNotOpen)?;
        String::from_utf8(secret.to_vec()).map_err(|_| SecretError::DoesNotOpen)
    }
}

/// The place and the text of a probe.
const PROBE: (&str, &str) = ("server-key-probe", "probe");

impl ServerKey {
    /// A sealed text by which it can be noticed later that a key is another one.
    ///
    /// # Errors
    /// Never in practice.
    pub fn probe(&self) -> Result<Vec<u8>, SecretError> {
        let (place, text) = PROBE;
        self.seal(place, text)
    }

    /// Whether this key sealed the probe.
    #[must_use]
    pub fn has_sealed(&self, probe: &[u8]) -> bool {
        let (place, text) = PROBE;
        self.open(place, probe).is_ok_and(|opened| opened == text)
    }
}

/// Whether a message was signed with a shared secret (HMAC-SHA256). Takes constant time.
#[must_use]
pub fn is_signed(secret: &str, message: &[u8], signature: &[u8]) -> bool {
    hmac::verify(&hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes()), message, signature).is_ok()
}

/// The signature of a message with a shared secret (HMAC-SHA256).
#[must_use]
pub fn sign(secret: &str, message: &[u8]) -> Vec<u8> {
    hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes()), message).as_ref().to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secret_is_decrypted_only_with_its_key_and_context() {
        let (key, other) = (ServerKey::generate(), ServerKey::generate());
        let (key, other): (ServerKey, ServerKey) = (key.parse().unwrap(), other.parse().unwrap());
        let sealed = key.seal("ai:1", "sk-密钥").unwrap();
        assert_eq!(key.open("ai:1", &sealed).as_deref(), Ok("sk-密钥"));
        assert_eq!(key.open("ai:2", &sealed), Err(SecretError::DoesNotOpen));
        assert_eq!(other.open("ai:1", &sealed), Err(SecretError::DoesNotOpen));
        for at in 0..sealed.len() {
            let mut damaged = sealed.clone();
            damaged[at] ^= 1;
            assert_eq!(key.open("ai:1", &damaged), Err(SecretError::DoesNotOpen), "{at}");
        }
        assert_eq!(key.open("ai:1", b"short"), Err(SecretError::DoesNotOpen));
        assert_ne!(sealed, key.seal("ai:1", "sk-密钥").unwrap());
    }

    #[test]
    fn probe_opens_with_its_key_alone() {
        let (key, other) = (ServerKey::generate(), ServerKey::generate());
        let (key, other): (ServerKey, ServerKey) = (key.parse().unwrap(), other.parse().unwrap());
        let probe = key.probe().unwrap();
        assert!(key.has_sealed(&probe) && !other.has_sealed(&probe) && !key.has_sealed(b"short"));
    }

    #[test]
    fn key_is_32_bytes_in_base64() {
        for wrong in ["", "abc", "!", &STANDARD.encode([0; 31]), &STANDARD.encode([0; 33])] {
            assert_eq!(wrong.parse::<ServerKey>().err(), Some(SecretError::InvalidKey), "{wrong}");
        }
    }

    #[test]
    fn signature_matches_one_message_and_one_secret() {
        // RFC 4231, test case 2.
        let signature = sign("Jefe", b"what do ya want for nothing?");
        assert_eq!(signature[..4], [0x5b, 0xdc, 0xc1, 0x46]);
        assert!(is_signed("Jefe", b"what do ya want for nothing?", &signature));
        assert!(!is_signed("Jefe", b"what do ya want for nothing!", &signature));
        assert!(!is_signed("jefe", b"what do ya want for nothing?", &signature));
        assert!(!is_signed("Jefe", b"what do ya want for nothing?", &signature[..31]));
    }
}
