//! The list that a person confirms.

use bole_criteria::{JobTexts, PartRole, read_job};
use bole_domain::evaluation::{JobField, Phrase};

fn words(text: &str, phrase: Phrase) -> String {
    let units: Vec<u16> = text.encode_utf16().collect();
    String::from_utf16(&units[phrase.start as usize..phrase.end as usize]).unwrap()
}

#[test]
fn criteria_come_with_their_places_in_the_text() {
    let criteria =
        "😀 要求：\n- 会计证（60分）\n- 年龄35岁以下（10分）\n- 金蝶（40分）\n没有会计证，总分不超过70\n福利：双休";
    let read = read_job(JobTexts {
        title: "女文员",
        jd: "形象气质佳",
        ai_evaluation_criteria: criteria,
        ..JobTexts::default()
    });
    let found: Vec<_> = read.criteria.iter().map(|one| (one.text.as_str(), one.weight, one.cap)).collect();
    assert_eq!(found, [("会计证", 60.0, Some(70.0)), ("金蝶", 40.0, None)]);
    assert_eq!(words(criteria, read.criteria[1].source), "- 金蝶（40分）");
    let others: Vec<_> = read.parts.iter().map(|part| (part.role, words(criteria, part.source))).collect();
    assert!(others.contains(&(PartRole::NotRead, "双休".to_owned())), "{others:?}");
    assert!(others.contains(&(PartRole::Cap, "没有会计证，总分不超过70".to_owned())), "{others:?}");
    let protected: Vec<_> = read.protected.iter().map(|one| (one.attribute.as_str(), one.source.field)).collect();
    assert_eq!(protected, [("looks", JobField::Jd), ("age", JobField::AiEvaluationCriteria)]);
}

#[test]
fn without_criteria_the_core_requirement_and_the_description_are_read() {
    let texts = JobTexts {
        core_requirement: "5 years of Rust\nPostgreSQL",
        jd: "About us\nWe build bridges.\nNice to have\n- Kafka",
        ..JobTexts::default()
    };
    let read = read_job(texts);
    let found: Vec<_> = read.criteria.iter().map(|one| (one.text.as_str(), one.source.field)).collect();
    let core = JobField::CoreRequirement;
    assert_eq!(found, [("5 years of Rust", core), ("PostgreSQL", core), ("Kafka", JobField::Jd)]);
    assert!((read.criteria.iter().map(|one| one.weight).sum::<f64>() - 100.0).abs() < 1e-6);
}

#[test]
fn criteria_that_ask_for_nothing_leave_the_core_requirement() {
    let texts = JobTexts {
        core_requirement: "会计证\n金蝶",
        ai_evaluation_criteria: "90 分以上优先面试，70-89 面试，50 以下不考虑。",
        ..JobTexts::default()
    };
    let read = read_job(texts);
    let found: Vec<_> = read.criteria.iter().map(|one| (one.text.as_str(), one.source.field)).collect();
    assert_eq!(found, [("会计证", JobField::CoreRequirement), ("金蝶", JobField::CoreRequirement)]);
    assert_eq!(read.thresholds.map(|levels| levels.recommend), Some(70.0));
}
