//! Provider batches: a file of requests that the provider answers within a day, at a lower price.
//!
//! The shapes are those of OpenAI, which others took over; docs/models.md names the sources and what differs.

use std::time::Duration;

use bole_domain::failure::AiReason;
use reqwest::multipart::{Form, Part};
use reqwest::{RequestBuilder, Response};
use serde::Deserialize;
use serde_json::json;

use super::batch_lines::{BATCH_ENDPOINT, BatchAnswer, batch_answers};
use super::provider_error::ProviderError;
use super::refusals::{Refusal, malformed, refusal, retry_after};
use super::wire::{read, shape, transport, unusable};
use super::{Chat, ChatError};
use crate::off_thread;

/// The most requests of a batch: a fifth of what providers accept, so that a file fits into memory with its answers.
pub const MAX_BATCH_REQUESTS: usize = 10_000;
/// The most bytes of a batch's file; providers accept 200 MB.
pub const MAX_BATCH_BYTES: usize = 48 << 20;
/// The largest file of answers that is read.
const MAX_OUTPUT_BYTES: usize = 192 << 20;
/// Time limit of requests that send no file.
const REQUEST_LIMIT: Duration = Duration::from_secs(60);
/// How many of the latest batches are looked through for one whose name was not recorded.
const LISTED: u32 = 100;
/// The longest name of a file or batch.
const MAX_ID: usize = 200;
/// The key under which a batch carries our name of it.
const LABEL: &str = "bole_batch";

/// A batch as its provider describes it.
#[derive(Debug, Clone, Deserialize)]
pub struct ProviderBatch {
    pub id: String,
    /// Such as `in_progress`.
    pub status: String,
    #[serde(default)]
    pub input_file_id: Option<String>,
    #[serde(default)]
    pub output_file_id: Option<String>,
    /// The file of the requests that failed.
    #[serde(default)]
    pub error_file_id: Option<String>,
    #[serde(default)]
    metadata: Option<serde_json::Value>,
}

impl ProviderBatch {
    /// Whether the provider does nothing more for it.
    #[must_use]
    pub fn is_over(&self) -> bool {
        matches!(self.status.as_str(), "completed" | "failed" | "expired" | "cancelled")
    }
}

#[derive(Deserialize)]
struct UploadedFile {
    id: String,
}

#[derive(Deserialize)]
struct Listed {
    #[serde(default)]
    data: Vec<serde_json::Value>,
}

impl Chat {
    /// Sends a file of requests; the provider's name of it.
    ///
    /// # Errors
    /// Why it failed.
    pub async fn upload_batch_file(&self, label: &str, lines: String) -> Result<String, ChatError> {
        let part = Part::text(lines).file_name(format!("{label}.jsonl"));
        let part = part.mime_str("application/jsonl").map_err(|error| unusable(error.to_string()))?;
        let form = Form::new().text("purpose", "batch").part("file", part);
        let url = self.endpoint.files(self.abilities().needs_v1);
        let UploadedFile { id } = self.requested(self.client.post(url).multipart(form)).await?;
        checked_id(id)
    }

    /// Creates a batch of an uploaded file.
    ///
    /// # Errors
    /// Why it failed.
    pub async fn create_batch(&self, input_file: &str, label: &str) -> Result<ProviderBatch, ChatError> {
        let body = json!({
            "input_file_id": input_file,
            "endpoint": BATCH_ENDPOINT,
            "completion_window": "24h",
            "metadata": { LABEL: label },
        });
        let url = self.endpoint.batches("", self.abilities().needs_v1);
        let batch: ProviderBatch = self.requested(self.client.post(url).timeout(REQUEST_LIMIT).json(&body)).await?;
        checked_id(batch.id.clone())?;
        Ok(batch)
    }

    /// The batch of this file or label among the latest ones, if it was created.
    ///
    /// # Errors
    /// Why the list could not be read.
    pub async fn find_batch(&self, input_file: &str, label: &str) -> Result<Option<ProviderBatch>, ChatError> {
        let mut url = self.endpoint.batches("", self.abilities().needs_v1);
        url.query_pairs_mut().append_pair("limit", &LISTED.to_string());
        let listed: Listed = self.requested(self.client.get(url).timeout(REQUEST_LIMIT)).await?;
        let batches = listed.data.into_iter().filter_map(|one| serde_json::from_value::<ProviderBatch>(one).ok());
        let is_it = |batch: &ProviderBatch| {
            let labelled = batch.metadata.as_ref().is_some_and(|metadata| metadata[LABEL] == label);
            labelled || batch.input_file_id.as_deref() == Some(input_file)
        };
        Ok(batches.filter(|batch| checked_id(batch.id.clone()).is_ok()).find(is_it))
    }

    /// A batch by the provider's name; `None` if it is not known there.
    ///
    /// # Errors
    /// Why the request failed.
    pub async fn batch(&self, id: &str) -> Result<Option<ProviderBatch>, ChatError> {
        let url = self.endpoint.batches(&format!("/{id}"), self.abilities().needs_v1);
        match self.requested(self.client.get(url).timeout(REQUEST_LIMIT)).await {
            Ok(batch) => Ok(Some(batch)),
            Err(error) if error.reason == AiReason::ModelUnknown => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Cancels a batch. What is answered already is charged.
    ///
    /// # Errors
    /// Why the request failed.
    pub async fn cancel_batch(&self, id: &str) -> Result<(), ChatError> {
        let url = self.endpoint.batches(&format!("/{id}/cancel"), self.abilities().needs_v1);
        self.accepted(self.client.post(url).timeout(REQUEST_LIMIT)).await.map(drop)
    }

    /// The answers in a batch's file.
    ///
    /// # Errors
    /// Why it could not be read.
    pub async fn batch_answers(&self, id: &str) -> Result<Vec<BatchAnswer>, ChatError> {
        let id = checked_id(id.to_owned())?;
        let url = self.endpoint.file(&format!("{id}/content"), self.abilities().needs_v1);
        let mut response = self.accepted(self.client.get(url)).await?;
        let mut bytes = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(|error| transport(&error))? {
            bytes.extend_from_slice(&chunk);
            if bytes.len() > MAX_OUTPUT_BYTES {
                return Err(unusable("the file of answers is too long"));
            }
        }
        let length = bytes.len();
        off_thread(length, move || batch_answers(&bytes)).await.map_err(|error| unusable(error.detail))
    }

    /// Removes a file, which has resumes or what was said about them.
    ///
    /// # Errors
    /// Why the request failed.
    pub async fn delete_batch_file(&self, id: &str) -> Result<(), ChatError> {
        let id = checked_id(id.to_owned())?;
        let url = self.endpoint.file(&id, self.abilities().needs_v1);
        self.accepted(self.client.delete(url).timeout(REQUEST_LIMIT)).await.map(drop)
    }

    async fn requested<T: serde::de::DeserializeOwned>(&self, request: RequestBuilder) -> Result<T, ChatError> {
        let bytes = read(self.accepted(request).await?).await?;
        serde_json::from_slice(&bytes).map_err(|error| unusable(format!("an unknown answer: {}", shape(&error))))
    }

    /// The response, if the provider accepts the request.
    async fn accepted(&self, request: RequestBuilder) -> Result<Response, ChatError> {
        let response = self.endpoint.authorized(request).send().await.map_err(|error| transport(&error))?;
        let (status, wait) = (response.status(), retry_after(response.headers()));
        if status.is_success() {
            return Ok(response);
        }
        let bytes = read(response).await?;
        Err(match refusal(ProviderError::read(status, &bytes, &self.endpoint.api_key), wait) {
            Refusal::Failed(error) | Refusal::NotFound(error) => error,
            Refusal::Malformed(error) => malformed(&error, wait),
        })
    }
}

/// A provider's name, if it can stand in a path.
fn checked_id(id: String) -> Result<String, ChatError> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    let is_name = (1..=MAX_ID).contains(&id.len()) && id.bytes().all(is_plain) && !id.starts_with('.');
    if is_name { Ok(id) } else { Err(unusable("a name that cannot stand in a path")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_lead_to_another_path() {
        for good in ["file-abc123", "batch_5f2.1"] {
            assert!(checked_id(good.to_owned()).is_ok(), "{good}");
        }
        for bad in ["", "..", "../models", "a/b", "a?b", "a%2fb", &"a".repeat(201)] {
            assert!(checked_id(bad.to_owned()).is_err(), "{bad}");
        }
    }

    #[test]
    fn batch_is_over_in_final_states_only() {
        let batch = |status: &str| -> ProviderBatch {
            serde_json::from_value(json!({ "id": "batch_1", "status": status, "output_file_id": null })).unwrap()
        };
        for status in ["completed", "failed", "expired", "cancelled"] {
            assert!(batch(status).is_over(), "{status}");
        }
        for status in ["validating", "in_progress", "finalizing", "cancelling", "paused"] {
            assert!(!batch(status).is_over(), "{status}");
        }
    }
}
