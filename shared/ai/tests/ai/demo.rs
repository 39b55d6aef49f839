//! The demo's evaluations, which are the first that a newcomer sees: what holds for each of them, and the faults that
//! were found when they were read.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use bole_ai::{BuiltIn, JobBrief, JobContext, Judge, Resume};
use bole_domain::evaluation::{AiEval, CriterionResult, RecommendationLevel, Verdict};
use bole_domain::period::YearMonth;
use serde_json::Value;

const JOBS: [&str; 3] = ["zh-backend-engineer", "en-growth-analyst", "id-warehouse-supervisor"];

/// The evaluations of a job's applicants, by their file's name without number and ending.
async fn evaluations(job: &str) -> BTreeMap<String, AiEval> {
    let folder = Path::new("../../testdata/labelled").join(job);
    let told: Value = serde_json::from_str(&fs::read_to_string(folder.join("job.json")).unwrap()).unwrap();
    let text = |name: &str| told[name].as_str().unwrap().to_owned();
    let brief = JobBrief {
        title: text("title"),
        core_requirement: text("core_requirement"),
        jd: text("jd"),
        ai_evaluation_criteria: text("ai_evaluation_criteria"),
    };
    let today = YearMonth::new(2026, 11).unwrap();
    let context = JobContext::new(brief.clone(), Arc::new(BuiltIn.rubric(&brief).await.unwrap()));
    let mut evaluations = BTreeMap::new();
    for entry in fs::read_dir(folder.join("text")).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let profile = bole_documents::profile::read(&text, today);
        let resume = Resume { text: &text, profile: &profile, hidden_text: &[], today };
        let name = path.file_stem().unwrap().to_str().unwrap().get(3..).unwrap().to_owned();
        evaluations.insert(name, bole_ai::evaluate(&BuiltIn, &context, &resume).await.unwrap());
    }
    assert_eq!(evaluations.len(), 16, "{job}");
    evaluations
}

fn quotes(criterion: &CriterionResult) -> impl Iterator<Item = &str> {
    criterion.quote.iter().chain(&criterion.more_quotes).map(String::as_str)
}

#[tokio::test]
async fn evaluation_holds_against_its_reader() {
    for job in JOBS {
        let evaluations = evaluations(job).await;
        let top = evaluations.values().filter(|eval| eval.overall_score >= 99.0).count();
        assert!(top <= 2, "{job}: {top} of 16 at the top");
        for (name, eval) in &evaluations {
            let is_out = eval.recommendation_level == RecommendationLevel::NotRecommend;
            for criterion in &eval.criteria {
                let who = format!("{job} {name}: {criterion:#?}");
                let is_shown = matches!(criterion.verdict, Verdict::Met | Verdict::Partly);
                assert!(!is_shown || criterion.quote.is_some(), "no passage, {who}");
                let is_open = criterion.missing.is_some() || criterion.question.is_some();
                assert!(criterion.verdict != Verdict::Partly || is_open || is_out, "what is missing? {who}");
                assert!(criterion.verdict != Verdict::Unknown || criterion.quote.is_none(), "{who}");
                assert!(criterion.question.is_none() || criterion.verdict != Verdict::Met, "{who}");
                for quote in quotes(criterion) {
                    let has_address = quote.split_whitespace().any(|word| word.trim_matches('@').contains('@'));
                    assert!(!has_address && !quote.contains('\u{fffd}'), "{who}");
                    let first = quote.chars().next().unwrap();
                    assert!(!"•●▪■◦‣·".contains(first) && !('\u{e000}'..='\u{f8ff}').contains(&first), "{who}");
                }
                let years = criterion.years.as_ref();
                assert!(criterion.verdict != Verdict::Met || years.is_none_or(|sum| sum.is_enough()), "{who}");
            }
            let asked = eval.criteria.iter().filter(|criterion| criterion.question.is_some()).count();
            assert!(asked <= if is_out { 0 } else { 3 }, "{job} {name}: {asked} questions");
            for (dimension, score) in &eval.scores {
                let decided = |one: &&CriterionResult| one.dimension == *dimension && one.verdict != Verdict::Unknown;
                let is_silent = eval.criteria.iter().any(|one| one.dimension == *dimension)
                    && !eval.criteria.iter().any(|one| decided(&one));
                assert!(*score > 0.0 || !is_silent, "{job} {name}: {dimension} is unknown, not 0");
            }
            assert!(!eval.summary.contains("..") && !eval.summary.contains("。。"), "{name}: {}", eval.summary);
        }
    }
}

#[tokio::test]
async fn years_and_skills_of_another_profession_prove_nothing() {
    let evaluations = evaluations(JOBS[0]).await;
    let about = |name: &str, words: &'static str| -> Vec<CriterionResult> {
        let criteria = evaluations[name].criteria.iter().filter(|criterion| criterion.criterion.contains(words));
        let found: Vec<CriterionResult> = criteria.cloned().collect();
        assert!(!found.is_empty(), "no criterion with {words}");
        found
    };
    // PHP is not Java, and a mechanical engineer has written Java for two years.
    for criterion in about("tang-xinyi", "Java").iter().chain(&about("tang-xinyi", "Spring")) {
        assert!(criterion.verdict != Verdict::Met, "{criterion:#?}");
    }
    for name in ["gao-ziang", "wu-jiahe"] {
        for criterion in about(name, "5年") {
            assert!(criterion.verdict != Verdict::Met, "{name}: {criterion:#?}");
        }
    }
    for criterion in about("gao-ziang", "5年") {
        assert!(criterion.years.as_ref().is_none_or(|sum| sum.total < 3.0), "{criterion:#?}");
        assert!(quotes(&criterion).all(|quote| !quote.contains("机械设计工程师")), "{criterion:#?}");
    }
    let score = |name: &str| evaluations[name].overall_score;
    assert!(score("lin-wanqing") > score("tang-xinyi") && score("wu-jiahe") > score("gao-ziang"));
}

#[tokio::test]
async fn mentoring_told_in_a_sentence_is_found() {
    let evaluations = evaluations(JOBS[0]).await;
    let leading = evaluations["chen-siyuan"].criteria.iter().filter(|one| one.criterion.contains("带人"));
    let leading: Vec<&CriterionResult> = leading.collect();
    assert!(!leading.is_empty(), "no criterion on mentoring");
    for criterion in leading {
        assert!(matches!(criterion.verdict, Verdict::Met | Verdict::Partly), "{criterion:#?}");
    }
}
