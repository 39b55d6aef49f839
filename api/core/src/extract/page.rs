//! Pagination: parameters and responses of lists.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use bole_store::{ListCursor, ListPage};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::Query;
use crate::code::Code;
use crate::error::{ApiError, Check};
use crate::totals::Total;

const MAX_LIMIT: i64 = 200;

/// The query parameters of every list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Paging {
    /// The maximum number of items.
    #[serde(default = "default_limit")]
    #[param(default = 50, minimum = 1, maximum = 200)]
    limit: i64,
    /// The number of items to skip.
    #[serde(default)]
    #[param(default = 0, minimum = 0)]
    offset: i64,
}

const fn default_limit() -> i64 {
    50
}

/// A valid page: limit 1–200, offset at least 0.
#[derive(Debug, Clone, Copy)]
pub struct Page {
    /// The maximum number of items.
    pub limit: i64,
    /// The number of items to skip.
    pub offset: i64,
}

impl<S: Send + Sync> FromRequestParts<S> for Page {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let Query(Paging { limit, offset }) = Query::from_request_parts(parts, state).await?;
        let mut check = Check::new();
        check.ensure((1..=MAX_LIMIT).contains(&limit), "limit", Code::FieldInvalid);
        check.ensure(offset >= 0, "offset", Code::FieldInvalid);
        check.finish()?;
        Ok(Self { limit, offset })
    }
}

/// The query parameters of a list that can be read by cursor.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CursorPaging {
    /// The maximum number of items.
    #[serde(default = "default_limit")]
    #[param(default = 50, minimum = 1, maximum = 200)]
    limit: i64,
    /// The number of items to skip; not together with a cursor.
    #[serde(default)]
    #[param(default = 0, minimum = 0)]
    offset: i64,
    /// `next_cursor` of the previous page. Items that come or go meanwhile move none of the others to another page.
    cursor: Option<String>,
}

/// A valid page by offset or cursor.
#[derive(Debug, Clone, Copy)]
pub struct CursorPage(pub ListPage);

impl CursorPage {
    /// The page by offset; `None` if it is one by cursor.
    #[must_use]
    pub const fn by_offset(&self) -> Option<Page> {
        let ListPage { limit, offset, after } = self.0;
        if after.is_some() { None } else { Some(Page { limit, offset }) }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for CursorPage {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let Query(CursorPaging { limit, offset, cursor }) = Query::from_request_parts(parts, state).await?;
        let after = cursor.as_deref().map(read_cursor);
        let mut check = Check::new();
        check.ensure((1..=MAX_LIMIT).contains(&limit), "limit", Code::FieldInvalid);
        check.ensure(offset >= 0, "offset", Code::FieldInvalid);
        let is_one_of_both = after.is_none() || offset == 0;
        check.ensure(after != Some(None) && is_one_of_both, "cursor", Code::FieldInvalid);
        check.finish()?;
        Ok(Self(ListPage { limit, offset, after: after.flatten() }))
    }
}

/// A cursor as clients receive it, opaque to them.
#[must_use]
pub fn write_cursor(cursor: ListCursor) -> String {
    format!("{}.{}", cursor.micros, cursor.id)
}

fn read_cursor(text: &str) -> Option<ListCursor> {
    let (micros, id) = text.split_once('.')?;
    let cursor = ListCursor { micros: micros.parse().ok()?, id: id.parse().ok()? };
    cursor.at().map(|_| cursor)
}

/// One page of a list.
#[derive(Debug, Serialize, ToSchema)]
pub struct Paged<T> {
    /// The items of the page.
    pub items: Vec<T>,
    /// The total number.
    pub total: i64,
    /// Whether the total may be up to ten seconds old, which only happens above 1,000; absent otherwise.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub total_is_estimate: bool,
    /// Cursor of the next page; absent on the last, and from lists that are read by offset.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

impl<T> Paged<T> {
    /// A list that is always short, returned as a whole.
    #[must_use]
    pub fn all(items: Vec<T>) -> Self {
        Self {
            total: i64::try_from(items.len()).unwrap_or(i64::MAX),
            items,
            total_is_estimate: false,
            next_cursor: None,
        }
    }

    /// Converts a page of stored rows.
    #[must_use]
    pub fn of<Row: Into<T>>((rows, total): (Vec<Row>, i64)) -> Self {
        Self { items: rows.into_iter().map(Into::into).collect(), total, total_is_estimate: false, next_cursor: None }
    }

    /// Converts a page of stored rows with a possibly cached total.
    #[must_use]
    pub fn estimated<Row: Into<T>>(rows: Vec<Row>, total: Total) -> Self {
        let Total { count: total, is_estimate: total_is_estimate } = total;
        Self { items: rows.into_iter().map(Into::into).collect(), total, total_is_estimate, next_cursor: None }
    }

    /// With the cursor of the next page, if any.
    #[must_use]
    pub fn before(self, next: Option<ListCursor>) -> Self {
        Self { next_cursor: next.map(write_cursor), ..self }
    }
}
