//! An organization's stored files, one row per content, and the text read from them.

use std::collections::{BTreeMap, HashMap};

use bole_domain::ids::FileId;
use bole_domain::profile::{ModelProfile, Profile};
use sqlx::types::Json;

use crate::{StoreError, StoreResult, TenantTx};

/// A file to record, already stored.
#[derive(Debug, Clone)]
pub struct NewFile {
    /// Lower-case hex.
    pub sha256: String,
    /// Size in bytes.
    pub size: i64,
    /// MIME type.
    pub media_type: String,
    pub storage_key: String,
}

/// A stored file.
#[derive(Debug, Clone)]
pub struct File {
    pub id: FileId,
    /// Lower-case hex.
    pub sha256: String,
    /// Size in bytes.
    pub size: i64,
    /// MIME type.
    pub media_type: String,
    pub storage_key: String,
}

/// The text and profiles read from a file.
#[derive(Debug, Clone)]
pub struct FileText {
    /// The visible text.
    pub text: String,
    /// Text invisible to a reader.
    pub hidden_text: Vec<String>,
    /// The profile read from the text.
    pub profile: Profile,
    /// The profile a model read, if any.
    pub model_profile: Option<ModelProfile>,
    /// Number of pages.
    pub pages: i32,
    /// Numbers of the pages that are pictures without text.
    pub unread_pages: Vec<u32>,
    /// Numbers of the pages whose text was recognised in a picture.
    pub recognized_pages: Vec<u32>,
    /// Whether the text of pictures was looked for, also if none was found.
    pub is_recognition_tried: bool,
    /// The combined version of everything that produced it.
    pub extraction_version: String,
}

/// A text of which some was recognised in pictures of pages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecognizedText {
    /// The whole text of the file.
    pub text: String,
    /// The numbers of those pages.
    pub pages: Vec<u32>,
}

/// The text of a file, if some of it was recognised.
pub async fn recognized_text(tx: &mut TenantTx, file: FileId) -> StoreResult<Option<RecognizedText>> {
    let row = sqlx::query!(
        r#"SELECT text, recognized_pages AS "pages: Json<Vec<u32>>" FROM file_texts
           WHERE organization_id = $1 AND file_id = $2 AND recognized_pages <> '[]'"#,
        tx.organization().0,
        file.0,
    )
    .fetch_optional(tx.conn()?)
    .await?;
    Ok(row.map(|row| RecognizedText { text: row.text, pages: row.pages.0 }))
}

/// Records files in one statement, or finds existing ones by content; returns ids in the given order.
pub async fn record(tx: &mut TenantTx, files: &[NewFile]) -> StoreResult<Vec<FileId>> {
    let (mut ids, mut hashes, mut sizes) = (Vec::new(), Vec::new(), Vec::new());
    let (mut media_types, mut keys) = (Vec::new(), Vec::new());
    for NewFile { sha256, size, media_type, storage_key } in files {
        ids.push(FileId::new().0);
        hashes.push(sha256.clone());
        sizes.push(*size);
        media_types.push(media_type.clone());
        keys.push(storage_key.clone());
    }
    // One row per content, in a fixed order, so that two archives with the same files cannot deadlock.
    let rows = sqlx::query!(
        r#"INSERT INTO files (id, organization_id, sha256, size, media_type, storage_key)
           SELECT DISTINCT ON (f.sha256) f.id, $1, f.sha256, f.size, f.media_type, f.storage_key
           FROM unnest($2::uuid[], $3::text[], $4::bigint[], $5::text[], $6::text[])
                AS f (id, sha256, size, media_type, storage_key)
           ORDER BY f.sha256
           ON CONFLICT ON CONSTRAINT files_sha256_key DO UPDATE SET media_type = excluded.media_type
           RETURNING id, sha256"#,
        tx.organization().0,
        &ids,
        &hashes,
        &sizes,
        &media_types,
        &keys,
    )
    .fetch_all(&mut *tx.conn()?)
    .await?;
    let recorded: HashMap<String, FileId> = rows.into_iter().map(|row| (row.sha256, FileId(row.id))).collect();
    hashes.iter().map(|hash| recorded.get(hash).copied().ok_or(StoreError::NotFound)).collect()
}

/// One file.
pub async fn find(tx: &mut TenantTx, id: FileId) -> StoreResult<File> {
    Ok(sqlx::query_as!(
        File,
        "SELECT id, sha256, size, media_type, storage_key FROM files WHERE organization_id = $1 AND id = $2",
        tx.organization().0,
        id.0,
    )
    .fetch_one(&mut *tx.conn()?)
    .await?)
}

/// The profile read from a file: the model's, if one has read it.
///
/// # Errors
/// [`crate::StoreError::NotFound`] if it was not read, or the database does not answer.
pub async fn profile(tx: &mut TenantTx, file: FileId) -> StoreResult<Profile> {
    let profile = sqlx::query_scalar!(
        r#"SELECT coalesce(model_profile -> 'profile', profile) AS "profile!: Json<Profile>" FROM file_texts
           WHERE organization_id = $1 AND file_id = $2"#,
        tx.organization().0,
        file.0,
    )
    .fetch_one(&mut *tx.conn()?)
    .await?;
    Ok(profile.0)
}

/// Stores the texts of files, replacing those of earlier versions. If a file occurs twice, the last text is stored. The
/// profile that a model read stays with the same text.
pub async fn keep_texts(tx: &mut TenantTx, texts: &[(FileId, &FileText)]) -> StoreResult<()> {
    // In a fixed order by file, so that two transactions with the same files cannot deadlock.
    let texts: BTreeMap<uuid::Uuid, &FileText> = texts.iter().map(|(id, text)| (id.0, *text)).collect();
    let ids: Vec<uuid::Uuid> = texts.keys().copied().collect();
    let bodies: Vec<&str> = texts.values().map(|text| text.text.as_str()).collect();
    let hidden: Vec<Json<&Vec<String>>> = texts.values().map(|text| Json(&text.hidden_text)).collect();
    let profiles: Vec<Json<&Profile>> = texts.values().map(|text| Json(&text.profile)).collect();
    let model_profiles: Vec<Option<Json<&ModelProfile>>> =
        texts.values().map(|text| text.model_profile.as_ref().map(Json)).collect();
    let pages: Vec<i32> = texts.values().map(|text| text.pages).collect();
    let unread_pages: Vec<Json<&Vec<u32>>> = texts.values().map(|text| Json(&text.unread_pages)).collect();
    let recognized: Vec<Json<&Vec<u32>>> = texts.values().map(|text| Json(&text.recognized_pages)).collect();
    let tried: Vec<bool> = texts.values().map(|text| text.is_recognition_tried).collect();
    let versions: Vec<&str> = texts.values().map(|text| text.extraction_version.as_str()).collect();
    sqlx::query!(
        r#"INSERT INTO file_texts (organization_id, file_id, text, hidden_text, profile, pages, extraction_version,
                                   model_profile, unread_pages, recognized_pages, is_recognition_tried)
           SELECT $1, t.file_id, t.text, t.hidden_text, t.profile, t.pages, t.extraction_version, t.model_profile,
                  t.unread_pages, t.recognized_pages, t.is_recognition_tried
           FROM unnest($2::uuid[], $3::text[], $4::jsonb[], $5::jsonb[], $6::integer[], $7::text[], $8::jsonb[],
                       $9::jsonb[], $10::jsonb[], $11::boolean[])
                AS t (file_id, text, hidden_text, profile, pages, extraction_version, model_profile, unread_pages,
                      recognized_pages, is_recognition_tried)
           ON CONFLICT (organization_id, file_id) DO UPDATE
           SET text = excluded.text, hidden_text = excluded.hidden_text, profile = excluded.profile,
               pages = excluded.pages, extraction_version = excluded.extraction_version,
               model_profile = CASE WHEN excluded.model_profile IS NULL AND file_texts.text = excluded.text
                                    THEN file_texts.model_profile ELSE excluded.model_profile END,
               unread_pages = excluded.unread_pages,
               recognized_pages = excluded.recognized_pages, is_recognition_tried = excluded.is_recognition_tried,
               created_at = now()"#,
        tx.organization().0,
        &ids,
        &bodies as _,
        &hidden as _,
        &profiles as _,
        &pages,
        &versions as _,
        &model_profiles as _,
        &unread_pages as _,
        &recognized as _,
        &tried,
    )
    .execute(&mut *tx.conn()?)
    .await
    .map_err(|error| not_found(error, "file_texts_organization_id_file_id_fkey"))?;
    Ok(())
}

/// A refusal by this foreign key as a missing file: it was deleted with its person.
pub(crate) fn not_found(error: sqlx::Error, foreign_key: &str) -> StoreError {
    let error = StoreError::from(error);
    if error.is_constraint(foreign_key) { StoreError::NotFound } else { error }
}
