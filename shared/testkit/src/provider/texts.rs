//! What the models write: letters, questions and texts.

use serde_json::{Value, json};

use super::judging::last;
use super::rubric::read_job;

/// An email to a candidate with the given variables in the requested language; if it invents, with an unknown
/// address.
fn write_letter(body: &Value, invents: bool) -> Option<String> {
    body["messages"][0]["content"].as_str().filter(|text| text.starts_with("You write emails to job candidates"))?;
    let told = last(body);
    let (subject, text) = if told.contains("Simplified Chinese") {
        (
            "来自测试模型的邮件",
            "{{candidate_name}}，您好：\n\n感谢您的申请，这封邮件由测试模型撰写，期待与您进一步交流。",
        )
    } else {
        ("Written by the test model", "Dear {{candidate_name}},\n\nthank you for applying. The test model wrote this.")
    };
    let link = if told.contains("{{calendar_link}}") { "\n\n{{calendar_link}}" } else { "" };
    let strength = told.lines().filter_map(|line| line.strip_prefix("- ")).next();
    let strength = strength.map(|strength| format!("\n\n{strength}")).unwrap_or_default();
    let invented = if invents { "\n\nhttps://invented.example/offer" } else { "" };
    Some(json!({ "subject": subject, "body": format!("{text}{strength}{link}{invented}") }).to_string())
}

/// One question per gap of an interview; if it invents, one about a nonexistent gap.
fn follow_up(body: &Value, invents: bool) -> Option<String> {
    body["messages"][0]["content"].as_str().filter(|text| text.starts_with("You help an interviewer"))?;
    let mut questions: Vec<Value> = last(body)
        .lines()
        .skip_while(|line| *line != "Gaps:")
        .skip(1)
        .map_while(|line| line.split_once(". "))
        .filter_map(|(number, gap)| {
            Some(json!({ "gap": number.parse::<usize>().ok()?, "question": format!("Which example shows: {}?", gap.split(';').next()?) }))
        })
        .collect();
    if invents {
        questions.push(json!({ "gap": questions.len() + 1, "question": "What about something else?" }));
    }
    Some(json!({ "questions": questions }).to_string())
}

/// The good model's answer without judgements.
pub(super) fn write(body: &Value, invents: bool) -> String {
    if let Some(answer) = write_letter(body, invents).or_else(|| follow_up(body, invents)) {
        return answer;
    }
    if let Some(rubric) = read_job(body, false) {
        return rubric;
    }
    let prompt = last(body);
    if prompt.contains("as JSON") {
        return r#"{"answer": "pong"}"#.to_owned();
    }
    if prompt.contains("Translate into") {
        return format!("Translated: {}", prompt.lines().last().unwrap_or_default());
    }
    if prompt.contains("interview questions") {
        return "## Written by the test provider\n1. What did you do?\n2. How did it go?".to_owned();
    }
    if prompt.contains("Write a job description") || prompt.contains("List the criteria") {
        return format!("Written by the test provider.\n- {}", prompt.lines().last().unwrap_or_default());
    }
    "pong".to_owned()
}
