//! The id of the request.

/// The id of the request, passed on to the tasks it starts.
#[derive(Debug, Clone)]
pub struct RequestId(pub String);
