//! The HTTP API: routes, sessions, OpenAPI, and the web app it serves. No SQL, no rules.
//!
//! [`router`] builds the service from an [`ApiState`]. Serve it with connect info, required by the mailbox and the
//! rate limits: `router(state).into_make_service_with_connect_info::<SocketAddr>()`.

pub mod auth;
mod client;
mod clock;
pub mod code;
pub mod config;
pub mod error;
pub mod extract;
mod figures;
mod files;
mod live;
pub mod mailer;
pub mod middleware;
mod openapi;
pub mod permissions;
mod router;
pub mod routes;
pub mod serve;
pub mod state;
pub mod tasks;
mod totals;
mod web;

pub use clock::Clock;
pub use config::{
    AccountMail, ApiConfig, DefaultMail, PasswordCost, Plans, Registration, SESSION_LIFE, TrustedProxies,
};
pub use router::{document, process_router, router};
pub use state::ApiState;
