//! The HTTP API: routes, sessions, OpenAPI, and the web app it serves. No SQL, no rules.
//!
//! [`router`] builds the service from an [`ApiState`]. Serve it with connect info, required by the mailbox and the
//! rate limits: `router(state).into_make_service_with_connect_info::<SocketAddr>()`.

mod health;
mod middleware;
mod openapi;
mod router;
pub mod serve;
mod web;

pub use bole_api_core::clock::Clock;
pub use bole_api_core::config::{
    AccountMail, ApiConfig, DefaultMail, PasswordCost, Plans, Registration, SESSION_LIFE, TrustedProxies,
};
pub use bole_api_core::state::ApiState;
pub use bole_api_core::{auth, config};
pub use router::{document, process_router, router};
