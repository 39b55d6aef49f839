//! Any OpenAI-compatible provider: asking it, within the limits of its key, and judging resumes by it.
//!
//! Nothing a resume says is an instruction: it travels fenced in a message of its own, what it orders is cut out before,
//! and whatever the model says about it is checked against its text by `domain`.

mod chat;
mod endpoint;
mod judge;
mod limits;
mod prompt;
mod reading;
mod redact;
mod repair;
mod rubric;

pub use chat::{Abilities, AnswerFormat, Chat, ChatError, Chats, FormatAbility, Message, Question, Speaker, Usage};
pub use endpoint::{BaseUrlError, DEFAULT_BASE_URL, DEFAULT_MODEL, Endpoint, base_url};
pub use judge::{ModelJudge, ModelJudgeOptions};
pub use limits::{KeyLimits, Limits, Permit};
pub use prompt::PROMPT_VERSION;
pub use reading::differences;
pub use redact::redacted;
pub use rubric::version as rubric_version;
