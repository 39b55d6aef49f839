//! Reads stored files, and maps failures of documents, storage and judges to task errors.

use bole_ai::AiError;
use bole_documents::{DocumentFailure, EXTRACTION_VERSION, Reading, Sandbox};
use bole_domain::failure::{DocumentReason, FailureReason, FormatReason, StorageReason, TaskReason};
use bole_domain::period::YearMonth;
use bole_queue::TaskError;
use bole_storage::{Key, StorageError};
use bole_store::files::FileText;
use time::OffsetDateTime;

use crate::Tools;

/// The text and profile of a stored file; the text of pages that are pictures is recognised if there are models. For tasks in
/// the lane of scans.
pub async fn file(tools: &Tools, storage_key: &str, file_name: &str, today: YearMonth) -> Result<FileText, TaskError> {
    let read = file_in(tools, &tools.sandbox, storage_key, file_name, today).await;
    match tools.sandbox.recognizer() {
        Some(recognizer) if read.as_ref().map_or_else(is_picture, needs_recognition) => {
            recognized(read.ok(), file_in(tools, &recognizer, storage_key, file_name, today).await)
        }
        _ => read,
    }
}

/// The text and profile of a stored file; `None` if it has pages that are pictures, for the lane of scans.
pub async fn file_without_pictures(
    tools: &Tools,
    storage_key: &str,
    file_name: &str,
    today: YearMonth,
) -> Result<Option<FileText>, TaskError> {
    let read = file_in(tools, &tools.sandbox, storage_key, file_name, today).await;
    if tools.sandbox.recognizer().is_some() && read.as_ref().map_or_else(is_picture, needs_recognition) {
        return Ok(None);
    }
    read.map(Some)
}

/// The text and profile of a stored file, read by this sandbox.
pub async fn file_in(
    tools: &Tools,
    sandbox: &Sandbox,
    storage_key: &str,
    file_name: &str,
    today: YearMonth,
) -> Result<FileText, TaskError> {
    let room = sandbox.room().await.map_err(document)?;
    let bytes = bytes(tools, storage_key).await?;
    sandbox.read_bytes(&room, &bytes, file_name, today).await.map(text_of).map_err(document)
}

/// Whether a file could not be read because it is a picture.
pub fn is_picture(error: &TaskError) -> bool {
    error.reason == DocumentReason::Scanned || error.reason == FormatReason::Picture
}

/// Whether pages of a file are pictures whose text was not looked for.
pub const fn needs_recognition(text: &FileText) -> bool {
    !text.unread_pages.is_empty() && !text.is_recognition_tried
}

/// The text read by a recogniser, or the one read before without it if it failed because of the document.
///
/// # Errors
/// The recogniser's, if nothing was read before or another attempt may succeed.
pub fn recognized(before: Option<FileText>, read: Result<FileText, TaskError>) -> Result<FileText, TaskError> {
    let text = match (read, before) {
        // The same text has the profile that a model read in it.
        (Ok(text), Some(before)) if text.recognized_pages.is_empty() => {
            FileText { model_profile: before.model_profile, ..text }
        }
        (Ok(text), _) => text,
        (Err(error), Some(before)) if matches!(error.reason, FailureReason::Document(_)) => {
            tracing::warn!(reason = %error.reason, detail = error.detail, "pages stay unread");
            before
        }
        (Err(error), _) => return Err(error),
    };
    Ok(FileText { is_recognition_tried: true, ..text })
}

/// [`file_in`], and the reading process's answer to a question about it.
pub async fn file_and_answer(
    tools: &Tools,
    sandbox: &Sandbox,
    storage_key: &str,
    file_name: &str,
    today: YearMonth,
    question: &[u8],
) -> Result<(FileText, Vec<u8>), TaskError> {
    let room = sandbox.room().await.map_err(document)?;
    let bytes = bytes(tools, storage_key).await?;
    let answered = sandbox.read_and_call(&room, &bytes, file_name, today, question).await;
    answered.map(|(reading, answer)| (text_of(reading), answer)).map_err(document)
}

async fn bytes(tools: &Tools, storage_key: &str) -> Result<Vec<u8>, TaskError> {
    let key = Key::stored(storage_key.to_owned());
    let read = tools.storage.bytes(&key, tools.sandbox.max_document_bytes()).await;
    read.map_err(|error| match error {
        StorageError::TooLarge { .. } => TaskError::new(DocumentReason::TooLarge, error.to_string()),
        _ => storage(&error),
    })
}

fn text_of(Reading { extraction, profile }: Reading) -> FileText {
    FileText {
        text: extraction.text,
        hidden_text: extraction.hidden_text,
        profile,
        model_profile: None,
        pages: i32::try_from(extraction.pages).unwrap_or(i32::MAX),
        unread_pages: extraction.unread_pages,
        recognized_pages: extraction.recognized_pages,
        is_recognition_tried: false,
        extraction_version: EXTRACTION_VERSION.to_owned(),
    }
}

/// Stores a ZIP made here.
pub async fn store_zip(tools: &Tools, key: &Key, zip: Vec<u8>) -> Result<(), TaskError> {
    let bytes = futures_util::stream::iter([Ok::<_, std::io::Error>(bytes::Bytes::from(zip))]);
    tools.storage.put_stream(key, Box::pin(bytes), u64::MAX).await.map(drop).map_err(|error| storage(&error))
}

/// The month used for "present" in a resume read now.
pub fn this_month() -> Result<YearMonth, TaskError> {
    let now = OffsetDateTime::now_utc();
    YearMonth::new(now.year(), u8::from(now.month()))
        .ok_or_else(|| TaskError::new(TaskReason::Internal, "the clock is set to another century"))
}

/// The error of an unreadable document or archive.
pub fn document(failure: DocumentFailure) -> TaskError {
    TaskError::new(failure.reason, failure.detail)
}

/// The error of an unavailable file.
pub fn storage(error: &StorageError) -> TaskError {
    let reason = match error {
        StorageError::Missing => StorageReason::FileMissing,
        _ => StorageReason::Unavailable,
    };
    TaskError::new(reason, error.to_string())
}

/// The error of a failed judge. A spent quota is not retried, since waiting alone does not help.
pub fn judge(error: AiError) -> TaskError {
    let AiError { reason, detail, retry_after, is_exhausted } = error;
    let failed = TaskError::new(reason, detail).retry_after(retry_after);
    if is_exhausted { failed.transient(false) } else { failed }
}

#[cfg(test)]
mod tests {
    use bole_domain::profile::{ModelProfile, Profile};

    use super::*;

    /// A file whose second page is a picture.
    fn text(recognized_pages: &[u32], model_profile: Option<ModelProfile>) -> FileText {
        FileText {
            text: String::new(),
            hidden_text: Vec::new(),
            profile: Profile::default(),
            model_profile,
            pages: 2,
            unread_pages: if recognized_pages.is_empty() { vec![2] } else { Vec::new() },
            recognized_pages: recognized_pages.to_vec(),
            is_recognition_tried: false,
            extraction_version: EXTRACTION_VERSION.to_owned(),
        }
    }

    #[test]
    fn failed_recognition_leaves_what_was_read_before() {
        let crashed = || Err(TaskError::new(DocumentReason::Crashed, "killed"));
        let read = recognized(Some(text(&[], None)), crashed()).unwrap();
        assert_eq!((&read.unread_pages[..], needs_recognition(&read)), (&[2][..], false));
        assert!(recognized(None, crashed()).is_err());
        let unavailable = Err(TaskError::new(StorageReason::Unavailable, "down"));
        assert!(recognized(Some(text(&[], None)), unavailable).is_err(), "another attempt may succeed");
    }

    #[test]
    fn profile_read_by_a_model_stays_with_its_text() {
        let read = ModelProfile { version: "good".to_owned(), profile: Profile::default() };
        let nothing_new = recognized(Some(text(&[], Some(read.clone()))), Ok(text(&[], None))).unwrap();
        assert!(nothing_new.model_profile.is_some() && !needs_recognition(&nothing_new));
        let more = recognized(Some(text(&[], Some(read))), Ok(text(&[2], None))).unwrap();
        assert!(more.model_profile.is_none(), "the model has not seen the second page");
    }
}
