//! Pages of lists.

/// How many rows a list has, where its page tells without counting: a page that is not full, and not behind the end, is the
/// last.
pub(crate) fn total_of_page(limit: i64, offset: i64, rows: usize) -> Option<i64> {
    let rows = i64::try_from(rows).unwrap_or(i64::MAX);
    (rows < limit && (rows > 0 || offset == 0)).then_some(offset + rows)
}

/// How many rows a list has: as its page tells, else counted.
pub(crate) async fn total(
    limit: i64,
    offset: i64,
    rows: usize,
    count: impl Future<Output = sqlx::Result<i64>>,
) -> sqlx::Result<i64> {
    match total_of_page(limit, offset, rows) {
        Some(total) => Ok(total),
        None => count.await,
    }
}

#[cfg(test)]
mod tests {
    use super::total_of_page;

    #[test]
    fn the_last_page_tells_the_total_and_others_do_not() {
        assert_eq!(total_of_page(50, 0, 0), Some(0));
        assert_eq!(total_of_page(50, 0, 49), Some(49));
        assert_eq!(total_of_page(50, 100, 1), Some(101));
        assert_eq!(total_of_page(50, 0, 50), None);
        assert_eq!(total_of_page(50, 100, 0), None);
    }
}
