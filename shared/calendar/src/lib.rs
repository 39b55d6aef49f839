//! Interviewers' calendars: fetching them, and reading busy times.

mod address;
mod fetch;
mod question;
mod read;
mod zones;

pub use address::CalendarAddress;
pub use fetch::{FetchError, fetch};
pub use question::{PREFIX, Question, answer, serve};
pub use read::{ReadError, busy_times};
