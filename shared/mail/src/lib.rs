//! Email: texts and simple HTML in three languages, delivery, and receiving.

mod account;
mod candidate;
mod candidate_offer;
mod delivery;
mod digest;
mod inbound;
mod interview;
mod invitation;
mod layout;
mod links;
mod message;
mod offer;
mod outgoing;
mod receive;
mod server;
mod spacing;

pub use account::{already_registered, email_change, email_changed, password_changed, recovery, signup};
pub use bole_domain::email::MailSecurity;
pub use bole_outbound::Reach;
pub use candidate::{CandidateMail, Draft, TemplateError, html_of};
pub use candidate_offer::{CandidateOffer, candidate_offer_notice};
pub use delivery::{Deliverer, DeliveryError, Obstacle};
pub use digest::{DigestReader, TimedOutLine, UpdateLine, timed_out_digest, update_digest};
pub use inbound::{Bounce, InboundMail, MAIL_PREFIX, ReceivedFile, Unreadable, answer, serve};
pub use interview::{InterviewFacts, interview_notice, interview_reminder};
pub use invitation::invitation;
pub use links::links_in;
pub use message::Message;
pub use offer::{OfferFacts, offer_notice};
pub use outgoing::{Attachment, InvalidMail, OutgoingMail, check_sender, sender_address};
pub use receive::{Cursor, ListedMessage, MailboxAddress, NewMessage, OpenMailbox, ReceiveError, Which};
pub use server::{MailServer, MailServerError};
