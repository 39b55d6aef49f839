//! A model as the judge of resumes.
//!
//! The model says what the resume shows for each criterion. What can be known without it is not asked: the rubric, the
//! years of employments, gaps and overlaps, instructions hidden in the text come from the built-in engine.

use std::sync::Arc;

use async_trait::async_trait;
use bole_domain::evaluation::{Engine, FlagKind, JudgeVersion, Judgement, Judgements, Rubric, Verdict};
use serde::Deserialize;

use super::chat::{Chat, ChatError};
use super::prompt::{self, PROMPT_VERSION};
use super::redact::redacted;
use crate::{AiError, JobBrief, JobContext, Judge, Resume};

/// The version of this file's rules.
const VERSION: &str = "model/1";
/// More of a text than this is not sent.
const MAX_CHARACTERS: usize = 60_000;
/// A summary is at most this long.
const MAX_SUMMARY_CHARACTERS: usize = 600;
/// A question for the interview is at most this long.
const MAX_QUESTION_CHARACTERS: usize = 300;

/// Judges by asking a model.
pub struct ModelJudge {
    chat: Chat,
    built_in: Arc<dyn Judge>,
    is_blind: bool,
}

#[derive(Deserialize)]
struct Answer {
    criteria: Vec<AnswerCriterion>,
    #[serde(default)]
    summary: String,
}

#[derive(Deserialize)]
struct AnswerCriterion {
    id: String,
    verdict: Verdict,
    #[serde(default)]
    quotation: Option<String>,
    #[serde(default)]
    confidence: Option<f64>,
    #[serde(default)]
    question: Option<String>,
}

impl ModelJudge {
    /// A judge that asks this model; `is_blind` withholds who the resume is of.
    #[must_use]
    pub fn new(chat: Chat, built_in: Arc<dyn Judge>, is_blind: bool) -> Self {
        Self { chat, built_in, is_blind }
    }
}

#[async_trait]
impl Judge for ModelJudge {
    fn engine(&self) -> Engine {
        Engine::Model
    }

    fn version(&self) -> &str {
        self.built_in.version()
    }

    async fn rubric(&self, job: &JobBrief) -> Result<Rubric, AiError> {
        self.built_in.rubric(job).await
    }

    async fn judge(&self, job: &JobContext, resume: &Resume<'_>) -> Result<Judgements, AiError> {
        let mut judgements = self.built_in.judge(job, resume).await?;
        let injected = judgements.flags.iter().filter(|flag| flag.kind == FlagKind::PromptInjection);
        let injected: Vec<&str> = injected.filter_map(|flag| flag.quote.as_deref()).collect();
        let mut shown = without(resume.text, &injected);
        if self.is_blind {
            shown = redacted(&shown, resume.profile);
        }
        let answer: Answer = self.chat.json(&prompt::judging(job, &shown)).await?;
        let counted =
            judgements.criteria.drain(..).filter_map(|judgement| Some((judgement.criterion_id, judgement.years?)));
        let mut counted: std::collections::HashMap<_, _> = counted.collect();
        judgements.criteria = answer
            .criteria
            .into_iter()
            .filter(|criterion| job.rubric.criteria.iter().any(|known| known.id == criterion.id))
            .map(|criterion| {
                let years = counted.remove(&criterion.id);
                Judgement {
                    criterion_id: criterion.id,
                    verdict: criterion.verdict,
                    strength: None,
                    quotations: criterion.quotation.filter(|quote| !quote.trim().is_empty()).into_iter().collect(),
                    confidence: criterion.confidence.filter(|c| c.is_finite()).unwrap_or(0.5).clamp(0.0, 1.0),
                    missing: None,
                    question: criterion.question.and_then(|question| text(&question, MAX_QUESTION_CHARACTERS)),
                    years,
                }
            })
            .collect();
        judgements.judge = JudgeVersion {
            engine: Engine::Model,
            version: VERSION.to_owned(),
            model: Some(self.chat.model().to_owned()),
            prompt: Some(PROMPT_VERSION.to_owned()),
        };
        if !self.is_blind
            && let Some(summary) = text(&answer.summary, MAX_SUMMARY_CHARACTERS)
        {
            judgements.opening = summary;
        }
        Ok(judgements)
    }
}

/// The text without passages, at most [`MAX_CHARACTERS`] of it.
fn without(text: &str, passages: &[&str]) -> String {
    let mut kept: String = text.chars().take(MAX_CHARACTERS).collect();
    for passage in passages.iter().filter(|passage| !passage.trim().is_empty()) {
        kept = kept.replace(passage, " ");
    }
    kept
}

/// One line of text, if there is any.
fn text(answer: &str, most: usize) -> Option<String> {
    let line = answer.split_whitespace().collect::<Vec<_>>().join(" ");
    let line: String = line.chars().filter(|c| !c.is_control()).take(most).collect();
    (!line.is_empty()).then_some(line)
}

impl From<ChatError> for AiError {
    fn from(error: ChatError) -> Self {
        let ChatError { reason, detail, retry_after, is_exhausted } = error;
        Self { category: reason.category(), reason, detail, retry_after, is_exhausted }
    }
}
