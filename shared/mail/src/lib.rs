//! Mail: what Bole writes to people, in their language, as text and as simple HTML, and handing it to a mail server.

mod account;
mod candidate;
mod delivery;
mod invitation;
mod layout;
mod message;
mod outgoing;
mod reminder;
mod server;

pub use account::{already_registered, recovery, signup};
pub use candidate::{CandidateMail, Draft, TemplateError, html_of, links_in};
pub use delivery::{Deliverer, DeliveryError, Reach};
pub use invitation::invitation;
pub use message::Message;
pub use outgoing::{InvalidMail, OutgoingMail, check_sender};
pub use reminder::{InterviewReminder, interview_reminder};
pub use server::{MailServer, MailServerError, Security};
