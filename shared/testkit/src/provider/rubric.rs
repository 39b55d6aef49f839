//! How the models read jobs.

use serde_json::{Value, json};

use super::judging::{number_of, numbered};

/// A rubric with one criterion per line of the job, and the numbers of the other lines, unless it forgets them.
pub(super) fn read_job(body: &Value, forgets: bool) -> Option<String> {
    let text =
        body["messages"][1]["content"].as_str().filter(|text| text.starts_with("=== ") && text.contains("title"))?;
    let (mut field, mut criteria, mut other_lines) = (String::new(), Vec::new(), Vec::new());
    for line in text.lines() {
        if let Some(fence) = line.strip_prefix("=== ") {
            fence.split(' ').next().unwrap_or_default().clone_into(&mut field);
            continue;
        }
        let (number, line) = number_of(line).map_or((None, line), |(number, line)| (Some(number), line));
        if field != "title" && line.chars().count() > 3 {
            let kind = if criteria.len() < 2 { "must" } else { "nice" };
            let line = line.trim_start_matches(['-', ' ']).trim();
            criteria.push(json!({ "text": line, "kind": kind, "weight": 10, "dimension": "skills_match", "field": field, "phrase": line }));
        } else {
            other_lines.extend(number);
        }
    }
    if forgets {
        criteria.pop();
    }
    criteria.push(json!({ "text": "Invented", "kind": "must", "weight": 50, "dimension": "", "field": "jd", "phrase": "words the job never said" }));
    Some(json!({ "criteria": criteria, "other_lines": other_lines }).to_string())
}

/// A rubric without criteria.
pub(super) fn ignore_job(body: &Value) -> Option<String> {
    read_job(body, false)?;
    let lines = body["messages"][1]["content"].as_str().unwrap_or_default();
    let numbers: Vec<u64> = numbered(lines).map(|(number, _)| number).collect();
    Some(json!({ "criteria": [], "other_lines": numbers }).to_string())
}
