//! The kinds of tasks, one file each.

mod check_interview_timeout;
mod draft_job;
mod evaluate_applications;
mod evaluate_resume;
mod generate_emails;
mod promote_batch;
mod rank_pool;
mod remind_interviews;
mod send_account_mail;
mod send_email;
mod translate_text;
mod unpack_batch;

pub use check_interview_timeout::CheckInterviewTimeout;
pub use draft_job::DraftJob;
pub use evaluate_applications::EvaluateApplications;
pub use evaluate_resume::EvaluateResume;
pub use generate_emails::GenerateEmails;
pub use promote_batch::PromoteBatch;
pub use rank_pool::RankPool;
pub use remind_interviews::RemindInterviews;
pub use send_account_mail::SendAccountMail;
pub use send_email::{SendEmail, SendEmailRequest};
pub use translate_text::TranslateText;
pub use unpack_batch::UnpackBatch;
