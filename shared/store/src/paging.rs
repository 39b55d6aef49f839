//! Pages of lists. A page and the count of its list are two statements, between which rows come and go: what the page shows is
//! what holds.

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
