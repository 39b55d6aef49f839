//! Composing mail: what Bole writes to people about their accounts, in their language, as text and as simple HTML.

mod account;
mod layout;
mod message;

pub use account::{already_registered, recovery, signup};
pub use message::Message;
