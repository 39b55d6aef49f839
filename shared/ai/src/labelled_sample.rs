//! The labelled sample that judges are measured on: three jobs with eight resumes each, labelled criterion by criterion
//! before any judge read them. It is never used for tuning; `docs/evaluation-quality.md` has its terms.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};
use std::time::Instant;

use bole_domain::evaluation::{
    AiEval, CAREER_WEIGHT, Criterion, CriterionKind, Dimension, Language, Rubric, Thresholds, Verdict,
};
use bole_domain::failure::TaskReason;
use bole_domain::measurement::{MeasuredMark, MeasuredResume};
use bole_domain::period::YearMonth;
use bole_domain::profile::Profile;
use serde::Deserialize;

use crate::{AiError, JobBrief, JobContext, Judge, Resume, evaluate};

/// Goes up with every change of the sample: results on different versions cannot be compared.
pub const SAMPLE_VERSION: &str = "1";

/// The month in which the resumes were written.
const WRITTEN: (i32, u8) = (2026, 11);
/// About the tokens of the instructions that precede a resume.
const INSTRUCTION_TOKENS: u64 = 1_200;
/// About the tokens of an answer on one criterion.
const ANSWER_TOKENS: u64 = 80;

/// A job of the sample.
#[derive(Debug, Clone)]
pub struct SampleJob {
    /// Its name in the sample.
    pub name: &'static str,
    pub brief: JobBrief,
    pub rubric: Arc<Rubric>,
    pub resumes: Vec<SampleResume>,
}

/// A labelled resume.
#[derive(Debug, Clone)]
pub struct SampleResume {
    /// Its name within the job.
    pub name: &'static str,
    pub text: &'static str,
    /// Its place among the job's resumes, the best first.
    pub rank: u32,
    /// By criterion.
    labels: BTreeMap<String, Label>,
}

/// A label and the lines that prove it, from 1.
#[derive(Debug, Clone, Deserialize)]
struct Label {
    verdict: Verdict,
    lines: Vec<u32>,
}

#[derive(Deserialize)]
struct JobFile {
    title: String,
    language: Language,
    jd: String,
    criteria: Vec<CriterionFile>,
    order: Vec<String>,
    labels: BTreeMap<String, BTreeMap<String, Label>>,
}

#[derive(Deserialize)]
struct CriterionFile {
    id: String,
    kind: CriterionKind,
    text: String,
}

macro_rules! embedded {
    ($($job:literal),+) => {
        [$(($job, include_str!(concat!("../labelled_sample/", $job, "/job.json")), embedded!(@resumes $job
            "r1" "r2" "r3" "r4" "r5" "r6" "r7" "r8"))),+]
    };
    (@resumes $job:literal $($resume:literal)+) => {
        [$(($resume, include_str!(concat!("../labelled_sample/", $job, "/", $resume, ".txt")))),+]
    };
}

type Embedded = (&'static str, &'static str, [(&'static str, &'static str); 8]);

const FILES: [Embedded; 3] =
    embedded!("zh-small-animal-veterinarian", "en-landscape-architect", "id-shrimp-farm-technician");

static SAMPLE: LazyLock<Vec<SampleJob>> = LazyLock::new(|| FILES.into_iter().filter_map(job).collect());

/// The jobs of the sample.
#[must_use]
pub fn jobs() -> &'static [SampleJob] {
    &SAMPLE
}

/// The number of resumes in the sample.
#[must_use]
pub fn resume_count() -> usize {
    jobs().iter().map(|job| job.resumes.len()).sum()
}

/// The month that "present" means in the sample.
///
/// # Errors
/// Never in practice.
pub fn month() -> Result<YearMonth, AiError> {
    YearMonth::new(WRITTEN.0, WRITTEN.1).ok_or_else(|| AiError {
        reason: TaskReason::Internal.into(),
        detail: "the sample has no month".to_owned(),
        retry_after: None,
        is_exhausted: false,
    })
}

/// About how many prompt and completion tokens a model without reasoning uses for the whole sample.
#[must_use]
pub fn expected_tokens() -> (u64, u64) {
    let mut tokens = (0, 0);
    for job in jobs() {
        let criteria: u64 = job.rubric.criteria.iter().map(|criterion| text_tokens(&criterion.text)).sum();
        for resume in &job.resumes {
            tokens.0 += INSTRUCTION_TOKENS + criteria + text_tokens(resume.text);
            tokens.1 += ANSWER_TOKENS * u64::try_from(job.rubric.criteria.len()).unwrap_or_default();
        }
    }
    tokens
}

/// About one token per Chinese character, and per four bytes of other text.
fn text_tokens(text: &str) -> u64 {
    let han = text.chars().filter(|c| ('\u{4e00}'..='\u{9fff}').contains(c)).count();
    u64::try_from(han + (text.len() - 3 * han) / 4).unwrap_or_default()
}

impl SampleJob {
    /// The job as judges get it.
    #[must_use]
    pub fn context(&self) -> JobContext {
        JobContext::new(self.brief.clone(), Arc::clone(&self.rubric))
    }
}

impl SampleResume {
    /// Has the resume judged as one of an applicant would be, and compares the marks with the labels. `profile` is the
    /// one read from its text.
    ///
    /// # Errors
    /// The judge's error.
    pub async fn measure(
        &self,
        job_name: &str,
        job: &JobContext,
        judge: &dyn Judge,
        profile: &Profile,
    ) -> Result<MeasuredResume, AiError> {
        let resume = Resume { text: self.text, profile, hidden_text: &[], today: month()? };
        let begun = Instant::now();
        let eval = evaluate(judge, job, &resume).await?;
        let milliseconds = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        Ok(MeasuredResume {
            job: job_name.to_owned(),
            resume: self.name.to_owned(),
            rank: self.rank,
            score: eval.overall_score,
            milliseconds,
            marks: self.marks(&eval),
        })
    }

    fn marks(&self, eval: &AiEval) -> Vec<MeasuredMark> {
        let lines = Lines::of(self.text);
        let shown = |criterion: &String| eval.criteria.iter().find(|result| result.id == *criterion);
        let mark = |(criterion, label): (&String, &Label)| {
            let result = shown(criterion);
            let quotes = result.into_iter().flat_map(|result| result.quote.iter().chain(&result.more_quotes));
            MeasuredMark {
                criterion: criterion.clone(),
                labelled: label.verdict,
                shown: result.map_or(Verdict::Unknown, |result| result.verdict),
                labelled_lines: label.lines.clone(),
                cited_lines: quotes.flat_map(|quote| lines.containing(quote)).collect(),
            }
        };
        self.labels.iter().map(mark).collect()
    }
}

/// The letters and digits of a text with their lines, so that quotations are found across white space and bullets.
struct Lines(Vec<(char, u32)>);

impl Lines {
    fn of(text: &str) -> Self {
        let numbered = (1..).zip(text.lines());
        Self(numbered.flat_map(|(number, line)| letters(line).map(move |letter| (letter, number))).collect())
    }

    /// The lines of the first place where the quotation stands.
    fn containing(&self, quote: &str) -> Vec<u32> {
        let sought: Vec<char> = letters(quote).collect();
        if sought.is_empty() {
            return Vec::new();
        }
        let found = self.0.windows(sought.len()).find(|window| window.iter().map(|(letter, _)| letter).eq(&sought));
        let mut lines: Vec<u32> = found.into_iter().flatten().map(|(_, line)| *line).collect();
        lines.dedup();
        lines
    }
}

fn letters(text: &str) -> impl Iterator<Item = char> + '_ {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase)
}

fn job((name, file, texts): Embedded) -> Option<SampleJob> {
    let JobFile { title, language, jd, criteria, order, mut labels } = serde_json::from_str(file).ok()?;
    let listed: Vec<String> = criteria.iter().map(|criterion| format!("- {}", criterion.text)).collect();
    let brief = JobBrief { title, core_requirement: String::new(), jd, ai_evaluation_criteria: listed.join("\n") };
    let criterion = |CriterionFile { id, kind, text }| Criterion {
        id,
        text,
        kind,
        weight: if kind == CriterionKind::Must { 2.0 } else { 1.0 },
        dimension: Dimension::SkillsMatch.to_string(),
        cap: None,
        source: None,
    };
    let rubric = Rubric {
        language,
        criteria: criteria.into_iter().map(criterion).collect(),
        thresholds: Thresholds::default(),
        career_weight: CAREER_WEIGHT,
        version: format!("labelled-sample/{SAMPLE_VERSION}"),
        fallback: None,
        edited_by: None,
        edited_at: None,
    };
    let resumes = texts.into_iter().filter_map(|(name, text)| {
        let rank = order.iter().position(|ranked| ranked == name)?;
        Some(SampleResume { name, text, rank: u32::try_from(rank).ok()?, labels: labels.remove(name)? })
    });
    Some(SampleJob { name, brief, resumes: resumes.collect(), rubric: Arc::new(rubric) })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn sample_is_complete() {
        assert_eq!(jobs().len(), FILES.len());
        for job in jobs() {
            assert_eq!((job.resumes.len(), job.rubric.criteria.len()), (8, 6), "{}", job.name);
            let ranks: BTreeSet<u32> = job.resumes.iter().map(|resume| resume.rank).collect();
            assert_eq!(ranks, (0..8).collect(), "{}", job.name);
            for resume in &job.resumes {
                let lines: Vec<&str> = resume.text.lines().collect();
                let criteria: Vec<&String> = job.rubric.criteria.iter().map(|criterion| &criterion.id).collect();
                assert_eq!(resume.labels.keys().collect::<Vec<_>>(), criteria, "{} {}", job.name, resume.name);
                for (id, label) in &resume.labels {
                    let at = format!("{} {} {id}", job.name, resume.name);
                    assert_eq!(label.verdict == Verdict::Unknown, label.lines.is_empty(), "{at}");
                    let is_text =
                        |line: &u32| lines.get(*line as usize - 1).is_some_and(|line| !line.trim().is_empty());
                    assert!(label.lines.iter().all(is_text), "{at}");
                }
            }
        }
    }

    #[test]
    fn quotations_are_found_across_lines_and_punctuation() {
        let lines = Lines::of("Lin\n\n· 主刀肠切开与肠吻合42例、\n  脾摘除9例\nWrote the palette");
        assert_eq!(lines.containing("肠吻合42例，脾摘除9例"), [3, 4]);
        assert_eq!(lines.containing("the Palette."), [5]);
        assert_eq!(lines.containing("a sentence of another resume"), [0; 0]);
        assert_eq!(lines.containing(" · "), [0; 0]);
    }

    #[test]
    fn estimate_is_of_the_order_of_the_texts() {
        let (prompt, completion) = expected_tokens();
        assert!((30_000..80_000).contains(&prompt), "{prompt}");
        assert!((5_000..25_000).contains(&completion), "{completion}");
        assert_eq!(text_tokens("脾摘除9例 ok"), 4 + 1);
    }
}
