//! Interviewers' calendars: fetching them from an address they give, and reading when they are busy.

mod address;
mod fetch;
mod question;
mod read;

pub use address::{AddressError, CalendarAddress};
pub use fetch::{FetchError, fetch};
pub use question::{PREFIX, Question, answer, serve};
pub use read::{ReadError, busy_times};
