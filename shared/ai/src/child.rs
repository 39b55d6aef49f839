//! The built-in engine in a sandboxed child process: requests and responses as bytes.
//!
//! Resumes are untrusted text, so the engine processes them within the child's limits of time and memory.

use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};

use bole_domain::evaluation::{Judgements, Rubric};
use bole_domain::failure::TaskReason;
use bole_domain::period::YearMonth;
use bole_domain::profile::Profile;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::builtin::without_instructions;
use crate::contract::text_of_model_length;
use crate::{AiError, BuiltIn, JobBrief, JobContext, Judge, Resume};

/// The maximum length of a judged text, about sixty pages.
const MAX_CHARACTERS: usize = 120_000;
/// The maximum length of a judged line.
const MAX_LINE_CHARACTERS: usize = 2_000;

/// A request to a child.
#[derive(Debug, Serialize, Deserialize)]
pub enum Question {
    /// Extract a rubric.
    Rubric(JobBrief),
    Judge(Box<ResumeQuestion>),
}

/// A resume and its job.
#[derive(Debug, Serialize, Deserialize)]
pub struct ResumeQuestion {
    /// A [`JudgedJob`], parsed unless it equals the child's last one.
    job: Box<RawValue>,
    text: String,
    profile: Profile,
    hidden_text: Vec<String>,
    today: YearMonth,
}

/// A job and its rubric.
#[derive(Debug, Serialize, Deserialize)]
struct JudgedJob {
    job: JobBrief,
    rubric: Rubric,
}

impl Question {
    /// A request to judge a resume; long texts and lines are cut off.
    ///
    /// # Errors
    /// Never in practice.
    pub fn judge(job: &JobContext, resume: &Resume<'_>) -> Result<Self, AiError> {
        Ok(Self::Judge(Box::new(ResumeQuestion {
            job: written(job)?,
            text: judged(resume.text),
            profile: resume.profile.clone(),
            hidden_text: judged_hidden(resume.hidden_text),
            today: resume.today,
        })))
    }

    /// Serializes the request.
    ///
    /// # Errors
    /// Never in practice.
    pub fn to_bytes(&self) -> Result<Vec<u8>, AiError> {
        serde_json::to_vec(self).map_err(|error| failed(&error))
    }
}

/// A job as JSON, written once.
fn written(job: &JobContext) -> Result<Box<RawValue>, AiError> {
    let written = job.prepared(|job, rubric| {
        serde_json::value::to_raw_value(&JudgedJob { job: job.clone(), rubric: rubric.clone() })
    });
    written.as_ref().as_ref().map_err(failed).cloned()
}

/// A request about a resume that the child has just read.
#[derive(Debug, Serialize, Deserialize)]
struct QuestionAbout {
    /// A [`JudgedJob`], parsed unless it equals the child's last one.
    job: Box<RawValue>,
    for_model: bool,
}

/// What the child says about a resume it has read.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct AnswerAbout {
    pub judgements: Judgements,
    /// The part of the text that a model may read, if asked for.
    pub text_for_model: Option<String>,
}

/// A request to judge a resume that the child has just read; see [`serve_about`].
///
/// # Errors
/// Never in practice.
pub fn question_about(job: &JobContext, for_model: bool) -> Result<Vec<u8>, AiError> {
    serde_json::to_vec(&QuestionAbout { job: written(job)?, for_model }).map_err(|error| failed(&error))
}

/// The part of a text that is judged.
fn judged(text: &str) -> String {
    let mut judged = String::with_capacity(text.len().min(4 * MAX_CHARACTERS));
    let mut left = MAX_CHARACTERS;
    for line in text.lines() {
        let before = judged.len();
        judged.extend(line.chars().take(MAX_LINE_CHARACTERS.min(left)));
        left -= judged[before..].chars().count();
        if left == 0 {
            break;
        }
        judged.push('\n');
        left -= 1;
    }
    judged
}

/// The hidden lines that are judged.
fn judged_hidden(lines: &[String]) -> Vec<String> {
    judged(&lines.join("\n")).lines().map(str::to_owned).collect()
}

/// The last job with the engine's prepared data, because the resumes of a batch follow each other.
static LAST: Mutex<Option<(Box<RawValue>, Arc<JobContext>)>> = Mutex::new(None);

/// The job, prepared unless it equals the last one.
fn context(written: &RawValue) -> Result<Arc<JobContext>, AiError> {
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((known, context)) = &*last
        && known.get() == written.get()
    {
        return Ok(Arc::clone(context));
    }
    let JudgedJob { job, rubric } = serde_json::from_str(written.get()).map_err(|error| failed(&error))?;
    // The parent has left out what may not be asked.
    let context = Arc::new(JobContext::of_allowed(job, Arc::new(rubric)));
    *last = Some((written.to_owned(), Arc::clone(&context)));
    Ok(context)
}

/// Handles a request in the child.
///
/// # Errors
/// When the request is invalid.
pub fn serve(question: &[u8]) -> Result<Vec<u8>, AiError> {
    match serde_json::from_slice(question).map_err(|error| failed(&error))? {
        Question::Rubric(job) => {
            let rubric = at_once(BuiltIn.rubric(&job))?;
            serde_json::to_vec(&rubric).map_err(|error| failed(&error))
        }
        Question::Judge(question) => {
            let ResumeQuestion { job, text, profile, hidden_text, today } = *question;
            let resume = Resume { text: &text, profile: &profile, hidden_text: &hidden_text, today };
            serde_json::to_vec(&judge(&job, &resume)?).map_err(|error| failed(&error))
        }
    }
}

/// Handles a request of [`question_about`] in the child that has read the resume; long texts and lines are cut off.
///
/// # Errors
/// When the request is invalid.
pub fn serve_about(question: &[u8], resume: &Resume<'_>) -> Result<Vec<u8>, AiError> {
    let QuestionAbout { job, for_model } = serde_json::from_slice(question).map_err(|error| failed(&error))?;
    let (text, hidden_text) = (judged(resume.text), judged_hidden(resume.hidden_text));
    let judgements = judge(&job, &Resume { text: &text, hidden_text: &hidden_text, ..*resume })?;
    let text_for_model = for_model.then(|| without_instructions(&text_of_model_length(resume.text)));
    serde_json::to_vec(&AnswerAbout { judgements, text_for_model }).map_err(|error| failed(&error))
}

fn judge(job: &RawValue, resume: &Resume<'_>) -> Result<Judgements, AiError> {
    let context = context(job)?;
    at_once(BuiltIn.judge(&context, resume))
}

/// Parses a child's response.
///
/// # Errors
/// When it has another format.
pub fn answer<T: serde::de::DeserializeOwned>(bytes: &[u8]) -> Result<T, AiError> {
    serde_json::from_slice(bytes).map_err(|error| failed(&error))
}

/// The engine never waits, so its futures are ready at the first poll.
fn at_once<T>(work: impl Future<Output = Result<T, AiError>>) -> Result<T, AiError> {
    match pin!(work).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(outcome) => outcome,
        Poll::Pending => Err(AiError {
            reason: TaskReason::Internal.into(),
            detail: "the built-in engine waits for something".to_owned(),
            retry_after: None,
            is_exhausted: false,
        }),
    }
}

/// The error's position, without the content.
fn failed(error: &serde_json::Error) -> AiError {
    let detail = format!("{:?} at line {} column {}", error.classify(), error.line(), error.column());
    AiError { reason: TaskReason::Internal.into(), detail, retry_after: None, is_exhausted: false }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn long_texts_and_lines_are_truncated() {
        assert_eq!(judged("Lin\n后端"), "Lin\n后端\n");
        let line = format!("{}\nshort", "好".repeat(5_000));
        assert_eq!(judged(&line), format!("{}\nshort\n", "好".repeat(MAX_LINE_CHARACTERS)));
        assert_eq!(judged(&"CPA ".repeat(1_000_000)).chars().count(), MAX_LINE_CHARACTERS + 1);
        assert!(judged(&"a line\n".repeat(1_000_000)).chars().count() <= MAX_CHARACTERS);
    }

    #[test]
    fn child_and_engine_give_the_same_answer() {
        let job = JobBrief { title: "Accountant".into(), jd: "- CPA required\n- SAP".into(), ..JobBrief::default() };
        let rubric: Rubric = answer(&serve(&Question::Rubric(job.clone()).to_bytes().unwrap()).unwrap()).unwrap();
        let profile = Profile::default();
        let today = YearMonth::new(2026, 1).unwrap();
        let text = "Lin Xiaoyu\nCPA since 2015, SAP FI\n";
        let resume = Resume { text, profile: &profile, hidden_text: &[], today };
        let context = JobContext::new(job.clone(), Arc::new(rubric));
        let judged = |context: &JobContext| -> Judgements {
            answer(&serve(&Question::judge(context, &resume).unwrap().to_bytes().unwrap()).unwrap()).unwrap()
        };
        let expected = at_once(BuiltIn.judge(&JobContext::new(job, Arc::clone(&context.rubric)), &resume)).unwrap();
        assert_eq!(judged(&context), expected);
        assert_eq!(judged(&context), expected, "the job it was judged by last");
        let about = |for_model| -> AnswerAbout {
            answer(&serve_about(&question_about(&context, for_model).unwrap(), &resume).unwrap()).unwrap()
        };
        let by_reader = AnswerAbout { judgements: expected.clone(), text_for_model: None };
        assert_eq!(about(false), by_reader, "the process that has read it");
        let text_for_model = Some("Lin Xiaoyu\nCPA since 2015, SAP FI".to_owned());
        assert_eq!(about(true), AnswerAbout { text_for_model, ..by_reader });
        let other = JobBrief { title: "Nurse".into(), jd: "- Nursing license required".into(), ..JobBrief::default() };
        let rubric = at_once(BuiltIn.rubric(&other)).unwrap();
        let other = JobContext::new(other, Arc::new(rubric));
        assert_ne!(judged(&other), expected);
        assert_eq!(judged(&context), expected);
        assert!(serve(b"{}").is_err());
    }

    proptest! {
        #[test]
        fn input_is_truncated_to_the_limits(text in "(?s).{0,300}", times in 1usize..600) {
            let judged = judged(&text.repeat(times));
            prop_assert!(judged.chars().count() <= MAX_CHARACTERS);
            prop_assert!(judged.lines().all(|line| line.chars().count() <= MAX_LINE_CHARACTERS));
        }
    }
}
