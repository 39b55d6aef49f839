//! Endpoints: base URL, model and key, and the hosts organizations may use.

use std::sync::Arc;
use std::time::Duration;

use bole_domain::outbound::AllowedHosts;
pub use bole_outbound::UrlError as BaseUrlError;
use bole_outbound::check_url;
use reqwest::{Client, RequestBuilder, Url};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use super::chat::ReasoningEffort;

/// Google's OpenAI-compatible endpoint.
pub const DEFAULT_BASE_URL: &str = "https://generativelanguage.googleapis.com/v1beta/openai";
/// The model that is asked where none was chosen.
pub const DEFAULT_MODEL: &str = "gemini-1.5-pro-latest";

/// Time limit of a whole request, including what a model thinks before it answers.
const ANSWER_LIMIT: Duration = Duration::from_secs(300);
/// A local model reads a long resume for a minute before the first chunk.
const SILENCE_LIMIT: Duration = Duration::from_secs(120);
/// What is pasted behind a base URL now and then.
const ROUTES: [&str; 3] = ["/chat/completions", "/completions", "/models"];

/// A model at a provider.
#[derive(Clone, PartialEq, Eq)]
pub struct Endpoint {
    /// The URL containing `/chat/completions`, with the query of all its requests.
    pub base_url: Url,
    pub model: String,
    /// The key; none is sent if it is empty.
    pub api_key: String,
    pub options: EndpointOptions,
    /// Time limit between two chunks of an answer.
    pub silence_limit: Duration,
}

/// What an organization sets besides the model.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EndpointOptions {
    /// How much the model reasons; little if `None`.
    pub effort: Option<ReasoningEffort>,
    /// Further parameters of each request, without reserved ones.
    pub extra: Map<String, Value>,
    /// If there is no such model any more, the first of these that the provider lists answers in its place. Empty for a
    /// model that a person chose.
    pub successors: Arc<[String]>,
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
    url.set_fragment(None);
    if url.query() == Some("") {
        url.set_query(None);
    }
    let mut path = url.path().trim_end_matches('/');
    for route in ROUTES {
        path = path.strip_suffix(route).unwrap_or(path).trim_end_matches('/');
    }
    let path = path.to_owned();
    url.set_path(&path);
    Ok(url)
}

impl Endpoint {
    /// An endpoint without options.
    pub fn new(base_url: Url, model: impl Into<String>, api_key: impl Into<String>) -> Self {
        Self {
            base_url,
            model: model.into(),
            api_key: api_key.into(),
            options: EndpointOptions::default(),
            silence_limit: SILENCE_LIMIT,
        }
    }

    /// The URL for chat completions.
    pub(super) fn completions(&self, needs_v1: bool) -> Url {
        self.route("/chat/completions", needs_v1)
    }

    /// The URL of the list of models.
    pub(super) fn models(&self, needs_v1: bool) -> Url {
        self.route("/models", needs_v1)
    }

    /// The URL for uploading files.
    pub(super) fn files(&self, needs_v1: bool) -> Url {
        self.route("/files", needs_v1)
    }

    /// The URL of a file.
    pub(super) fn file(&self, rest: &str, needs_v1: bool) -> Url {
        self.route(&format!("/files/{rest}"), needs_v1)
    }

    /// The URL of batches, or of one of them.
    pub(super) fn batches(&self, rest: &str, needs_v1: bool) -> Url {
        self.route(&format!("/batches{rest}"), needs_v1)
    }

    fn route(&self, route: &str, needs_v1: bool) -> Url {
        let mut url = self.base_url.clone();
        let version = if needs_v1 { "/v1" } else { "" };
        url.set_path(&format!("{}{version}{route}", self.base_url.path().trim_end_matches('/')));
        url
    }

    /// Whether the base URL is a host alone, so that its version may have been forgotten.
    pub(super) fn has_no_path(&self) -> bool {
        self.base_url.path().trim_end_matches('/').is_empty()
    }

    /// A request with the key, in the header that the provider expects.
    pub(super) fn authorized(&self, request: RequestBuilder) -> RequestBuilder {
        if self.api_key.is_empty() {
            request
        } else if self.is_azure() {
            request.header("api-key", &self.api_key)
        } else {
            request.bearer_auth(&self.api_key)
        }
    }

    fn is_azure(&self) -> bool {
        let host = self.base_url.host_str().unwrap_or_default().trim_end_matches('.');
        host.ends_with(".azure.com") || self.base_url.query_pairs().any(|(name, _)| name == "api-version")
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
        bole_outbound::client(&self.base_url, allowed, 0).read_timeout(self.silence_limit).timeout(ANSWER_LIMIT).build()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base_urls_must_be_public_or_allowed_by_the_operator() {
        let allowed: AllowedHosts = "127.0.0.1:8081".parse().unwrap();
        let url = |text: &str| base_url(text, &allowed).map(|url| url.to_string());
        assert_eq!(url("https://api.example.com/v1/?a=b#c"), Ok("https://api.example.com/v1?a=b".to_owned()));
        assert_eq!(url("https://api.example.com/v1/chat/completions?"), Ok("https://api.example.com/v1".to_owned()));
        assert_eq!(url("http://127.0.0.1:8081/v1"), Ok("http://127.0.0.1:8081/v1".to_owned()));
        assert_eq!(url("https://localhost/v1"), Err(BaseUrlError::Private));
        assert_eq!(url("http://api.example.com/v1"), Err(BaseUrlError::Insecure));
        for invalid in ["", "api.example.com", "ftp://api.example.com", "https://user:pw@api.example.com"] {
            assert_eq!(url(invalid), Err(BaseUrlError::Invalid), "{invalid}");
        }
    }

    #[test]
    fn debug_output_hides_the_key() {
        let endpoint = Endpoint::new(DEFAULT_BASE_URL.parse().unwrap(), DEFAULT_MODEL, "sk-canary");
        assert!(!format!("{endpoint:?} {}", endpoint.account()).contains("canary"));
        assert_eq!(endpoint.completions(false).as_str(), format!("{DEFAULT_BASE_URL}/chat/completions"));
    }

    #[test]
    fn query_and_key_are_sent_as_azure_expects_them() {
        bole_outbound::use_ring();
        let client = Client::new();
        let request = |base_url: &str, key: &str| {
            let endpoint = Endpoint::new(base_url.parse().unwrap(), "gpt-4.1", key);
            let request = endpoint.authorized(client.post(endpoint.completions(false))).build().unwrap();
            let header = |name: &str| request.headers().get(name).map(|value| value.to_str().unwrap().to_owned());
            (request.url().to_string(), header("api-key"), header("authorization"))
        };
        let classic = "https://acme.openai.azure.com/openai/deployments/judge?api-version=2024-10-21";
        let (url, key, bearer) = request(classic, "k");
        assert_eq!(
            url,
            "https://acme.openai.azure.com/openai/deployments/judge/chat/completions?api-version=2024-10-21"
        );
        assert_eq!((key.as_deref(), bearer), (Some("k"), None));
        let (url, key, _) = request("https://acme.openai.azure.com/openai/v1", "k");
        assert_eq!(
            (url.as_str(), key.as_deref()),
            ("https://acme.openai.azure.com/openai/v1/chat/completions", Some("k"))
        );
        let (_, key, bearer) = request("https://api.example.com/v1", "k");
        assert_eq!((key, bearer.as_deref()), (None, Some("Bearer k")));
        let (_, key, bearer) = request("http://127.0.0.1:11434/v1", "");
        assert_eq!((key, bearer), (None, None));
    }

    #[test]
    fn version_is_added_to_a_host_alone() {
        let endpoint = Endpoint::new("http://127.0.0.1:11434".parse().unwrap(), "m", "");
        assert!(endpoint.has_no_path());
        assert_eq!(endpoint.completions(true).as_str(), "http://127.0.0.1:11434/v1/chat/completions");
        assert_eq!(endpoint.models(true).as_str(), "http://127.0.0.1:11434/v1/models");
    }
}
