//! The rubric of a job whose texts name no criteria but say what the work is: the default dimensions, which a model judges
//! by those texts.

use bole_domain::evaluation::{Criterion, CriterionKind, DEFAULT_DIMENSIONS, Dimension, Language, Rubric};

use crate::JobBrief;

/// The shortest text that says what the work is, in Latin letters.
const MIN_LETTERS: usize = 24;
/// How many Latin letters a Chinese character is worth.
const LETTERS_PER_HAN: usize = 3;

/// Whether the core requirement or the description says what the work is, so that a model can judge by them.
#[must_use]
pub fn says_what_the_work_is(job: &JobBrief) -> bool {
    [&job.core_requirement, &job.jd].into_iter().any(|text| {
        let letters = text.chars().filter(|c| c.is_alphabetic());
        let weight = |c: char| if ('\u{4e00}'..='\u{9fff}').contains(&c) { LETTERS_PER_HAN } else { 1 };
        letters.map(weight).sum::<usize>() >= MIN_LETTERS
    })
}

/// The default dimensions as criteria in the job's language.
pub(super) fn rubric(model: &str, built_in: Rubric) -> Rubric {
    let dimensions = [
        (Dimension::SkillsMatch, 35.0),
        (Dimension::ExperienceRelevance, 35.0),
        (Dimension::Education, 10.0),
        (Dimension::CareerStability, 10.0),
        (Dimension::Communication, 10.0),
    ];
    let criterion = |(number, (dimension, weight)): (u32, (Dimension, f64))| Criterion {
        id: format!("c{number}"),
        text: text(dimension, built_in.language).to_owned(),
        kind: CriterionKind::Nice,
        weight,
        dimension: dimension.to_string(),
        cap: None,
        source: None,
    };
    let criteria = (1..).zip(dimensions).map(criterion).collect();
    let version = format!("{DEFAULT_DIMENSIONS} {model}");
    // Nobody has given the career points.
    Rubric { criteria, version, career_weight: 0.0, ..built_in }
}

const fn text(dimension: Dimension, language: Language) -> &'static str {
    match (dimension, language) {
        (Dimension::SkillsMatch, Language::Zh) => "岗位所需的技能",
        (Dimension::SkillsMatch, Language::En) => "Skills the work calls for",
        (Dimension::SkillsMatch, Language::Id) => "Keterampilan yang dibutuhkan pekerjaan ini",
        (Dimension::ExperienceRelevance, Language::Zh) => "与岗位相关的工作经验",
        (Dimension::ExperienceRelevance, Language::En) => "Experience in similar work",
        (Dimension::ExperienceRelevance, Language::Id) => "Pengalaman di pekerjaan serupa",
        (Dimension::Education, Language::Zh) => "与岗位相符的学历和专业",
        (Dimension::Education, Language::En) => "Education that fits the work",
        (Dimension::Education, Language::Id) => "Pendidikan yang sesuai dengan pekerjaan",
        (Dimension::CareerStability, Language::Zh) => "工作经历的稳定性和连续性",
        (Dimension::CareerStability, Language::En) => "Steady employment",
        (Dimension::CareerStability, Language::Id) => "Riwayat kerja yang stabil",
        (_, Language::Zh) => "表达清晰、具备所需的语言能力",
        (_, Language::En) => "Clear writing, and the languages the work needs",
        (_, Language::Id) => "Tulisan yang jelas dan bahasa yang dibutuhkan",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_longer_texts_say_what_the_work_is() {
        let says = |core_requirement: &str, jd: &str| {
            says_what_the_work_is(&JobBrief {
                title: "Somebody who sells tea in our shop".into(),
                core_requirement: core_requirement.into(),
                jd: jd.into(),
                ai_evaluation_criteria: String::new(),
            })
        };
        for nothing in ["", "一份工作。", "A job.", "Lowongan kerja", "...................................."] {
            assert!(!says("", nothing), "{nothing}");
        }
        for something in ["在门店接待客人并销售茶叶", "You sell tea in our shop and serve guests"] {
            assert!(says("", something) && says(something, ""), "{something}");
        }
    }
}
