//! Receiving an uploaded ZIP: streamed into storage, within limits of size and time.

use std::time::Duration;

use axum::extract::Multipart;
use axum::extract::multipart::{Field, MultipartError};
use axum::http::StatusCode;
use bole_api_core::code::Code;
use bole_api_core::config::UploadPace;
use bole_api_core::error::{ApiError, ApiResult};
use bole_api_core::state::ApiState;
use bole_domain::upload::UploadRoom;
use bole_storage::{Key, StorageError, Stored};
use bytes::Bytes;
use futures_util::{StreamExt, stream};
use tokio::time::Instant;

use super::reservation::refusal;
use crate::uploads::{display_name, too_large};

/// Limits on the form fields before the file.
const MAX_OTHER_FIELDS: usize = 16;
const MAX_OTHER_FIELD: usize = 64 << 10;

/// Streams the `file` field into storage.
pub(super) async fn receive(
    state: &ApiState,
    key: &Key,
    form: &mut Multipart,
    room: UploadRoom,
) -> ApiResult<(String, Stored)> {
    let mut wait = Wait::new(state.config.upload_pace);
    // Fields before the file are skipped, within limits.
    for _ in 0..MAX_OTHER_FIELDS {
        let Some(mut field) = wait.next(form.next_field()).await?.map_err(|error| unreadable(&error))? else { break };
        if field.name() != Some("file") {
            let mut length = 0;
            while let Some(chunk) = wait.chunk(&mut field).await?.map_err(|error| unreadable(&error))? {
                length += chunk.len();
                if length > MAX_OTHER_FIELD {
                    return Err(ApiError::invalid_field("file", Code::BatchFileRequired));
                }
            }
        } else {
            let name = display_name(field.file_name().unwrap_or_default());
            return Ok((name, store(state, key, field, room, &mut wait).await?));
        }
    }
    Err(ApiError::invalid_field("file", Code::BatchFileRequired))
}

async fn store(
    state: &ApiState,
    key: &Key,
    mut field: Field<'_>,
    room: UploadRoom,
    wait: &mut Wait,
) -> ApiResult<Stored> {
    let mut head = Vec::new();
    let mut is_archive = false;
    while !is_archive && head.len() < MAX_BEFORE_ZIP {
        let Some(chunk) = wait.chunk(&mut field).await?.map_err(|error| unreadable(&error))? else { break };
        // The signature may be cut between two chunks.
        let unseen = head.len().saturating_sub(3);
        head.extend_from_slice(&chunk);
        is_archive = is_zip(&head) || has_entry(&head[unseen..]);
    }
    if !is_archive {
        return Err(ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, Code::BatchNotAZip, "The file is not a ZIP."));
    }
    let mut stalled = None;
    let rest = stream::try_unfold((field, wait, &mut stalled), |(mut field, wait, stalled)| async move {
        let chunk = match wait.chunk(&mut field).await {
            Ok(chunk) => chunk.map_err(std::io::Error::other)?,
            Err(stall) => {
                *stalled = Some(stall);
                return Err(std::io::ErrorKind::TimedOut.into());
            }
        };
        Ok::<_, std::io::Error>(chunk.map(|chunk| (chunk, (field, wait, stalled))))
    });
    let bytes = stream::iter([Ok(Bytes::from(head))]).chain(rest);
    let stored = state.storage.put_stream(key, Box::pin(bytes), room.bytes).await;
    stored.map_err(|error| match error {
        StorageError::TooLarge { .. } => refusal(room.limit),
        StorageError::Source(_) => match stalled {
            Some(stall) => stall.into(),
            None => ApiError::bad_request(Code::BatchUploadBroken, "The upload broke off."),
        },
        StorageError::Missing | StorageError::Backend(_) => ApiError::unavailable(&error),
    })
}

/// The time spent waiting for the sender of an upload. What storage takes to write does not count.
struct Wait {
    pace: UploadPace,
    waited: Duration,
    received: u64,
}

/// Why an upload is given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stall {
    /// Nothing came for too long.
    Silent,
    /// It all takes too long.
    Slow,
}

impl From<Stall> for ApiError {
    /// Not 408, upon which browsers would upload again by themselves.
    fn from(stall: Stall) -> Self {
        match stall {
            Stall::Silent => Self::bad_request(Code::BatchUploadBroken, "The upload came to a halt."),
            Stall::Slow => Self::bad_request(Code::BatchUploadTooSlow, "The upload is too slow."),
        }
    }
}

impl Wait {
    const fn new(pace: UploadPace) -> Self {
        Self { pace, waited: Duration::ZERO, received: 0 }
    }

    async fn chunk(&mut self, field: &mut Field<'_>) -> Result<Result<Option<Bytes>, MultipartError>, Stall> {
        let chunk = self.next(field.chunk()).await?;
        if let Ok(Some(bytes)) = &chunk {
            self.received += bytes.len() as u64;
        }
        Ok(chunk)
    }

    async fn next<T>(&mut self, piece: impl Future<Output = T>) -> Result<T, Stall> {
        let (limit, stall) = self.limit();
        let since = Instant::now();
        let piece = tokio::time::timeout(limit, piece).await;
        self.waited += since.elapsed();
        piece.map_err(|_| stall)
    }

    /// How long the next piece may take, and what it means if it does not come.
    fn limit(&self) -> (Duration, Stall) {
        let left = self.pace.allowance(self.received).saturating_sub(self.waited);
        if left < self.pace.piece { (left, Stall::Slow) } else { (self.pace.piece, Stall::Silent) }
    }
}

/// How many bytes may precede an archive, as those of a mail gateway or a program that unpacks it.
const MAX_BEFORE_ZIP: usize = 64 * 1024;

/// Checks the magic bytes of a normal, empty or spanned archive.
fn is_zip(head: &[u8]) -> bool {
    [b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08"].iter().any(|magic| head.starts_with(*magic))
}

/// Whether an entry of an archive begins in these bytes.
fn has_entry(bytes: &[u8]) -> bool {
    bytes.windows(4).any(|window| window == b"PK\x03\x04")
}

fn unreadable(error: &MultipartError) -> ApiError {
    if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
        return too_large();
    }
    ApiError::bad_request(Code::BatchUploadBroken, "The upload could not be read.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zip_files_are_recognized_by_signature() {
        assert!(is_zip(b"PK\x03\x04...") && is_zip(b"PK\x05\x06"));
        assert!(has_entry(b"From a mail gateway\r\nPK\x03\x04...") && !has_entry(b"%PDF-1.7"));
        assert!(!is_zip(b"%PDF-1.7") && !is_zip(b"PK") && !is_zip(b""));
    }

    #[test]
    fn upload_allowance_grows_with_received_bytes() {
        let seconds = Duration::from_secs;
        let pace = UploadPace { piece: seconds(30), grace: seconds(60), min_rate: 1_000 };
        let limit = |waited, received| Wait { pace, waited: seconds(waited), received }.limit();
        assert_eq!(limit(0, 0), (seconds(30), Stall::Silent));
        assert_eq!(limit(59, 0), (seconds(1), Stall::Slow));
        assert_eq!(limit(60, 0), (Duration::ZERO, Stall::Slow));
        assert_eq!(limit(1_000, 1_000_000), (seconds(30), Stall::Silent));
        assert_eq!(limit(2_000, 1_000_000), (Duration::ZERO, Stall::Slow));
        // One byte every 30 s.
        let (mut wait, mut pieces) = (Wait::new(pace), 0);
        while wait.limit() == (seconds(30), Stall::Silent) {
            wait = Wait { waited: wait.waited + seconds(30), received: wait.received + 1, ..wait };
            pieces += 1;
        }
        assert_eq!(pieces, 2);
    }
}
