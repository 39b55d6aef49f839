//! Sessions, one per signed-in device, found by the id in their tokens; only hashes of tokens are stored.

use bole_domain::access::Access;
use bole_domain::ids::{OrganizationId, SessionId, UserId};
use bole_domain::organization::Role;
use sqlx::postgres::PgConnection;
use time::OffsetDateTime;

use crate::users::User;
use crate::{Actor, Db, IdentityTx, StoreError, StoreResult, TenantTx, members};

/// A live session and its user.
#[derive(Debug, Clone)]
pub struct Session {
    /// Part of its tokens.
    pub id: SessionId,
    pub user: User,
    /// SHA-256 of the access token's secret.
    pub access_hash: Vec<u8>,
    /// When the access token expires.
    pub access_until: OffsetDateTime,
    /// SHA-256 of the refresh token's secret.
    pub refresh_hash: Vec<u8>,
    /// When the refresh token expires.
    pub refresh_until: OffsetDateTime,
    /// When the tokens were issued.
    pub refreshed_at: OffsetDateTime,
    /// The tokens replaced by the last refresh.
    pub previous: Option<Previous>,
}

/// The tokens before the last refresh, and the seed of their successors.
#[derive(Debug, Clone)]
pub struct Previous {
    /// SHA-256 of the access token's secret.
    pub access_hash: Vec<u8>,
    /// SHA-256 of the refresh token's secret.
    pub refresh_hash: Vec<u8>,
    /// Random; see the migration.
    pub seed: Vec<u8>,
}

impl Previous {
    /// All three or `None`, before the first refresh.
    fn of(access_hash: Option<Vec<u8>>, refresh_hash: Option<Vec<u8>>, seed: Option<Vec<u8>>) -> Option<Self> {
        Some(Self { access_hash: access_hash?, refresh_hash: refresh_hash?, seed: seed? })
    }
}

/// Hashes of new session tokens.
#[derive(Debug)]
pub struct Tokens<'a> {
    /// SHA-256 of the access token's secret.
    pub access_hash: &'a [u8],
    /// When the access token expires.
    pub access_until: OffsetDateTime,
    /// SHA-256 of the refresh token's secret.
    pub refresh_hash: &'a [u8],
    /// When the refresh token expires.
    pub refresh_until: OffsetDateTime,
}

/// A session locked until the transaction ends.
#[derive(Debug)]
pub struct Locked {
    pub session: Session,
    /// Identifies its refresh tokens; see the migration.
    pub family_key: Vec<u8>,
    pub created_at: OffsetDateTime,
}

pub async fn open(
    tx: &mut IdentityTx,
    id: SessionId,
    user: UserId,
    tokens: &Tokens<'_>,
    family_key: &[u8],
    user_agent: &str,
) -> StoreResult<()> {
    let Tokens { access_hash, access_until, refresh_hash, refresh_until } = *tokens;
    sqlx::query!(
        "INSERT INTO sessions (id, user_id, access_hash, access_until, refresh_hash, refresh_until, user_agent, family_key)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        id.0,
        user.0,
        access_hash,
        access_until,
        refresh_hash,
        refresh_until,
        user_agent,
        family_key
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// A valid session, and its user's access in an organization they are an active member of. A single statement,
/// because every request starts with it.
pub async fn authenticate(
    db: &Db,
    id: SessionId,
    organization: Option<OrganizationId>,
) -> StoreResult<(Session, Option<Access>)> {
    load(&mut *db.app().await?, id, organization).await
}

/// The same, with a transaction inside the organization if they are a member: authentication and the request's reads
/// share one connection.
pub async fn authenticate_tenant(
    db: &Db,
    id: SessionId,
    organization: OrganizationId,
) -> StoreResult<(Session, Option<(Access, TenantTx)>)> {
    let mut tx = db.outside().await?;
    let (session, access) = load(tx.connection()?, id, Some(organization)).await?;
    let Some(access) = access else { return Ok((session, None)) };
    let actor = Actor::member(organization, session.user.id, &access);
    let mut tx = TenantTx::entered(tx, actor);
    tx.see_unlinked_interviews().await?;
    Ok((session, Some((access, tx))))
}

/// Loads the session and applies the settings of [`TenantTx`], which end with the transaction, or with the statement
/// outside one.
async fn load(
    connection: &mut PgConnection,
    id: SessionId,
    organization: Option<OrganizationId>,
) -> StoreResult<(Session, Option<Access>)> {
    let see_all_jobs = Role::ALL.iter().filter(|role| role.sees_all_jobs()).map(ToString::to_string);
    let row = sqlx::query!(
        r#"SELECT access_hash AS "access_hash!", access_until AS "access_until!", refresh_hash AS "refresh_hash!",
                  refresh_until AS "refresh_until!", refreshed_at AS "refreshed_at!",
                  previous_access_hash, previous_refresh_hash, rotation_seed,
                  user_id AS "user_id!", email AS "email!", full_name AS "full_name!", user_type AS "user_type!",
                  needs_password AS "needs_password!", email_confirmed_at, language, created_at AS "created_at!",
                  role, permissions, resources AS "resources!", actions AS "actions!",
                  CASE WHEN role IS NOT NULL THEN
                      set_config('app.organization_id', $2::uuid::text, true)
                      || set_config('app.user_id', user_id::text, true)
                      || set_config('app.jobs', CASE WHEN role = ANY ($3::text[]) THEN '' ELSE 'own' END, true)
                  END AS entered
           FROM who_is_asking($1, $2)"#,
        id.0,
        organization.map(|organization| organization.0),
        &see_all_jobs.collect::<Vec<_>>()
    )
    .fetch_one(connection)
    .await?;
    let previous = Previous::of(row.previous_access_hash, row.previous_refresh_hash, row.rotation_seed);
    let access = match row.role {
        Some(role) => {
            let beside = row.permissions.unwrap_or_default();
            Some(members::access(&role, &beside, &row.resources, &row.actions)?)
        }
        None => None,
    };
    let session = Session {
        id,
        user: User {
            id: row.user_id.into(),
            email: row.email,
            full_name: row.full_name,
            user_type: row.user_type.parse()?,
            needs_password: row.needs_password,
            email_confirmed_at: row.email_confirmed_at,
            language: row.language,
            created_at: row.created_at,
        },
        access_hash: row.access_hash,
        access_until: row.access_until,
        refresh_hash: row.refresh_hash,
        refresh_until: row.refresh_until,
        refreshed_at: row.refreshed_at,
        previous,
    };
    Ok((session, access))
}

/// A valid session, locked until the transaction ends.
pub async fn lock(tx: &mut IdentityTx, id: SessionId) -> StoreResult<Locked> {
    let row = sqlx::query!(
        "SELECT s.access_hash, s.access_until, s.refresh_hash, s.refresh_until, s.refreshed_at,
                s.previous_access_hash, s.previous_refresh_hash, s.rotation_seed, s.family_key, s.created_at AS opened_at,
                u.id, u.email, u.full_name, u.user_type, u.needs_password, u.email_confirmed_at, u.language, u.created_at
         FROM sessions s JOIN users u ON u.id = s.user_id
         WHERE s.id = $1 AND s.revoked_at IS NULL FOR UPDATE OF s",
        id.0
    )
    .fetch_one(tx.conn()?)
    .await?;
    let previous = Previous::of(row.previous_access_hash, row.previous_refresh_hash, row.rotation_seed);
    let session = Session {
        id,
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
        access_hash: row.access_hash,
        access_until: row.access_until,
        refresh_hash: row.refresh_hash,
        refresh_until: row.refresh_until,
        refreshed_at: row.refreshed_at,
        previous,
    };
    Ok(Locked { session, family_key: row.family_key, created_at: row.opened_at })
}

/// Replaces a session's tokens by new ones derived from `seed`, keeping the old hashes.
pub async fn rotate(tx: &mut IdentityTx, id: SessionId, tokens: &Tokens<'_>, seed: &[u8]) -> StoreResult<()> {
    let Tokens { access_hash, access_until, refresh_hash, refresh_until } = *tokens;
    sqlx::query!(
        "UPDATE sessions SET previous_access_hash = access_hash, previous_refresh_hash = refresh_hash, rotation_seed = $6,
                access_hash = $2, access_until = $3, refresh_hash = $4, refresh_until = $5, refreshed_at = now()
         WHERE id = $1",
        id.0,
        access_hash,
        access_until,
        refresh_hash,
        refresh_until,
        seed
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Revokes a session; idempotent.
pub async fn revoke(tx: &mut IdentityTx, id: SessionId) -> StoreResult<()> {
    sqlx::query!("UPDATE sessions SET revoked_at = now() WHERE id = $1 AND revoked_at IS NULL", id.0)
        .execute(tx.conn()?)
        .await?;
    Ok(())
}

/// Revokes all sessions of a user except `keep`.
pub async fn revoke_all(tx: &mut IdentityTx, user: UserId, keep: Option<SessionId>) -> StoreResult<()> {
    sqlx::query!(
        "UPDATE sessions SET revoked_at = now()
         WHERE user_id = $1 AND revoked_at IS NULL AND ($2::uuid IS NULL OR id <> $2)",
        user.0,
        keep.map(|id| id.0)
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// A session as shown to its owner.
#[derive(Debug, Clone)]
pub struct SignedIn {
    pub id: SessionId,
    /// The browser's user agent.
    pub user_agent: String,
    pub created_at: OffsetDateTime,
    pub refreshed_at: OffsetDateTime,
}

/// The user's live sessions, latest active first.
pub async fn of_user(tx: &mut IdentityTx, user: UserId) -> StoreResult<Vec<SignedIn>> {
    Ok(sqlx::query_as!(
        SignedIn,
        "SELECT id, user_agent, created_at, refreshed_at FROM sessions
         WHERE user_id = $1 AND revoked_at IS NULL AND refresh_until > now() ORDER BY refreshed_at DESC, id LIMIT 200",
        user.0,
    )
    .fetch_all(tx.conn()?)
    .await?)
}

/// When a session was created.
pub async fn opened_at(tx: &mut IdentityTx, id: SessionId) -> StoreResult<OffsetDateTime> {
    Ok(sqlx::query_scalar!("SELECT created_at FROM sessions WHERE id = $1", id.0).fetch_one(tx.conn()?).await?)
}

/// Revokes one session of a user.
///
/// # Errors
/// `NotFound` if they have no such session.
pub async fn revoke_own(tx: &mut IdentityTx, user: UserId, id: SessionId) -> StoreResult<()> {
    let done = sqlx::query!(
        "UPDATE sessions SET revoked_at = now() WHERE id = $1 AND user_id = $2 AND revoked_at IS NULL",
        id.0,
        user.0
    )
    .execute(tx.conn()?)
    .await?;
    if done.rows_affected() == 0 { Err(StoreError::NotFound) } else { Ok(()) }
}
