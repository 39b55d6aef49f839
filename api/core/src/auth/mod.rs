//! Authentication: passwords, tokens, cookies and rate limits.

pub mod cookies;
pub mod limits;
pub mod password;
pub mod token;
