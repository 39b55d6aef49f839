//! The built-in engine for one resume, which it may have judged while the resume was read.

use std::sync::{Arc, OnceLock};

use async_trait::async_trait;
use bole_ai::{AiError, JobBrief, JobContext, Judge, Resume};
use bole_domain::evaluation::{Engine, Judgements, Rubric};

/// The built-in engine with its judgements of one resume, as far as they are known.
pub(super) struct ResumeEngine {
    engine: Arc<dyn Judge>,
    /// The judgements, and the rubric they are by.
    judged: OnceLock<(Arc<Rubric>, Judgements)>,
}

impl ResumeEngine {
    pub(super) fn new(engine: Arc<dyn Judge>) -> Self {
        Self { engine, judged: OnceLock::new() }
    }

    /// Keeps the judgements by this rubric.
    pub(super) fn keep(&self, rubric: Arc<Rubric>, judgements: Judgements) {
        self.judged.get_or_init(|| (rubric, judgements));
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
        match self.judged.get() {
            Some((rubric, judgements)) if Arc::ptr_eq(rubric, &job.rubric) => Ok(judgements.clone()),
            _ => self.engine.judge(job, resume).await,
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
    async fn judgements_at_hand_are_used_for_their_rubric_only() {
        let job = JobBrief { title: "Accountant".to_owned(), jd: "- CPA\n- SAP".to_owned(), ..JobBrief::default() };
        let rubric = BuiltIn.rubric(&job).await.unwrap();
        let context = |rubric: &Rubric| JobContext::new(job.clone(), Arc::new(rubric.clone()));
        let (judged, other) = (context(&rubric), context(&rubric));
        let profile = Profile::default();
        let today = YearMonth::new(2026, 1).unwrap();
        let resume = Resume { text: "CPA since 2015", profile: &profile, hidden_text: &[], today };
        let by_engine = BuiltIn.judge(&judged, &resume).await.unwrap();
        let at_hand = Judgements { opening: "at hand".to_owned(), ..by_engine.clone() };

        let engine = ResumeEngine::new(Arc::new(BuiltIn));
        assert_eq!(engine.judge(&judged, &resume).await.unwrap(), by_engine);
        engine.keep(Arc::clone(&judged.rubric), at_hand.clone());
        assert_eq!(engine.judge(&judged, &resume).await.unwrap(), at_hand);
        assert_eq!(engine.judge(&other, &resume).await.unwrap(), by_engine);
    }
}
