//! Signing in: passwords, tokens, cookies, and the brake on guessing.

pub mod cookies;
pub mod password;
pub mod throttle;
pub mod token;
