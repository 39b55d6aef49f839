//! Accounts and one-time tokens. They belong to no organization, hence [`IdentityTx`].

use bole_domain::ids::UserId;
use bole_domain::wire_enum;
use time::OffsetDateTime;

use crate::{IdentityTx, StoreResult};

/// An account as its owner sees it.
#[derive(Debug, Clone)]
pub struct User {
    /// Identity.
    pub id: UserId,
    /// Lower-cased.
    pub email: String,
    /// As they wrote it.
    pub full_name: String,
    /// `tenant_owner` for people who registered themselves.
    pub user_type: UserType,
    /// Whether they were invited and never chose a password.
    pub needs_password: bool,
    /// When the address was confirmed, if ever.
    pub email_confirmed_at: Option<OffsetDateTime>,
    /// The language mail is written in.
    pub language: Option<String>,
    /// When the account was made.
    pub created_at: OffsetDateTime,
}

/// An account with what its password must hash to.
#[derive(Debug, Clone)]
pub struct Credentials {
    /// The account.
    pub user: User,
    /// A PHC string; absent until a password was chosen.
    pub password_hash: Option<String>,
}

/// An account to be made.
#[derive(Debug)]
pub struct NewUser<'a> {
    /// Identity.
    pub id: UserId,
    /// Lower-cased.
    pub email: &'a str,
    /// As they wrote it.
    pub full_name: &'a str,
    /// A PHC string.
    pub password_hash: &'a str,
    /// The language mail is written in.
    pub language: &'a str,
    /// Whether the address needs no confirmation.
    pub confirmed: bool,
    /// How it came to be.
    pub user_type: UserType,
}

wire_enum! {
    /// How an account came to be.
    pub enum UserType {
        /// By its owner, or an operator: may make organizations wherever anybody may.
        TenantOwner => "tenant_owner",
        /// By accepting an invitation.
        Member => "member",
    }
}

/// What a one-time token is for. The words are those of the verify call.
pub struct OneTimeToken<'a> {
    /// SHA-256 of the token.
    pub hash: &'a [u8],
    /// Whose.
    pub user: UserId,
    /// `signup`, `recovery`, `invite`, `magiclink` or `email`.
    pub kind: &'a str,
    /// Until when it can be used.
    pub expires_at: OffsetDateTime,
    /// The name its sign-up chose.
    pub full_name: Option<&'a str>,
    /// The password its sign-up chose, hashed.
    pub password_hash: Option<&'a str>,
}

struct UserRow {
    id: uuid::Uuid,
    email: String,
    full_name: String,
    user_type: String,
    password_hash: Option<String>,
    needs_password: bool,
    email_confirmed_at: Option<OffsetDateTime>,
    language: Option<String>,
    created_at: OffsetDateTime,
}

impl TryFrom<UserRow> for Credentials {
    type Error = crate::StoreError;

    fn try_from(row: UserRow) -> StoreResult<Self> {
        Ok(Self {
            user: User {
                id: row.id.into(),
                email: row.email,
                full_name: row.full_name,
                user_type: row.user_type.parse()?,
                needs_password: row.needs_password,
                email_confirmed_at: row.email_confirmed_at,
                language: row.language,
                created_at: row.created_at,
            },
            password_hash: row.password_hash,
        })
    }
}

/// The account of an address, which must be lower-cased.
///
/// # Errors
/// `NotFound` where there is none.
pub async fn by_email(tx: &mut IdentityTx, email: &str) -> StoreResult<Credentials> {
    let row = sqlx::query_as!(
        UserRow,
        "SELECT id, email, full_name, user_type, password_hash, needs_password, email_confirmed_at, language, created_at
         FROM users WHERE email = $1",
        email
    )
    .fetch_one(tx.conn()?)
    .await?;
    row.try_into()
}

/// The account with this id.
///
/// # Errors
/// `NotFound` where there is none.
pub async fn by_id(tx: &mut IdentityTx, id: UserId) -> StoreResult<Credentials> {
    let row = sqlx::query_as!(
        UserRow,
        "SELECT id, email, full_name, user_type, password_hash, needs_password, email_confirmed_at, language, created_at
         FROM users WHERE id = $1",
        id.0
    )
    .fetch_one(tx.conn()?)
    .await?;
    row.try_into()
}

/// Makes an account. An address that has one already is left alone: `false`.
///
/// # Errors
/// When the database does not answer.
pub async fn insert(tx: &mut IdentityTx, new: &NewUser<'_>) -> StoreResult<bool> {
    let NewUser { id, email, full_name, password_hash, language, confirmed, user_type } = *new;
    let done = sqlx::query!(
        "INSERT INTO users (id, email, full_name, password_hash, language, email_confirmed_at, user_type)
         VALUES ($1, $2, $3, $4, $5, CASE WHEN $6 THEN now() END, $7) ON CONFLICT ON CONSTRAINT users_email_key DO NOTHING",
        id.0,
        email,
        full_name,
        password_hash,
        language,
        confirmed,
        user_type.as_str()
    )
    .execute(tx.conn()?)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Changes the name, the password, or both; a new password ends `needs_password`.
///
/// # Errors
/// `NotFound` where there is no such account.
pub async fn change(
    tx: &mut IdentityTx,
    id: UserId,
    full_name: Option<&str>,
    password_hash: Option<&str>,
) -> StoreResult<User> {
    let row = sqlx::query_as!(
        UserRow,
        "UPDATE users SET full_name = coalesce($2, full_name), password_hash = coalesce($3, password_hash),
                needs_password = needs_password AND $3::text IS NULL, updated_at = now()
         WHERE id = $1
         RETURNING id, email, full_name, user_type, password_hash, needs_password, email_confirmed_at, language, created_at",
        id.0,
        full_name,
        password_hash
    )
    .fetch_one(tx.conn()?)
    .await?;
    Ok(Credentials::try_from(row)?.user)
}

/// Notes that the address was shown to be theirs.
///
/// # Errors
/// When the database does not answer.
pub async fn confirm(tx: &mut IdentityTx, id: UserId) -> StoreResult<()> {
    sqlx::query!(
        "UPDATE users SET email_confirmed_at = coalesce(email_confirmed_at, now()), updated_at = now() WHERE id = $1",
        id.0
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Keeps a one-time token.
///
/// # Errors
/// When the database does not answer.
pub async fn add_token(tx: &mut IdentityTx, token: &OneTimeToken<'_>) -> StoreResult<()> {
    let OneTimeToken { hash, user, kind, expires_at, full_name, password_hash } = *token;
    sqlx::query!(
        "INSERT INTO one_time_tokens (token_hash, user_id, kind, expires_at, full_name, password_hash)
         VALUES ($1, $2, $3, $4, $5, $6)",
        hash,
        user.0,
        kind,
        expires_at,
        full_name,
        password_hash
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// A token that was just used up.
#[derive(Debug)]
pub struct UsedToken {
    /// Whose it was.
    pub user: UserId,
    /// The name its sign-up chose.
    pub full_name: Option<String>,
    /// The password its sign-up chose, hashed.
    pub password_hash: Option<String>,
}

/// Uses a token up, and with it every other one of the same kind and user: a link works once, and the last one wins.
///
/// # Errors
/// `NotFound` where it was used, has expired, is of another kind, or never was.
pub async fn use_token(tx: &mut IdentityTx, hash: &[u8], kinds: &[String]) -> StoreResult<UsedToken> {
    let row = sqlx::query!(
        "UPDATE one_time_tokens SET used_at = now()
         WHERE token_hash = $1 AND kind = ANY($2) AND used_at IS NULL AND expires_at > now()
         RETURNING user_id, kind, full_name, password_hash",
        hash,
        kinds
    )
    .fetch_one(tx.conn()?)
    .await?;
    sqlx::query!("DELETE FROM one_time_tokens WHERE user_id = $1 AND kind = $2", row.user_id, row.kind)
        .execute(tx.conn()?)
        .await?;
    Ok(UsedToken { user: row.user_id.into(), full_name: row.full_name, password_hash: row.password_hash })
}

/// Makes every outstanding one-time token of a user useless.
///
/// # Errors
/// When the database does not answer.
pub async fn drop_tokens(tx: &mut IdentityTx, user: UserId) -> StoreResult<()> {
    sqlx::query!("DELETE FROM one_time_tokens WHERE user_id = $1", user.0).execute(tx.conn()?).await?;
    Ok(())
}

/// Deletes an account with its sessions, tokens and memberships. What it did in organizations stays, without its name.
///
/// # Errors
/// When the database does not answer.
pub async fn delete(tx: &mut IdentityTx, id: UserId) -> StoreResult<()> {
    sqlx::query!("DELETE FROM users WHERE id = $1", id.0).execute(tx.conn()?).await?;
    Ok(())
}

/// Whether anybody but the holders of these addresses has an account.
///
/// # Errors
/// When the database does not answer.
pub async fn any_besides(tx: &mut IdentityTx, emails: &[&str]) -> StoreResult<bool> {
    Ok(sqlx::query_scalar!(r#"SELECT EXISTS (SELECT FROM users WHERE email <> ALL ($1)) AS "any!""#, emails as _)
        .fetch_one(tx.conn()?)
        .await?)
}
