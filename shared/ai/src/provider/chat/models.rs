//! The models that an endpoint lists.

use std::time::Duration;

use serde_json::Value;

use super::provider_error::ProviderError;
use super::refusals::{Refusal, refusal, retry_after};
use super::wire::{read, transport, unusable};
use super::{Chat, ChatError};

/// Time limit of a list.
const LIST_LIMIT: Duration = Duration::from_secs(20);
/// The most models that are listed.
const MAX_MODELS: usize = 1_000;
/// The longest name of a model.
const MAX_NAME: usize = 200;

impl Chat {
    /// The names of the models that the endpoint lists; none where it has no list.
    ///
    /// # Errors
    /// Why the request failed.
    pub async fn models(&self) -> Result<Vec<String>, ChatError> {
        let mut needs_v1 = self.abilities().needs_v1;
        loop {
            let request = self.endpoint.authorized(self.client.get(self.endpoint.models(needs_v1)));
            let response = request.timeout(LIST_LIMIT).send().await.map_err(|error| transport(&error))?;
            let (status, wait) = (response.status(), retry_after(response.headers()));
            let bytes = read(response).await?;
            if status.is_success() {
                let listed: Value = serde_json::from_slice(&bytes).map_err(|_| unusable("no list of models"))?;
                return Ok(names(&listed));
            }
            if matches!(status.as_u16(), 404 | 405 | 501) {
                if needs_v1 || !self.endpoint.has_no_path() {
                    return Ok(Vec::new());
                }
                needs_v1 = true;
                continue;
            }
            let error = ProviderError::read(status, &bytes, &self.endpoint.api_key);
            return Err(match refusal(error, wait) {
                Refusal::Failed(error) | Refusal::NotFound(error) => error,
                Refusal::Malformed(error) => super::refusals::malformed(&error, wait),
            });
        }
    }
}

/// The names in a list, without the path that some providers put before them.
fn names(listed: &Value) -> Vec<String> {
    let items = [&listed["data"], &listed["models"], listed].into_iter().find_map(Value::as_array);
    let name = |item: &Value| {
        let name = ["id", "model", "name"].iter().find_map(|key| item[*key].as_str()).or(item.as_str())?;
        let name = name.strip_prefix("models/").unwrap_or(name);
        (!name.is_empty() && name.len() <= MAX_NAME).then(|| name.to_owned())
    };
    let mut names: Vec<String> = items.into_iter().flatten().filter_map(name).take(MAX_MODELS).collect();
    names.sort();
    names.dedup();
    names
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn lists_of_any_dialect_are_read() {
        let expected = ["a", "b"];
        for listed in [
            json!({ "object": "list", "data": [{ "id": "b" }, { "id": "models/a" }] }),
            json!({ "models": [{ "name": "models/a" }, { "name": "b" }] }),
            json!(["a", "b", "b"]),
        ] {
            assert_eq!(names(&listed), expected, "{listed}");
        }
        assert_eq!(names(&json!({ "data": null })), [""; 0]);
    }
}
