//! Several dated positions on one row: "Harbour Chambers: Barrister from October 2016, Pupil October 2015 to
//! September 2016", 星河公司：2015.07-2017.12 专员；2018.01-2020.05 主管, "Waiter at Cafe A (2012-2013); Cook at Diner B
//! (2013-2015)".

use std::ops::Range;

use super::classify::evidence;
use super::dates::{self, Span};
use super::text::{Row, is_han};
use super::{header, labels, prose, segments};

/// Longer rows are paragraphs.
const MAX_ROW: usize = 320;
/// The maximum number of positions on a row.
const MAX_POSTS: usize = 8;
/// The maximum length of a name on such a row.
const MAX_NAME: usize = 70;

/// The rows, with such rows split into one row per position.
pub(super) fn part(rows: &[Row]) -> Vec<Row> {
    rows.iter().flat_map(|row| posts(row).unwrap_or_else(|| vec![row.clone()])).collect()
}

/// A position: the range of its dates, and its other text.
struct Post<'a> {
    dates: &'a str,
    names: Vec<String>,
}

fn posts(row: &Row) -> Option<Vec<Row>> {
    // Two periods have at least six digits.
    if row.text.chars().count() > MAX_ROW || row.text.bytes().filter(u8::is_ascii_digit).count() < 6 {
        return None;
    }
    let spans = ranges(&row.text);
    if !(2..=MAX_POSTS).contains(&spans.len()) || !labels::read(&row.text).is_empty() {
        return None;
    }
    let by_end = chunks(&row.text, &spans, false);
    let by_start = chunks(&row.text, &spans, true);
    by_end.and_then(|posts| rows_of(&posts)).or_else(|| by_start.and_then(|posts| rows_of(&posts)))
}

/// The periods of the row with their leading words.
fn ranges(text: &str) -> Vec<Range<usize>> {
    let from = |span: &Span| {
        let before = text[..span.at.start].trim_end();
        let lead = ["from", "dari", "mulai"].iter().find(|lead| before.to_lowercase().ends_with(**lead));
        lead.map(|lead| before.len() - lead.len())
    };
    dates::find(text)
        .iter()
        .filter_map(|span| match (span.is_range(), from(span)) {
            (true, opened) => Some(opened.unwrap_or(span.at.start)..span.at.end),
            (false, Some(opened)) => Some(opened..span.at.end),
            (false, None) => None,
        })
        .collect()
}

/// Splits the row by its periods, which all end or all start their parts.
fn chunks<'a>(text: &'a str, spans: &[Range<usize>], dates_first: bool) -> Option<Vec<Post<'a>>> {
    let mut cuts = vec![0];
    for pair in spans.windows(2) {
        let gap = text.get(pair[0].end..pair[1].start)?;
        let mark = |c: char| matches!(c, ',' | ';' | '/' | '、' | '|' | '。' | '\t' | '.' | '→' | '·' | ')' | ']');
        cuts.push(if dates_first {
            let kept = gap.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '(' | '['));
            pair[0].end + kept.len()
        } else {
            let closed = gap.len() - gap.trim_start_matches([')', ']', ' ']).len();
            let rest = &gap[closed..];
            if !rest.starts_with(mark) && !rest.starts_with(is_han) && !text[pair[0].end..].starts_with([')', ']']) {
                let joint = ["and ", "then ", "dan ", "lalu ", "- ", "– "].iter().any(|joint| rest.starts_with(joint));
                joint.then_some(())?;
            }
            pair[0].end + closed
        });
    }
    cuts.push(text.len());
    cuts.windows(2)
        .zip(spans)
        .map(|(cut, span)| {
            let (head, tail) = (text.get(cut[0]..span.start)?, text.get(span.end..cut[1])?);
            let trimmed = |part: &str| without_joint(&segments::clean(part)).to_owned();
            let joined = format!("{}\t{}", trimmed(head), trimmed(tail)).replace(": ", "\t");
            Some(Post { dates: &text[span.clone()], names: names(&joined) })
        })
        .collect()
}

fn without_joint(part: &str) -> &str {
    let joint = ["and ", "then ", "dan ", "lalu ", "kemudian ", "later ", "before that ", "previously "];
    joint.iter().find_map(|joint| part.strip_prefix(joint)).unwrap_or(part).trim()
}

/// The names of a part, split like header lines.
fn names(part: &str) -> Vec<String> {
    let (whole, parts) = header::Piece::of(part);
    let pieces = if parts.len() > whole.len() { parts } else { whole };
    let pieces: Vec<String> = pieces.into_iter().map(|piece| piece.text).collect();
    // "Barrister, Harbour Court"
    pieces.iter().flat_map(|piece| if pieces.len() == 1 { at_comma(piece) } else { vec![piece.clone()] }).collect()
}

fn at_comma(piece: &str) -> Vec<String> {
    let parts = segments::commas(piece);
    if parts.len() == 2 && parts.iter().any(|part| is_title(part)) && !parts.iter().all(|part| is_title(part)) {
        parts
    } else {
        vec![piece.to_owned()]
    }
}

fn is_title(name: &str) -> bool {
    evidence(name).is_title() && name.chars().count() <= MAX_NAME
}

fn is_name(name: &str) -> bool {
    let fits = (2..=MAX_NAME).contains(&name.chars().count()) && !prose::is_prose(name);
    fits && !is_title(name) && name.starts_with(|c: char| c.is_uppercase() || is_han(c) || c.is_ascii_digit())
}

/// The rows of positions that each have a title, with an employer in each or in one of them.
fn rows_of(posts: &[Post<'_>]) -> Option<Vec<Row>> {
    let titles: Option<Vec<&String>> = posts
        .iter()
        .map(|post| {
            let mut titles = post.names.iter().filter(|name| is_title(name));
            titles.next().filter(|_| titles.next().is_none() && post.names.len() <= 2)
        })
        .collect();
    let titles = titles?;
    let employers: Vec<Option<&String>> =
        posts.iter().map(|post| post.names.iter().find(|name| is_name(name))).collect();
    let unread = posts.iter().zip(&employers).any(|(post, employer)| post.names.len() == 2 && employer.is_none());
    let count = employers.iter().flatten().count();
    let shared = match count {
        _ if unread => return None,
        1 => employers.first().copied().flatten().or_else(|| employers.last().copied().flatten()),
        0 => None,
        n if n == posts.len() => None,
        _ => return None,
    };
    if count == 1 && shared.is_none() {
        return None;
    }
    let rows = posts.iter().zip(titles).zip(employers).map(|((post, title), employer)| {
        let opens = ["from ", "dari ", "mulai "].iter().any(|lead| post.dates.to_lowercase().starts_with(lead));
        let open = opens && dates::find(post.dates).iter().all(|span| !span.is_range());
        let period = if open { format!("{} - present", post.dates) } else { post.dates.to_owned() };
        let company = employer.or(shared).map(|name| format!("company: {name}\t")).unwrap_or_default();
        Row { text: format!("{company}position: {title}\tperiod: {period}"), bullet: false }
    });
    Some(rows.collect())
}
