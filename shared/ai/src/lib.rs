//! Evaluation of a resume against a job.
