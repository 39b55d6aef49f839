//! Endpoints: base URL, model and key, and the hosts organizations may use.

use std::time::Duration;

use bole_domain::outbound::AllowedHosts;
pub use bole_outbound::UrlError as BaseUrlError;
use bole_outbound::check_url;
use reqwest::{Client, Url};
use sha2::{Digest, Sha256};

/// Google's OpenAI-compatible endpoint.
pub const DEFAULT_BASE_URL: &str = "https://generativelanguage.googleapis.com/v1beta/openai";
/// The default model.
pub const DEFAULT_MODEL: &str = "gemini-1.5-pro-latest";

/// Time limit of a whole request.
const ANSWER_LIMIT: Duration = Duration::from_secs(120);
/// Time limit between two chunks of an answer.
const SILENCE_LIMIT: Duration = Duration::from_secs(60);

/// A model at a provider.
#[derive(Clone, PartialEq, Eq)]
pub struct Endpoint {
    /// The URL containing `/chat/completions`.
    pub base_url: Url,
    pub model: String,
    /// The key; sent as a bearer token.
    pub api_key: String,
}

impl std::fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Endpoint")
            .field("base_url", &self.base_url.as_str())
            .field("model", &self.model)
            .finish_non_exhaustive()
    }
}

/// Validates an organization's base URL. Host names are checked again when they are resolved.
///
/// # Errors
/// The reason if it is refused.
pub fn base_url(text: &str, allowed: &AllowedHosts) -> Result<Url, BaseUrlError> {
    let mut url = Url::parse(text.trim()).map_err(|_| BaseUrlError::Invalid)?;
    check_url(&url, allowed)?;
    url.set_query(None);
    url.set_fragment(None);
    let path = url.path().trim_end_matches('/').to_owned();
    url.set_path(&path);
    Ok(url)
}

impl Endpoint {
    /// The URL for chat completions.
    pub(super) fn completions(&self) -> String {
        format!("{}/chat/completions", self.base_url.as_str().trim_end_matches('/'))
    }

    /// Identifies the key in rate limits, without revealing it.
    #[must_use]
    pub fn account(&self) -> String {
        let mut hash = Sha256::new();
        for part in [self.base_url.as_str(), &self.api_key] {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        hex::encode(&hash.finalize()[..16])
    }

    /// A client for this endpoint, which follows no redirects.
    pub(super) fn client(&self, allowed: &AllowedHosts) -> reqwest::Result<Client> {
        bole_outbound::client(&self.base_url, allowed, 0).read_timeout(SILENCE_LIMIT).timeout(ANSWER_LIMIT).build()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base_urls_must_be_public_or_allowed_by_the_operator() {
        let allowed: AllowedHosts = "127.0.0.1:8081".parse().unwrap();
        let url = |text: &str| base_url(text, &allowed).map(|url| url.to_string());
        assert_eq!(url("https://api.example.com/v1/?a=b#c"), Ok("https://api.example.com/v1".to_owned()));
        assert_eq!(url("http://127.0.0.1:8081/v1"), Ok("http://127.0.0.1:8081/v1".to_owned()));
        assert_eq!(url("https://localhost/v1"), Err(BaseUrlError::Private));
        assert_eq!(url("http://api.example.com/v1"), Err(BaseUrlError::Insecure));
        for invalid in ["", "api.example.com", "ftp://api.example.com", "https://user:pw@api.example.com"] {
            assert_eq!(url(invalid), Err(BaseUrlError::Invalid), "{invalid}");
        }
    }

    #[test]
    fn debug_output_hides_the_key() {
        let endpoint = Endpoint {
            base_url: DEFAULT_BASE_URL.parse().unwrap(),
            model: DEFAULT_MODEL.into(),
            api_key: "sk-canary".into(),
        };
        assert!(!format!("{endpoint:?} {}", endpoint.account()).contains("canary"));
        assert_eq!(endpoint.completions(), format!("{DEFAULT_BASE_URL}/chat/completions"));
    }
}
