//! `interview.follow_up`: suggests follow-up questions for an interview, by a model.

use std::collections::BTreeMap;
use std::time::Duration;

use bole_ai::{AskedQuestion, FollowUp, FollowUpBrief};
use bole_domain::ai::AiPurpose;
use bole_domain::evaluation::{AiEval, Verdict};
use bole_domain::failure::AiReason;
use bole_domain::ids::JobId;
use bole_queue::kinds::ProposeFollowUps;
use bole_queue::{Outcome, TaskContext, TaskError, TaskHandler};
use bole_store::{StoreError, applications, interview_sessions, jobs};
use serde::Deserialize;
use serde_json::json;

use crate::model_work::{self, Purpose};

handler!(ProposeFollowUpsHandler);

/// The parts of the interviewer's draft that are used.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Draft {
    sections: Vec<Section>,
    answers: BTreeMap<String, Answer>,
    verdicts: BTreeMap<String, Verdict>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Section {
    questions: Vec<Question>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Question {
    key: String,
    text: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Answer {
    note: String,
}

impl Draft {
    fn read(content: &str) -> Self {
        serde_json::from_str(content).unwrap_or_default()
    }

    /// Whether the interviewer has already decided the criterion.
    fn has_settled(&self, criterion: &str) -> bool {
        matches!(self.verdicts.get(criterion), Some(Verdict::Met | Verdict::Not))
    }

    fn asked(&self) -> Vec<AskedQuestion> {
        let questions = self.sections.iter().flat_map(|section| &section.questions);
        let note = |key| self.answers.get(key).map(|answer| answer.note.clone()).unwrap_or_default();
        questions.map(|asked| AskedQuestion { question: asked.text.clone(), note: note(&asked.key) }).collect()
    }
}

impl TaskHandler for ProposeFollowUpsHandler {
    type Kind = ProposeFollowUps;
    const TIME_LIMIT: Duration = Duration::from_secs(600);

    async fn run(&self, context: &TaskContext, task: ProposeFollowUps) -> Result<Outcome, TaskError> {
        let questions = match brief(context, task).await? {
            Some((job, brief)) if !brief.is_settled() => self.propose(context, job, &brief).await?,
            _ => Vec::new(),
        };
        Outcome::completed(json!({ "questions": questions }))
    }
}

impl ProposeFollowUpsHandler {
    async fn propose(
        &self,
        context: &TaskContext,
        job: JobId,
        brief: &FollowUpBrief,
    ) -> Result<Vec<FollowUp>, TaskError> {
        let mut tx = context.tenant().await?;
        let setup = self.tools.providers.of(&mut tx).await?;
        tx.release();
        let chat = model_work::chat(&setup.provider, context.id())?;
        let chat = chat.ok_or_else(|| TaskError::new(AiReason::KeyRefused, "no model is set any more"))?;
        let answer = chat.json(&brief.question()).await;
        let failure = model_work::failure(&answer);
        let purpose = Purpose { job: Some(job), ..Purpose::new(AiPurpose::Interview) };
        model_work::settle(context, &chat, &setup.prices, purpose, failure).await?;
        Ok(brief.usable(answer.map_err(model_work::failed)?))
    }
}

/// The current state of the interview, with the requesting user's permissions; `None` if they lost access.
async fn brief(
    context: &TaskContext,
    ProposeFollowUps { application_id, user_id }: ProposeFollowUps,
) -> Result<Option<(JobId, FollowUpBrief)>, TaskError> {
    let Some(mut tx) = context.tenant_as(user_id).await? else { return Ok(None) };
    let application = match applications::find(&mut tx, application_id).await {
        Ok(application) => application,
        Err(StoreError::NotFound) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let draft = match interview_sessions::find_draft(&mut tx, application_id).await {
        Ok(draft) => Draft::read(draft.content.get()),
        Err(StoreError::NotFound) => Draft::default(),
        Err(error) => return Err(error.into()),
    };
    let is_blind = jobs::find(&mut tx, application.job_id).await?.blind_mode;
    tx.release();
    let evaluation = application.ai_eval.and_then(|json| serde_json::from_str::<AiEval>(json.get()).ok());
    let mut criteria = evaluation.map(|evaluation| evaluation.criteria).unwrap_or_default();
    if is_blind {
        // Passages that the built-in engine quotes may name the person.
        criteria.iter_mut().for_each(|criterion| criterion.quote = None);
    }
    let settled = |criterion: &str| draft.has_settled(criterion);
    let brief = FollowUpBrief::new(&application.job_title, &criteria, settled, draft.asked());
    Ok(Some((application.job_id, brief)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draft_prompt_has_asked_questions_notes_and_judgements() {
        let content = json!({
            "interviewer_name": "Li",
            "sections": [{ "title": "A", "note": "", "questions": [{ "key": "0.0", "text": "Why?" }, { "key": "0.1", "text": "How?" }] }],
            "answers": { "0.1": { "note": "Slowly", "mark": 2 } },
            "verdicts": { "Rust": "met", "SQL": "partly" },
        });
        let draft = Draft::read(&content.to_string());
        let asked: Vec<_> = draft.asked().into_iter().map(|asked| (asked.question, asked.note)).collect();
        assert_eq!(asked, [("Why?".to_owned(), String::new()), ("How?".to_owned(), "Slowly".to_owned())]);
        assert!(draft.has_settled("Rust") && !draft.has_settled("SQL") && !draft.has_settled("Go"));
        assert!(Draft::read("nonsense").asked().is_empty());
    }
}
