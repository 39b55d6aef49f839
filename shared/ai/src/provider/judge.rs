//! A model as judge.
//!
//! The model decides what the resume shows for each criterion. Years of employments, gaps, overlaps and injected
//! instructions come from the built-in engine.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use bole_domain::evaluation::{Engine, JudgeVersion, Judgement, Judgements, Rubric, Verdict, YearsClaim, YearsSum};
use bole_domain::failure::AiReason;
use bole_domain::profile::{ModelProfile, Profile};
use serde::Deserialize;

use super::chat::{Chat, ChatError};
use super::prompt::{self, Part};
use super::reading::{self, Person};
use super::redact::redacted;
use super::rubric;
use crate::builtin::{Sentences, required_years, years_short};
use crate::{AiError, JobBrief, JobContext, Judge, Resume, off_thread};

/// The version of this file's rules.
const VERSION: &str = "model/2";
/// The maximum length of a summary.
const MAX_SUMMARY_CHARACTERS: usize = 600;
/// The maximum length of an interview question.
const MAX_QUESTION_CHARACTERS: usize = 300;
/// The maximum length of what is missing.
const MAX_MISSING_CHARACTERS: usize = 200;

pub struct ModelJudge {
    chat: Chat,
    built_in: Arc<dyn Judge>,
    options: ModelJudgeOptions,
    read: Mutex<Option<ModelProfile>>,
    /// What the first opinion on a resume was based on, for further ones.
    basis: Mutex<Option<Basis>>,
}

/// What does not differ between opinions on a resume.
#[derive(Clone)]
struct Basis {
    rubric: Arc<Rubric>,
    text: String,
    computed: Judgements,
    shown: Arc<str>,
    sentences: Arc<Sentences>,
}

/// Options of a model judge for a job and its organization.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ModelJudgeOptions {
    /// Whether identifying data is withheld.
    pub is_blind: bool,
    /// The organization's custom instructions.
    pub guidance: Option<String>,
    /// Whether the model also reads the profile; never in blind mode.
    pub reads_person: bool,
}

#[derive(Default, Deserialize)]
struct Answer {
    criteria: Vec<AnswerCriterion>,
    #[serde(default)]
    summary: String,
    #[serde(default)]
    person: Option<Person>,
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
    missing: Option<String>,
    #[serde(default)]
    question: Option<String>,
}

impl ModelJudge {
    /// A judge that uses this model.
    #[must_use]
    pub fn new(chat: Chat, built_in: Arc<dyn Judge>, options: ModelJudgeOptions) -> Self {
        Self { chat, built_in, options, read: Mutex::default(), basis: Mutex::default() }
    }

    /// The profile read by the model with its first opinion.
    pub fn take_profile(&self) -> Option<ModelProfile> {
        self.read.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// The resume text shown to the model, and its sentences, from which nothing is withheld.
    async fn shown(&self, resume: &Resume<'_>) -> Result<(String, Sentences), AiError> {
        let text = self.built_in.text_for_model(resume).await?;
        let withheld = self.options.is_blind.then(|| resume.profile.clone());
        off_thread(text.len(), move || {
            let sentences = Sentences::of(&text);
            match withheld {
                Some(profile) => (redacted(&text, &profile), sentences),
                None => (text, sentences),
            }
        })
        .await
    }
}

impl ModelJudge {
    /// The model's answer on all criteria, in the rubric's order. Those that an answer lacks are asked again, and those of
    /// a cut answer in smaller parts, since a missing mark is not an unfavourable one.
    async fn answer(
        &self,
        job: &JobContext,
        shown: &str,
        opinion: u32,
        mut reads_person: bool,
    ) -> Result<Answer, AiError> {
        let mut whole = Answer::default();
        let mut parts = prompt::parts(&job.rubric);
        parts.reverse();
        while let Some(criteria) = parts.pop() {
            let part = Part { criteria: &criteria, opinion, reads_person: reads_person && whole.person.is_none() };
            let question = prompt::judging(job, self.options.guidance.as_deref(), shown, &part);
            let answer = match self.chat.json::<Answer>(&question).await {
                Err(error) if error.is_cut && criteria.len() > 1 => Answer::default(),
                // The profile may be what makes it too long.
                Err(error) if error.is_cut && part.reads_person => {
                    reads_person = false;
                    parts.push(criteria);
                    continue;
                }
                answer => answer?,
            };
            let mut missing = criteria.clone();
            for mark in answer.criteria {
                if let Some(at) = missing.iter().position(|criterion| criterion.id == mark.id) {
                    missing.remove(at);
                    whole.criteria.push(mark);
                }
            }
            whole.person = whole.person.or(answer.person);
            if whole.summary.trim().is_empty() {
                whole.summary = answer.summary;
            }
            match missing.len() {
                0 => {}
                1 if criteria.len() == 1 => {
                    let detail = format!("the answer lacks {}", missing[0].id);
                    return Err(ChatError::new(AiReason::AnswerUnusable, detail).into());
                }
                count => parts.extend(missing.chunks(count.div_ceil(2)).rev().map(<[_]>::to_vec)),
            }
        }
        let place = |id: &str| job.rubric.criteria.iter().position(|criterion| criterion.id == id);
        whole.criteria.sort_by_key(|mark| place(&mark.id));
        Ok(whole)
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
        let built_in = self.built_in.rubric(job).await?;
        rubric::read(&self.chat, job, built_in).await
    }

    fn may_waver(&self) -> bool {
        true
    }

    async fn judge(&self, job: &JobContext, resume: &Resume<'_>) -> Result<Judgements, AiError> {
        self.opinion(job, resume, 1).await
    }

    async fn opinion(&self, job: &JobContext, resume: &Resume<'_>, number: u32) -> Result<Judgements, AiError> {
        let known = self.basis.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let known = known.filter(|known| Arc::ptr_eq(&known.rubric, &job.rubric) && known.text == resume.text);
        let Basis { computed: mut judgements, shown, sentences, .. } = match known {
            Some(known) => known,
            None => {
                let computed = self.built_in.judge(job, resume).await?;
                let (shown, sentences) = self.shown(resume).await?;
                let basis = Basis {
                    rubric: Arc::clone(&job.rubric),
                    text: resume.text.to_owned(),
                    computed,
                    shown: shown.into(),
                    sentences: Arc::new(sentences),
                };
                self.basis.lock().unwrap_or_else(PoisonError::into_inner).insert(basis).clone()
            }
        };
        let reads_person = self.options.reads_person && !self.options.is_blind && number == 1;
        let answer = self.answer(job, &shown, number, reads_person).await?;
        if let Some(person) = answer.person.filter(|_| reads_person) {
            let (text, known, today) = (resume.text.to_owned(), resume.profile.clone(), resume.today);
            let bytes = text.len() + person.bytes_looked_up();
            let profile = off_thread(bytes, move || reading::checked(person, &text, &known, today)).await?;
            let read = ModelProfile { version: reading::version(self.chat.model()), profile };
            *self.read.lock().unwrap_or_else(PoisonError::into_inner) = Some(read);
        }
        let counted =
            judgements.criteria.drain(..).filter_map(|judgement| Some((judgement.criterion_id, judgement.years?)));
        let mut counted: HashMap<String, YearsClaim> = counted.collect();
        let withheld = self.options.is_blind.then(|| resume.profile.clone());
        judgements.criteria = with_whole_quotations(answer.criteria, sentences, withheld)
            .await?
            .into_iter()
            .map(|criterion| {
                // Without a dated employment that counts, no years are shown.
                let none = |required| YearsClaim { required, periods: Vec::new(), today: resume.today };
                let asked = || job.rubric.criteria.iter().find(|known| known.id == criterion.id);
                let is_met = criterion.verdict == Verdict::Met;
                let years = counted
                    .remove(&criterion.id)
                    .or_else(|| asked().filter(|_| is_met).and_then(|asked| required_years(&asked.text)).map(none));
                let lacking = years.as_ref().and_then(|claim| years_short(job.rubric.language, &YearsSum::of(claim)));
                let stated = criterion.missing.and_then(|missing| text(&missing, MAX_MISSING_CHARACTERS));
                Judgement {
                    criterion_id: criterion.id,
                    verdict: criterion.verdict,
                    strength: None,
                    share: None,
                    quotations: criterion.quotation.filter(|quote| !quote.trim().is_empty()).into_iter().collect(),
                    confidence: criterion.confidence.filter(|c| c.is_finite()).unwrap_or(0.75).clamp(0.0, 1.0),
                    missing: match criterion.verdict {
                        Verdict::Partly => stated.or(lacking),
                        Verdict::Met => lacking,
                        _ => None,
                    },
                    question: criterion.question.and_then(|question| text(&question, MAX_QUESTION_CHARACTERS)),
                    years,
                }
            })
            .collect();
        judgements.judge = JudgeVersion {
            engine: Engine::Model,
            version: VERSION.to_owned(),
            model: Some(self.chat.model().to_owned()),
            prompt: Some(prompt::version(self.options.guidance.as_deref())),
        };
        if !self.options.is_blind
            && let Some(summary) = text(&answer.summary, MAX_SUMMARY_CHARACTERS)
        {
            judgements.opening = summary;
        }
        Ok(judgements)
    }
}

/// Quotations as whole sentences or bullets; contact data and headings prove nothing and are dropped. Quotations that
/// identify the person only as a whole stay as they are in blind mode, because a model may be sent them again.
async fn with_whole_quotations(
    mut criteria: Vec<AnswerCriterion>,
    sentences: Arc<Sentences>,
    withheld: Option<Profile>,
) -> Result<Vec<AnswerCriterion>, AiError> {
    let quoted: usize = criteria.iter().filter_map(|criterion| criterion.quotation.as_deref()).map(str::len).sum();
    off_thread(quoted + sentences.bytes(), move || {
        let mut wholes: Vec<Option<String>> =
            criteria.iter().map(|criterion| sentences.whole(criterion.quotation.as_deref()?)).collect();
        if let Some(profile) = &withheld {
            let line = |whole: &Option<String>| whole.as_deref().unwrap_or_default().replace('\n', " ");
            let lines: Vec<String> = wholes.iter().map(line).collect();
            let shown = redacted(&lines.join("\n"), profile);
            let mut shown = shown.split('\n');
            for ((criterion, whole), line) in criteria.iter().zip(&mut wholes).zip(&lines) {
                let identifies = shown.next() != Some(line);
                if identifies && whole.is_some() {
                    whole.clone_from(&criterion.quotation);
                }
            }
        }
        for (criterion, whole) in criteria.iter_mut().zip(wholes) {
            criterion.quotation = whole;
        }
        criteria
    })
    .await
}

/// One line of text, if not empty.
fn text(answer: &str, most: usize) -> Option<String> {
    let line = answer.split_whitespace().collect::<Vec<_>>().join(" ");
    let line: String = line.chars().filter(|c| !c.is_control()).take(most).collect();
    (!line.is_empty()).then_some(line)
}

impl From<ChatError> for AiError {
    fn from(error: ChatError) -> Self {
        let ChatError { reason, detail, retry_after, is_exhausted, .. } = error;
        Self { reason: reason.into(), detail, retry_after, is_exhausted }
    }
}
