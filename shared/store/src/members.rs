//! Memberships of organizations.

use bole_domain::access::{Access, Grants};
use bole_domain::ids::{JobId, MemberId, OrganizationId, UserId};
use bole_domain::organization::Role;
use bole_domain::permission::Permission;
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;

use crate::invitations::Invitation;
use crate::{ListCursor, ListPage, StoreResult, TenantTx};

/// One member.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Member {
    /// Id of the membership.
    pub id: MemberId,
    pub organization_id: OrganizationId,
    pub user_id: UserId,
    pub email: String,
    pub full_name: String,
    /// The role in this organization.
    pub role: Role,
    /// Permissions in addition to those of the role, as `resource:action`.
    pub permissions: Vec<Permission>,
    /// The inviting user.
    pub invited_by: Option<UserId>,
    /// When they were invited.
    #[serde(with = "time::serde::rfc3339::option")]
    pub invited_at: Option<OffsetDateTime>,
    /// When they joined.
    #[serde(with = "time::serde::rfc3339")]
    pub joined_at: OffsetDateTime,
    /// Whether the membership is active.
    pub is_active: bool,
    /// The number of jobs assigned to them; null if their role can access all.
    pub assigned_jobs: Option<i64>,
}

impl Member {
    /// Without a number of jobs where the role can access all.
    fn shown(self) -> Self {
        let assigned_jobs = self.assigned_jobs.filter(|_| !self.role.sees_all_jobs());
        Self { assigned_jobs, ..self }
    }
}

/// Builds a member's access from the role as customized by the organization and the individual permissions. `actions`
/// are space-separated, one string per resource.
pub(crate) fn access(role: &str, beside: &[String], resources: &[String], actions: &[String]) -> StoreResult<Access> {
    let actions: Vec<Vec<String>> =
        actions.iter().map(|words| words.split_whitespace().map(str::to_owned).collect()).collect();
    let rows = resources.iter().zip(&actions).map(|(resource, actions)| (resource.as_str(), actions.as_slice()));
    let custom = if resources.is_empty() { None } else { Some(Grants::from_rows(rows)?) };
    let beside = beside.iter().map(|permission| permission.parse()).collect::<Result<Vec<_>, _>>()?;
    Ok(Access::new(role.parse()?, custom, beside))
}

/// Adds a member.
///
/// # Errors
/// `Constraint("organization_members_user_key")` if they already are a member.
pub async fn insert(tx: &mut TenantTx, id: MemberId, user: UserId, role: Role) -> StoreResult<()> {
    let organization = tx.organization();
    sqlx::query!(
        "INSERT INTO organization_members (id, organization_id, user_id, role) VALUES ($1, $2, $3, $4)",
        id.0,
        organization.0,
        user.0,
        role.as_str()
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Makes the person who accepted an invitation a member. A former member joins again as now invited, with the jobs of the
/// invitation instead of their former ones, as far as the inviting member can access them.
/// Who is a member stays as they are: `false`.
pub async fn join(tx: &mut TenantTx, user: UserId, invitation: &Invitation) -> StoreResult<bool> {
    let organization = tx.organization();
    let permissions: Vec<String> = invitation.permissions.iter().map(ToString::to_string).collect();
    let done = sqlx::query!(
        "INSERT INTO organization_members (id, organization_id, user_id, role, permissions, invited_by, invited_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT ON CONSTRAINT organization_members_user_key DO UPDATE
         SET role = excluded.role, permissions = excluded.permissions, invited_by = excluded.invited_by,
             invited_at = excluded.invited_at, joined_at = now(), is_active = true
         WHERE NOT organization_members.is_active",
        MemberId::new().0,
        organization.0,
        user.0,
        invitation.role.as_str(),
        &permissions,
        invitation.invited_by.map(|by| by.0),
        invitation.sent_at
    )
    .execute(tx.conn()?)
    .await?;
    if done.rows_affected() == 0 {
        return Ok(false);
    }
    sqlx::query!(
        "DELETE FROM member_jobs j USING organization_members m
         WHERE j.organization_id = $1 AND m.organization_id = $1 AND m.user_id = $2 AND j.member_id = m.id",
        organization.0,
        user.0
    )
    .execute(tx.conn()?)
    .await?;
    let see_all_jobs: Vec<_> = Role::ALL.iter().filter(|role| role.sees_all_jobs()).map(ToString::to_string).collect();
    sqlx::query!(
        "INSERT INTO member_jobs (organization_id, member_id, job_id)
         SELECT $1, m.id, given.job_id
         FROM invitation_jobs given
         JOIN organization_members m ON m.organization_id = $1 AND m.user_id = $2
         JOIN organization_members inviter ON inviter.organization_id = $1 AND inviter.user_id = $4 AND inviter.is_active
         WHERE given.organization_id = $1 AND given.invitation_id = $3
           AND (inviter.role = ANY ($5)
                OR EXISTS (SELECT FROM member_jobs own WHERE own.organization_id = $1 AND own.member_id = inviter.id
                             AND own.job_id = given.job_id))
         ON CONFLICT DO NOTHING",
        organization.0,
        user.0,
        invitation.id.0,
        invitation.invited_by.map(|by| by.0),
        &see_all_jobs
    )
    .execute(tx.conn()?)
    .await?;
    Ok(true)
}

/// The permissions of an active member; `None` for others.
pub async fn active_access(tx: &mut TenantTx, user: UserId) -> StoreResult<Option<Access>> {
    let organization = tx.organization();
    let row = sqlx::query!(
        r#"SELECT m.role, m.permissions,
                  array(SELECT r.resource FROM role_permissions r
                        WHERE r.organization_id = m.organization_id AND r.role = m.role ORDER BY r.resource) AS "resources!",
                  array(SELECT array_to_string(r.actions, ' ') FROM role_permissions r
                        WHERE r.organization_id = m.organization_id AND r.role = m.role ORDER BY r.resource) AS "actions!"
           FROM organization_members m WHERE m.organization_id = $1 AND m.user_id = $2 AND m.is_active"#,
        organization.0,
        user.0
    )
    .fetch_optional(tx.conn()?)
    .await?;
    row.map(|row| access(&row.role, &row.permissions, &row.resources, &row.actions)).transpose()
}

/// The number of active members.
pub async fn count_active(tx: &mut TenantTx) -> StoreResult<i64> {
    let organization = tx.organization();
    Ok(sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM organization_members WHERE organization_id = $1 AND is_active"#,
        organization.0
    )
    .fetch_one(tx.conn()?)
    .await?)
}

/// Whether the user with this lower-case address is an active member.
pub async fn is_member(tx: &mut TenantTx, email: &str) -> StoreResult<bool> {
    let organization = tx.organization();
    Ok(sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM organization_members m JOIN users u ON u.id = m.user_id
                          WHERE m.organization_id = $1 AND m.is_active AND u.email = $2) AS "is!""#,
        organization.0,
        email
    )
    .fetch_one(tx.conn()?)
    .await?)
}

/// The membership of a user.
///
/// # Errors
/// `NotFound` if they are not a member.
pub async fn of_user(tx: &mut TenantTx, user: UserId) -> StoreResult<MemberId> {
    let organization = tx.organization();
    let id = sqlx::query_scalar!(
        "SELECT id FROM organization_members WHERE organization_id = $1 AND user_id = $2",
        organization.0,
        user.0
    )
    .fetch_one(tx.conn()?)
    .await?;
    Ok(id.into())
}

/// A member's role and whether they are active.
pub async fn find(tx: &mut TenantTx, id: MemberId) -> StoreResult<Member> {
    let organization = tx.organization();
    let member = sqlx::query_as!(
        Member,
        r#"SELECT m.id, m.organization_id, m.user_id, u.email, u.full_name, m.role AS "role: _",
                  m.permissions AS "permissions: _", m.invited_by AS "invited_by: _", m.invited_at, m.joined_at,
                  m.is_active,
                  (SELECT count(*) FROM member_jobs j
                   WHERE j.organization_id = m.organization_id AND j.member_id = m.id) AS assigned_jobs
           FROM organization_members m JOIN users u ON u.id = m.user_id
           WHERE m.organization_id = $1 AND m.id = $2"#,
        organization.0,
        id.0,
    )
    .fetch_one(tx.conn()?)
    .await?;
    Ok(member.shown())
}

/// Whether there is an active owner other than this member. Lock the organization first, or two owners may leave
/// concurrently.
pub async fn has_other_owner(tx: &mut TenantTx, id: MemberId) -> StoreResult<bool> {
    let organization = tx.organization();
    Ok(sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM organization_members
                          WHERE organization_id = $1 AND id <> $2 AND role = 'owner' AND is_active) AS "has!""#,
        organization.0,
        id.0
    )
    .fetch_one(tx.conn()?)
    .await?)
}

/// Updates a member's role, individual permissions and activity.
pub async fn change(
    tx: &mut TenantTx,
    id: MemberId,
    role: Role,
    permissions: &[Permission],
    is_active: bool,
) -> StoreResult<()> {
    let organization = tx.organization();
    let permissions: Vec<String> = permissions.iter().map(ToString::to_string).collect();
    sqlx::query!(
        "UPDATE organization_members SET role = $3, is_active = $4, permissions = $5 WHERE organization_id = $1 AND id = $2",
        organization.0,
        id.0,
        role.as_str(),
        is_active,
        &permissions
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// The jobs assigned to a member, whatever their role.
pub async fn jobs(tx: &mut TenantTx, id: MemberId) -> StoreResult<Vec<JobId>> {
    let organization = tx.organization();
    let ids = sqlx::query_scalar!(
        "SELECT job_id FROM member_jobs WHERE organization_id = $1 AND member_id = $2 ORDER BY job_id",
        organization.0,
        id.0
    )
    .fetch_all(tx.conn()?)
    .await?;
    Ok(ids.into_iter().map(Into::into).collect())
}

/// Sets the jobs assigned to a member.
///
/// # Errors
/// `Constraint("member_jobs_organization_id_job_id_fkey")` if one does not belong to the organization.
pub async fn set_jobs(tx: &mut TenantTx, id: MemberId, jobs: &[JobId]) -> StoreResult<()> {
    let organization = tx.organization();
    let ids: Vec<uuid::Uuid> = jobs.iter().map(|job| job.0).collect();
    sqlx::query!(
        "DELETE FROM member_jobs WHERE organization_id = $1 AND member_id = $2 AND job_id <> ALL($3)",
        organization.0,
        id.0,
        &ids
    )
    .execute(tx.conn()?)
    .await?;
    sqlx::query!(
        "INSERT INTO member_jobs (organization_id, member_id, job_id) SELECT $1, $2, unnest($3::uuid[])
         ON CONFLICT DO NOTHING",
        organization.0,
        id.0,
        &ids
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Assigns a job to a user who is a member, such as its creator.
pub async fn assign(tx: &mut TenantTx, user: UserId, job: JobId) -> StoreResult<()> {
    let organization = tx.organization();
    sqlx::query!(
        "INSERT INTO member_jobs (organization_id, member_id, job_id)
         SELECT organization_id, id, $3 FROM organization_members WHERE organization_id = $1 AND user_id = $2
         ON CONFLICT DO NOTHING",
        organization.0,
        user.0,
        job.0
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// The cursor of a list that ends with this member. Inactive ones come last: their times are negative.
fn cursor_of(member: &Member) -> ListCursor {
    let ListCursor { micros, id } = ListCursor::by_time(member.joined_at, member.id.0);
    ListCursor { micros: if member.is_active { micros } else { -micros }, id }
}

/// A page of members, active ones first, then earliest joined first, their total number, and the cursor of the next page, if
/// any.
pub async fn list(tx: &mut TenantTx, page: ListPage) -> StoreResult<(Vec<Member>, i64, Option<ListCursor>)> {
    let organization = tx.organization();
    let after_active = page.after.map(|cursor| cursor.micros > 0);
    let joined = page.after.map(|cursor| ListCursor { micros: cursor.micros.saturating_abs(), ..cursor });
    let mut rows = sqlx::query_as!(
        Member,
        r#"SELECT m.id, m.organization_id, m.user_id, u.email, u.full_name, m.role AS "role: _",
                  m.permissions AS "permissions: _", m.invited_by AS "invited_by: _", m.invited_at, m.joined_at,
                  m.is_active,
                  (SELECT count(*) FROM member_jobs j
                   WHERE j.organization_id = m.organization_id AND j.member_id = m.id) AS assigned_jobs
           FROM organization_members m JOIN users u ON u.id = m.user_id
           WHERE m.organization_id = $1
             AND ($4::boolean IS NULL OR m.is_active < $4
                  OR m.is_active = $4 AND (m.joined_at, m.id) > ($5::timestamptz, $6::uuid))
           ORDER BY m.is_active DESC, m.joined_at, m.id LIMIT $2 OFFSET $3"#,
        organization.0,
        page.rows(),
        page.offset,
        after_active,
        joined.and_then(ListCursor::at),
        joined.map(|cursor| cursor.id),
    )
    .fetch_all(tx.conn()?)
    .await?;
    let has_next = page.cut(&mut rows);
    let count = sqlx::query_scalar!(
        "SELECT count(*) AS \"count!\" FROM organization_members WHERE organization_id = $1",
        organization.0
    )
    .fetch_one(tx.conn()?);
    let total = page.total(rows.len(), count).await?;
    let members: Vec<Member> = rows.into_iter().map(Member::shown).collect();
    let next = members.last().filter(|_| has_next).map(cursor_of);
    Ok((members, total, next))
}
