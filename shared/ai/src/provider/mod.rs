//! OpenAI-compatible providers: calls within the key's limits, and judging resumes.
//!
//! Resume text is never treated as instructions: it is sent fenced in its own message with instructions removed, and
//! the model's answers are checked against the text by `domain`.

mod answer;
mod chat;
mod default_dimensions;
mod endpoint;
mod judge;
pub(crate) mod lenient;
mod limits;
mod numbered;
mod prompt;
mod reading;
mod redact;
mod repair;
mod rubric;

pub use chat::{
    Abilities, AnswerFormat, BatchAnswer, Chat, ChatError, Chats, FormatAbility, MAX_BATCH_BYTES, MAX_BATCH_REQUESTS,
    Message, ProviderBatch, Question, RESERVED_PARAMETERS, ReasoningEffort, RecordedRequest, Role, Usage, batch_line,
};
pub use default_dimensions::says_what_the_work_is;
pub use endpoint::{BaseUrlError, DEFAULT_BASE_URL, DEFAULT_MODEL, Endpoint, EndpointOptions, base_url};
pub use judge::{ModelJudge, ModelJudgeOptions};
pub use limits::{KeyLimits, KeyRequests, KeyUsage, Limits, PendingRequest, Permit, Turn};
pub use prompt::PROMPT_VERSION;
pub use reading::differences;
pub use redact::redacted;
pub use rubric::version as rubric_version;
