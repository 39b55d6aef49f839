//! A model's judgements as they are shown: whole sentences, and what is missing.

use crate::support;
use std::sync::Arc;

use bole_ai::{BuiltIn, JobBrief, JobContext, Judge, Resume};
use bole_domain::evaluation::{FlagKind, RecommendationLevel, Rubric, RubricFallback, Verdict};
use bole_domain::failure::AiReason;
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
    let context = context("- Rust services (30)\n- PostgreSQL at scale (50)\n- Northlight (20)").await;
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
    let context = context("- Rust services (30)\n- PostgreSQL at scale (50)\n- Northlight experience (20)").await;
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

const FIVE_CRITERIA: &str = "- Rust services (20)\n- PostgreSQL at scale (20)\n- Northlight experience (20)\n\
    - Payment services (20)\n- Kubernetes clusters (20)";

/// The verdicts of a model on five criteria, and the number of requests that took.
async fn five_verdicts(model: &str) -> (Result<Vec<Verdict>, bole_ai::AiError>, usize) {
    let provider = TestProvider::start().await;
    let context = context(FIVE_CRITERIA).await;
    assert_eq!(context.rubric.criteria.len(), 5, "{:#?}", context.rubric);
    let profile = bole_documents::profile::read(RESUME, support::today());
    let resume = Resume { text: RESUME, profile: &profile, hidden_text: &[], today: support::today() };
    let judged = support::judge(&provider, model, false).judge(&context, &resume).await;
    let verdicts = judged.map(|judged| {
        let ids: Vec<&str> = judged.criteria.iter().map(|one| one.criterion_id.as_str()).collect();
        let expected: Vec<&str> = context.rubric.criteria.iter().map(|one| one.id.as_str()).collect();
        assert_eq!(ids, expected, "each criterion has a mark, in the rubric's order");
        judged.criteria.iter().map(|one| one.verdict).collect()
    });
    (verdicts, provider.requests().len())
}

#[tokio::test]
async fn missing_and_cut_marks_are_asked_again() {
    let (good, requests) = five_verdicts("good").await;
    let good = good.unwrap();
    assert!(good.contains(&Verdict::Met) && good.contains(&Verdict::Unknown), "{good:?}");
    assert_eq!(requests, 1);
    let (terse, requests) = five_verdicts("terse").await;
    assert_eq!(terse.unwrap(), good);
    assert!(requests > 2, "asked again in smaller parts");
    assert_eq!(five_verdicts("forgetting").await.0.unwrap(), good);
}

#[tokio::test]
async fn only_a_mark_that_means_nothing_is_asked_again() {
    let (good, _) = five_verdicts("good").await;
    let (rambling, requests) = five_verdicts("rambling").await;
    assert_eq!((rambling.unwrap(), requests), (good.unwrap(), 2));
}

#[tokio::test]
async fn further_opinions_ask_in_another_order() {
    let provider = TestProvider::start().await;
    let context = context(FIVE_CRITERIA).await;
    let profile = bole_documents::profile::read(RESUME, support::today());
    let resume = Resume { text: RESUME, profile: &profile, hidden_text: &[], today: support::today() };
    let judge = support::judge(&provider, "good", false);
    let first = judge.opinion(&context, &resume, 1).await.unwrap();
    assert_eq!(judge.opinion(&context, &resume, 2).await.unwrap(), first);
    let requests = provider.requests();
    let criteria = |at: usize| -> Vec<String> {
        let text = requests[at]["messages"][1]["content"].as_str().unwrap();
        text.lines().filter(|line| line.starts_with('c')).map(str::to_owned).collect()
    };
    let (mut one, other) = (criteria(0), criteria(1));
    one.reverse();
    assert_eq!((one.len(), one), (5, other));
    assert!(requests[0]["temperature"].is_null(), "the model's own");
    assert!(requests[1]["temperature"].as_f64().is_some_and(|temperature| temperature > 0.5));
}

#[tokio::test]
async fn cap_of_a_criterion_follows_the_models_verdict() {
    let provider = TestProvider::start().await;
    let context =
        context("- Rust services (50)\n- CPA licence (50)\nWithout a CPA licence at most 40 points in total.").await;
    assert_eq!(context.rubric.criteria[1].cap, Some(40.0), "{:#?}", context.rubric);
    let profile = bole_documents::profile::read(RESUME, support::today());
    let resume = Resume { text: RESUME, profile: &profile, hidden_text: &[], today: support::today() };
    let judge = support::judge(&provider, "good", false);
    let evaluation = bole_ai::evaluate(&judge, &context, &resume).await.unwrap();
    let is_missing = evaluation.criteria[1].verdict == Verdict::Not;
    assert_eq!(
        evaluation.adjustments.iter().filter(|one| one.reason == "CPA licence").count(),
        usize::from(is_missing)
    );
    let asked = provider.requests()[0]["messages"][1]["content"].as_str().unwrap().to_lowercase();
    assert!(!asked.contains("at most 40"), "{asked}");
}

#[tokio::test]
async fn long_resumes_are_cut_by_entries_and_say_so() {
    let provider = TestProvider::start().await;
    let context = context("- Rust services (50)\n- Haskell compilers (50)").await;
    let line = "\u{f0b7} Filed the letters of the branch office and answered those that came by post\n";
    let entry = "\nClerk, Harbour Office    2001-02 - 2010-03\n".to_owned() + &line.repeat(400);
    let text = format!("{RESUME}{entry}{entry}\nEngineer, Oldest Ltd    1999-01 - 2000-12\nHaskell compilers\n");
    let profile = bole_documents::profile::read(&text, support::today());
    for (text, is_cut) in [(text.as_str(), true), (RESUME, false)] {
        let resume = Resume { text, profile: &profile, hidden_text: &[], today: support::today() };
        let judge = support::judge(&provider, "good", false);
        let evaluation = bole_ai::evaluate(&judge, &context, &resume).await.unwrap();
        let flags = evaluation.flags.iter().filter(|flag| flag.kind == FlagKind::CutResume);
        assert_eq!(flags.count(), usize::from(is_cut));
        let sent = provider.requests().last().unwrap()["messages"][2]["content"].as_str().unwrap().to_owned();
        assert!(!sent.contains("Haskell"));
        assert!(!is_cut || sent.trim_end().lines().rev().nth(1).unwrap().ends_with("came by post"), "a whole entry");
    }
}

#[tokio::test]
async fn reading_that_loses_lines_is_refused() {
    let provider = TestProvider::start().await;
    let brief = JobBrief {
        title: "Engineer".into(),
        ai_evaluation_criteria: "- 3 years of Rust\n- PostgreSQL\n- Kubernetes".into(),
        ..JobBrief::default()
    };
    let by = async |model: &str| support::judge(&provider, model, false).rubric(&brief).await.unwrap();
    let built_in = BuiltIn.rubric(&brief).await.unwrap();
    let instead_of = |fallback: RubricFallback| Rubric { fallback: Some(fallback), ..built_in.clone() };
    assert_eq!(by("careless").await, instead_of(RubricFallback::LinesLost));
    let requests = provider.requests();
    assert_eq!(requests.len(), 2, "asked again once");
    assert!(requests[1]["messages"].to_string().contains("other_lines: 3."), "{}", requests[1]["messages"]);
    for model in ["broken-json", "aimless"] {
        assert_eq!(by(model).await, instead_of(RubricFallback::AnswerUnusable), "{model}");
    }
    let read = by("good").await;
    assert_eq!((read.criteria.len(), read.career_weight, read.fallback), (3, 0.0, None));
    assert_ne!(read.version, built_in.version);
}

#[tokio::test]
async fn answers_without_all_marks_are_unusable() {
    for model in ["truncating", "ending", "omitting"] {
        let (judged, requests) = five_verdicts(model).await;
        assert_eq!(judged.unwrap_err().reason, AiReason::AnswerUnusable, "{model}");
        assert!(requests < 20, "{model}: {requests}");
    }
}

#[tokio::test]
async fn a_cut_answer_is_asked_again_at_greater_length() {
    let provider = TestProvider::start().await;
    let context = context("- Rust services (100)").await;
    let profile = bole_documents::profile::read(RESUME, support::today());
    let resume = Resume { text: RESUME, profile: &profile, hidden_text: &[], today: support::today() };
    let judged = support::judge(&provider, "truncating", false).judge(&context, &resume).await;
    assert_eq!(judged.unwrap_err().reason, AiReason::AnswerUnusable);
    let limits: Vec<u64> = provider.requests().iter().filter_map(|request| request["max_tokens"].as_u64()).collect();
    assert_eq!(limits.len(), 2);
    assert_eq!(limits[1], limits[0] * 2);
}

#[tokio::test]
async fn a_cut_text_is_no_translation() {
    let provider = TestProvider::start().await;
    let question = vec![bole_ai::provider::Message::user("ping")];
    let answer = support::chat(&provider, "truncating").text(question, 16).await;
    assert_eq!(answer.unwrap_err().reason, AiReason::AnswerUnusable);
}

/// The evaluation of this resume by a model that finds no criteria in jobs, and the number of requests it took.
async fn evaluated_without_criteria(jd: &str, text: &str) -> (bole_domain::evaluation::AiEval, usize) {
    let provider = TestProvider::start().await;
    let judge = support::judge(&provider, "aimless", false);
    let brief = JobBrief { title: "Clerk".into(), jd: jd.into(), ..JobBrief::default() };
    assert!(!BuiltIn.rubric(&brief).await.unwrap().has_criteria());
    let rubric = Arc::new(judge.rubric(&brief).await.unwrap());
    let context = JobContext::new(brief, rubric);
    let profile = bole_documents::profile::read(text, support::today());
    let resume = Resume { text, profile: &profile, hidden_text: &[], today: support::today() };
    let evaluation = bole_ai::evaluate(&judge, &context, &resume).await.unwrap();
    (evaluation, provider.requests().len())
}

const DESCRIPTION: &str = "Our family has run this little shop at the harbour for three generations, and the mornings \
    there are lovely.";

#[tokio::test]
async fn job_without_criteria_is_judged_over_the_default_dimensions() {
    let resume =
        "Ann Tan\nann.tan@example.com\nExperience\nSteady employment at one shop since 2016, with similar work before";
    let (evaluation, _) = evaluated_without_criteria(DESCRIPTION, resume).await;
    assert_eq!(evaluation.criteria.len(), 5, "{evaluation:#?}");
    assert!(evaluation.criteria.iter().any(|result| result.verdict == Verdict::Met), "{evaluation:#?}");
    assert_ne!(evaluation.recommendation_level, RecommendationLevel::ToBeEvaluated);
    assert!(evaluation.overall_score > 0.0);
}

#[tokio::test]
async fn nobody_is_rejected_by_a_job_that_says_nothing() {
    for (jd, requests) in [("A job.", 0), (DESCRIPTION, 2)] {
        let (evaluation, asked) = evaluated_without_criteria(jd, "Ann Tan\nann.tan@example.com\nPainter").await;
        assert_eq!(evaluation.recommendation_level, RecommendationLevel::ToBeEvaluated, "{jd}");
        assert!(evaluation.flags.iter().any(|flag| flag.kind == FlagKind::NoCriteria), "{jd}");
        assert!(evaluation.summary.contains("Write criteria first"), "{}", evaluation.summary);
        assert_eq!(asked, requests, "{jd}");
    }
}
