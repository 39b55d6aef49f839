//! Signing in: passwords, tokens, cookies, and limits on guessing.

pub mod cookies;
pub mod limits;
pub mod password;
pub mod token;
