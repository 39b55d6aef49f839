//! Search input.

/// The trimmed search words; `None` if blank.
pub(crate) fn words(search: Option<&str>) -> Option<&str> {
    search.map(str::trim).filter(|words| !words.is_empty())
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn blank_search_is_ignored() {
        assert_eq!(words(Some(" Li ")), Some("Li"));
        assert_eq!((words(Some("  ")), words(None)), (None, None));
    }
}
