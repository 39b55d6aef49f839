//! Lists of emails: a page's ids by index, its rows by key, and the total separately.

use std::collections::HashMap;

use bole_domain::email::{EmailStatus, EmailType};
use bole_domain::ids::{ApplicationId, JobId};
use uuid::Uuid;

use super::{Email, Row, select_emails};
use crate::{ListCursor, ListPage, StoreResult, TenantTx};

/// Filter by status.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum EmailScope {
    /// All.
    #[default]
    All,
    Status(EmailStatus),
    /// Failed or unknown, neither taken back nor dismissed nor replaced by a later email of the same type, which messages never are.
    Unsettled,
}

/// Filter of a list of emails.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct EmailFilter {
    /// Only about this application.
    pub application_id: Option<ApplicationId>,
    /// Only about applications for this job.
    pub job_id: Option<JobId>,
    pub kind: Option<EmailType>,
    pub scope: EmailScope,
}

/// A statement over the emails of a filter.
macro_rules! filtered {
    ($tx:ident, $filter:ident, $status:expr, $condition:literal, $head:literal, $tail:literal, $($argument:expr),*) => {
        sqlx::query_scalar!(
            $head
                + " FROM emails e
                    WHERE e.organization_id = $1 AND ($2::uuid IS NULL OR e.application_id = $2)
                      AND ($3::uuid IS NULL OR e.job_id = $3) AND ($4::text IS NULL OR e.type = $4)
                      AND ($5::text IS NULL OR e.status = $5)"
                + $condition
                + $tail,
            $tx.organization().0,
            $filter.application_id.map(|id| id.0),
            $filter.job_id.map(|id| id.0),
            $filter.kind.map(EmailType::as_str),
            $status.map(EmailStatus::as_str),
            $($argument),*
        )
    };
}

/// The same statement for each scope. Scopes polled every few seconds spell out their condition, so that any plan
/// uses their partial index.
macro_rules! in_scope {
    ($tx:ident, $filter:ident, $fetch:ident, $($rest:tt)*) => {
        match $filter.scope {
            EmailScope::Status(status @ EmailStatus::Draft) => {
                filtered!($tx, $filter, Some(status), " AND e.status = 'draft'", $($rest)*).$fetch($tx.conn()?).await?
            }
            EmailScope::Status(status @ EmailStatus::Queued) => {
                filtered!($tx, $filter, Some(status), " AND e.status = 'queued'", $($rest)*).$fetch($tx.conn()?).await?
            }
            EmailScope::Unsettled => filtered!(
                $tx,
                $filter,
                None::<EmailStatus>,
                " AND e.status IN ('failed', 'unknown') AND e.error IS DISTINCT FROM 'email.cancelled'
                  AND e.dismissed_at IS NULL AND NOT EXISTS (
                      SELECT FROM emails l
                      WHERE l.organization_id = $1 AND l.application_id = e.application_id AND l.type = e.type
                        AND e.type <> 'message' AND l.id > e.id AND l.status <> 'draft')",
                $($rest)*
            )
            .$fetch($tx.conn()?)
            .await?,
            EmailScope::All => {
                filtered!($tx, $filter, None::<EmailStatus>, "", $($rest)*).$fetch($tx.conn()?).await?
            }
            EmailScope::Status(status) => {
                filtered!($tx, $filter, Some(status), "", $($rest)*).$fetch($tx.conn()?).await?
            }
        }
    };
}

/// A page of emails, newest first, and the cursor of the next page, if any.
pub async fn list(
    tx: &mut TenantTx,
    filter: &EmailFilter,
    page: ListPage,
) -> StoreResult<(Vec<Email>, Option<ListCursor>)> {
    let after = page.after.map(|cursor| cursor.id);
    let mut ids: Vec<Uuid> = in_scope!(
        tx,
        filter,
        fetch_all,
        "SELECT e.id",
        " AND e.id < coalesce($8::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
          ORDER BY e.id DESC LIMIT $6 OFFSET $7",
        page.rows(),
        page.offset,
        after
    );
    let has_next = page.cut(&mut ids);
    let next = ids.last().filter(|_| has_next).copied().map(ListCursor::by_id);
    let rows = select_emails!("WHERE e.organization_id = $1 AND e.id = ANY ($2)", tx.organization().0, &ids)
        .fetch_all(tx.conn()?)
        .await?;
    let mut found: HashMap<Uuid, Row> = rows.into_iter().map(|row| (row.id, row)).collect();
    let emails = ids.iter().filter_map(|id| found.remove(id)).map(Email::try_from).collect::<StoreResult<_>>()?;
    Ok((emails, next))
}

/// The number of emails, counted up to `limit`.
pub async fn count(tx: &mut TenantTx, filter: &EmailFilter, limit: i64) -> StoreResult<i64> {
    Ok(in_scope!(
        tx,
        filter,
        fetch_one,
        r#"SELECT count(*) AS "count!" FROM (SELECT 1"#,
        " LIMIT $6) AS counted",
        limit
    ))
}
