//! Any OpenAI-compatible provider: asking it, within the limits of its key.

mod chat;
mod endpoint;
mod limits;
mod repair;

pub use chat::{AnswerFormat, Chat, ChatError, Chats, Message, Question, Speaker, Usage};
pub use endpoint::{BaseUrlError, DEFAULT_BASE_URL, DEFAULT_MODEL, Endpoint, base_url};
pub use limits::{KeyLimits, Limits, Permit};
