//! Requests to the sandboxed child that parses a calendar, and its responses.

use bole_domain::booking::BusyTime;
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

use crate::read::{ReadError, busy_times};

/// Prefix of a request.
pub const PREFIX: &[u8] = b"calendar\n";

/// A request for busy times within a period.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// The time zone of times without one.
    pub zone: String,
    /// Start of the period.
    pub from: OffsetDateTime,
    /// End of the period.
    pub to: OffsetDateTime,
}

impl Question {
    /// Serializes the request with the calendar.
    ///
    /// # Errors
    /// Never in practice.
    pub fn to_bytes(&self, calendar: &[u8]) -> Result<Vec<u8>, ReadError> {
        let mut bytes = PREFIX.to_vec();
        serde_json::to_writer(&mut bytes, self).map_err(|_| ReadError::Unreadable)?;
        bytes.push(b'\n');
        bytes.extend_from_slice(calendar);
        Ok(bytes)
    }
}

/// Handles the request after the [`PREFIX`] in the child.
///
/// # Errors
/// If the request is invalid.
pub fn serve(rest: &[u8]) -> Result<Vec<u8>, serde_json::Error> {
    let end = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
    let question: Question = serde_json::from_slice(&rest[..end])?;
    let calendar = rest.get(end + 1..).unwrap_or_default();
    serde_json::to_vec(&busy_times(&String::from_utf8_lossy(calendar), &question))
}

/// Parses the child's response.
///
/// # Errors
/// Why the calendar could not be read.
pub fn answer(bytes: &[u8]) -> Result<Vec<BusyTime>, ReadError> {
    serde_json::from_slice(bytes).unwrap_or(Err(ReadError::Unreadable))
}
