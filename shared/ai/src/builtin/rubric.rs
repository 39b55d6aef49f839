//! The rubric of a job: its criteria as `bole_criteria` reads them, which is what a person is shown to confirm.

use bole_criteria::{JobCriteria, JobTexts, ProposedCriterion, read_job};
use bole_domain::evaluation::{CAREER_WEIGHT, Criterion, Dimension, Rubric};

use super::facet::{self, Facet};
use super::text::language;
use crate::contract::JobBrief;

/// The most criteria.
const MOST: usize = 60;
/// The maximum length of a criterion.
const MAX_CHARACTERS: usize = 300;

/// Reads the rubric of a job.
pub fn of(brief: &JobBrief, version: &str) -> Rubric {
    let JobBrief { title, core_requirement, jd, ai_evaluation_criteria } = brief;
    let whole = [title, core_requirement, jd, ai_evaluation_criteria].map(String::as_str).join("\n");
    let JobCriteria { criteria, thresholds, .. } =
        read_job(JobTexts { title, core_requirement, jd, ai_evaluation_criteria });
    let criteria = numbered(criteria);
    Rubric {
        language: language(&whole),
        // Without requirements, only the career is judged.
        career_weight: if criteria.is_empty() { 100.0 } else { CAREER_WEIGHT },
        criteria,
        thresholds: thresholds.unwrap_or_default(),
        version: version.to_owned(),
        fallback: None,
        edited_by: None,
        edited_at: None,
    }
}

/// The first criteria, must-haves first; those that are kept share the whole weight.
fn numbered(mut read: Vec<ProposedCriterion>) -> Vec<Criterion> {
    read.truncate(MOST);
    read.sort_by_key(|criterion| criterion.kind);
    let sum: f64 = read.iter().map(|criterion| criterion.weight).sum();
    let share = |weight: f64| if (sum - 100.0).abs() < 0.05 { weight } else { 100.0 * weight / sum };
    let criteria = read.into_iter().enumerate().map(|(at, read)| {
        let ProposedCriterion { text, kind, weight, section, cap, source } = read;
        let text: String = text.chars().take(MAX_CHARACTERS).collect();
        Criterion {
            id: format!("c{}", at + 1),
            dimension: section.unwrap_or_else(|| dimension(&text).to_string()),
            text,
            kind,
            weight: share(weight),
            cap,
            source: Some(source),
        }
    });
    criteria.collect()
}

/// The default dimension of a criterion.
fn dimension(text: &str) -> Dimension {
    match facet::read(text).first() {
        Some(
            Facet::Years { .. }
            | Facet::Role
            | Facet::Leading(_)
            | Facet::Duty { .. }
            | Facet::AnyOf(_)
            | Facet::Experience
            | Facet::Results,
        ) => Dimension::ExperienceRelevance,
        Some(Facet::Degree { .. }) => Dimension::Education,
        Some(Facet::Stability) => Dimension::CareerStability,
        Some(Facet::Language { .. } | Facet::Soft) => Dimension::Communication,
        _ => Dimension::SkillsMatch,
    }
}
