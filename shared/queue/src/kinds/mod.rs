//! The kinds of tasks, one file each.

mod draft_job;
mod evaluate_applications;
mod evaluate_resume;
mod rank_pool;
mod send_account_mail;
mod unpack_batch;

pub use draft_job::DraftJob;
pub use evaluate_applications::EvaluateApplications;
pub use evaluate_resume::EvaluateResume;
pub use rank_pool::RankPool;
pub use send_account_mail::SendAccountMail;
pub use unpack_batch::UnpackBatch;
