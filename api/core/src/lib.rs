//! What all areas of the API share: errors, extractors, state, sessions, files, tasks. No routes.

pub mod area;
pub mod auth;
pub mod client;
pub mod clock;
pub mod code;
pub mod config;
pub mod error;
pub mod extract;
pub mod figures;
pub mod files;
#[cfg(test)]
mod linear;
pub mod live;
pub mod mailer;
pub mod permissions;
pub mod state;
pub mod tasks;
pub mod totals;
