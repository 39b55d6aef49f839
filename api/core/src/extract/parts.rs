//! Path and query parameters, and the caller's address.

use std::net::{IpAddr, SocketAddr};

use axum::extract::rejection::QueryRejection;
use axum::extract::{ConnectInfo, FromRequestParts, RawPathParams};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::client::ClientNetwork;
use crate::code::Code;
use crate::error::ApiError;
use crate::state::ApiState;

/// Path parameters. An invalid id: 404.
#[derive(Debug)]
pub struct Path<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        match axum::extract::Path::<T>::from_request_parts(parts, state).await {
            Ok(_) if has_nul(parts.uri.path()) => Err(ApiError::not_found(Code::RequestPathInvalid)),
            Ok(axum::extract::Path(value)) => Ok(Self(value)),
            Err(_) => Err(ApiError::not_found(Code::RequestPathInvalid)),
        }
    }
}

/// The id of an organization's item: the last path parameter. An invalid id: 404.
#[derive(Debug)]
pub struct Item<T>(pub T);

impl<T: std::str::FromStr, S: Send + Sync> FromRequestParts<S> for Item<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let params = RawPathParams::from_request_parts(parts, state).await.ok();
        let last = params.as_ref().and_then(|params| params.iter().last()).and_then(|(_, value)| value.parse().ok());
        last.map(Self).ok_or_else(|| ApiError::not_found(Code::RequestPathInvalid))
    }
}

/// Query parameters: 422 with the invalid field.
#[derive(Debug)]
pub struct Query<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let with_nul = |pair: &&str| has_nul(pair);
        if let Some(pair) = parts.uri.query().unwrap_or_default().split('&').find(with_nul) {
            let name = pair.split('=').next().filter(|name| !has_nul(name)).unwrap_or("query");
            return Err(ApiError::invalid_field(name, Code::FieldInvalid));
        }
        match axum::extract::Query::<T>::try_from_uri(&parts.uri) {
            Ok(axum::extract::Query(value)) => Ok(Self(value)),
            // The error text is "…query string: <field>: <what>".
            Err(rejection @ QueryRejection::FailedToDeserializeQueryString(_)) => {
                let text = rejection.body_text();
                let field = text.split(": ").nth(1).filter(|field| !field.contains(' ')).unwrap_or("query");
                Err(ApiError::invalid_field(field, Code::FieldInvalid))
            }
            Err(_) => Err(ApiError::bad_request(Code::RequestMalformed, "The query could not be read.")),
        }
    }
}

/// Whether a part of a URL contains U+0000, which the database cannot store.
fn has_nul(text: &str) -> bool {
    text.contains("%00")
}

/// The caller's network address.
#[derive(Debug, Clone, Copy)]
pub struct ClientAddress {
    /// The peer's address, or the one reported by the trusted proxy.
    pub ip: IpAddr,
    /// Whether the connection came directly from this machine, without a proxy.
    pub is_loopback: bool,
}

impl ClientAddress {
    /// Identifies a caller in rate limits.
    #[must_use]
    pub fn source(&self) -> String {
        ClientNetwork::from(self.ip).to_string()
    }
}

impl FromRequestParts<ApiState> for ClientAddress {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &ApiState) -> Result<Self, ApiError> {
        let ConnectInfo(peer) = ConnectInfo::<SocketAddr>::from_request_parts(parts, state)
            .await
            .map_err(|error| ApiError::internal(&error))?;
        let forwarded = parts.headers.get_all("x-forwarded-for").iter().next_back();
        let behind = forwarded
            .filter(|_| state.config.behind_proxy && state.config.trusted_proxies.includes(peer.ip()))
            .and_then(|value| value.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
        Ok(Self {
            ip: behind.unwrap_or_else(|| peer.ip()),
            is_loopback: forwarded.is_none() && peer.ip().to_canonical().is_loopback(),
        })
    }
}
