//! Daily quotas of uploads and emails, and storage use of organizations.

use bole_domain::organization::Plan;

use crate::files::NewFile;
use crate::{StoreResult, TenantTx};

/// Uploads of one day.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DailyUsage {
    pub batches: i64,
    /// Bytes of uploads, and of what was unpacked from them.
    pub bytes: i64,
}

/// The organization's plan and today's uploads.
pub async fn today(tx: &mut TenantTx) -> StoreResult<(Plan, DailyUsage)> {
    let row = sqlx::query!(
        r#"SELECT o.subscription_tier, coalesce(u.batches, 0) AS "batches!", coalesce(u.bytes, 0) AS "bytes!"
           FROM organizations o
           LEFT JOIN daily_usage u ON u.organization_id = o.id AND u.day = (now() AT TIME ZONE 'UTC')::date
           WHERE o.id = $1"#,
        tx.organization().0
    )
    .fetch_one(tx.conn()?)
    .await?;
    Ok((row.subscription_tier.parse()?, DailyUsage { batches: row.batches, bytes: row.bytes }))
}

/// Adds to today's uploads if the plan allows it. Returns whether it does.
pub async fn take(tx: &mut TenantTx, more: DailyUsage) -> StoreResult<bool> {
    let (plan, _) = today(tx).await?;
    let taken = sqlx::query_scalar!(
        r#"INSERT INTO daily_usage AS u (organization_id, day, batches, bytes)
           SELECT $1, (now() AT TIME ZONE 'UTC')::date, $2, $3 WHERE $2::bigint <= $4 AND $3::bigint <= $5
           ON CONFLICT (organization_id, day) DO UPDATE
           SET batches = u.batches + excluded.batches, bytes = u.bytes + excluded.bytes
           WHERE u.batches + excluded.batches <= $4 AND u.bytes + excluded.bytes <= $5
           RETURNING u.batches"#,
        tx.organization().0,
        more.batches,
        more.bytes,
        plan.max_batches_a_day(),
        plan.max_bytes_a_day(),
    )
    .fetch_optional(tx.conn()?)
    .await?;
    Ok(taken.is_some())
}

/// Counts an email through the server's mail server, if today's quota allows it. Returns whether it does.
pub async fn take_email(tx: &mut TenantTx, unverified: Option<i64>) -> StoreResult<bool> {
    let (_, limit) = emails_today(tx, unverified).await?;
    let taken = sqlx::query_scalar!(
        "INSERT INTO daily_usage AS u (organization_id, day, batches, bytes, emails)
         SELECT $1, (now() AT TIME ZONE 'UTC')::date, 0, 0, 1 WHERE $2::bigint >= 1
         ON CONFLICT (organization_id, day) DO UPDATE SET emails = u.emails + 1 WHERE u.emails < $2
         RETURNING u.emails",
        tx.organization().0,
        limit,
    )
    .fetch_optional(tx.conn()?)
    .await?;
    Ok(taken.is_some())
}

/// Takes back an email that [`take_email`] counted and no mail server accepted.
pub async fn return_email(tx: &mut TenantTx) -> StoreResult<()> {
    sqlx::query!(
        "UPDATE daily_usage SET emails = emails - 1
         WHERE organization_id = $1 AND day = (now() AT TIME ZONE 'UTC')::date AND emails > 0",
        tx.organization().0
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Emails sent today through the server's mail server, and how many are allowed.
pub async fn emails_today(tx: &mut TenantTx, unverified: Option<i64>) -> StoreResult<(i64, i64)> {
    let row = sqlx::query!(
        r#"SELECT o.subscription_tier, o.verified_at IS NOT NULL AS "is_verified!", coalesce(u.emails, 0) AS "emails!"
           FROM organizations o
           LEFT JOIN daily_usage u ON u.organization_id = o.id AND u.day = (now() AT TIME ZONE 'UTC')::date
           WHERE o.id = $1"#,
        tx.organization().0
    )
    .fetch_one(tx.conn()?)
    .await?;
    let plan: Plan = row.subscription_tier.parse()?;
    Ok((row.emails, plan.max_emails_a_day(row.is_verified, unverified)))
}

/// Bytes stored by the organization: files, uploaded ZIPs and exports.
pub async fn stored(tx: &mut TenantTx) -> StoreResult<u64> {
    let bytes = sqlx::query_scalar!("SELECT bytes FROM storage_usage WHERE organization_id = $1", tx.organization().0)
        .fetch_optional(tx.conn()?)
        .await?;
    Ok(u64::try_from(bytes.unwrap_or_default()).unwrap_or_default())
}

/// Bytes of the files that the organization does not store yet.
pub async fn unstored(tx: &mut TenantTx, files: &[NewFile]) -> StoreResult<u64> {
    let (hashes, sizes): (Vec<&str>, Vec<i64>) = files.iter().map(|file| (file.sha256.as_str(), file.size)).unzip();
    let bytes = sqlx::query_scalar!(
        r#"SELECT coalesce(sum(n.size), 0)::bigint AS "bytes!"
           FROM (SELECT DISTINCT ON (sha256) sha256, size FROM unnest($2::text[], $3::bigint[]) AS n (sha256, size)) n
           WHERE NOT EXISTS (SELECT FROM files f WHERE f.organization_id = $1 AND f.sha256 = n.sha256)"#,
        tx.organization().0,
        &hashes as _,
        &sizes,
    )
    .fetch_one(tx.conn()?)
    .await?;
    Ok(u64::try_from(bytes).unwrap_or_default())
}
