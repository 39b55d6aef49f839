//! Accounts and one-time tokens. They belong to no organization, hence [`IdentityTx`].

use bole_domain::ids::UserId;
use bole_domain::wire_enum;
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;

use crate::{IdentityTx, StoreResult};

/// An account as shown to its owner.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct User {
    pub id: UserId,
    /// Lower case.
    pub email: String,
    /// As entered.
    pub full_name: String,
    /// How the account was created.
    pub user_type: UserType,
    /// Whether they were invited and have not chosen a password.
    pub needs_password: bool,
    /// When the address was confirmed, if it was.
    #[serde(with = "time::serde::rfc3339::option")]
    pub email_confirmed_at: Option<OffsetDateTime>,
    /// When the account was created.
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    /// The language of emails.
    #[serde(skip)]
    pub language: Option<String>,
}

/// An account and its password hash.
#[derive(Debug, Clone)]
pub struct Credentials {
    pub user: User,
    /// A PHC string; absent until a password was chosen.
    pub password_hash: Option<String>,
}

#[derive(Debug)]
pub struct NewUser<'a> {
    pub id: UserId,
    /// Lower case.
    pub email: &'a str,
    pub full_name: &'a str,
    /// A PHC string.
    pub password_hash: &'a str,
    /// The language of the interface and of emails; `None` leaves it to the browser until it is chosen.
    pub language: Option<&'a str>,
    /// Whether the address is already confirmed.
    pub confirmed: bool,
    pub user_type: UserType,
}

wire_enum! {
    /// How an account was created.
    pub enum UserType {
        /// By registration or by an operator: may create organizations where registration is open.
        TenantOwner => "tenant_owner",
        /// By accepting an invitation.
        Member => "member",
    }
}

/// A one-time token and its purpose, named as in the verify call.
pub struct OneTimeToken<'a> {
    /// SHA-256 of the token.
    pub hash: &'a [u8],
    pub user: UserId,
    /// `signup`, `recovery`, `invite`, `magiclink`, `email` or `email_change`.
    pub kind: &'a str,
    pub expires_at: OffsetDateTime,
    /// The name given at registration.
    pub full_name: Option<&'a str>,
    /// The hash of the password chosen at registration.
    pub password_hash: Option<&'a str>,
    /// The new address in lower case, of `email_change` only.
    pub email: Option<&'a str>,
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

/// The account with this lower-case address.
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

/// Creates an account. `false` if the address already has one.
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

/// Updates the name, the password, or both; a new password clears `needs_password`.
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

/// Records another sign-up with an unconfirmed address. Which of them its owner made is unknown, so `needs_password`
/// is set until one is confirmed by its own link.
pub async fn sign_up_again(tx: &mut IdentityTx, id: UserId, full_name: &str, password_hash: &str) -> StoreResult<()> {
    sqlx::query!(
        "UPDATE users SET full_name = $2, password_hash = $3, needs_password = true, updated_at = now() WHERE id = $1",
        id.0,
        full_name,
        password_hash
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Removes the password of an account that needs another one.
pub async fn drop_unowned_password(tx: &mut IdentityTx, id: UserId) -> StoreResult<()> {
    sqlx::query!("UPDATE users SET password_hash = NULL, updated_at = now() WHERE id = $1 AND needs_password", id.0)
        .execute(tx.conn()?)
        .await?;
    Ok(())
}

/// Records that the address was confirmed.
pub async fn confirm(tx: &mut IdentityTx, id: UserId) -> StoreResult<()> {
    sqlx::query!(
        "UPDATE users SET email_confirmed_at = coalesce(email_confirmed_at, now()), updated_at = now() WHERE id = $1",
        id.0
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Changes the address of an account to one that its owner has confirmed.
///
/// # Errors
/// `Constraint("users_email_key")` if another account has it.
pub async fn set_email(tx: &mut IdentityTx, id: UserId, email: &str) -> StoreResult<()> {
    sqlx::query!(
        "UPDATE users SET email = $2, email_confirmed_at = now(), updated_at = now() WHERE id = $1",
        id.0,
        email
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

pub async fn add_token(tx: &mut IdentityTx, token: &OneTimeToken<'_>) -> StoreResult<()> {
    let OneTimeToken { hash, user, kind, expires_at, full_name, password_hash, email } = *token;
    sqlx::query!(
        "INSERT INTO one_time_tokens (token_hash, user_id, kind, expires_at, full_name, password_hash, email)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        hash,
        user.0,
        kind,
        expires_at,
        full_name,
        password_hash,
        email
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// A token that was just used.
#[derive(Debug)]
pub struct UsedToken {
    pub user: UserId,
    /// The name given at registration.
    pub full_name: Option<String>,
    /// The hash of the password chosen at registration.
    pub password_hash: Option<String>,
    /// The account's new address, which the link was sent to.
    pub email: Option<String>,
}

/// Uses a token and invalidates all others of the same kind and user.
///
/// # Errors
/// `NotFound` if it was used, has expired, is of another kind, or does not exist.
pub async fn use_token(tx: &mut IdentityTx, hash: &[u8], kinds: &[String]) -> StoreResult<UsedToken> {
    let row = sqlx::query!(
        "UPDATE one_time_tokens SET used_at = now()
         WHERE token_hash = $1 AND kind = ANY($2) AND used_at IS NULL AND expires_at > now()
         RETURNING user_id, kind, full_name, password_hash, email",
        hash,
        kinds
    )
    .fetch_one(tx.conn()?)
    .await?;
    sqlx::query!("DELETE FROM one_time_tokens WHERE user_id = $1 AND kind = $2", row.user_id, row.kind)
        .execute(tx.conn()?)
        .await?;
    Ok(UsedToken {
        user: row.user_id.into(),
        full_name: row.full_name,
        password_hash: row.password_hash,
        email: row.email,
    })
}

/// Invalidates all of a user's one-time tokens.
pub async fn drop_tokens(tx: &mut IdentityTx, user: UserId) -> StoreResult<()> {
    sqlx::query!("DELETE FROM one_time_tokens WHERE user_id = $1", user.0).execute(tx.conn()?).await?;
    Ok(())
}

/// Deletes an account with its sessions, tokens and memberships. Its actions in organizations stay, without its name.
pub async fn delete(tx: &mut IdentityTx, id: UserId) -> StoreResult<()> {
    sqlx::query!("DELETE FROM users WHERE id = $1", id.0).execute(tx.conn()?).await?;
    Ok(())
}

/// Whether there is an account other than those with these addresses.
pub async fn any_besides(tx: &mut IdentityTx, emails: &[&str]) -> StoreResult<bool> {
    Ok(sqlx::query_scalar!(r#"SELECT EXISTS (SELECT FROM users WHERE email <> ALL ($1)) AS "any!""#, emails as _)
        .fetch_one(tx.conn()?)
        .await?)
}
