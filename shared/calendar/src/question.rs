//! Reading at the other end of a pipe: a calendar is hostile text, and what a child is asked and answers is bytes.

use bole_domain::booking::BusyTime;
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

use crate::read::{ReadError, busy_times};

/// What a question begins with.
pub const PREFIX: &[u8] = b"calendar\n";

/// When is somebody busy in this stretch of time?
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// The zone of times that name none.
    pub zone: String,
    /// Begin of the stretch.
    pub from: OffsetDateTime,
    /// Its end.
    pub to: OffsetDateTime,
}

impl Question {
    /// As a child reads it, with the calendar.
    ///
    /// # Errors
    /// Never in practice: everything in it has a JSON form.
    pub fn to_bytes(&self, calendar: &[u8]) -> Result<Vec<u8>, ReadError> {
        let mut bytes = PREFIX.to_vec();
        serde_json::to_writer(&mut bytes, self).map_err(|_| ReadError::Unreadable)?;
        bytes.push(b'\n');
        bytes.extend_from_slice(calendar);
        Ok(bytes)
    }
}

/// What a child does with what follows the [`PREFIX`].
///
/// # Errors
/// When it is no question.
pub fn serve(rest: &[u8]) -> Result<Vec<u8>, serde_json::Error> {
    let end = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
    let question: Question = serde_json::from_slice(&rest[..end])?;
    let calendar = rest.get(end + 1..).unwrap_or_default();
    serde_json::to_vec(&busy_times(&String::from_utf8_lossy(calendar), &question))
}

/// What a child answered.
///
/// # Errors
/// What is wrong with the calendar.
pub fn answer(bytes: &[u8]) -> Result<Vec<BusyTime>, ReadError> {
    serde_json::from_slice(bytes).unwrap_or(Err(ReadError::Unreadable))
}
