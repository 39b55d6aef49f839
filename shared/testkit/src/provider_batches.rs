//! The batch interface of the test provider: files, batches and their states, in the shapes of `OpenAI`.
//!
//! A batch is validated when it is first looked at, and stays in progress until the test ends it.

use std::collections::BTreeMap;

use serde_json::{Value, json};

/// A batch at the provider.
#[derive(Debug, Clone)]
pub struct TestBatch {
    pub id: String,
    pub status: String,
    /// Its requests.
    pub lines: Vec<Value>,
    input_file: String,
    output_file: Option<String>,
    error_file: Option<String>,
    metadata: Value,
}

#[derive(Default)]
pub(crate) struct TestBatches {
    files: BTreeMap<String, Vec<u8>>,
    pub(crate) batches: Vec<TestBatch>,
    created: usize,
}

impl TestBatches {
    /// The number of files that were not removed.
    pub(crate) fn files(&self) -> usize {
        self.files.len()
    }

    /// Ends the batches in progress or being cancelled in a final state: the answers are the given ones by batch, in order of the requests.
    pub(crate) fn end(&mut self, status: &str, answers: &BTreeMap<String, Vec<(u16, Value)>>) {
        for at in 0..self.batches.len() {
            if !matches!(self.batches[at].status.as_str(), "validating" | "in_progress" | "cancelling") {
                continue;
            }
            let batch = self.batches[at].clone();
            let answers = answers.get(&batch.id).cloned().unwrap_or_default();
            let (mut output, mut errors) = (String::new(), String::new());
            for (line, (code, body)) in batch.lines.iter().zip(answers) {
                let response = json!({ "status_code": code, "request_id": "req", "body": body });
                let answer =
                    json!({ "id": "batch_req", "custom_id": line["custom_id"], "response": response, "error": null });
                let file = if code == 200 { &mut output } else { &mut errors };
                file.push_str(&format!("{answer}\n"));
            }
            let output_file = (!output.is_empty()).then(|| self.store(output.into_bytes()));
            let error_file = (!errors.is_empty()).then(|| self.store(errors.into_bytes()));
            self.batches[at] = TestBatch { status: status.to_owned(), output_file, error_file, ..batch };
        }
    }

    fn store(&mut self, content: Vec<u8>) -> String {
        self.created += 1;
        let id = format!("file-{}", self.created);
        self.files.insert(id.clone(), content);
        id
    }

    /// Status and body of a request; `None` if it is not one about files or batches.
    pub(crate) fn answer(&mut self, method: &str, path: &str, body: &[u8]) -> Option<(u16, Vec<u8>)> {
        let path = path.split('?').next().unwrap_or_default();
        let (_, rest) = path.split_once("/v1/")?;
        let parts: Vec<&str> = rest.split('/').collect();
        let json = |status, value: &Value| Some((status, value.to_string().into_bytes()));
        let unknown = || json(404, &json!({ "error": { "message": "No such object" } }));
        match (method, parts.as_slice()) {
            ("POST", ["files"]) => {
                let id = self.store(uploaded(body)?);
                json(200, &json!({ "id": id, "object": "file", "purpose": "batch" }))
            }
            ("GET", ["files", id, "content"]) => match self.files.get(*id) {
                Some(content) => Some((200, content.clone())),
                None => unknown(),
            },
            ("DELETE", ["files", id]) => match self.files.remove(*id) {
                Some(_) => json(200, &json!({ "id": id, "deleted": true })),
                None => unknown(),
            },
            ("POST", ["batches"]) => {
                let asked: Value = serde_json::from_slice(body).ok()?;
                let input_file = asked["input_file_id"].as_str().unwrap_or_default().to_owned();
                let Some(file) = self.files.get(&input_file) else { return unknown() };
                if asked["endpoint"] != "/v1/chat/completions" || asked["completion_window"] != "24h" {
                    return json(400, &json!({ "error": { "message": "invalid batch" } }));
                }
                let lines = file.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok());
                let batch = TestBatch {
                    id: format!("batch_{}", self.batches.len() + 1),
                    status: "validating".to_owned(),
                    lines: lines.collect(),
                    input_file,
                    output_file: None,
                    error_file: None,
                    metadata: asked["metadata"].clone(),
                };
                self.batches.push(batch);
                json(200, &shown(self.batches.last()?))
            }
            ("GET", ["batches"]) => {
                let listed: Vec<Value> = self.batches.iter().rev().map(shown).collect();
                json(200, &json!({ "object": "list", "data": listed }))
            }
            ("GET", ["batches", id]) => {
                let Some(batch) = self.batches.iter_mut().find(|batch| batch.id == *id) else { return unknown() };
                match batch.status.as_str() {
                    "validating" => "in_progress".clone_into(&mut batch.status),
                    "cancelling" => "cancelled".clone_into(&mut batch.status),
                    _ => {}
                }
                json(200, &shown(batch))
            }
            ("POST", ["batches", id, "cancel"]) => {
                let Some(batch) = self.batches.iter_mut().find(|batch| batch.id == *id) else { return unknown() };
                "cancelling".clone_into(&mut batch.status);
                json(200, &shown(batch))
            }
            _ => None,
        }
    }
}

fn shown(batch: &TestBatch) -> Value {
    json!({
        "id": batch.id, "object": "batch", "endpoint": "/v1/chat/completions", "status": batch.status,
        "completion_window": "24h", "input_file_id": batch.input_file, "output_file_id": batch.output_file,
        "error_file_id": batch.error_file, "metadata": batch.metadata,
        "request_counts": { "total": batch.lines.len(), "completed": 0, "failed": 0 },
    })
}

/// The content of the file in a form.
fn uploaded(form: &[u8]) -> Option<Vec<u8>> {
    let text = String::from_utf8_lossy(form);
    let boundary = text.lines().next()?.to_owned();
    let part = text.split(&boundary).find(|part| part.contains("filename="))?;
    let content = part.split_once("\r\n\r\n")?.1.trim_end_matches("\r\n");
    Some(content.as_bytes().to_vec())
}
