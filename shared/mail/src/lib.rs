//! Composing mail: what Bole writes to people about their accounts, in their language, as text and as simple HTML.

mod account;
mod invitation;
mod layout;
mod message;

pub use account::{already_registered, recovery, signup};
pub use invitation::invitation;
pub use message::Message;
