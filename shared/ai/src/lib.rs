//! Evaluation of resumes for jobs: the interface of judges, and the built-in engine, which works offline in Chinese,
//! English and Indonesian.

mod allowed;
mod builtin;
pub mod child;
mod contract;
mod drafts;
mod follow_ups;
pub mod labelled_sample;
mod letters;
mod off_thread;
pub mod provider;
mod sample;
mod summary;

pub use allowed::allowed;
pub use builtin::{BuiltIn, ENGINE_VERSION, language_of};
pub use contract::{AiError, JobBrief, JobContext, Judge, Resume, evaluate, rubric_hash};
pub use drafts::{Draft, DraftRequest, Drafter, TemplateDrafter, draft_question};
pub use follow_ups::{AskedQuestion, FollowUp, FollowUpBrief, ProposedQuestions};
pub use letters::{LetterBrief, WrittenLetter};
pub use off_thread::off_thread;
pub use sample::{Sample, sample};

/// Prepares what the first evaluation of a process would otherwise wait for.
pub fn warm_up() {
    builtin::is_shown_by_work("3 years of work");
    builtin::without_instructions("Worked there for 3 years.");
}
