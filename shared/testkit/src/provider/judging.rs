//! How the models judge resumes: as the good one does, or with a fault of their own.

use serde_json::{Value, json};

use super::texts::write;

/// Whether more than two criteria are asked for.
pub(super) fn is_long(body: &Value) -> bool {
    criteria(body).is_some_and(|criteria| criteria.len() > 2)
}

/// The first half of an answer.
pub(super) fn half(answer: &str) -> String {
    answer.chars().take(answer.chars().count() / 2).collect()
}

/// Like the good model, without the criteria at some positions.
pub(super) fn omit(body: &Value, is_omitted: fn(usize) -> bool) -> String {
    let judged = judge(body, false);
    let Ok(mut answer) = serde_json::from_str::<Value>(&judged) else { return judged };
    let Some(criteria) = answer["criteria"].as_array_mut() else { return judged };
    // The criteria of a rubric are never omitted.
    if criteria.iter().all(|criterion| criterion["id"].is_string()) {
        *criteria = (0..).zip(criteria.drain(..)).filter(|(at, _)| !is_omitted(*at)).map(|(_, one)| one).collect();
    }
    answer.to_string()
}

pub(super) fn last(body: &Value) -> &str {
    let messages = body["messages"].as_array();
    messages.and_then(|messages| messages.last()?["content"].as_str()).unwrap_or_default()
}

/// The ids and texts of the criteria in a request, if any.
fn criteria(body: &Value) -> Option<Vec<(&str, &str)>> {
    let text = body["messages"][1]["content"].as_str().filter(|text| text.contains("\nCriteria:\n"))?;
    let criterion = |line| -> Option<(&str, &str)> {
        let (id, rest) = str::split_once(line, " (")?;
        Some((id, rest.split_once("): ")?.1))
    };
    Some(text.lines().filter_map(criterion).collect())
}

/// All criteria met, each with the longest line of the resume.
pub(super) fn praise(body: &Value) -> String {
    let line = numbered(last(body)).max_by_key(|(_, line)| line.chars().count()).map_or(0, |(number, _)| number);
    let judged = criteria(body)
        .unwrap_or_default()
        .into_iter()
        .map(|(id, _)| json!({ "id": id, "lines": [line], "reason": "", "verdict": "strong" }));
    json!({ "criteria": judged.collect::<Vec<_>>(), "gaps": [], "summary": "Hire." }).to_string()
}

/// Like the good model, but it shows its second criterion in part, and proves the last one by the candidate's address.
pub(super) fn clip(body: &Value) -> String {
    let Ok(mut answer) = serde_json::from_str::<Value>(&judge(body, false)) else { return judge(body, false) };
    let address = numbered(last(body)).find(|(_, line)| line.contains('@')).map(|(number, _)| number);
    let Some(judged) = answer["criteria"].as_array_mut() else { return answer.to_string() };
    let count = judged.len();
    let mut gaps = Vec::new();
    for (at, one) in judged.iter_mut().enumerate() {
        if at == 1 {
            one["verdict"] = json!("partly");
        }
        if at + 1 == count {
            one["verdict"] = json!("met");
            one["lines"] = json!(address);
        }
        gaps.push(json!({ "id": one["id"], "missing": "what the criterion asks beyond it", "question": "" }));
    }
    answer["gaps"] = json!(gaps);
    answer.to_string()
}

/// Like the good model, but every second request its second criterion is only partly met.
pub(super) fn waver(body: &Value, asked: usize) -> String {
    let mut answer: Value = match serde_json::from_str(&judge(body, false)) {
        Ok(answer) => answer,
        Err(_) => return judge(body, false),
    };
    if let Some(second) = answer["criteria"].get_mut(1).filter(|second| second["verdict"] == "met")
        && asked.is_multiple_of(2)
    {
        second["verdict"] = json!("partly");
    }
    answer.to_string()
}

/// Like the good model, in words and forms of its own, and with a verdict that means nothing for the second criterion
/// where there are several.
pub(super) fn ramble(body: &Value) -> String {
    let Ok(mut answer) = serde_json::from_str::<Value>(&judge(body, false)) else { return judge(body, false) };
    let Some(judged) = answer["criteria"].as_array_mut() else { return answer.to_string() };
    let is_one = judged.len() == 1;
    for (at, one) in judged.iter_mut().enumerate() {
        one["verdict"] = match one["verdict"].as_str() {
            _ if at == 1 && !is_one => json!("splendid"),
            Some("met") => json!("Met"),
            _ => json!("Not mentioned"),
        };
        one["lines"] = json!(one["lines"].as_array().and_then(|lines| lines.first()).map(ToString::to_string));
    }
    answer.to_string()
}

/// Judgements as JSON for a request with criteria, else text.
pub(super) fn judge(body: &Value, invents: bool) -> String {
    let Some(criteria) = criteria(body) else { return write(body, invents) };
    let resume = last(body);
    let (mut judged, mut gaps) = (Vec::new(), Vec::new());
    for (id, text) in criteria {
        if id.starts_with("rule") {
            judged.push(json!({ "id": id, "lines": [], "reason": "", "verdict": "not" }));
            continue;
        }
        let shown = numbered(resume).find(|(_, line)| shares(line, text)).map(|(number, _)| number);
        // No resume has that many lines.
        let line = if invents { Some(99_999) } else { shown };
        let verdict = if line.is_some() { "met" } else { "unknown" };
        if line.is_none() {
            gaps.push(json!({ "id": id, "missing": "", "question": "Have you worked with it?" }));
        }
        let lines: Vec<u64> = line.into_iter().collect();
        judged.push(json!({ "id": id, "lines": lines, "reason": "", "verdict": verdict }));
    }
    let mut answer = json!({ "criteria": judged, "gaps": gaps, "summary": "Judged by the test provider." });
    if is_asked_for_person(body) {
        let name = numbered(resume).next().map_or("", |(_, line)| line);
        answer["person"] = json!({ "name": name, "email": "", "phone": "", "education": [], "work": [] });
    }
    answer.to_string()
}

fn is_asked_for_person(body: &Value) -> bool {
    body["messages"][0]["content"].as_str().is_some_and(|text| text.contains("\nperson: "))
}

/// The numbered lines of a text.
pub(super) fn numbered(text: &str) -> impl Iterator<Item = (u64, &str)> {
    text.lines().filter_map(number_of).filter(|(_, line)| !line.trim().is_empty())
}

pub(super) fn number_of(line: &str) -> Option<(u64, &str)> {
    let (number, line) = line.split_once("| ")?;
    Some((number.parse().ok()?, line))
}

/// Like the good model, but the person's name is the last word of the first line, with another address.
pub(super) fn misread(body: &Value) -> String {
    let Ok(mut answer) = serde_json::from_str::<Value>(&judge(body, false)) else { return judge(body, false) };
    if is_asked_for_person(body) {
        let name = numbered(last(body)).next().and_then(|(_, line)| line.split_whitespace().last()).unwrap_or_default();
        answer["person"] =
            json!({ "name": name, "email": "nobody@example.com", "phone": "", "education": [], "work": [] });
    }
    answer.to_string()
}

/// Whether a resume line and a criterion share a word.
fn shares(line: &str, criterion: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        let lower = text.to_lowercase();
        let mut words: Vec<String> = lower
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| word.len() > 3 && word.is_ascii())
            .map(str::to_owned)
            .collect();
        let han: Vec<char> = lower.chars().filter(|c| ('\u{4e00}'..='\u{9fff}').contains(c)).collect();
        words.extend(han.windows(2).map(|pair| pair.iter().collect::<String>()));
        words
    };
    let of_line = words(line);
    words(criterion).iter().any(|word| of_line.contains(word))
}
