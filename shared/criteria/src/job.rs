//! What was read in a job's texts, for a person to confirm.

use std::ops::Range;

use bole_domain::evaluation::{CriterionKind, JobField, Phrase, Thresholds};
use serde::Serialize;
use utoipa::ToSchema;

use crate::protected::{ProtectedAttribute, protected};
use crate::reader::{Item, PartRole, Reading, Source, read, weights};

/// A job's texts.
#[derive(Debug, Clone, Copy, Default)]
pub struct JobTexts<'a> {
    pub title: &'a str,
    pub core_requirement: &'a str,
    pub jd: &'a str,
    pub ai_evaluation_criteria: &'a str,
}

/// What was read in a job's texts, for a person to confirm. No line of the criteria is lost: each is in the source of a
/// criterion or in a part.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct JobCriteria {
    /// What is asked for: of the criteria; of the core requirement and the description where these ask for nothing.
    pub criteria: Vec<ProposedCriterion>,
    /// The other parts of the criteria and the core requirement.
    pub parts: Vec<JobPart>,
    /// What may not be asked in any of the texts. It gets no weight.
    pub protected: Vec<ProtectedPhrase>,
    /// The levels that the texts state.
    pub thresholds: Option<Thresholds>,
}

/// A criterion to be confirmed.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct ProposedCriterion {
    /// In the job's words.
    pub text: String,
    /// Must-have or nice to have.
    pub kind: CriterionKind,
    /// Share of the score; all together 100.
    pub weight: f64,
    /// The name of its section, if the texts give the section points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
    /// The highest score without it, if the texts state one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cap: Option<f64>,
    /// Where it stands.
    pub source: Phrase,
}

/// A part of a text that is no criterion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct JobPart {
    /// What it is.
    pub role: PartRole,
    /// Where it stands.
    pub source: Phrase,
}

/// A place where a text asks for what the law forbids to ask for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ProtectedPhrase {
    /// What it asks for.
    pub attribute: ProtectedAttribute,
    /// The clause of law.
    pub clause: String,
    /// Where it stands.
    pub source: Phrase,
}

/// Reads a job's texts.
#[must_use]
pub fn read_job(texts: JobTexts<'_>) -> JobCriteria {
    let JobTexts { title, core_requirement, jd, ai_evaluation_criteria } = texts;
    let mut read = FieldReadings::default();
    read.add(JobField::AiEvaluationCriteria, ai_evaluation_criteria, Source::Criteria);
    if read.items.is_empty() {
        read.add(JobField::CoreRequirement, core_requirement, Source::Criteria);
        read.add(JobField::Jd, jd, Source::Description);
    }
    let FieldReadings { items, parts, thresholds } = read;
    let shares = weights(items.iter().map(|(item, _)| item));
    let criteria = items.into_iter().zip(shares).filter(|((item, _), _)| !item.is_protected);
    let criteria = criteria.map(|((item, source), weight)| {
        let Item { text, kind, section, cap, .. } = item;
        ProposedCriterion { text, kind, weight, section, cap, source }
    });
    let fields = [
        (JobField::Title, title),
        (JobField::CoreRequirement, core_requirement),
        (JobField::Jd, jd),
        (JobField::AiEvaluationCriteria, ai_evaluation_criteria),
    ];
    let protected = fields.into_iter().flat_map(|(field, text)| {
        let offsets = Offsets::of(text);
        let found = protected(text).into_iter().map(move |found| ProtectedPhrase {
            attribute: found.attribute,
            clause: found.clause.to_owned(),
            source: offsets.phrase(field, &found.range),
        });
        found.collect::<Vec<_>>()
    });
    JobCriteria { criteria: criteria.collect(), parts, protected: protected.collect(), thresholds }
}

/// What was read in some of a job's texts.
#[derive(Default)]
struct FieldReadings {
    items: Vec<(Item, Phrase)>,
    parts: Vec<JobPart>,
    thresholds: Option<Thresholds>,
}

impl FieldReadings {
    fn add(&mut self, field: JobField, text: &str, source: Source) {
        let offsets = Offsets::of(text);
        let Reading { items, parts, thresholds, .. } = read(text, source);
        self.thresholds = self.thresholds.or(thresholds);
        self.items.extend(items.into_iter().map(|item| {
            let phrase = offsets.phrase(field, &item.range);
            (item, phrase)
        }));
        let others = parts.into_iter().filter(|part| source == Source::Criteria && part.item.is_none());
        self.parts.extend(others.map(|part| JobPart { role: part.role, source: offsets.phrase(field, &part.range) }));
    }
}

/// The UTF-16 offset of every byte.
struct Offsets(Vec<u32>);

impl Offsets {
    fn of(text: &str) -> Self {
        let mut offsets = Vec::with_capacity(text.len() + 1);
        let mut at = 0;
        for c in text.chars() {
            offsets.extend(std::iter::repeat_n(at, c.len_utf8()));
            at += if c.len_utf16() == 2 { 2 } else { 1 };
        }
        offsets.push(at);
        Self(offsets)
    }

    fn phrase(&self, field: JobField, range: &Range<usize>) -> Phrase {
        let at = |byte: usize| self.0.get(byte).copied().unwrap_or_default();
        Phrase { field, start: at(range.start), end: at(range.end) }
    }
}
