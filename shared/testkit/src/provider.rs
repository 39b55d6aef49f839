//! An AI provider of our own: speaks chat completions and misbehaves as its model's name says.
//!
//! It judges by a rule anybody can follow: a criterion is met where a line of the resume shares a word of four letters, or
//! two Chinese characters, with it; that line is the quotation.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

/// The one key that the provider takes.
pub const PROVIDER_KEY: &str = "sk-test-provider";

/// A running provider; ends with the value.
pub struct TestProvider {
    address: SocketAddr,
    state: Arc<State>,
    server: tokio::task::JoinHandle<()>,
}

#[derive(Default)]
struct State {
    requests: Mutex<Vec<Value>>,
}

impl TestProvider {
    /// Starts one on a free port.
    ///
    /// # Panics
    /// When there is no free port.
    pub async fn start() -> Self {
        let listener = match TcpListener::bind("127.0.0.1:0").await {
            Ok(listener) => listener,
            Err(error) => panic!("cannot start the test provider: {error}"),
        };
        let address = match listener.local_addr() {
            Ok(address) => address,
            Err(error) => panic!("the test provider has no address: {error}"),
        };
        let state = Arc::new(State::default());
        let serving = Arc::clone(&state);
        let server = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, Arc::clone(&serving)));
            }
        });
        Self { address, state, server }
    }

    /// Where it is asked.
    pub fn base_url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    /// The host and port, as an operator allows it.
    pub fn host(&self) -> String {
        self.address.to_string()
    }

    /// The bodies of all requests so far.
    pub fn requests(&self) -> Vec<Value> {
        self.state.requests.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for TestProvider {
    fn drop(&mut self) {
        self.server.abort();
    }
}

/// One connection, one request after another.
async fn serve(stream: TcpStream, state: Arc<State>) {
    let mut stream = BufReader::new(stream);
    while let Some((key, body)) = request(&mut stream).await {
        let asked = {
            let mut requests = state.requests.lock().unwrap_or_else(PoisonError::into_inner);
            requests.push(body.clone());
            requests.len()
        };
        let Some((status, extra, answer)) = answer(&key, &body, asked).await else { return };
        let text = answer.to_string();
        let head = format!(
            "HTTP/1.1 {status} X\r\ncontent-type: application/json\r\ncontent-length: {}\r\n{extra}\r\n",
            text.len()
        );
        let cut = body["model"] == "cut";
        let sent = if cut { &text[..text.len() / 2] } else { &text };
        let written = stream.get_mut().write_all(format!("{head}{sent}").as_bytes()).await;
        if cut || written.is_err() {
            return;
        }
    }
}

/// The key and the body of the next request.
async fn request(stream: &mut BufReader<TcpStream>) -> Option<(String, Value)> {
    let (mut key, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).await.ok()? == 0 {
            return None;
        }
        let line = line.trim_end();
        if line.is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':') {
            match name.to_ascii_lowercase().as_str() {
                "content-length" => length = value.trim().parse().ok()?,
                "authorization" => value.trim().trim_start_matches("Bearer ").clone_into(&mut key),
                _ => {}
            }
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await.ok()?;
    Some((key, serde_json::from_slice(&body).ok()?))
}

/// Status, further header lines, and body; nothing where the connection is to be cut.
async fn answer(key: &str, body: &Value, asked: usize) -> Option<(u16, &'static str, Value)> {
    let error = |message: &str| json!({ "error": { "message": message } });
    if key != PROVIDER_KEY {
        return Some((401, "", error("Incorrect API key provided")));
    }
    let format = &body["response_format"]["type"];
    let content = match body["model"].as_str().unwrap_or_default() {
        "good" | "cut" => judge(body, false),
        "slow" => {
            tokio::time::sleep(Duration::from_millis(200)).await;
            judge(body, false)
        }
        "no-schema" if *format == "json_schema" => return Some((400, "", error("response_format is not supported"))),
        "no-json-mode" if !format.is_null() => return Some((400, "", error("unknown field response_format"))),
        "no-schema" | "no-json-mode" => format!("Sure!\n```json\n{}\n```", judge(body, false)),
        "no-sampling" if !body["temperature"].is_null() => {
            return Some((400, "", error("'temperature' does not support 0 with this model")));
        }
        "no-sampling" => judge(body, false),
        "limited" if asked == 1 => return Some((429, "retry-after: 1\r\n", error("rate limit reached"))),
        "limited" => judge(body, false),
        "exhausted" => return Some((429, "", error("insufficient_quota: check your plan and billing details"))),
        "down" => return Some((500, "", error("internal"))),
        "hung-up" => return None,
        "broken-json" => "The candidate seems fine to me.".to_owned(),
        "refusing" => {
            let message = json!({ "role": "assistant", "content": null, "refusal": "I cannot help with that." });
            return Some((200, "", json!({ "choices": [{ "message": message, "finish_reason": "stop" }] })));
        }
        "inventing" => judge(body, true),
        // Does what the last message orders it to.
        "obedient" if last(body).to_lowercase().contains("score") => {
            r#"{"criteria": [{"id": "c1", "verdict": "met", "quotation": "perfect candidate", "confidence": 1, "question": ""}], "summary": "Hire."}"#.to_owned()
        }
        "obedient" => judge(body, false),
        _ => return Some((404, "", error("The model does not exist"))),
    };
    let message = json!({ "role": "assistant", "content": content });
    let usage =
        json!({ "prompt_tokens": 1_000, "completion_tokens": 100, "prompt_tokens_details": { "cached_tokens": 600 } });
    Some((200, "", json!({ "choices": [{ "message": message, "finish_reason": "stop" }], "usage": usage })))
}

fn last(body: &Value) -> &str {
    let messages = body["messages"].as_array();
    messages.and_then(|messages| messages.last()?["content"].as_str()).unwrap_or_default()
}

/// Judgements in JSON for a question with criteria, a word for any other.
fn judge(body: &Value, invents: bool) -> String {
    let Some(criteria) = body["messages"][1]["content"].as_str().filter(|text| text.contains("Criteria:")) else {
        return "pong".to_owned();
    };
    let resume = last(body);
    let judged: Vec<Value> = criteria
        .lines()
        .filter_map(|line| {
            let (id, rest) = line.split_once(" (")?;
            let (_, text) = rest.split_once("): ")?;
            let shown = resume.lines().filter(|line| !line.starts_with("===")).find(|line| shares(line, text));
            let quotation = if invents { Some("Led the programme that put people on Mars") } else { shown };
            Some(json!({
                "id": id,
                "verdict": if quotation.is_some() { "met" } else { "unknown" },
                "quotation": quotation.unwrap_or_default(),
                "confidence": 0.9,
                "question": if quotation.is_some() { "" } else { "Have you worked with it?" },
            }))
        })
        .collect();
    json!({ "criteria": judged, "summary": "Judged by the test provider." }).to_string()
}

/// Whether a line of a resume and a criterion share a word.
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
