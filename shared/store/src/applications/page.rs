//! Pages of applications, read by index in each order; the total is counted separately.
//!
//! Each order and scope has its own statement, because a plan that serves them all reads the whole job. The first
//! page starts after a sentinel key.

use bole_domain::evaluation::RecommendationLevel;
use bole_domain::ids::{ApplicationId, JobId};
use bole_domain::stage::{Stage, SubStatus};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::search::words;
use crate::{StoreResult, TenantTx};

/// The sort order.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum ApplicationSort {
    /// Highest score first; applications without a score last.
    #[default]
    Score,
    /// Latest first.
    Newest,
    /// Longest in their sub-status first.
    Waiting,
}

/// Filter of a list of applications.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct ApplicationFilter {
    pub job_id: Option<JobId>,
    pub status: Option<Stage>,
    pub sub_statuses: Option<Vec<SubStatus>>,
    /// Only with one of these recommendation levels (a tier).
    pub levels: Option<Vec<RecommendationLevel>>,
    /// Archived applications instead of open ones.
    pub is_archived: bool,
    /// Search in name, email, phone, company and position.
    pub search: Option<String>,
}

/// The end of a page.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ApplicationCursor {
    /// The last item's sort key.
    pub key: SortKey,
    /// The last item's id.
    pub id: ApplicationId,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum SortKey {
    /// The score; −1 without one.
    Score(f64),
    /// A time in microseconds since 1970.
    Micros(i64),
}

#[derive(Debug, Clone, Copy)]
pub struct PageRequest {
    pub sort: ApplicationSort,
    /// Start after this cursor.
    pub after: Option<ApplicationCursor>,
    /// The maximum number of items.
    pub limit: i64,
    /// Items to skip after the cursor.
    pub offset: i64,
}

/// The filter as statement arguments.
struct Arguments {
    organization: Uuid,
    job: Option<Uuid>,
    status: Option<&'static str>,
    sub_statuses: Option<Vec<&'static str>>,
    levels: Option<Vec<&'static str>>,
    words: Option<String>,
}

impl Arguments {
    fn of(tx: &TenantTx, filter: &ApplicationFilter) -> Self {
        Self {
            organization: tx.organization().0,
            job: filter.job_id.map(|id| id.0),
            status: filter.status.map(Stage::as_str),
            sub_statuses: filter.sub_statuses.as_ref().map(|all| all.iter().map(|one| one.as_str()).collect()),
            levels: filter.levels.as_ref().map(|all| all.iter().map(|one| one.as_str()).collect()),
            words: words(filter.search.as_deref()).map(str::to_owned),
        }
    }
}

/// A page's ids in order, and the cursor of the next page, if any.
pub async fn page(
    tx: &mut TenantTx,
    filter: &ApplicationFilter,
    request: PageRequest,
) -> StoreResult<(Vec<ApplicationId>, Option<ApplicationCursor>)> {
    let found = match request.sort {
        ApplicationSort::Score => by_score(tx, filter, request).await?,
        ApplicationSort::Newest => newest(tx, filter, request).await?,
        ApplicationSort::Waiting => waiting(tx, filter, request).await?,
    };
    let is_full = i64::try_from(found.len()).is_ok_and(|len| len == request.limit);
    let next = found.last().copied().filter(|_| is_full);
    Ok((found.into_iter().map(|cursor| cursor.id).collect(), next))
}

/// One statement per order. `$2` to `$7` filter; `$8` and `$9` are the cursor. `$8` is compared separately as well,
/// because a row comparison cannot use an index on an expression.
macro_rules! page_in_order {
    ($tx:ident, $filter:ident, $request:ident, $key:literal, $before:literal, $order:literal, $after:expr) => {{
        let arguments = Arguments::of($tx, $filter);
        let (after_key, after_id) = $after;
        sqlx::query!(
            r#"SELECT a.id AS "id!", "#
                + $key
                + r#" AS "key!" FROM applications a
               WHERE a.organization_id = $1 AND ($2::uuid IS NULL OR a.job_id = $2)
                 AND ($3::text IS NULL OR a.status = $3) AND ($4::text[] IS NULL OR a.sub_status = ANY ($4))
                 AND ($5::text[] IS NULL OR a.recommendation_level = ANY ($5)) AND a.is_archived = $7
                 AND ($6::text IS NULL OR a.person_id IN (SELECT people_found($6)))
                 AND "#
                + $key
                + " "
                + $before
                + "= $8 AND ("
                + $key
                + ", a.id) "
                + $before
                + " ($8, $9) ORDER BY "
                + $order
                + " LIMIT $10 OFFSET $11",
            arguments.organization,
            arguments.job,
            arguments.status,
            arguments.sub_statuses.as_deref() as _,
            arguments.levels.as_deref() as _,
            arguments.words,
            $filter.is_archived,
            after_key,
            after_id,
            $request.limit,
            $request.offset,
        )
        .fetch_all(&mut *$tx.conn()?)
        .await?
    }};
}

async fn by_score(
    tx: &mut TenantTx,
    filter: &ApplicationFilter,
    request: PageRequest,
) -> StoreResult<Vec<ApplicationCursor>> {
    let after = match request.after {
        Some(ApplicationCursor { key: SortKey::Score(score), id }) => (score, id.0),
        _ => (f64::INFINITY, Uuid::max()),
    };
    let rows = page_in_order!(
        tx,
        filter,
        request,
        "coalesce(a.overall_score, -1)",
        "<",
        "coalesce(a.overall_score, -1) DESC, a.id DESC",
        after
    );
    let cursor = |(id, score)| ApplicationCursor { key: SortKey::Score(score), id: ApplicationId(id) };
    Ok(rows.into_iter().map(|row| cursor((row.id, row.key))).collect())
}

async fn newest(
    tx: &mut TenantTx,
    filter: &ApplicationFilter,
    request: PageRequest,
) -> StoreResult<Vec<ApplicationCursor>> {
    let after = (time_of(request.after).unwrap_or(END_OF_TIME), request.after.map_or(Uuid::max(), |after| after.id.0));
    let rows = page_in_order!(tx, filter, request, "a.created_at", "<", "a.created_at DESC, a.id DESC", after);
    Ok(rows.into_iter().map(|row| timed(row.id, row.key)).collect())
}

async fn waiting(
    tx: &mut TenantTx,
    filter: &ApplicationFilter,
    request: PageRequest,
) -> StoreResult<Vec<ApplicationCursor>> {
    let after = (
        time_of(request.after).unwrap_or(OffsetDateTime::UNIX_EPOCH),
        request.after.map_or(Uuid::nil(), |after| after.id.0),
    );
    let rows = page_in_order!(tx, filter, request, "a.sub_status_since", ">", "a.sub_status_since, a.id", after);
    Ok(rows.into_iter().map(|row| timed(row.id, row.key)).collect())
}

/// Later than any stored time.
const END_OF_TIME: OffsetDateTime = time::macros::datetime!(9999-01-01 0:00 UTC);

fn time_of(after: Option<ApplicationCursor>) -> Option<OffsetDateTime> {
    match after?.key {
        SortKey::Micros(micros) => OffsetDateTime::from_unix_timestamp_nanos(i128::from(micros) * 1_000).ok(),
        SortKey::Score(_) => None,
    }
}

fn timed(id: Uuid, at: OffsetDateTime) -> ApplicationCursor {
    let micros = i64::try_from(at.unix_timestamp_nanos() / 1_000).unwrap_or(i64::MAX);
    ApplicationCursor { key: SortKey::Micros(micros), id: ApplicationId(id) }
}

/// The number of applications, counted up to `limit`.
pub async fn count(tx: &mut TenantTx, filter: &ApplicationFilter, limit: i64) -> StoreResult<i64> {
    let arguments = Arguments::of(tx, filter);
    Ok(sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM (
               SELECT FROM applications a
               WHERE a.organization_id = $1 AND ($2::uuid IS NULL OR a.job_id = $2)
                 AND ($3::text IS NULL OR a.status = $3) AND ($4::text[] IS NULL OR a.sub_status = ANY ($4))
                 AND ($5::text[] IS NULL OR a.recommendation_level = ANY ($5)) AND a.is_archived = $7
                 AND ($6::text IS NULL OR a.person_id IN (SELECT people_found($6)))
               LIMIT $8) AS counted"#,
        arguments.organization,
        arguments.job,
        arguments.status,
        arguments.sub_statuses.as_deref() as _,
        arguments.levels.as_deref() as _,
        arguments.words,
        filter.is_archived,
        limit,
    )
    .fetch_one(&mut *tx.conn()?)
    .await?)
}
