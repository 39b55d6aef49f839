//! Evaluation of a resume against a job: the contract every judge keeps, and the built-in engine behind it, which
//! works offline in Chinese, English and Indonesian.

mod builtin;
pub mod child;
mod contract;
mod drafts;
mod follow_ups;
mod letters;
mod off_thread;
pub mod provider;
mod ranking;
mod summary;

pub use builtin::{BuiltIn, ENGINE_VERSION, language_of};
pub use contract::{AiError, JobBrief, JobContext, Judge, Resume, evaluate};
pub use drafts::{Draft, DraftRequest, Drafter, TemplateDrafter, draft_question};
pub use follow_ups::{AskedQuestion, FollowUp, FollowUpBrief, ProposedQuestions};
pub use letters::{LetterBrief, WrittenLetter};
pub use off_thread::off_thread;
pub use ranking::pairwise_accuracy;
