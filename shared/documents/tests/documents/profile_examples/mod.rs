//! Helpers for small example resumes.

use bole_domain::period::YearMonth;
use bole_domain::profile::Profile;

pub fn read(text: &str) -> Profile {
    bole_documents::profile::read(text, YearMonth::new(2026, 11).unwrap())
}

/// Company, title, first and last month of every employment, latest first.
pub fn history(text: &str) -> Vec<(String, String, String, String)> {
    let month = |date: Option<YearMonth>| date.map_or_else(String::new, |date| date.to_string());
    read(text)
        .work_experiences
        .into_iter()
        .map(|entry| {
            let end = if entry.is_current { "now".to_owned() } else { month(entry.end_date) };
            (
                entry.company_name.unwrap_or_default(),
                entry.position_title.unwrap_or_default(),
                month(entry.start_date),
                end,
            )
        })
        .collect()
}

/// Checks the history.
pub fn is(text: &str, expected: &[(&str, &str, &str, &str)]) {
    let found = history(text);
    let found: Vec<_> = found.iter().map(|(c, t, s, e)| (c.as_str(), t.as_str(), s.as_str(), e.as_str())).collect();
    assert_eq!(found, expected, "{text}");
}
