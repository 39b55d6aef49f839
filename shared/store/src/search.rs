//! What a person types into a search box, as SQL compares it.

/// The words by which the database finds people; none for blanks.
pub(crate) fn words(search: Option<&str>) -> Option<&str> {
    search.map(str::trim).filter(|words| !words.is_empty())
}

/// The ILIKE pattern of texts that contain the words, in which `%`, `_` and `\` stand for themselves; none for blanks.
pub(crate) fn containing(search: Option<&str>) -> Option<String> {
    let escaped = words(search)?.replace('\\', r"\\").replace('%', r"\%").replace('_', r"\_");
    Some(format!("%{escaped}%"))
}

#[cfg(test)]
mod tests {
    use super::containing;

    #[test]
    fn signs_of_patterns_stand_for_themselves() {
        assert_eq!(containing(Some(r" a_b%\ ")).as_deref(), Some(r"%a\_b\%\\%"));
    }

    #[test]
    fn blanks_search_nothing() {
        assert_eq!(containing(Some("  ")), None);
        assert_eq!(containing(None), None);
    }
}
