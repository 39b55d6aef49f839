//! Custom prompts of members and organizations. See [`bole_domain::prompt`] for the built-in ones.

use bole_domain::ids::{PromptId, UserId};
use bole_domain::prompt::PromptType;
use time::OffsetDateTime;

use crate::{StoreResult, TenantTx};

/// A custom prompt.
#[derive(Debug, Clone)]
pub struct Prompt {
    pub id: PromptId,
    pub prompt_type: PromptType,
    /// The text, with variables as `{{name}}`.
    pub text: String,
    pub is_active: bool,
    /// The owner; `None` for the organization's prompts.
    pub user_id: Option<UserId>,
    pub version: i32,
    pub created_at: OffsetDateTime,
    pub updated_at: OffsetDateTime,
}

/// The prompts visible to the actor, their own and the organization's: by type, own first, newest first.
pub async fn list(tx: &mut TenantTx, prompt_type: Option<PromptType>) -> StoreResult<Vec<Prompt>> {
    let organization = tx.organization();
    Ok(sqlx::query_as!(
        Prompt,
        r#"SELECT id, prompt_type AS "prompt_type: _", text, is_active, user_id AS "user_id: _", version, created_at,
                  updated_at FROM prompts
         WHERE organization_id = $1 AND ($2::text IS NULL OR prompt_type = $2)
         ORDER BY prompt_type, user_id IS NULL, is_active DESC, id DESC LIMIT 1000"#,
        organization.0,
        prompt_type.map(PromptType::as_str),
    )
    .fetch_all(tx.conn()?)
    .await?)
}

/// The number of prompts of the actor, or of the organization.
pub async fn count(tx: &mut TenantTx, user: Option<UserId>) -> StoreResult<i64> {
    let organization = tx.organization();
    Ok(sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM prompts WHERE organization_id = $1 AND user_id IS NOT DISTINCT FROM $2"#,
        organization.0,
        user.map(|user| user.0)
    )
    .fetch_one(tx.conn()?)
    .await?)
}

/// One prompt visible to the actor, locked until the transaction ends.
pub async fn lock(tx: &mut TenantTx, id: PromptId) -> StoreResult<Prompt> {
    let organization = tx.organization();
    Ok(sqlx::query_as!(
        Prompt,
        r#"SELECT id, prompt_type AS "prompt_type: _", text, is_active, user_id AS "user_id: _", version, created_at,
                  updated_at FROM prompts
         WHERE organization_id = $1 AND id = $2 FOR UPDATE"#,
        organization.0,
        id.0,
    )
    .fetch_one(tx.conn()?)
    .await?)
}

/// The prompt in force for the actor: their own, else the organization's; `None` for the built-in one.
pub async fn active(tx: &mut TenantTx, prompt_type: PromptType) -> StoreResult<Option<Prompt>> {
    let organization = tx.organization();
    Ok(sqlx::query_as!(
        Prompt,
        r#"SELECT id, prompt_type AS "prompt_type: _", text, is_active, user_id AS "user_id: _", version, created_at,
                  updated_at FROM prompts
         WHERE organization_id = $1 AND prompt_type = $2 AND is_active ORDER BY user_id IS NULL LIMIT 1"#,
        organization.0,
        prompt_type.as_str(),
    )
    .fetch_optional(tx.conn()?)
    .await?)
}

/// [`active`] for several types; types without a custom prompt are left out.
pub async fn active_of(tx: &mut TenantTx, prompt_types: &[PromptType]) -> StoreResult<Vec<Prompt>> {
    let organization = tx.organization();
    let types: Vec<&str> = prompt_types.iter().map(|prompt_type| prompt_type.as_str()).collect();
    Ok(sqlx::query_as!(
        Prompt,
        r#"SELECT DISTINCT ON (prompt_type) id, prompt_type AS "prompt_type: _", text, is_active,
                                            user_id AS "user_id: _", version, created_at, updated_at
         FROM prompts
         WHERE organization_id = $1 AND prompt_type = ANY ($2) AND is_active ORDER BY prompt_type, user_id IS NULL"#,
        organization.0,
        &types as _,
    )
    .fetch_all(tx.conn()?)
    .await?)
}

#[derive(Debug)]
pub struct NewPrompt<'a> {
    pub id: PromptId,
    pub prompt_type: PromptType,
    pub text: &'a str,
    /// Whether it is in force, replacing the previous one.
    pub is_active: bool,
    /// The owner; `None` for the organization's prompts.
    pub user_id: Option<UserId>,
}

pub async fn insert(tx: &mut TenantTx, new: &NewPrompt<'_>) -> StoreResult<()> {
    let organization = tx.organization();
    let NewPrompt { id, prompt_type, text, is_active, user_id } = *new;
    if is_active {
        deactivate(tx, prompt_type, user_id).await?;
    }
    sqlx::query!(
        "INSERT INTO prompts (organization_id, id, prompt_type, text, is_active, user_id) VALUES ($1, $2, $3, $4, $5, $6)",
        organization.0,
        id.0,
        prompt_type.as_str(),
        text,
        is_active,
        user_id.map(|user| user.0)
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

pub async fn change(tx: &mut TenantTx, prompt: &Prompt, text: &str, is_active: bool) -> StoreResult<()> {
    let organization = tx.organization();
    if is_active && !prompt.is_active {
        deactivate(tx, prompt.prompt_type, prompt.user_id).await?;
    }
    sqlx::query!(
        "UPDATE prompts SET text = $3, is_active = $4, version = version + 1, updated_at = now()
         WHERE organization_id = $1 AND id = $2",
        organization.0,
        prompt.id.0,
        text,
        is_active
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

async fn deactivate(tx: &mut TenantTx, prompt_type: PromptType, user: Option<UserId>) -> StoreResult<()> {
    let organization = tx.organization();
    sqlx::query!(
        "UPDATE prompts SET is_active = false
         WHERE organization_id = $1 AND prompt_type = $2 AND user_id IS NOT DISTINCT FROM $3 AND is_active",
        organization.0,
        prompt_type.as_str(),
        user.map(|user| user.0)
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

pub async fn delete(tx: &mut TenantTx, id: PromptId) -> StoreResult<()> {
    let organization = tx.organization();
    sqlx::query!("DELETE FROM prompts WHERE organization_id = $1 AND id = $2", organization.0, id.0)
        .execute(tx.conn()?)
        .await?;
    Ok(())
}
