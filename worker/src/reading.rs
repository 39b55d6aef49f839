//! Reads stored files, and maps failures of documents, storage and judges to task errors.

use bole_ai::AiError;
use bole_documents::{DocumentFailure, EXTRACTION_VERSION, Reading, Sandbox};
use bole_domain::failure::{DocumentReason, FormatReason, StorageReason, TaskReason};
use bole_domain::period::YearMonth;
use bole_queue::TaskError;
use bole_storage::{Key, StorageError};
use bole_store::files::FileText;
use time::OffsetDateTime;

use crate::Tools;

/// The text and profile of a stored file; the text of pages that are pictures is recognised if there are models.
pub async fn file(tools: &Tools, storage_key: &str, file_name: &str, today: YearMonth) -> Result<FileText, TaskError> {
    let read = file_in(tools, &tools.sandbox, storage_key, file_name, today).await;
    match tools.sandbox.recognizer() {
        Some(recognizer) if read.as_ref().map_or_else(is_picture, needs_recognition) => {
            file_in(tools, &recognizer, storage_key, file_name, today).await
        }
        _ => read,
    }
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

/// Whether pages of a file are pictures whose text was not recognised.
pub const fn needs_recognition(text: &FileText) -> bool {
    !text.unread_pages.is_empty() && text.recognized_pages.is_empty()
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
