//! How real providers differ from each other: what they refuse, how they stream, think and say that a limit is reached.
//! Each is a file of `fixtures/providers`, whose parts name their public source or are marked as assumed.

use std::path::Path;

use serde::Deserialize;
use serde_json::{Value, json};

/// A provider's habits.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dialect {
    pub id: String,
    pub name: String,
    /// The model that it serves.
    pub model: String,
    auth: Auth,
    /// The path of its base URL.
    #[serde(default = "v1")]
    path: String,
    /// The query that each request needs.
    query: Option<String>,
    #[serde(default)]
    refuses: Vec<Refused>,
    /// Its answer to two messages of one role.
    alternates: Option<Recorded>,
    /// Its answer to a message of the system.
    no_system: Option<Recorded>,
    thinks: Option<Thinks>,
    /// How many tokens of a request it reads; the rest is cut silently.
    context: Option<u64>,
    #[serde(default)]
    context_source: Option<Source>,
    #[serde(default)]
    context_error: Option<Recorded>,
    stream: Stream,
    rate: Option<Recorded>,
    daily: Option<Recorded>,
    exhausted: Option<Recorded>,
    filtered: Option<Recorded>,
    unknown_model: Recorded,
}

fn v1() -> String {
    "/v1".to_owned()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Auth {
    Bearer,
    ApiKey,
    None,
}

/// Where something was seen.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    pub address: String,
    pub date: String,
}

/// An answer, as it was seen or as it is assumed to be.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recorded {
    pub status: u16,
    #[serde(default)]
    pub headers: std::collections::BTreeMap<String, String>,
    pub body: Value,
    pub source: Option<Source>,
    #[serde(default)]
    pub assumed: bool,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Refused {
    /// A parameter, or `json_schema`, `json_object_without_word`, `not_streamed`.
    parameter: String,
    answer: Recorded,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Thinks {
    /// `hidden`, `total`, `reasoning_content`, `tags` or `parts`.
    how: String,
    /// How many tokens of the limit it takes.
    tokens: u64,
    source: Option<Source>,
    #[serde(default)]
    assumed: bool,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stream {
    /// The recorded events, shortened: those before the answer, those with a part of it, and those after it.
    events: Vec<Value>,
    /// Whether comments keep the connection alive.
    #[serde(default)]
    comments: bool,
    source: Option<Source>,
    #[serde(default)]
    assumed: bool,
}

/// What goes wrong with a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProviderFailure {
    /// A rate limit that a short wait ends.
    Rate,
    /// The quota of a day.
    Daily,
    /// A spent quota or an unpaid bill.
    Exhausted,
    /// The provider's filter.
    Filtered,
    /// The request is longer than the model's context.
    Context,
    /// The answer ends in the middle.
    Length,
}

/// An answer to be sent.
pub(crate) enum Reply {
    Error(Recorded),
    /// The pieces of a stream, or a whole answer.
    Pieces(Vec<String>),
    Whole(Value),
}

/// A request as it arrived.
pub(crate) struct Arrived<'a> {
    pub(crate) path: &'a str,
    pub(crate) bearer: &'a str,
    pub(crate) api_key: &'a str,
    pub(crate) body: &'a Value,
}

impl Dialect {
    /// All of them.
    ///
    /// # Panics
    /// When a file is not valid.
    pub fn all() -> Vec<Self> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/providers");
        let files = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        let mut all: Vec<Self> = files
            .filter_map(|file| Some(file.ok()?.path()))
            .map(|path| {
                let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
            })
            .collect();
        all.sort_by(|one, other| one.id.cmp(&other.id));
        all
    }

    /// The dialect of this name.
    ///
    /// # Panics
    /// When there is none.
    pub fn of(id: &str) -> Self {
        Self::all().into_iter().find(|dialect| dialect.id == id).unwrap_or_else(|| panic!("no dialect {id}"))
    }

    /// The same with another model.
    #[must_use]
    pub fn with_model(self, model: &str) -> Self {
        Self { model: model.to_owned(), ..self }
    }

    /// The same with a context of this many tokens.
    #[must_use]
    pub fn with_context(self, tokens: u64) -> Self {
        Self { context: Some(tokens), ..self }
    }

    /// Whether it is asked with a key.
    #[must_use]
    pub fn needs_key(&self) -> bool {
        self.auth != Auth::None
    }

    /// The path and the query of its base URL.
    pub(crate) fn route(&self) -> String {
        let query = self.query.as_deref().map(|query| format!("?{query}")).unwrap_or_default();
        format!("{}{query}", self.path)
    }

    /// Its answer in failure; `None` if it is not known to have that one.
    #[must_use]
    pub fn failure(&self, failure: ProviderFailure) -> Option<&Recorded> {
        match failure {
            ProviderFailure::Rate => self.rate.as_ref(),
            ProviderFailure::Daily => self.daily.as_ref(),
            ProviderFailure::Exhausted => self.exhausted.as_ref(),
            ProviderFailure::Filtered => self.filtered.as_ref(),
            ProviderFailure::Context => self.context_error.as_ref(),
            ProviderFailure::Length => None,
        }
    }

    /// The parts of the dialect, and for each whether it is assumed and has a source.
    pub fn parts(&self) -> Vec<(String, bool, bool)> {
        let mut parts = Vec::new();
        let mut add = |name: &str, assumed: bool, source: &Option<Source>| {
            let is_dated = source
                .as_ref()
                .is_some_and(|source| source.address.starts_with("https://") && source.date.starts_with("20"));
            parts.push((name.to_owned(), assumed, is_dated));
        };
        for Refused { parameter, answer } in &self.refuses {
            add(parameter, answer.assumed, &answer.source);
        }
        for (name, answer) in [
            ("alternates", &self.alternates),
            ("no_system", &self.no_system),
            ("context_error", &self.context_error),
            ("rate", &self.rate),
            ("daily", &self.daily),
            ("exhausted", &self.exhausted),
            ("filtered", &self.filtered),
            ("unknown_model", &Some(self.unknown_model.clone())),
        ] {
            if let Some(answer) = answer {
                add(name, answer.assumed, &answer.source);
            }
        }
        if let Some(thinks) = &self.thinks {
            add("thinks", thinks.assumed, &thinks.source);
        }
        if self.context.is_some() {
            add("context", false, &self.context_source);
        }
        add("stream", self.stream.assumed, &self.stream.source);
        parts
    }

    /// Whether it thinks before it answers.
    #[must_use]
    pub const fn is_thinking(&self) -> bool {
        self.thinks.is_some()
    }

    /// The refusal of a request, if it has something that the provider does not take.
    pub(crate) fn refusal(&self, arrived: &Arrived<'_>, key: &str) -> Option<Recorded> {
        let Arrived { path, bearer, api_key, body } = arrived;
        let plain = |status: u16, message: &str| Recorded {
            status,
            headers: std::collections::BTreeMap::new(),
            body: json!({ "error": { "message": message } }),
            source: None,
            assumed: true,
        };
        let (route, query) = path.split_once('?').map_or((*path, None), |(route, query)| (route, Some(query)));
        let is_known = route == format!("{}/chat/completions", self.path);
        if !is_known || self.query.is_some() && query != self.query.as_deref() {
            return Some(plain(404, "Resource not found"));
        }
        let is_admitted = match self.auth {
            Auth::Bearer => *bearer == key,
            Auth::ApiKey => *api_key == key,
            Auth::None => true,
        };
        if !is_admitted {
            return Some(plain(401, "Incorrect API key provided"));
        }
        if body["model"] != self.model {
            return Some(self.unknown_model.clone());
        }
        let messages = body["messages"].as_array().cloned().unwrap_or_default();
        let roles: Vec<&str> = messages.iter().filter_map(|message| message["role"].as_str()).collect();
        if let Some(answer) = self.no_system.as_ref().filter(|_| roles.contains(&"system")) {
            return Some(answer.clone());
        }
        if let Some(answer) = self.alternates.as_ref().filter(|_| roles.windows(2).any(|pair| pair[0] == pair[1])) {
            return Some(answer.clone());
        }
        let format = body["response_format"]["type"].as_str().unwrap_or_default();
        let says_json = || messages.iter().any(|message| message.to_string().to_lowercase().contains("json"));
        let is_refused = |refused: &&Refused| match refused.parameter.as_str() {
            "json_schema" => format == "json_schema",
            "json_object_without_word" => format == "json_object" && !says_json(),
            "not_streamed" => body["stream"] != true,
            parameter => !body[parameter].is_null(),
        };
        self.refuses.iter().find(is_refused).map(|refused| refused.answer.clone())
    }

    /// Its answer with this content. Thoughts take a part of the limit; what is left may be too short for the content.
    pub(crate) fn reply(&self, body: &Value, content: &str, is_cut: bool) -> Reply {
        let limit = body["max_tokens"].as_u64().or(body["max_completion_tokens"].as_u64()).unwrap_or(u64::MAX);
        let thoughts = self.thinks.as_ref().map_or(0, |thinks| thinks.tokens);
        let characters = content.chars().count();
        // Four characters a token.
        let left = usize::try_from(limit.saturating_sub(thoughts)).unwrap_or(usize::MAX).saturating_mul(4);
        let kept = if is_cut { left.min(characters / 2) } else { left };
        let ends_early = kept < characters;
        let content: String = content.chars().take(kept).collect();
        let asked = body["messages"].to_string().chars().count() as u64 / 2;
        let prompt_tokens = self.context.map_or(asked, |context| asked.min(context)).max(1);
        let usage = self.usage(prompt_tokens, thoughts.min(limit), content.chars().count() as u64 / 4);
        let finish_reason = if ends_early { "length" } else { "stop" };
        let thinking = self.thinks.as_ref().filter(|_| thoughts > 0).map(|thinks| thinks.how.as_str());
        if body["stream"] == true {
            Reply::Pieces(self.pieces(body, &tagged(thinking, &content), finish_reason, &usage))
        } else {
            let message = match thinking {
                Some("reasoning_content") => {
                    json!({ "role": "assistant", "content": content, "reasoning_content": "Hm. {" })
                }
                Some("parts") => json!({ "role": "assistant", "content": parts(&content) }),
                _ => json!({ "role": "assistant", "content": tagged(thinking, &content) }),
            };
            let choice = json!({ "index": 0, "message": message, "finish_reason": finish_reason });
            Reply::Whole(
                json!({ "choices": [choice], "model": self.model, "object": "chat.completion", "usage": usage }),
            )
        }
    }

    fn usage(&self, prompt: u64, thoughts: u64, answer: u64) -> Value {
        match self.thinks.as_ref().map(|thinks| thinks.how.as_str()) {
            // Only the total counts thoughts.
            Some("total") => {
                json!({ "prompt_tokens": prompt, "completion_tokens": answer, "total_tokens": prompt + thoughts + answer })
            }
            Some(how) => {
                let details = if how == "hidden" { json!({ "reasoning_tokens": thoughts }) } else { Value::Null };
                json!({
                    "prompt_tokens": prompt, "completion_tokens": thoughts + answer, "total_tokens": prompt + thoughts + answer,
                    "completion_tokens_details": details, "prompt_tokens_details": { "cached_tokens": null },
                })
            }
            None => json!({ "prompt_tokens": prompt, "completion_tokens": answer, "total_tokens": prompt + answer }),
        }
    }

    /// The recorded stream with this content, in pieces of forty characters: the first event with text has all of them but
    /// the last one, which is in the last such event.
    fn pieces(&self, body: &Value, content: &str, finish_reason: &str, usage: &Value) -> Vec<String> {
        let Stream { events: recorded, comments, .. } = &self.stream;
        let with_text: Vec<usize> = (0..recorded.len()).filter(|&at| has_text(&recorded[at])).collect();
        let characters: Vec<char> = content.chars().collect();
        let mut parts: Vec<String> = characters.chunks(40).map(|part| part.iter().collect()).collect();
        let last_part = if with_text.len() > 1 { parts.pop().unwrap_or_default() } else { String::new() };
        let mut events: Vec<String> = Vec::new();
        for (at, event) in recorded.iter().enumerate() {
            let is_usage_alone = event["choices"].as_array().is_some_and(Vec::is_empty) && event["usage"].is_object();
            if is_usage_alone && body["stream_options"]["include_usage"] != true {
                continue;
            }
            let mut event = event.clone();
            if event["model"].as_str().is_some_and(|model| !model.is_empty()) {
                event["model"] = json!(self.model);
            }
            if event["usage"].is_object() {
                event["usage"] = usage.clone();
            }
            if event["choices"][0]["finish_reason"].is_string() {
                event["choices"][0]["finish_reason"] = json!(finish_reason);
            }
            let texts = match with_text.iter().position(|&with_text| with_text == at) {
                None => vec![event],
                Some(0) => parts.iter().map(|part| with_content(&event, part)).collect(),
                Some(_) => vec![with_content(&event, &last_part)],
            };
            events.extend(texts.iter().map(|event| format!("data: {event}")));
        }
        if *comments {
            events.insert(1, ": keep-alive".to_owned());
        }
        events.push("data: [DONE]".to_owned());
        events
    }
}

/// Whether an event has text of the answer, as text or as a part of a list.
fn has_text(event: &Value) -> bool {
    let content = &event["choices"][0]["delta"]["content"];
    content.as_str().is_some_and(|text| !text.is_empty()) || content[0]["type"] == "text"
}

/// An event with this text.
fn with_content(event: &Value, text: &str) -> Value {
    let mut event = event.clone();
    let content = &mut event["choices"][0]["delta"]["content"];
    if content.is_array() {
        content[0]["text"] = json!(text);
    } else {
        *content = json!(text);
    }
    event
}

/// Content in parts, of which the first is a thought.
fn parts(content: &str) -> Value {
    json!([{ "type": "thinking", "thinking": [{ "type": "text", "text": "Hm. {" }] }, { "type": "text", "text": content }])
}

/// Content after thoughts, where they stand in it.
fn tagged(thinking: Option<&str>, content: &str) -> String {
    if thinking == Some("tags") {
        format!("<think>\nThe resume {{seems}} to fit [1].\n</think>\n\n{content}")
    } else {
        content.to_owned()
    }
}

/// A request with its messages as they were before they were joined, and without second tries.
pub(crate) fn unjoined(body: &Value) -> Value {
    let mut texts: Vec<String> = Vec::new();
    for message in body["messages"].as_array().into_iter().flatten() {
        if message["role"] == "assistant" {
            break;
        }
        let mut text = message["content"].as_str().unwrap_or_default();
        // The instructions come first, then the job, then the resume.
        if texts.is_empty() {
            let fence = if text.starts_with("=== ") { None } else { text.find("\n\n=== ") };
            if let Some(at) = text.find("\n\nJob: ").or(fence) {
                texts.push(text[..at].to_owned());
                text = &text[at + 2..];
            }
        }
        if texts.len() == 1
            && let Some(at) = text.find("\n\n=== resume ")
        {
            texts.push(text[..at].to_owned());
            text = &text[at + 2..];
        }
        texts.push(text.to_owned());
    }
    let mut body = body.clone();
    body["messages"] = texts
        .into_iter()
        .enumerate()
        .map(|(at, text)| json!({ "role": if at == 0 { "system" } else { "user" }, "content": text }))
        .collect();
    body
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_part_of_a_dialect_has_a_source_or_is_assumed() {
        let all = Dialect::all();
        assert_eq!(all.len(), 17);
        for dialect in all {
            for (part, is_assumed, is_dated) in dialect.parts() {
                assert!(is_assumed != is_dated, "{} {part}", dialect.id);
            }
        }
    }

    #[test]
    fn streams_have_the_recorded_form_and_the_whole_answer() {
        let content = "Ein Satz von mehr als vierzig Zeichen, damit er in mehreren Teilen ankommt.";
        for dialect in Dialect::all() {
            let body = json!({ "stream": true, "messages": [], "stream_options": { "include_usage": true } });
            let Reply::Pieces(events) = dialect.reply(&body, content, false) else { panic!("{}", dialect.id) };
            let pieces: Vec<Value> = events
                .iter()
                .filter_map(|event| event.strip_prefix("data: ").filter(|data| *data != "[DONE]"))
                .map(|data| serde_json::from_str(data).unwrap())
                .collect();
            let text = |piece: &Value| -> String {
                let content = &piece["choices"][0]["delta"]["content"];
                let part = if content[0]["type"] == "text" { &content[0]["text"] } else { content };
                part.as_str().unwrap_or_default().to_owned()
            };
            let whole: String = pieces.iter().map(text).collect();
            assert!(whole.ends_with(content), "{}: {whole}", dialect.id);
            let count = |has: fn(&Value) -> bool| pieces.iter().filter(|piece| has(piece)).count();
            assert_eq!(count(|piece| piece["usage"]["prompt_tokens"].is_u64()), 1, "{}", dialect.id);
            assert_eq!(count(|piece| piece["choices"][0]["finish_reason"] == "stop"), 1, "{}", dialect.id);
        }
    }

    #[test]
    fn joined_messages_are_parted_again() {
        let job = "Job: Clerk\n\nCriteria:\nc1 (must): Tea";
        let resume = "=== resume 00 begins ===\nLin\n=== resume 00 ends ===";
        let rubric =
            "=== title 00 begins ===\nClerk\n=== title 00 ends ===\n\n=== jd 00 begins ===\nTea\n=== jd 00 ends ===";
        let message = |text: &str| json!({ "role": "user", "content": text });
        let texts = |messages: Value| -> Vec<String> {
            let unjoined = unjoined(&json!({ "messages": messages }));
            let messages = unjoined["messages"].as_array().unwrap().clone();
            messages.iter().map(|message| message["content"].as_str().unwrap().to_owned()).collect()
        };
        for judging in [
            json!([message("Judge."), message(job), message(resume)]),
            json!([message("Judge."), message(&format!("{job}\n\n{resume}"))]),
            json!([message(&format!("Judge.\n\n{job}\n\n{resume}"))]),
        ] {
            assert_eq!(texts(judging.clone()), ["Judge.", job, resume], "{judging}");
        }
        for reading in [json!([message("Read."), message(rubric)]), json!([message(&format!("Read.\n\n{rubric}"))])] {
            assert_eq!(texts(reading.clone()), ["Read.", rubric], "{reading}");
        }
        assert_eq!(texts(json!([message("Say pong")])), ["Say pong"]);
    }
}
