//! Endpoints: base URL, model and key, and the hosts organizations may use.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use bole_domain::outbound::{AllowedHosts, is_public_address};
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::{Client, Url};
use sha2::{Digest, Sha256};

/// Google's OpenAI-compatible endpoint.
pub const DEFAULT_BASE_URL: &str = "https://generativelanguage.googleapis.com/v1beta/openai";
/// The default model.
pub const DEFAULT_MODEL: &str = "gemini-1.5-pro-latest";

const CONNECT_LIMIT: Duration = Duration::from_secs(10);
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

/// Why a base URL is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BaseUrlError {
    /// Not a valid HTTP URL.
    #[error("not a URL")]
    Invalid,
    /// Neither https nor a host allowed by the operator.
    #[error("the scheme is not https")]
    Insecure,
    /// It points to this machine or its networks.
    #[error("the address is private")]
    Private,
}

/// Validates an organization's base URL. Host names are checked again when they are resolved.
///
/// # Errors
/// The reason if it is refused.
pub fn base_url(text: &str, allowed: &AllowedHosts) -> Result<Url, BaseUrlError> {
    let mut url = Url::parse(text.trim()).map_err(|_| BaseUrlError::Invalid)?;
    let host = url.host_str().ok_or(BaseUrlError::Invalid)?.to_owned();
    let port = url.port_or_known_default().ok_or(BaseUrlError::Invalid)?;
    if !matches!(url.scheme(), "http" | "https") || !url.username().is_empty() || url.password().is_some() {
        return Err(BaseUrlError::Invalid);
    }
    if !allowed.allows(&host, port) {
        if let Ok(address) = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>()
            && !is_public_address(address)
        {
            return Err(BaseUrlError::Private);
        }
        let name = host.trim_end_matches('.');
        if name == "localhost"
            || name.ends_with(".localhost")
            || name.ends_with(".local")
            || name.ends_with(".internal")
        {
            return Err(BaseUrlError::Private);
        }
        if url.scheme() != "https" {
            return Err(BaseUrlError::Insecure);
        }
    }
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

    /// A client that only connects to permitted addresses: no redirects, no proxies from the environment, and only
    /// public addresses unless the operator allows the host.
    pub(super) fn client(&self, allowed: &AllowedHosts) -> reqwest::Result<Client> {
        let host = self.base_url.host_str().unwrap_or_default();
        let port = self.base_url.port_or_known_default().unwrap_or_default();
        let mut client = Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .no_proxy()
            .connect_timeout(CONNECT_LIMIT)
            .read_timeout(SILENCE_LIMIT)
            .timeout(ANSWER_LIMIT)
            .user_agent(concat!("bole/", env!("CARGO_PKG_VERSION")));
        if !allowed.allows(host, port) {
            client = client.dns_resolver(Arc::new(PublicAddresses));
        }
        client.build()
    }
}

/// Resolves names to public addresses. Connections use exactly the checked addresses, which prevents DNS rebinding.
struct PublicAddresses;

impl Resolve for PublicAddresses {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found: Vec<_> = tokio::net::lookup_host((name.as_str(), 0)).await?.collect();
            if found.iter().any(|address| !is_public_address(address.ip())) {
                return Err(Box::from(BaseUrlError::Private));
            }
            let addresses: Addrs = Box::new(found.into_iter());
            Ok(addresses)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base_urls_lead_to_the_public_internet_or_where_the_operator_allows() {
        let allowed: AllowedHosts = "127.0.0.1:8081".parse().unwrap();
        let url = |text: &str| base_url(text, &allowed).map(|url| url.to_string());
        assert_eq!(url("https://api.example.com/v1/?a=b#c"), Ok("https://api.example.com/v1".to_owned()));
        assert_eq!(url("http://127.0.0.1:8081/v1"), Ok("http://127.0.0.1:8081/v1".to_owned()));
        for private in [
            "https://127.0.0.1/v1",
            "http://127.0.0.1:8082",
            "https://[::1]/",
            "https://169.254.169.254/",
            "https://0x7f000001/",
            "https://2130706433/",
            "https://127.1/",
            "https://[::ffff:10.0.0.1]/",
            "https://[64:ff9b::a00:1]/",
            "https://localhost/",
            "https://metadata.google.internal/",
        ] {
            assert_eq!(url(private), Err(BaseUrlError::Private), "{private}");
        }
        assert_eq!(url("http://api.example.com/v1"), Err(BaseUrlError::Insecure));
        for invalid in ["", "api.example.com", "ftp://api.example.com", "https://user:pw@api.example.com"] {
            assert_eq!(url(invalid), Err(BaseUrlError::Invalid), "{invalid}");
        }
    }

    #[test]
    fn an_endpoint_does_not_show_its_key() {
        let endpoint = Endpoint {
            base_url: DEFAULT_BASE_URL.parse().unwrap(),
            model: DEFAULT_MODEL.into(),
            api_key: "sk-canary".into(),
        };
        assert!(!format!("{endpoint:?} {}", endpoint.account()).contains("canary"));
        assert_eq!(endpoint.completions(), format!("{DEFAULT_BASE_URL}/chat/completions"));
    }
}
