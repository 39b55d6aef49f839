//! A fictional job and resume, judged to show what a model does.

use bole_domain::evaluation::Language;

use crate::JobBrief;

/// The line between the parts of a sample.
const SEPARATOR: &str = "\n=====\n";

/// A job and a resume for it.
#[derive(Debug, Clone)]
pub struct Sample {
    pub job: JobBrief,
    pub resume: &'static str,
}

/// The sample in a language.
#[must_use]
pub fn sample(language: Language) -> Sample {
    let text = match language {
        Language::En => include_str!("../sample/en.txt"),
        Language::Zh => include_str!("../sample/zh.txt"),
        Language::Id => include_str!("../sample/id.txt"),
    };
    let mut parts = text.split(SEPARATOR);
    let mut next = || parts.next().unwrap_or_default();
    let job = JobBrief { title: next().to_owned(), ai_evaluation_criteria: next().to_owned(), ..JobBrief::default() };
    Sample { job, resume: next() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BuiltIn, Judge};

    #[tokio::test]
    async fn samples_are_read_in_their_language() {
        for language in [Language::En, Language::Zh, Language::Id] {
            let Sample { job, resume } = sample(language);
            let rubric = BuiltIn.rubric(&job).await.unwrap();
            assert_eq!((rubric.language, rubric.criteria.len()), (language, 5), "{:#?}", rubric.criteria);
            assert!(resume.lines().count() > 15);
        }
    }
}
