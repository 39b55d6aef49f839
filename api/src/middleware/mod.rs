//! Middleware for all routes.

pub mod etag;
pub mod headers;
pub mod observe;
pub mod origin;
pub mod security_log;
pub mod time_limit;
