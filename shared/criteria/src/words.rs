//! The words that the reader goes by: one table of roles, languages and forms.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::LazyLock;

use crate::data::rows;

static FORMS: LazyLock<BTreeMap<&str, Vec<&str>>> = LazyLock::new(|| {
    let mut forms: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for row in rows(include_str!("../data/words.tsv")) {
        if let [role, _, form] = row[..] {
            forms.entry(role).or_default().push(form);
        }
    }
    // The longest first, so that "nice to have" is found before "nice".
    forms.values_mut().for_each(|forms| forms.sort_by_key(|form| std::cmp::Reverse(form.len())));
    forms
});

pub fn forms(role: &str) -> &'static [&'static str] {
    FORMS.get(role).map_or(&[], Vec::as_slice)
}

/// Whether a text is one of a role's words.
pub fn is(role: &str, text: &str) -> bool {
    forms(role).iter().any(|form| form.eq_ignore_ascii_case(text.trim()))
}

/// Whether a text has one of a role's words.
pub fn has(role: &str, text: &str) -> bool {
    find(role, text).is_some()
}

/// Whether a text has one of a role's words, and something besides.
pub fn says_more(role: &str, text: &str) -> bool {
    let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).count();
    find(role, text).is_some_and(|found| letters(text) >= letters(&text[found]) + 2)
}

/// Where a text has one of a role's words; a form that ends with "$" only stands at the end.
pub fn find(role: &str, text: &str) -> Option<Range<usize>> {
    let text = harmless_masked(text);
    forms(role).iter().find_map(|form| match form.strip_suffix('$') {
        Some(form) => {
            let trimmed = text.trim_end_matches(|c: char| !c.is_alphanumeric());
            trimmed.ends_with(form).then(|| trimmed.len() - form.len()..trimmed.len())
        }
        None => find_form(&text, form),
    })
}

/// In lower case, without the words that only look like others ("优先级" is no preference). No offset changes.
fn harmless_masked(text: &str) -> String {
    let mut text = text.to_ascii_lowercase();
    for form in forms("benign") {
        let found: Vec<Range<usize>> = places(&text, form).collect();
        for range in found {
            text.replace_range(range.clone(), &" ".repeat(range.len()));
        }
    }
    text
}

/// Where a text in lower case has a word, as a whole word if it is written in Latin letters.
pub fn find_form(text: &str, form: &str) -> Option<Range<usize>> {
    places(text, form).next()
}

fn places<'a>(text: &'a str, form: &'a str) -> impl Iterator<Item = Range<usize>> + 'a {
    let is_letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    let (starts, ends) = (is_letter(form.chars().next()), is_letter(form.chars().next_back()));
    text.match_indices(form).map(|(at, _)| at..at + form.len()).filter(move |range| {
        let before = text.get(..range.start).and_then(|text| text.chars().next_back());
        let after = text.get(range.end..).and_then(|text| text.chars().next());
        !(starts && is_letter(before) || ends && is_letter(after))
    })
}
