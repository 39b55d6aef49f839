//! Translations of texts written by AI, stored by hash so that none is paid for twice.

use bole_domain::evaluation::Language;
use sha2::{Digest, Sha256};

use crate::{StoreResult, TenantTx};

fn hash(text: &str) -> Vec<u8> {
    Sha256::digest(text).to_vec()
}

/// A stored translation, if any.
pub async fn find(tx: &mut TenantTx, text: &str, language: Language) -> StoreResult<Option<String>> {
    let organization = tx.organization().0;
    Ok(sqlx::query_scalar!(
        "SELECT translation FROM translations WHERE organization_id = $1 AND text_hash = $2 AND language = $3",
        organization,
        hash(text),
        language.as_str(),
    )
    .fetch_optional(tx.conn()?)
    .await?)
}

/// Stores a translation for three months and deletes older ones.
pub async fn keep(
    tx: &mut TenantTx,
    text: &str,
    language: Language,
    translation: &str,
    model: &str,
) -> StoreResult<()> {
    let organization = tx.organization().0;
    sqlx::query!(
        "WITH aged AS (
             DELETE FROM translations WHERE organization_id = $1 AND created_at < now() - interval '90 days'
               AND NOT (text_hash = $2 AND language = $3)
         )
         INSERT INTO translations (organization_id, text_hash, language, translation, model)
         VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (organization_id, text_hash, language) DO UPDATE
         SET translation = excluded.translation, model = excluded.model, created_at = now()",
        organization,
        hash(text),
        language.as_str(),
        translation,
        model,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}
