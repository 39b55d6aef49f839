//! The files of provider batches: a line of JSON per request, and one per answer.

use std::collections::HashSet;

use serde::Deserialize;
use serde_json::Value;

use super::Usage;
use super::wire::Used;

/// The path that each request of a batch names, whatever the base URL.
pub(super) const BATCH_ENDPOINT: &str = "/v1/chat/completions";

/// The answer to one request of a batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BatchAnswer {
    /// The name that the request was given.
    pub custom_id: String,
    /// The completion, as JSON; `None` if the request failed.
    pub completion: Option<String>,
    /// What the provider charges for it, before its discount.
    pub usage: Usage,
}

/// The line of a request, whose body is JSON without line breaks.
#[must_use]
pub fn batch_line(custom_id: &str, body: &str) -> String {
    let custom_id = Value::from(custom_id);
    format!(r#"{{"custom_id":{custom_id},"method":"POST","url":"{BATCH_ENDPOINT}","body":{body}}}"#) + "\n"
}

#[derive(Deserialize)]
struct OutputLine {
    custom_id: String,
    #[serde(default)]
    response: Option<Response>,
}

#[derive(Deserialize)]
struct Response {
    #[serde(default)]
    status_code: u16,
    #[serde(default)]
    body: Value,
}

/// The answers in a file of output or errors, in any order. Lines that are no answer are left out, and so are further
/// answers to one request.
pub(super) fn batch_answers(file: &[u8]) -> Vec<BatchAnswer> {
    let mut seen = HashSet::new();
    let read = |line: &[u8]| {
        let OutputLine { custom_id, response } = serde_json::from_slice(line).ok()?;
        let body = response.filter(|response| (200..300).contains(&response.status_code)).map(|response| response.body);
        let body = body.filter(|body| body["choices"].as_array().is_some_and(|choices| !choices.is_empty()));
        let used = body.as_ref().and_then(|body| Used::read(&body["usage"]));
        let usage = Usage { requests: 1, ..used.map(Usage::from).unwrap_or_default() };
        Some(BatchAnswer { custom_id, completion: body.map(|body| body.to_string()), usage })
    };
    let lines = file.split(|byte| *byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
    lines.filter_map(read).filter(|answer| seen.insert(answer.custom_id.clone())).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn request_is_one_line() {
        let line = batch_line("a\"b", r#"{"model":"m","messages":[{"role":"user","content":"two\nlines"}]}"#);
        assert_eq!(line.matches('\n').count(), 1);
        assert!(line.ends_with('\n'));
        let read: Value = serde_json::from_str(&line).unwrap();
        assert_eq!((&read["custom_id"], &read["method"]), (&json!("a\"b"), &json!("POST")));
        assert_eq!(read["url"], "/v1/chat/completions");
        assert_eq!(read["body"]["messages"][0]["content"], "two\nlines");
    }

    #[test]
    fn answers_and_failures_are_told_apart() {
        let message = json!({ "role": "assistant", "content": "yes" });
        let usage = json!({ "prompt_tokens": 22, "completion_tokens": 2, "total_tokens": 24 });
        let completion = json!({ "choices": [{ "message": message, "finish_reason": "stop" }], "usage": usage });
        let lines = [
            json!({ "id": "batch_req_1", "custom_id": "one", "response": { "status_code": 200, "body": completion }, "error": null }),
            json!({ "id": "batch_req_2", "custom_id": "two", "response": { "status_code": 400, "body": { "error": { "message": "no" } } } }),
            json!({ "id": "batch_req_3", "custom_id": "three", "response": null, "error": { "code": "batch_expired" } }),
            json!({ "custom_id": "one", "response": { "status_code": 200, "body": completion } }),
            json!({ "custom_id": "four", "response": { "status_code": 200, "body": { "choices": [] } } }),
        ];
        let mut file = lines.map(|line| line.to_string()).join("\n");
        file.push_str("\r\n\nnot JSON\n{\"custom_id\": 5}\n");
        let answers = batch_answers(file.as_bytes());
        let found: Vec<_> = answers.iter().map(|one| (one.custom_id.as_str(), one.completion.is_some())).collect();
        assert_eq!(found, [("one", true), ("two", false), ("three", false), ("four", false)]);
        assert_eq!((answers[0].usage.prompt_tokens, answers[0].usage.completion_tokens), (22, 2));
        assert_eq!(answers[1].usage, Usage { requests: 1, ..Usage::default() });
        let completion: Value = serde_json::from_str(answers[0].completion.as_ref().unwrap()).unwrap();
        assert_eq!(completion["choices"][0]["message"]["content"], "yes");
    }
}
