//! Records with dates in parentheses, alone or with the title: "Acme (Analyst, 2019 - 2021)",
//! 南山样例厂（2016.2-2018.4，质检员）巡检, "Acme: Analyst (2019 - 2021)".

use super::classify::evidence;
use super::dates::{self, Span};
use super::lexicon::sets;
use super::text::{Row, is_han};
use super::{fields, header, labels, prose, segments};

/// The maximum length of names and dates.
const MAX_RECORD: usize = 160;
/// The maximum length of one name.
const MAX_NAME: usize = 60;

/// Splits such records into a row with names and dates separated by a tab, and a row with the rest.
pub(super) fn part(rows: Vec<Row>) -> Vec<Row> {
    let sure = rows.iter().any(|row| record(row, true).is_some());
    // Below or above a separate name, such a row is a position.
    let leads = rows.first().is_some_and(|first| branded(first).is_some());
    let told = |row: &Row| row.bullet || prose::is_prose(&row.text) || branded(row).is_some();
    let bare = rows.windows(2).any(|pair| branded(&pair[0]).is_some() && !told(&pair[1]));
    if leads && !bare && rows.iter().filter(|row| branded(row).is_some()).nth(1).is_some() {
        return rows.into_iter().map(|row| branded(&row).unwrap_or(row)).collect();
    }
    if !sure {
        return rows;
    }
    // Next to a known title, unknown words are names too.
    rows.into_iter()
        .flat_map(|row| match record(&row, true).or_else(|| record(&row, false)) {
            Some((names, told)) => std::iter::once(names).chain(told).collect(),
            None => vec![row],
        })
        .collect()
}

/// "Line Cook Taco Hut (2016 - 2019)": a title followed by an unknown name; without other evidence it may all be a
/// title.
fn branded(row: &Row) -> Option<Row> {
    let open = row.text.find('(').filter(|_| row.text.ends_with(')') && !row.bullet)?;
    let found = dates::find(&row.text);
    let [span] = found.as_slice() else { return None };
    let whole = span.is_range() && span.at.start == open + 1 && span.at.end + 1 == row.text.len();
    let head = row.text[..open].trim_end();
    if !whole || head.contains([',', '|', ':', '\t']) || segments::strong(head).len() > 1 || evidence(head).company >= 3
    {
        return None;
    }
    let of_work = |word: &str| fields::is_of_work(&word.to_lowercase());
    let mut cut = head.match_indices(' ').map(|(at, _)| at).filter(|&at| {
        let brand = &head[at + 1..];
        let capital = brand.split(' ').all(|word| word.starts_with(char::is_uppercase) && !of_work(word));
        let last = head[..at].rsplit(' ').next().unwrap_or_default().to_lowercase();
        sets::EN_TITLES.contains(&last) && is_title(&head[..at]) && capital && evidence(brand).title == 0
    });
    let at = cut.next()?;
    Some(Row { text: format!("{}\t{}\t{}", &head[..at], &head[at + 1..], &row.text[span.at.clone()]), bullet: false })
}

fn record(row: &Row, known: bool) -> Option<(Row, Option<Row>)> {
    let text = row.text.as_str();
    let open = text.find('(').filter(|_| text.bytes().any(|b| b.is_ascii_digit()))?;
    let found = dates::find(text);
    let span = found.iter().find(|span| span.is_range() && span.at.start > open)?;
    let open = opens(&text[..span.at.start])?;
    let close = span.at.end + text[span.at.end..].find(')')?;
    let (head, tail) = (text[..open].trim_end(), text[close + 1..].trim_start());
    if text[..close].chars().count() > MAX_RECORD || names_none(head) {
        return None;
    }
    let beside = text_around(text, open + 1..span.at.start, span.at.end..close);
    let period = &text[span.at.clone()];
    let names = if beside.is_empty() {
        // "Acme: Analyst (2019 - 2021)"
        let (first, second) = head.split_once(':')?;
        let (first, second) = (first.trim(), second.trim());
        let label = !labels::read(text).is_empty() || labels::field_of(first).is_some();
        let titles = [first, second].into_iter().filter(|name| is_title(name)).count();
        let fits = titles == 1 || !known && titles == 0;
        if label || row.bullet || !fits || ![first, second].into_iter().all(is_name) {
            return None;
        }
        format!("{first}\t{second}\t{period}")
    } else {
        let head = segments::clean(head);
        let employed = evidence(&head).company >= 2;
        let held = is_title(&beside) || !known && evidence(&beside).company < 3;
        if !held || is_title(&head) || row.bullet && !employed || !is_name(&head) || !is_name(&beside) {
            return None;
        }
        format!("{head}\t{beside}\t{period}")
    };
    let told = tail.trim_start_matches(|c: char| !c.is_alphanumeric());
    let told = (!told.is_empty()).then(|| Row { text: told.to_owned(), bullet: true });
    Some((Row { text: names, bullet: false }, told))
}

/// Start of the parentheses at the end of the text.
fn opens(text: &str) -> Option<usize> {
    let mut depth = 0;
    text.char_indices().rev().find_map(|(at, c)| {
        depth += i32::from(c == ')') - i32::from(c == '(');
        (depth < 0).then_some(at)
    })
}

/// The other text in the parentheses with the dates.
fn text_around(text: &str, before: std::ops::Range<usize>, after: std::ops::Range<usize>) -> String {
    let parts = [segments::clean(&text[before]), segments::clean(&text[after])];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

fn names_none(head: &str) -> bool {
    head.chars().count() < 2 || dates::find(head).iter().any(Span::is_range)
}

fn is_title(name: &str) -> bool {
    evidence(name).is_title()
}

fn is_name(name: &str) -> bool {
    (2..=MAX_NAME).contains(&name.chars().count())
        && header::plain_words(name) < 2
        && !prose::is_prose(name)
        && name.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit() || is_han(c))
}
