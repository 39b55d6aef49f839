//! A fake AI provider with chat completions, streamed or not; the model's name selects its behavior.
//!
//! `good`, `no-schema`, `no-json-mode`, `no-sampling`, `no-stream`, `no-max-tokens`, `limited`, `exhausted`,
//! `down`, `late`, `hung-up`, `cut`, `stalled`, `broken-json`, `refusing`, `inventing`, `clipping`, `misreading`, `wavering`,
//! `obedient`, `terse`, `truncating`, `ending`, `forgetting`, `omitting`, `aimless`, `careless`, `rambling`; any other name is
//! an unknown model.
//!
//! It judges by a simple rule: a criterion is met if a line of the resume shares a word of four letters, or two
//! Chinese characters, with it; that line proves it. No rule about the whole score applies.

mod judging;
mod rubric;
mod texts;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use self::judging::{clip, half, is_long, judge, last, misread, omit, praise, ramble, waver};
use self::rubric::{ignore_job, read_job};
use crate::dialect::{Arrived, Dialect, ProviderFailure, Reply, unjoined};
use crate::provider_batches::{TestBatch, TestBatches};

/// The only key it accepts.
pub const PROVIDER_KEY: &str = "sk-test-provider";

/// A running provider; stopped on drop.
pub struct TestProvider {
    address: SocketAddr,
    state: Arc<State>,
    server: tokio::task::JoinHandle<()>,
}

#[derive(Default)]
struct State {
    requests: Mutex<Vec<Value>>,
    arrivals: Mutex<Vec<Instant>>,
    /// When the first chunk of each streamed answer was sent.
    first_pieces: Mutex<Vec<Instant>>,
    latency: Mutex<Duration>,
    /// The orders that the obedient model follows.
    orders: Mutex<Vec<String>>,
    /// The habits of a real provider, in place of those that the model's name selects.
    dialect: Mutex<Option<Dialect>>,
    /// What goes wrong with the next requests.
    failures: Mutex<std::collections::VecDeque<ProviderFailure>>,
    batches: Mutex<TestBatches>,
    /// While set, streamed answers pause after the first chunk.
    is_held: watch::Sender<bool>,
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

    /// The base URL, as the spoken dialect has it.
    pub fn base_url(&self) -> String {
        let dialect = self.state.dialect.lock().unwrap_or_else(PoisonError::into_inner);
        let route = dialect.as_ref().map_or_else(|| "/v1".to_owned(), Dialect::route);
        format!("http://{}{route}", self.address)
    }

    /// Answers like a real provider from now on.
    pub fn use_dialect(&self, dialect: Dialect) {
        *self.state.dialect.lock().unwrap_or_else(PoisonError::into_inner) = Some(dialect);
    }

    /// Makes the next requests of the spoken dialect go wrong, each in its way.
    pub fn fail_next(&self, failures: impl IntoIterator<Item = ProviderFailure>) {
        self.state.failures.lock().unwrap_or_else(PoisonError::into_inner).extend(failures);
    }

    /// Host and port, as the operator allows them.
    pub fn host(&self) -> String {
        self.address.to_string()
    }

    /// Delays every answer from now on.
    pub fn answer_after(&self, latency: Duration) {
        *self.state.latency.lock().unwrap_or_else(PoisonError::into_inner) = latency;
    }

    /// The arrival times of all requests.
    pub fn arrivals(&self) -> Vec<Instant> {
        self.state.arrivals.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// When the first chunk of each streamed answer was sent.
    pub fn first_pieces(&self) -> Vec<Instant> {
        self.state.first_pieces.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Makes the obedient model follow messages containing one of these orders: everything is met.
    pub fn obey(&self, orders: impl IntoIterator<Item = String>) {
        *self.state.orders.lock().unwrap_or_else(PoisonError::into_inner) = orders.into_iter().collect();
    }

    /// Pauses streamed answers after their first chunk, or resumes them.
    pub fn hold(&self, is_held: bool) {
        self.state.is_held.send_replace(is_held);
    }

    /// The batches that it was given.
    pub fn batches(&self) -> Vec<TestBatch> {
        self.state.batches.lock().unwrap_or_else(PoisonError::into_inner).batches.clone()
    }

    /// The number of batches' files that were not removed.
    pub fn batch_files(&self) -> usize {
        self.state.batches.lock().unwrap_or_else(PoisonError::into_inner).files()
    }

    /// As if it had never been given a batch; the files stay.
    pub fn forget_batches(&self) {
        self.state.batches.lock().unwrap_or_else(PoisonError::into_inner).batches.clear();
    }

    /// Ends the batches in progress or being cancelled in this state, such as `completed`. The requests are answered in their order but for the
    /// first ones, of which this many fail.
    pub async fn end_batches(&self, status: &str, failing: usize) {
        let mut answers = BTreeMap::new();
        for batch in self.batches() {
            let mut of_batch = Vec::new();
            for (at, line) in batch.lines.iter().enumerate() {
                let answered = answer(PROVIDER_KEY, &line["body"], at + 1, &self.state).await;
                of_batch.push(match answered {
                    Some((status, _, body)) if at >= failing => (status, body),
                    _ => (500, json!({ "error": { "message": "internal" } })),
                });
            }
            answers.insert(batch.id, of_batch);
        }
        self.state.batches.lock().unwrap_or_else(PoisonError::into_inner).end(status, &answers);
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

async fn serve(stream: TcpStream, state: Arc<State>) {
    let mut stream = BufReader::new(stream);
    while let Some(Request { method, path, key, api_key, raw, body }) = request(&mut stream).await {
        let answered = {
            let mut batches = state.batches.lock().unwrap_or_else(PoisonError::into_inner);
            if key == PROVIDER_KEY { batches.answer(&method, &path, &raw) } else { None }
        };
        if let Some((status, content)) = answered {
            let length = content.len();
            let head =
                format!("HTTP/1.1 {status} X\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n");
            let sent = [head.as_bytes(), &content].concat();
            if stream.get_mut().write_all(&sent).await.is_err() {
                return;
            }
            continue;
        }
        let dialect = state.dialect.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if path.split('?').next().is_some_and(|path| path.ends_with("/models")) {
            let model = dialect.as_ref().map_or("good", |dialect| dialect.model.as_str());
            let listed = json!({ "object": "list", "data": [{ "id": model }, { "id": "another" }] });
            if write_json(stream.get_mut(), 200, "", &listed).await.is_none() {
                return;
            }
            continue;
        }
        let asked = {
            let mut requests = state.requests.lock().unwrap_or_else(PoisonError::into_inner);
            requests.push(body.clone());
            requests.len()
        };
        state.arrivals.lock().unwrap_or_else(PoisonError::into_inner).push(Instant::now());
        let latency = *state.latency.lock().unwrap_or_else(PoisonError::into_inner);
        tokio::time::sleep(latency).await;
        if let Some(dialect) = dialect {
            let arrived = Arrived { path: &path, bearer: &key, api_key: &api_key, body: &body };
            if speak(stream.get_mut(), &dialect, &arrived, &state).await.is_none() {
                return;
            }
            continue;
        }
        let Some((status, extra, answer)) = answer(&key, &body, asked, &state).await else { return };
        if status == 200 && body["stream"] == true {
            if stream_out(stream.get_mut(), &body, &answer, &state).await.is_none() {
                return;
            }
            continue;
        }
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

/// Answers in a dialect; `None` closes the connection.
async fn speak(stream: &mut TcpStream, dialect: &Dialect, arrived: &Arrived<'_>, state: &State) -> Option<()> {
    let mut reply = dialect.refusal(arrived, PROVIDER_KEY).map(Reply::Error);
    if reply.is_none() {
        let failure = state.failures.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        reply = failure.and_then(|failure| dialect.failure(failure)).cloned().map(Reply::Error);
        if reply.is_none() {
            let content = judge(&unjoined(arrived.body), false);
            reply = Some(dialect.reply(arrived.body, &content, failure == Some(ProviderFailure::Length)));
        }
    }
    match reply? {
        Reply::Error(error) => {
            let headers: String = error.headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
            write_json(stream, error.status, &headers, &error.body).await
        }
        Reply::Whole(answer) => write_json(stream, 200, "", &answer).await,
        Reply::Pieces(events) => {
            let head = "HTTP/1.1 200 X\r\ncontent-type: text/event-stream; charset=utf-8\r\ntransfer-encoding: chunked\r\n\r\n";
            stream.write_all(head.as_bytes()).await.ok()?;
            for event in events {
                let text = format!("{event}\n\n");
                stream.write_all(format!("{:x}\r\n{text}\r\n", text.len()).as_bytes()).await.ok()?;
            }
            stream.write_all(b"0\r\n\r\n").await.ok()
        }
    }
}

/// Writes a response with a JSON body.
async fn write_json(stream: &mut TcpStream, status: u16, headers: &str, body: &Value) -> Option<()> {
    let text = body.to_string();
    let head = format!(
        "HTTP/1.1 {status} X\r\ncontent-type: application/json\r\ncontent-length: {}\r\n{headers}\r\n",
        text.len()
    );
    stream.write_all(format!("{head}{text}").as_bytes()).await.ok()
}

/// Streams an answer; `None` closes the connection early.
async fn stream_out(stream: &mut TcpStream, body: &Value, answer: &Value, state: &State) -> Option<()> {
    let head = "HTTP/1.1 200 X\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n";
    stream.write_all(head.as_bytes()).await.ok()?;
    let chunk = async |stream: &mut TcpStream, data: &str| {
        let text = format!("data: {data}\n\n");
        stream.write_all(format!("{:x}\r\n{text}\r\n", text.len()).as_bytes()).await.ok()
    };
    let content: Vec<char> = answer["choices"][0]["message"]["content"].as_str().unwrap_or_default().chars().collect();
    let refusal = &answer["choices"][0]["message"]["refusal"];
    if refusal.is_string() {
        chunk(stream, &json!({ "choices": [{ "delta": { "refusal": refusal } }] }).to_string()).await?;
    }
    for (at, piece) in content.chunks(8).enumerate() {
        let piece: String = piece.iter().collect();
        chunk(stream, &json!({ "choices": [{ "delta": { "content": piece }, "finish_reason": null }] }).to_string())
            .await?;
        if at > 0 {
            continue;
        }
        state.first_pieces.lock().unwrap_or_else(PoisonError::into_inner).push(Instant::now());
        match body["model"].as_str().unwrap_or_default() {
            "cut" => return None,
            // No further data until the client gives up.
            "stalled" => std::future::pending::<()>().await,
            _ => drop(state.is_held.subscribe().wait_for(|is_held| !is_held).await),
        }
    }
    let finish_reason = &answer["choices"][0]["finish_reason"];
    chunk(stream, &json!({ "choices": [{ "delta": {}, "finish_reason": finish_reason }] }).to_string()).await?;
    chunk(stream, &json!({ "choices": [], "usage": answer["usage"] }).to_string()).await?;
    chunk(stream, "[DONE]").await?;
    stream.write_all(b"0\r\n\r\n").await.ok()
}

/// A request.
#[derive(Default)]
struct Request {
    method: String,
    /// With its query.
    path: String,
    /// The bearer token.
    key: String,
    /// The header `api-key`.
    api_key: String,
    raw: Vec<u8>,
    body: Value,
}

/// The next request.
async fn request(stream: &mut BufReader<TcpStream>) -> Option<Request> {
    let (mut request, mut length) = (Request::default(), 0);
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).await.ok()? == 0 {
            return None;
        }
        let line = line.trim_end();
        if line.is_empty() {
            break;
        }
        if request.path.is_empty() {
            line.split(' ').next().unwrap_or_default().clone_into(&mut request.method);
            line.split(' ').nth(1).unwrap_or_default().clone_into(&mut request.path);
        } else if let Some((name, value)) = line.split_once(':') {
            match name.to_ascii_lowercase().as_str() {
                "content-length" => length = value.trim().parse().ok()?,
                "authorization" => value.trim().trim_start_matches("Bearer ").clone_into(&mut request.key),
                "api-key" => value.trim().clone_into(&mut request.api_key),
                _ => {}
            }
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await.ok()?;
    // A form is no JSON.
    request.body = serde_json::from_slice(&body).unwrap_or_default();
    request.raw = body;
    Some(request)
}

/// Status, additional headers and body; `None` closes the connection early.
async fn answer(key: &str, body: &Value, asked: usize, state: &State) -> Option<(u16, &'static str, Value)> {
    let error = |message: &str| json!({ "error": { "message": message } });
    if key != PROVIDER_KEY {
        return Some((401, "", error("Incorrect API key provided")));
    }
    let format = &body["response_format"]["type"];
    let content = match body["model"].as_str().unwrap_or_default() {
        "no-stream" if body["stream"] == true => return Some((400, "", error("stream is not supported"))),
        "good" | "cut" | "no-stream" | "stalled" => judge(body, false),
        "no-schema" if *format == "json_schema" => return Some((400, "", error("response_format is not supported"))),
        "no-json-mode" if !format.is_null() => return Some((400, "", error("unknown field response_format"))),
        "no-schema" | "no-json-mode" => format!("Sure!\n```json\n{}\n```", judge(body, false)),
        "no-sampling" if !body["temperature"].is_null() => {
            return Some((400, "", error("'temperature' does not support 0 with this model")));
        }
        "no-sampling" => judge(body, false),
        // Like newer OpenAI models.
        "no-max-tokens" if !body["max_tokens"].is_null() => {
            let complaint = "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
            return Some((400, "", error(complaint)));
        }
        "no-max-tokens" if body["max_completion_tokens"].is_null() => return Some((400, "", error("no limit"))),
        "no-max-tokens" => judge(body, false),
        "limited" if asked == 1 => return Some((429, "retry-after: 1\r\n", error("rate limit reached"))),
        "limited" => judge(body, false),
        "exhausted" => return Some((429, "", error("insufficient_quota: check your plan and billing details"))),
        "late" => return Some((504, "", error("upstream request timeout"))),
        "down" => return Some((500, "", error("internal"))),
        "hung-up" => return None,
        "broken-json" => "The candidate seems fine to me.".to_owned(),
        "refusing" => {
            let message = json!({ "role": "assistant", "content": null, "refusal": "I cannot help with that." });
            return Some((200, "", json!({ "choices": [{ "message": message, "finish_reason": "stop" }] })));
        }
        "inventing" => judge(body, true),
        "clipping" => clip(body),
        "misreading" => misread(body),
        "truncating" | "ending" => half(&judge(body, false)),
        // It reaches its limit with more than two criteria.
        "terse" if is_long(body) => half(&judge(body, false)),
        "terse" => judge(body, false),
        "forgetting" => omit(body, |at| at % 2 == 1),
        "omitting" => omit(body, |_| true),
        // It finds no criteria in jobs.
        "aimless" => ignore_job(body).unwrap_or_else(|| judge(body, false)),
        // It leaves out the last line of jobs.
        "careless" => read_job(body, true).unwrap_or_else(|| judge(body, false)),
        "rambling" => ramble(body),
        "wavering" => waver(body, asked),
        "obedient" => {
            let orders = state.orders.lock().unwrap_or_else(PoisonError::into_inner).clone();
            let resume = last(body).to_lowercase();
            let obeys = orders.iter().any(|order| resume.contains(&order.to_lowercase()));
            if obeys { praise(body) } else { judge(body, false) }
        }
        _ => return Some((404, "", error("The model does not exist"))),
    };
    let message = json!({ "role": "assistant", "content": content });
    // Three characters a token, but at least a thousand.
    let asked = body["messages"].as_array().into_iter().flatten().filter_map(|message| message["content"].as_str());
    let prompt_tokens = asked.map(|text| text.chars().count() / 3).sum::<usize>().max(1_000);
    let usage = json!({
        "prompt_tokens": prompt_tokens, "completion_tokens": 100, "prompt_tokens_details": { "cached_tokens": 600 },
    });
    let is_cut = match body["model"].as_str() {
        Some("truncating") => true,
        Some("terse") => is_long(body),
        _ => false,
    };
    let finish_reason = if is_cut { "length" } else { "stop" };
    Some((200, "", json!({ "choices": [{ "message": message, "finish_reason": finish_reason }], "usage": usage })))
}
