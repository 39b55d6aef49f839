//! A job's pipeline: counts per stage, and small cards.

use axum::extract::State;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult, Check, StoreResultExt};
use bole_api_core::extract::{Item, Json, Query, ReadTenant};
use bole_api_core::state::ApiState;
use bole_api_core::totals::List;
use bole_domain::ids::{ApplicationId, JobId};
use bole_domain::permission::Permission;
use bole_domain::stage::{Stage, SubStatus};
use bole_domain::wire_enum;
use bole_store::applications::page::{ApplicationCursor, ApplicationFilter, ApplicationSort, PageRequest, SortKey};
use bole_store::board::{self, Card, LaneCount, StageConversion};
use bole_store::{TenantTx, batches};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

bole_api_core::area! { "applications": count_lanes, get_board, get_conversion }

/// Visible to those who work on the pipeline and to interviewers.
const BOARD_VIEW: [Permission; 3] =
    [Permission::PIPELINE_VIEW, Permission::AI_REVIEW_VIEW, Permission::OFFER_WORKBENCH_VIEW];

wire_enum! {
    /// The sort order of applications.
    pub enum Sort {
        /// Latest first.
        Newest => "newest",
        /// Highest score first.
        Score => "score",
        /// Longest in their sub-status first.
        Waiting => "waiting",
    }
}

impl From<Sort> for ApplicationSort {
    fn from(sort: Sort) -> Self {
        match sort {
            Sort::Newest => Self::Newest,
            Sort::Score => Self::Score,
            Sort::Waiting => Self::Waiting,
        }
    }
}

/// Filter of the counts.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LanesQuery {
    /// Search in name, email, phone, company and position.
    search: Option<String>,
}

/// The number of a job's candidates per stage.
#[derive(Debug, Serialize, ToSchema)]
pub struct BoardLanes {
    /// All stages, in order.
    lanes: Vec<BoardLane>,
    /// The total number.
    total: i64,
}

/// A stage and its number of candidates.
#[derive(Debug, Serialize, ToSchema)]
pub struct BoardLane {
    /// The stage.
    status: Stage,
    /// Candidates in it, without archived ones.
    count: i64,
    /// Every sub-status of the stage, in order.
    sub_statuses: Vec<LaneSubStatus>,
}

/// A sub-status and its number of candidates.
#[derive(Debug, Serialize, ToSchema)]
pub struct LaneSubStatus {
    sub_status: SubStatus,
    /// The number.
    count: i64,
}

/// Filter of cards.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct BoardQuery {
    /// Only in this stage.
    #[param(inline)]
    status: Option<Stage>,
    /// Only in these sub-statuses, separated by commas.
    sub_status: Option<String>,
    /// Search in name, email, phone, company and position.
    search: Option<String>,
    /// Defaults to `newest`.
    #[param(inline)]
    sort: Option<Sort>,
    /// `next_cursor` of the previous page.
    cursor: Option<String>,
    /// The maximum number of items.
    #[param(default = 50, minimum = 1, maximum = 200)]
    limit: Option<i64>,
}

/// A page of cards.
#[derive(Debug, Serialize, ToSchema)]
pub struct BoardPage {
    /// The cards.
    items: Vec<Card>,
    /// Cursor of the next page; absent on the last.
    next_cursor: Option<String>,
    /// The total number under the same filters.
    total: i64,
    /// Whether the total may be up to ten seconds old, which only happens above 1,000.
    total_is_estimate: bool,
}

/// The number of a job's candidates in each stage and sub-status.
#[utoipa::path(get, path = "/jobs/{job_id}/lanes", params(("job_id" = JobId, Path), LanesQuery),
    responses((status = 200, body = BoardLanes)))]
pub async fn count_lanes(
    ReadTenant { tenant, mut tx }: ReadTenant,
    Item(job): Item<JobId>,
    Query(LanesQuery { search }): Query<LanesQuery>,
) -> ApiResult<Json<BoardLanes>> {
    tenant.require_any(&BOARD_VIEW)?;
    check_search(search.as_deref())?;
    check_job(&mut tx, job).await?;
    let counts = board::lanes(&mut tx, job, search.as_deref()).await?;
    tx.release();
    Ok(Json(lanes(&counts)))
}

fn lanes(counts: &[LaneCount]) -> BoardLanes {
    let count_of = |stage: Stage, sub_status: SubStatus| {
        let found = counts.iter().find(|c| (c.state.stage(), c.state.sub_status()) == (stage, sub_status));
        found.map_or(0, |found| found.count)
    };
    let lane = |stage: &Stage| {
        let sub_statuses: Vec<_> = stage
            .sub_statuses()
            .iter()
            .map(|sub_status| LaneSubStatus { sub_status: *sub_status, count: count_of(*stage, *sub_status) })
            .collect();
        BoardLane { status: *stage, count: sub_statuses.iter().map(|one| one.count).sum(), sub_statuses }
    };
    let lanes: Vec<BoardLane> = Stage::ALL.iter().filter(|stage| **stage != Stage::Archived).map(lane).collect();
    let total = lanes.iter().map(|lane| lane.count).sum();
    BoardLanes { lanes, total }
}

/// The cards of a job's candidates, without archived ones.
#[utoipa::path(get, path = "/jobs/{job_id}/board", params(("job_id" = JobId, Path), BoardQuery),
    responses((status = 200, body = BoardPage)))]
pub async fn get_board(
    State(state): State<ApiState>,
    ReadTenant { tenant, mut tx }: ReadTenant,
    Item(job): Item<JobId>,
    Query(query): Query<BoardQuery>,
) -> ApiResult<Json<BoardPage>> {
    tenant.require_any(&BOARD_VIEW)?;
    let BoardQuery { status, sub_status, search, sort, cursor, limit } = query;
    let sort = sort.unwrap_or(Sort::Newest);
    let limit = limit.unwrap_or(50);
    let mut check = Check::new();
    check.ensure((1..=200).contains(&limit), "limit", Code::FieldInvalid);
    check.finish()?;
    check_search(search.as_deref())?;
    let filter = ApplicationFilter {
        job_id: Some(job),
        status,
        sub_statuses: sub_statuses(sub_status.as_deref())?,
        search,
        ..ApplicationFilter::default()
    };
    let after = cursor.map(|cursor| read_cursor(sort, &cursor)).transpose()?;
    let request = PageRequest { sort: sort.into(), after, limit, offset: 0 };
    check_job(&mut tx, job).await?;
    let (cards, next) = board::cards(&mut tx, &filter, request).await?;
    let total = state.totals.of(&mut tx, List::Applications(filter)).await?;
    tx.release();
    let items = cards;
    Ok(Json(BoardPage {
        items,
        next_cursor: next.map(write_cursor),
        total: total.count,
        total_is_estimate: total.is_estimate,
    }))
}

/// How many candidates entered each stage and advanced.
#[derive(Debug, Serialize, ToSchema)]
pub struct Conversion {
    /// All stages of the pipeline, in order.
    stages: Vec<StageConversion>,
}

/// How many of a job's candidates entered each stage and advanced.
#[utoipa::path(get, path = "/jobs/{job_id}/conversion", params(("job_id" = JobId, Path)),
    responses((status = 200, body = Conversion)))]
pub async fn get_conversion(
    ReadTenant { tenant, mut tx }: ReadTenant,
    Item(job): Item<JobId>,
) -> ApiResult<Json<Conversion>> {
    tenant.require_any(&BOARD_VIEW)?;
    check_job(&mut tx, job).await?;
    let stages = board::conversion(&mut tx, job).await?;
    tx.release();
    Ok(Json(Conversion { stages }))
}

/// Refuses a job that the member does not see, since lists of nothing would look like those of a new job.
pub(super) async fn check_job(tx: &mut TenantTx, job: JobId) -> ApiResult<()> {
    batches::job_is_open(tx, job).await.or_not_found(Code::JobNotFound).map(drop)
}

/// Maximum length of a search.
const MAX_SEARCH: usize = 200;

pub(super) fn check_search(search: Option<&str>) -> ApiResult<()> {
    let mut check = Check::new();
    check.at_most("search", search.unwrap_or_default(), MAX_SEARCH);
    check.finish()
}

pub(super) fn sub_statuses(list: Option<&str>) -> ApiResult<Option<Vec<SubStatus>>> {
    let Some(list) = list.filter(|list| !list.is_empty()) else { return Ok(None) };
    let unknown = |_| ApiError::invalid_field("sub_status", Code::FieldUnknownValue);
    list.split(',').map(|one| one.trim().parse().map_err(unknown)).collect::<ApiResult<_>>().map(Some)
}

/// The content of a cursor, opaque to clients.
#[derive(Serialize, Deserialize)]
struct WireCursor {
    sort: Sort,
    key: f64,
    micros: i64,
    id: ApplicationId,
}

pub(super) fn write_cursor(cursor: ApplicationCursor) -> String {
    let (sort, key, micros) = match cursor.key {
        SortKey::Score(score) => (Sort::Score, score, 0),
        SortKey::Micros(micros) => (Sort::Newest, 0.0, micros),
    };
    let wire = WireCursor { sort, key, micros, id: cursor.id };
    URL_SAFE_NO_PAD.encode(serde_json::to_vec(&wire).unwrap_or_default())
}

pub(super) fn read_cursor(sort: Sort, text: &str) -> ApiResult<ApplicationCursor> {
    let invalid = || ApiError::invalid_field("cursor", Code::FieldInvalid);
    let bytes = URL_SAFE_NO_PAD.decode(text).map_err(|_| invalid())?;
    let wire: WireCursor = serde_json::from_slice(&bytes).map_err(|_| invalid())?;
    // A cursor is only valid for its own sort order.
    if (wire.sort == Sort::Score) != (sort == Sort::Score) {
        return Err(invalid());
    }
    let key = if sort == Sort::Score { SortKey::Score(wire.key) } else { SortKey::Micros(wire.micros) };
    Ok(ApplicationCursor { key, id: wire.id })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cursor_round_trips_only_for_its_sort_order() {
        for (sort, key) in
            [(Sort::Score, SortKey::Score(61.5)), (Sort::Waiting, SortKey::Micros(1_700_000_000_000_001))]
        {
            let cursor = ApplicationCursor { key, id: ApplicationId::new() };
            assert_eq!(read_cursor(sort, &write_cursor(cursor)).unwrap(), cursor);
        }
        let by_score = write_cursor(ApplicationCursor { key: SortKey::Score(1.0), id: ApplicationId::new() });
        assert!(read_cursor(Sort::Newest, &by_score).is_err());
        assert!(read_cursor(Sort::Newest, "nonsense").is_err());
    }
}
