//! Small hand-written jobs of different occupations and languages with graded resumes, which the scores must order.
//! The resumes have no profile, so the engine reads employments itself.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use bole_ai::{BuiltIn, JobBrief, JobContext, Judge, Resume};
use bole_domain::evaluation::AiEval;
use bole_domain::period::YearMonth;
use bole_domain::profile::Profile;
use bole_testkit::pairwise_accuracy;

struct Case {
    name: String,
    brief: JobBrief,
    resumes: Vec<(u8, String, String)>,
}

/// `key: text` lines of the job, then resumes under `=== grade note`.
fn read(path: &Path) -> Case {
    let source = fs::read_to_string(path).unwrap();
    let mut parts = source.split("\n=== ");
    let mut brief = JobBrief::default();
    let mut field = String::new();
    for line in parts.next().unwrap().lines() {
        let known = line.split_once(": ").or(line.strip_suffix(':').map(|key| (key, "")));
        let text = match known.filter(|(key, _)| ["title", "core", "criteria", "jd"].contains(key)) {
            Some((key, text)) => {
                field = key.to_owned();
                text
            }
            None => line,
        };
        let target = match field.as_str() {
            "title" => &mut brief.title,
            "core" => &mut brief.core_requirement,
            "criteria" => &mut brief.ai_evaluation_criteria,
            _ => &mut brief.jd,
        };
        if !target.is_empty() {
            target.push('\n');
        }
        target.push_str(text);
    }
    let resumes = parts
        .map(|part| {
            let (head, text) = part.split_once('\n').unwrap();
            let (grade, note) = head.split_once(' ').unwrap();
            (grade.parse().unwrap(), note.to_owned(), text.to_owned())
        })
        .collect();
    Case { name: path.file_stem().unwrap().to_str().unwrap().to_owned(), brief, resumes }
}

async fn evaluate(brief: &JobBrief, text: &str) -> AiEval {
    let rubric = BuiltIn.rubric(brief).await.unwrap();
    let profile = Profile::default();
    let today = YearMonth::new(2026, 11).unwrap();
    let resume = Resume { text, profile: &profile, hidden_text: &[], today };
    let context = JobContext::new(brief.clone(), Arc::new(rubric));
    bole_ai::evaluate(&BuiltIn, &context, &resume).await.unwrap()
}

#[tokio::test]
async fn graded_resumes_of_many_occupations_are_ranked_like_their_grades() {
    let mut paths: Vec<_> = fs::read_dir("tests/cases").unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let mut accuracies = Vec::new();
    for path in paths {
        let case = read(&path);
        let mut rows = Vec::new();
        for (grade, note, text) in &case.resumes {
            rows.push((evaluate(&case.brief, text).await.overall_score, *grade, note.clone()));
        }
        let graded: Vec<(f64, u8)> = rows.iter().map(|(score, grade, _)| (*score, *grade)).collect();
        let accuracy = pairwise_accuracy(&graded).unwrap();
        rows.sort_by(|one, other| other.0.total_cmp(&one.0));
        assert!(accuracy >= 0.85, "{} {accuracy:.3} {rows:#?}", case.name);
        accuracies.push(accuracy);
    }
    let mean = accuracies.iter().sum::<f64>() / accuracies.len() as f64;
    assert!(accuracies.len() >= 5 && mean >= 0.92, "mean {mean:.3} of {accuracies:?}");
}
