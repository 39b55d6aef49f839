//! What a provider's error says: its message, codes and the parameters it names, whatever the shape of its JSON.

use std::time::Duration;

use reqwest::StatusCode;
use serde_json::Value;

/// The longest wait accepted from a provider.
pub(super) const MAX_WAIT: Duration = Duration::from_secs(3_600);
/// How much of an error is read.
const MAX_BYTES: usize = 16 * 1024;
/// How much of a provider's message is kept.
const MAX_MESSAGE: usize = 500;
/// How deep the parts of an error are looked for.
const MAX_DEPTH: usize = 8;

/// A provider's error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ProviderError {
    pub(super) status: StatusCode,
    /// The provider's message, without the key.
    pub(super) message: String,
    /// The same in lower case.
    lower: String,
    /// Codes, types, states and ids of quotas, in lower case.
    codes: Vec<String>,
    /// The names of parameters.
    parameters: Vec<String>,
    /// The wait that the body asks for.
    pub(super) wait: Option<Duration>,
}

impl ProviderError {
    /// Reads the body of an error.
    pub(super) fn read(status: StatusCode, body: &[u8], api_key: &str) -> Self {
        let mut error = Self {
            status,
            message: String::new(),
            lower: String::new(),
            codes: Vec::new(),
            parameters: Vec::new(),
            wait: None,
        };
        let body = &body[..body.len().min(MAX_BYTES)];
        match serde_json::from_slice::<Value>(body) {
            Ok(value) => error.collect(&value, "", 0),
            Err(_) => error.message = plain(&String::from_utf8_lossy(body)),
        }
        if !api_key.is_empty() {
            error.message = error.message.replace(api_key, "…");
        }
        error.lower = error.message.to_lowercase();
        error.message = error.message.chars().take(MAX_MESSAGE).collect();
        error.wait = error.wait.or_else(|| wait_in(&error.lower)).map(|wait| wait.min(MAX_WAIT));
        error
    }

    /// Collects the parts of an error by the names that providers give them.
    fn collect(&mut self, value: &Value, name: &str, depth: usize) {
        if depth > MAX_DEPTH {
            return;
        }
        match value {
            Value::Object(fields) => {
                for (name, value) in fields {
                    self.collect(value, name, depth + 1);
                }
            }
            Value::Array(items) if name == "loc" => {
                self.parameters.extend(items.iter().filter_map(Value::as_str).map(str::to_lowercase));
            }
            Value::Array(items) => {
                for item in items {
                    self.collect(item, name, depth + 1);
                }
            }
            Value::String(text) => match name {
                "" | "message" | "msg" | "detail" | "error" | "description" => self.add_message(text, depth),
                "code" | "type" | "status" | "reason" | "quotaId" | "quotaMetric" => {
                    self.codes.push(text.to_lowercase())
                }
                "param" | "field" => self.parameters.push(text.to_lowercase()),
                "retryDelay" | "retry_after" => self.wait = self.wait.or_else(|| duration(text)),
                _ => {}
            },
            _ => {}
        }
    }

    /// Adds a message. Gateways put the error of the provider behind them into a string.
    fn add_message(&mut self, text: &str, depth: usize) {
        if let Ok(inner @ (Value::Object(_) | Value::Array(_))) = serde_json::from_str::<Value>(text.trim()) {
            return self.collect(&inner, "", depth + 1);
        }
        if !self.message.is_empty() {
            self.message.push(' ');
        }
        self.message.push_str(text.trim());
    }

    pub(super) fn is_empty(&self) -> bool {
        self.message.is_empty() && self.parameters.is_empty()
    }

    /// Whether the message contains this, in lower case.
    pub(super) fn mentions(&self, phrase: &str) -> bool {
        self.lower.contains(phrase)
    }

    /// Whether one of the codes is this one.
    pub(super) fn has_code(&self, code: &str) -> bool {
        self.codes.iter().any(|known| known == code)
    }

    /// Whether one of the codes contains this.
    pub(super) fn has_code_with(&self, part: &str) -> bool {
        self.codes.iter().any(|known| known.contains(part))
    }

    /// Whether the error names a parameter, as its own or as a whole word.
    pub(super) fn names(&self, parameter: &str) -> bool {
        let is_own = |named: &String| named.split(['.', '[', ']']).any(|part| part == parameter);
        self.parameters.iter().any(is_own) || contains_word(&self.lower, parameter)
    }

    /// The numbers in the message.
    pub(super) fn numbers(&self) -> impl Iterator<Item = u64> + '_ {
        self.lower.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse().ok())
    }
}

/// Whether a text contains this word; an underscore or a hyphen belongs to a word.
fn contains_word(text: &str, word: &str) -> bool {
    let belongs = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    text.match_indices(word).any(|(at, _)| {
        let (before, after) = (text[..at].chars().next_back(), text[at + word.len()..].chars().next());
        !before.is_some_and(belongs) && !after.is_some_and(belongs)
    })
}

/// Text without the tags of an error page.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut in_tag = false;
    for c in text.chars() {
        match c {
            '<' => in_tag = true,
            '>' if in_tag => {
                in_tag = false;
                out.push(' ');
            }
            c if !in_tag => out.push(c),
            _ => {}
        }
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The wait in a sentence: "Please retry in 10.6s", "try again in 1m30s", "retry after 26 seconds".
fn wait_in(text: &str) -> Option<Duration> {
    ["retry in ", "try again in ", "retry after "]
        .iter()
        .find_map(|words| text.split_once(words))
        .and_then(|(_, rest)| duration(rest))
}

/// A duration at the beginning of a text: `26 seconds`, `324ms`, `1m30s`, `10.6s`.
fn duration(text: &str) -> Option<Duration> {
    let mut rest = text.trim_start();
    let mut seconds = None;
    loop {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').len();
        let Ok(number) = rest[..digits].trim_end_matches('.').parse::<f64>() else { break };
        let unit = rest[digits..].trim_start();
        let letters = unit.len() - unit.trim_start_matches(|c: char| c.is_ascii_alphabetic()).len();
        let factor = match &unit[..letters] {
            "ms" => 0.001,
            "" | "s" | "sec" | "second" | "seconds" => 1.0,
            "m" | "min" | "minute" | "minutes" => 60.0,
            "h" | "hour" | "hours" => 3_600.0,
            _ => break,
        };
        seconds = Some(seconds.unwrap_or(0.0) + number * factor);
        rest = &unit[letters..];
        if letters == 0 {
            break;
        }
    }
    seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(body: &str) -> ProviderError {
        ProviderError::read(StatusCode::BAD_REQUEST, body.as_bytes(), "sk-canary")
    }

    #[test]
    fn errors_of_any_shape_are_read() {
        for body in [
            json!({ "error": { "message": "Unknown", "param": "seed", "code": "unknown_parameter" } }),
            json!({ "object": "error", "message": "Unknown", "param": "body.seed", "code": "unknown_parameter" }),
            json!([{ "error": { "code": "unknown_parameter", "message": "Unknown", "details": [{ "field": "seed" }] } }]),
            json!({ "type": "unknown_parameter", "detail": [{ "loc": ["body", "seed"], "msg": "Unknown" }] }),
            json!({ "error": { "message": "{\"error\": {\"message\": \"Unknown\", \"param\": \"seed\", \"code\": \"unknown_parameter\"}}" } }),
        ] {
            let error = read(&body.to_string());
            assert_eq!(error.message, "Unknown", "{body}");
            assert!(error.names("seed") && error.has_code("unknown_parameter"), "{body}");
        }
        assert_eq!(read("<html><body><h1>502 Bad Gateway</h1></body></html>").message, "502 Bad Gateway");
        assert!(read("").is_empty());
        assert_eq!(read("{\"error\": \"Incorrect key: sk-canary\"}").message, "Incorrect key: …");
    }

    #[test]
    fn waits_are_read_from_words_and_details() {
        let wait = |text: &str| read(&json!({ "error": { "message": text } }).to_string()).wait;
        for (text, seconds) in [
            ("Please retry in 10.603847267s.", 10.603_847_267),
            ("Please try again in 1m30s. Visit the page.", 90.0),
            ("Please try again in 324ms.", 0.324),
            ("Please retry after 26 seconds.", 26.0),
        ] {
            assert_eq!(wait(text), Some(Duration::from_secs_f64(seconds)), "{text}");
        }
        assert_eq!(wait("Please retry in 90h."), Some(MAX_WAIT));
        assert_eq!(wait("Please retry in a while."), None);
        let detailed = read(r#"{"error": {"message": "Slow down", "details": [{"retryDelay": "38s"}]}}"#);
        assert_eq!(detailed.wait, Some(Duration::from_secs(38)));
    }
}
