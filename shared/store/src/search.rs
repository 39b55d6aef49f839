//! Conversion of search input to SQL patterns.

/// The trimmed search words; `None` if blank.
pub(crate) fn words(search: Option<&str>) -> Option<&str> {
    search.map(str::trim).filter(|words| !words.is_empty())
}

/// An ILIKE pattern for texts containing the words, with `%`, `_` and `\` escaped; `None` if blank.
pub(crate) fn containing(search: Option<&str>) -> Option<String> {
    let escaped = words(search)?.replace('\\', r"\\").replace('%', r"\%").replace('_', r"\_");
    Some(format!("%{escaped}%"))
}

#[cfg(test)]
mod tests {
    use super::containing;

    #[test]
    fn pattern_characters_are_escaped() {
        assert_eq!(containing(Some(r" a_b%\ ")).as_deref(), Some(r"%a\_b\%\\%"));
    }

    #[test]
    fn blank_search_is_ignored() {
        assert_eq!(containing(Some("  ")), None);
        assert_eq!(containing(None), None);
    }
}
