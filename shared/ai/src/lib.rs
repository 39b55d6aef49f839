//! Evaluation of a resume against a job: the contract every evaluator keeps, and the built-in engine behind it, which
//! works offline in Chinese, English and Indonesian.

mod builtin;
pub mod child;
mod contract;
mod ranking;

pub use builtin::{BuiltIn, ENGINE_VERSION};
pub use contract::{AiError, Evaluator, JobBrief, Resume};
pub use ranking::pairwise_accuracy;
