//! Pages of lists. A page and the count of its list are two statements, between which rows come and go: what the page shows is
//! what holds.

use time::OffsetDateTime;
use uuid::Uuid;

/// The total of a list if its page determines it without counting: a page that is not full, and not behind the end, is the
/// last.
#[must_use]
pub fn total_of_page(limit: i64, offset: i64, rows: usize) -> Option<i64> {
    let rows = number(rows);
    (rows < limit && (rows > 0 || offset == 0)).then_some(offset + rows)
}

/// How many rows a list has, of which a page was seen and which then was counted: no fewer than were seen, and none behind an
/// empty page.
#[must_use]
pub fn total_beside_page(offset: i64, rows: usize, counted: i64) -> i64 {
    if rows == 0 { counted.min(offset) } else { counted.max(offset + number(rows)) }
}

fn number(rows: usize) -> i64 {
    i64::try_from(rows).unwrap_or(i64::MAX)
}

/// The last row of a page: its time or position, where the list is ordered by one, and its id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListCursor {
    /// Microseconds since 1970, or the position; 0 if the list is ordered by id.
    pub micros: i64,
    pub id: Uuid,
}

impl ListCursor {
    pub(crate) const fn by_id(id: Uuid) -> Self {
        Self { micros: 0, id }
    }

    pub(crate) fn by_position(position: i32, id: Uuid) -> Self {
        Self { micros: position.into(), id }
    }

    pub(crate) fn by_time(at: OffsetDateTime, id: Uuid) -> Self {
        Self { micros: i64::try_from(at.unix_timestamp_nanos() / 1_000).unwrap_or(i64::MAX), id }
    }

    /// The time, unless it is none that the database can have stored.
    #[must_use]
    pub fn at(self) -> Option<OffsetDateTime> {
        OffsetDateTime::from_unix_timestamp_nanos(i128::from(self.micros) * 1_000).ok()
    }
}

/// A page of a list that can be read by cursor: rows before the cursor's may come and go without moving it.
#[derive(Debug, Clone, Copy)]
pub struct ListPage {
    /// The maximum number of rows.
    pub limit: i64,
    /// The number of rows to skip.
    pub offset: i64,
    /// The last row of the page before.
    pub after: Option<ListCursor>,
}

impl ListPage {
    /// The first rows.
    #[must_use]
    pub const fn first(limit: i64) -> Self {
        Self { limit, offset: 0, after: None }
    }

    /// How many rows to read, to know whether there is another page.
    pub(crate) const fn rows(&self) -> i64 {
        self.limit + 1
    }

    /// Removes the row that belongs to the next page; returns whether there was one.
    pub(crate) fn cut<T>(&self, rows: &mut Vec<T>) -> bool {
        let limit = usize::try_from(self.limit).unwrap_or(usize::MAX);
        let has_next = rows.len() > limit;
        rows.truncate(limit);
        has_next
    }

    /// The total of the list: determined by a page by offset, else counted.
    pub(crate) async fn total<E>(&self, rows: usize, count: impl Future<Output = Result<i64, E>>) -> Result<i64, E> {
        if self.after.is_some() { count.await } else { total(self.limit, self.offset, rows, count).await }
    }
}

/// The total of a list: determined by its page, else counted.
pub(crate) async fn total<E>(
    limit: i64,
    offset: i64,
    rows: usize,
    count: impl Future<Output = Result<i64, E>>,
) -> Result<i64, E> {
    match total_of_page(limit, offset, rows) {
        Some(total) => Ok(total),
        None => Ok(total_beside_page(offset, rows, count.await?)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_page_determines_the_total() {
        assert_eq!(total_of_page(50, 0, 0), Some(0));
        assert_eq!(total_of_page(50, 0, 49), Some(49));
        assert_eq!(total_of_page(50, 100, 1), Some(101));
        assert_eq!(total_of_page(50, 0, 50), None);
        assert_eq!(total_of_page(50, 100, 0), None);
    }

    #[test]
    fn page_rows_and_total_agree() {
        for (limit, offset, counted) in
            (1..5).flat_map(|limit| (0..8).flat_map(move |offset| (0..16).map(move |counted| (limit, offset, counted))))
        {
            for shown in 0..=limit {
                let rows = usize::try_from(shown).unwrap();
                let total =
                    total_of_page(limit, offset, rows).unwrap_or_else(|| total_beside_page(offset, rows, counted));
                let beyond = (total - offset).max(0);
                assert_eq!(shown, beyond.min(limit), "{shown} of {total} at {offset} by {limit}");
            }
        }
    }
}
