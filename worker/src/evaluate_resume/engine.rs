//! The built-in engine for one resume, which it may have judged while the resume was read.

use std::sync::{Arc, OnceLock};

use async_trait::async_trait;
use bole_ai::child::AnswerAbout;
use bole_ai::{AiError, JobBrief, JobContext, Judge, Resume};
use bole_domain::evaluation::{Engine, Judgements, Rubric};

/// The built-in engine with its answer about one resume, as far as it is known.
pub(super) struct ResumeEngine {
    engine: Arc<dyn Judge>,
    /// The answer, and the rubric it is by.
    known: OnceLock<(Arc<Rubric>, AnswerAbout)>,
}

impl ResumeEngine {
    pub(super) fn new(engine: Arc<dyn Judge>) -> Self {
        Self { engine, known: OnceLock::new() }
    }

    /// Keeps the answer by this rubric.
    pub(super) fn keep(&self, rubric: Arc<Rubric>, answer: AnswerAbout) {
        self.known.get_or_init(|| (rubric, answer));
    }
}

#[async_trait]
impl Judge for ResumeEngine {
    fn engine(&self) -> Engine {
        self.engine.engine()
    }

    fn version(&self) -> &str {
        self.engine.version()
    }

    async fn rubric(&self, job: &JobBrief) -> Result<Rubric, AiError> {
        self.engine.rubric(job).await
    }

    async fn judge(&self, job: &JobContext, resume: &Resume<'_>) -> Result<Judgements, AiError> {
        match self.known.get() {
            Some((rubric, answer)) if Arc::ptr_eq(rubric, &job.rubric) => Ok(answer.judgements.clone()),
            _ => self.engine.judge(job, resume).await,
        }
    }

    async fn text_for_model(&self, resume: &Resume<'_>) -> Result<String, AiError> {
        match self.known.get().and_then(|(_, answer)| answer.text_for_model.as_ref()) {
            Some(text) => Ok(text.clone()),
            None => self.engine.text_for_model(resume).await,
        }
    }
}

#[cfg(test)]
mod tests {
    use bole_ai::BuiltIn;
    use bole_domain::period::YearMonth;
    use bole_domain::profile::Profile;

    use super::*;

    #[tokio::test]
    async fn known_answer_is_used_for_its_rubric_only() {
        let job = JobBrief { title: "Accountant".to_owned(), jd: "- CPA\n- SAP".to_owned(), ..JobBrief::default() };
        let rubric = BuiltIn.rubric(&job).await.unwrap();
        let context = |rubric: &Rubric| JobContext::new(job.clone(), Arc::new(rubric.clone()));
        let (judged, other) = (context(&rubric), context(&rubric));
        let profile = Profile::default();
        let today = YearMonth::new(2026, 1).unwrap();
        let resume = Resume { text: "CPA since 2015", profile: &profile, hidden_text: &[], today };
        let by_engine = BuiltIn.judge(&judged, &resume).await.unwrap();
        let known = Judgements { opening: "known".to_owned(), ..by_engine.clone() };

        let engine = ResumeEngine::new(Arc::new(BuiltIn));
        assert_eq!(engine.judge(&judged, &resume).await.unwrap(), by_engine);
        assert_eq!(engine.text_for_model(&resume).await.unwrap(), "CPA since 2015");
        let answer = AnswerAbout { judgements: known.clone(), text_for_model: Some("since 2015".to_owned()) };
        engine.keep(Arc::clone(&judged.rubric), answer);
        assert_eq!(engine.judge(&judged, &resume).await.unwrap(), known);
        assert_eq!(engine.judge(&other, &resume).await.unwrap(), by_engine);
        assert_eq!(engine.text_for_model(&resume).await.unwrap(), "since 2015");
    }
}
