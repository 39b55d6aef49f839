//! Organizations: the tenants.

use bole_domain::access::Access;
use bole_domain::ids::{OrganizationId, UserId};
use bole_domain::organization::{Plan, Role, SubscriptionStatus};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use time::OffsetDateTime;
use utoipa::ToSchema;

use crate::{StoreResult, TenantTx, UserTx, members};

/// An organization.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Organization {
    pub id: OrganizationId,
    pub name: String,
    /// Unique and immutable.
    pub slug: String,
    pub logo_url: Option<String>,
    /// Its profile settings.
    #[schema(value_type = OrganizationSettings)]
    pub settings: Value,
    /// The subscription plan.
    pub subscription_tier: Plan,
    /// The status of the plan.
    pub subscription_status: SubscriptionStatus,
    /// The plan that was asked for and that the operator has not granted yet.
    pub requested_plan: Option<Plan>,
    /// Maximum active members.
    pub max_users: i32,
    /// Maximum jobs that are not archived.
    pub max_jobs: i32,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339")]
    pub updated_at: OffsetDateTime,
}

/// An organization's profile settings; an empty value clears one. Unknown keys are kept.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct OrganizationSettings {
    /// `tech`, `finance`, `healthcare`, `education`, `retail`, `manufacturing` or `other`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub industry: Option<String>,
    /// `1-10`, `11-50`, `51-200`, `201-500` or `500+`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub employee_count: Option<String>,
    /// A short description.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 2000)]
    pub description: Option<String>,
    /// Website, with http:// or https://.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 300)]
    pub website: Option<String>,
    /// Founding date, as YYYY-MM-DD.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub founded_date: Option<String>,
    /// Time zone, such as Asia/Jakarta, used for times in emails and scheduled emails. Defaults to Asia/Shanghai.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 64)]
    pub timezone: Option<String>,
    #[serde(flatten)]
    #[schema(ignore)]
    pub others: Map<String, Value>,
}

/// A user's membership of an organization.
#[derive(Debug, Clone)]
pub struct Membership {
    pub id: bole_domain::ids::MemberId,
    pub user_id: UserId,
    pub access: Access,
    /// The number of jobs assigned to them.
    pub jobs: i64,
    pub joined_at: OffsetDateTime,
    pub organization: Organization,
}

/// Creates the organization that `tx` was opened for, with its plan's limits, and records the plan that an operator is asked
/// for.
///
/// # Errors
/// `Constraint("organizations_slug_key")` if the slug is taken.
pub async fn insert(
    tx: &mut TenantTx,
    name: &str,
    slug: &str,
    plan: Plan,
    requested_plan: Option<Plan>,
    settings: &Value,
) -> StoreResult<Organization> {
    let id = tx.organization();
    Ok(sqlx::query_as!(
        Organization,
        r#"INSERT INTO organizations (id, name, slug, settings, subscription_tier, max_users, max_jobs, requested_plan)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         RETURNING id, name, slug, logo_url, settings, subscription_tier AS "subscription_tier: _",
                   subscription_status AS "subscription_status: _", requested_plan AS "requested_plan: _", max_users,
                   max_jobs, created_at, updated_at"#,
        id.0,
        name,
        slug,
        settings,
        plan.as_str(),
        plan.max_users(),
        plan.max_jobs(),
        requested_plan.map(Plan::as_str),
    )
    .fetch_one(tx.conn()?)
    .await?)
}

/// The number of organizations the transaction's user owns; locked, so that none is created concurrently.
pub async fn count_owned(tx: &mut TenantTx) -> StoreResult<i64> {
    let user = tx.actor().user().map(|user| user.0);
    sqlx::query!(
        "SELECT pg_advisory_xact_lock(hashtextextended('owner ' || $1::text, 0))",
        user.map(|id| id.to_string())
    )
    .execute(tx.conn()?)
    .await?;
    Ok(sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM organization_members WHERE user_id = $1 AND role = $2 AND is_active"#,
        user,
        Role::Owner.as_str(),
    )
    .fetch_one(tx.conn()?)
    .await?)
}

/// Changes the plan, with its limits, and its status; a new plan answers the request for one, and a paid one verifies the
/// organization.
pub async fn set_plan(
    tx: &mut TenantTx,
    plan: Option<Plan>,
    status: Option<SubscriptionStatus>,
) -> StoreResult<Organization> {
    let id = tx.organization();
    Ok(sqlx::query_as!(
        Organization,
        r#"UPDATE organizations
         SET subscription_tier = coalesce($2, subscription_tier), max_users = coalesce($3, max_users),
             max_jobs = coalesce($4, max_jobs), subscription_status = coalesce($5, subscription_status),
             requested_plan = CASE WHEN $2::text IS NULL THEN requested_plan END,
             verified_at = CASE WHEN $2 <> 'free' THEN coalesce(verified_at, now()) ELSE verified_at END, updated_at = now()
         WHERE id = $1
         RETURNING id, name, slug, logo_url, settings, subscription_tier AS "subscription_tier: _",
                   subscription_status AS "subscription_status: _", requested_plan AS "requested_plan: _", max_users,
                   max_jobs, created_at, updated_at"#,
        id.0,
        plan.map(Plan::as_str),
        plan.map(Plan::max_users),
        plan.map(Plan::max_jobs),
        status.map(SubscriptionStatus::as_str),
    )
    .fetch_one(tx.conn()?)
    .await?)
}

/// Records that the operator has verified the organization, or no longer trusts it.
pub async fn set_verified(tx: &mut TenantTx, is_verified: bool) -> StoreResult<()> {
    let id = tx.organization();
    sqlx::query!(
        "UPDATE organizations SET verified_at = CASE WHEN $2 THEN coalesce(verified_at, now()) END, updated_at = now()
         WHERE id = $1",
        id.0,
        is_verified
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Whether the operator has verified the organization.
pub async fn is_verified(tx: &mut TenantTx) -> StoreResult<bool> {
    let id = tx.organization();
    Ok(sqlx::query_scalar!(r#"SELECT verified_at IS NOT NULL AS "is!" FROM organizations WHERE id = $1"#, id.0)
        .fetch_one(tx.conn()?)
        .await?)
}

/// The transaction's organization.
pub async fn get(tx: &mut TenantTx) -> StoreResult<Organization> {
    let id = tx.organization();
    Ok(sqlx::query_as!(
        Organization,
        r#"SELECT id, name, slug, logo_url, settings, subscription_tier AS "subscription_tier: _",
                subscription_status AS "subscription_status: _", requested_plan AS "requested_plan: _", max_users,
                max_jobs, created_at, updated_at
         FROM organizations WHERE id = $1"#,
        id.0,
    )
    .fetch_one(tx.conn()?)
    .await?)
}

#[derive(Debug, Clone, Copy)]
pub struct PlanLimits {
    /// Maximum active members.
    pub max_users: i32,
    /// Maximum jobs that are not archived.
    pub max_jobs: i32,
}

/// Locks the organization for the rest of the transaction, so that counts checked against the limits stay valid;
/// returns the limits.
pub async fn lock_limits(tx: &mut TenantTx) -> StoreResult<PlanLimits> {
    let id = tx.organization();
    Ok(sqlx::query_as!(PlanLimits, "SELECT max_users, max_jobs FROM organizations WHERE id = $1 FOR UPDATE", id.0)
        .fetch_one(tx.conn()?)
        .await?)
}

/// An update; `None` leaves a field unchanged.
#[derive(Debug, Default)]
pub struct OrganizationChange<'a> {
    pub name: Option<&'a str>,
    pub logo_url: Option<&'a str>,
    /// Settings to merge into the existing ones.
    pub settings: Option<&'a Value>,
}

/// Updates the transaction's organization.
pub async fn change(tx: &mut TenantTx, change: &OrganizationChange<'_>) -> StoreResult<Organization> {
    let id = tx.organization();
    let OrganizationChange { name, logo_url, settings } = *change;
    Ok(sqlx::query_as!(
        Organization,
        r#"UPDATE organizations SET name = coalesce($2, name), logo_url = coalesce($3, logo_url),
                settings = settings || coalesce($4::jsonb, '{}'), updated_at = now()
         WHERE id = $1
         RETURNING id, name, slug, logo_url, settings, subscription_tier AS "subscription_tier: _",
                   subscription_status AS "subscription_status: _", requested_plan AS "requested_plan: _", max_users,
                   max_jobs, created_at, updated_at"#,
        id.0,
        name,
        logo_url,
        settings,
    )
    .fetch_one(tx.conn()?)
    .await?)
}

/// The hash of the uploaded logo, if any.
pub async fn logo(tx: &mut TenantTx) -> StoreResult<Option<String>> {
    let id = tx.organization();
    Ok(sqlx::query_scalar!("SELECT logo_sha256 FROM organizations WHERE id = $1", id.0).fetch_one(tx.conn()?).await?)
}

/// Sets the hash and URL of the uploaded logo, or removes both.
pub async fn set_logo(tx: &mut TenantTx, logo: Option<(&str, &str)>) -> StoreResult<Organization> {
    let id = tx.organization();
    Ok(sqlx::query_as!(
        Organization,
        r#"UPDATE organizations SET logo_sha256 = $2, logo_url = $3, updated_at = now() WHERE id = $1
         RETURNING id, name, slug, logo_url, settings, subscription_tier AS "subscription_tier: _",
                   subscription_status AS "subscription_status: _", requested_plan AS "requested_plan: _", max_users,
                   max_jobs, created_at, updated_at"#,
        id.0,
        logo.map(|(sha256, _)| sha256),
        logo.map(|(_, url)| url),
    )
    .fetch_one(tx.conn()?)
    .await?)
}

/// Deletes the transaction's organization with all its data.
pub async fn delete(tx: &mut TenantTx) -> StoreResult<()> {
    let id = tx.organization();
    // Jobs are deleted before the people whose applications refer to them.
    sqlx::query!("SET CONSTRAINTS applications_job_fkey DEFERRED").execute(&mut *tx.conn()?).await?;
    sqlx::query!("DELETE FROM organizations WHERE id = $1", id.0).execute(tx.conn()?).await?;
    Ok(())
}

/// The organizations the user is an active member of, earliest joined first.
pub async fn of_user(tx: &mut UserTx) -> StoreResult<Vec<Membership>> {
    let user = tx.user();
    let rows = sqlx::query!(
        r#"SELECT m.id AS membership_id, m.role, m.permissions, m.joined_at, o.id, o.name, o.slug, o.logo_url, o.settings,
                  o.subscription_tier, o.subscription_status, o.requested_plan, o.max_users, o.max_jobs, o.created_at,
                  o.updated_at,
                  array(SELECT r.resource FROM role_permissions r
                        WHERE r.organization_id = m.organization_id AND r.role = m.role ORDER BY r.resource) AS "resources!",
                  array(SELECT array_to_string(r.actions, ' ') FROM role_permissions r
                        WHERE r.organization_id = m.organization_id AND r.role = m.role ORDER BY r.resource) AS "actions!",
                  (SELECT count(*) FROM member_jobs j
                   WHERE j.organization_id = m.organization_id AND j.member_id = m.id) AS "jobs!"
           FROM organization_members m JOIN organizations o ON o.id = m.organization_id
           WHERE m.user_id = $1 AND m.is_active ORDER BY m.joined_at, m.id"#,
        user.0
    )
    .fetch_all(tx.conn()?)
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(Membership {
                id: row.membership_id.into(),
                user_id: user,
                access: members::access(&row.role, &row.permissions, &row.resources, &row.actions)?,
                jobs: row.jobs,
                joined_at: row.joined_at,
                organization: Organization {
                    id: row.id.into(),
                    name: row.name,
                    slug: row.slug,
                    logo_url: row.logo_url,
                    settings: row.settings,
                    subscription_tier: row.subscription_tier.parse()?,
                    subscription_status: row.subscription_status.parse()?,
                    requested_plan: row.requested_plan.map(|plan| plan.parse()).transpose()?,
                    max_users: row.max_users,
                    max_jobs: row.max_jobs,
                    created_at: row.created_at,
                    updated_at: row.updated_at,
                },
            })
        })
        .collect()
}
