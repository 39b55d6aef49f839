//! Use of AI providers.

use crate::wire_enum;

wire_enum! {
    /// What a provider was used for.
    pub enum AiPurpose {
        /// Evaluating resumes.
        Evaluation => "evaluation",
        /// Drafting texts of jobs.
        Draft => "draft",
        /// Translating texts.
        Translation => "translation",
        /// Writing emails.
        Email => "email",
        /// Reading the dashboard's figures.
        Insights => "insights",
        /// Proposing follow-up questions in interviews.
        Interview => "interview",
        /// Testing a model, and measuring the judge on labelled resumes.
        Measurement => "measurement",
    }
}
