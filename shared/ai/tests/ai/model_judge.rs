//! A model's judgements as they are shown: whole sentences, and what is missing.

use crate::support;
use std::sync::Arc;

use bole_ai::{BuiltIn, JobBrief, JobContext, Judge, Resume};
use bole_domain::evaluation::Verdict;
use bole_testkit::TestProvider;

const RESUME: &str = "Ann Tan
ann.tan@example.com
Experience
Backend Engineer, Northlight Pte. Ltd.    2019-03 - Present
\u{f0b7} Built payment services in Rust for four banks and their branches in the whole
region
\u{f0b7} Ran PostgreSQL for 4,000 requests a second
";

/// A job with these criteria, read by the built-in engine.
async fn context(criteria: &str) -> JobContext {
    let brief =
        JobBrief { title: "Backend engineer".into(), ai_evaluation_criteria: criteria.into(), ..JobBrief::default() };
    let rubric = Arc::new(BuiltIn.rubric(&brief).await.unwrap());
    JobContext::new(brief, rubric)
}

#[tokio::test]
async fn years_are_counted_whatever_the_model_says() {
    let provider = TestProvider::start().await;
    let judge = support::judge(&provider, "good", false);
    let context = context("- 5+ years of Rust (50)\n- 5+ years of Java (50)").await;
    let claimed = RESUME.replacen("Experience", "Summary\nFive years of Java for banks\nExperience", 1);
    let profile = bole_documents::profile::read(&claimed, support::today());
    let resume = Resume { text: &claimed, profile: &profile, hidden_text: &[], today: support::today() };
    let criteria = bole_ai::evaluate(&judge, &context, &resume).await.unwrap().criteria;
    let (rust, java) = (&criteria[0], &criteria[1]);
    assert_eq!(rust.verdict, Verdict::Met);
    assert!(rust.years.as_ref().is_some_and(|sum| sum.is_enough()), "{rust:?}");
    assert_eq!((java.verdict, &java.years), (Verdict::Partly, &None), "claimed, but no employment shows it");
    assert!(java.missing.is_some(), "{java:?}");
}

#[tokio::test]
async fn blind_quotations_are_not_widened_to_what_identifies_the_person() {
    let provider = TestProvider::start().await;
    let context = context("- Rust services (40)\n- PostgreSQL at scale (40)\n- Northlight (20)").await;
    let text = RESUME.replacen("Built payment services in Rust", "Ann Tan built payment services in Rust", 1);
    let profile = bole_documents::profile::read(&text, support::today());
    assert_eq!(profile.name.as_deref(), Some("Ann Tan"));
    let resume = Resume { text: &text, profile: &profile, hidden_text: &[], today: support::today() };
    for (is_blind, is_named) in [(false, true), (true, false)] {
        let judge = support::judge(&provider, "clipping", is_blind);
        let evaluation = bole_ai::evaluate(&judge, &context, &resume).await.unwrap();
        let quote = evaluation.criteria[0].quote.clone().unwrap();
        assert_eq!(quote.contains("Ann Tan"), is_named, "{quote}");
    }
}

#[tokio::test]
async fn quotations_are_whole_sentences_and_never_contact_data() {
    let provider = TestProvider::start().await;
    let judge = support::judge(&provider, "clipping", false);
    let context = context("- Rust services (40)\n- PostgreSQL at scale (40)\n- Northlight experience (20)").await;
    assert_eq!(context.rubric.criteria.len(), 3, "{:#?}", context.rubric);
    let profile = bole_documents::profile::read(RESUME, support::today());
    let resume = Resume { text: RESUME, profile: &profile, hidden_text: &[], today: support::today() };
    let criteria = bole_ai::evaluate(&judge, &context, &resume).await.unwrap().criteria;

    let shown: Vec<_> =
        criteria.iter().map(|one| (one.verdict, one.quote.as_deref(), one.missing.as_deref())).collect();
    assert_eq!(
        shown,
        [
            (
                Verdict::Met,
                Some("Built payment services in Rust for four banks and their branches in the whole region"),
                None
            ),
            (
                Verdict::Partly,
                Some("Ran PostgreSQL for 4,000 requests a second"),
                Some("what the criterion asks beyond it")
            ),
            (Verdict::Unknown, None, None),
        ]
    );
}
