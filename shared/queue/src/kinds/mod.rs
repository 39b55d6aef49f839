//! The kinds of tasks, one file each.

mod evaluate_resume;
mod unpack_batch;

pub use evaluate_resume::EvaluateResume;
pub use unpack_batch::UnpackBatch;
