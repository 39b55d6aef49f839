//! Careers written as sentences: an employer and a title behind the words that introduce them, and the dates beside them.

use std::cmp::Reverse;
use std::ops::Range;

use crate::dates::{self, Dated, Extent, Point};
use crate::entries::Found;
use crate::labels::Field;
use crate::lexicon::LEXICON;
use crate::names;
use crate::page::{Page, is_han, width};
use crate::reading::EntryKind;
use crate::roles::{Piece, SURE, clean, commas, weak};
use crate::schools::is_school;
use crate::units::Unit;
use crate::words::{self, evidence};

/// Lines of this width may go on in the next.
const FULL: usize = 60;
/// The longest name in a sentence.
const MAX_NAME: usize = 60;
/// The longest sentence in bytes.
const MAX_SENTENCE: usize = 2_000;
/// The least score of a name behind a word that introduces it.
const LIKELY: i32 = 30;
/// The longest lower-case title in words.
const MAX_TITLE: usize = 5;

/// The employments of units that tell them; one without an end lasts until the next starts.
pub(crate) fn read(page: &Page, units: &[Unit]) -> Vec<Found> {
    let mut found: Vec<Found> = Vec::new();
    let mut open = false;
    let sentences = paragraph_sentences(page, units).into_iter();
    for clause in sentences.filter(|at| at.len() <= MAX_SENTENCE).flat_map(|at| clauses(page, &at)) {
        let (text, lower) = (page.slice(&clause), page.low(&clause));
        let dates = dates::find(text);
        let Some(first) = dates.first() else { continue };
        let holds = |class: &str| LEXICON.list(class).iter().any(|(word, _)| lower.contains(word));
        match employment(page, &clause).filter(|(dated, ..)| dated.is_period() || holds("told_strong")) {
            Some((dated, company, title)) => {
                if open && let Some(last) = found.last_mut() {
                    close(last, start(&dated));
                }
                let end = dates.iter().find(|end| end.at.start >= dated.at.end && ends(lower, end)).and_then(last);
                let present = holds("present");
                let extent = match (dated.extent, end) {
                    (Extent::Open(from) | Extent::Single(from), Some(to)) if from.first() <= to.last() => {
                        Extent::Closed(from, to)
                    }
                    (Extent::Single(from), _) if present => Extent::Open(from),
                    (extent, _) => extent,
                };
                open = matches!(extent, Extent::Single(_)) || matches!(extent, Extent::Open(_)) && !present;
                let at = clause.start + dated.at.start..clause.start + dated.at.end;
                found.push(Found {
                    kind: EntryKind::Work,
                    header: clause.clone(),
                    sure: company.is_some(),
                    company: company.map(|company| names::company(page, &company)),
                    title: Some(names::title(page, &title)),
                    dated: Some(Dated { at, extent }),
                    body: clause,
                });
            }
            None if open && ends(lower, first) && !first.is_period() => {
                if let Some(entry) = found.last_mut() {
                    close(entry, last(first));
                }
                open = false;
            }
            None => {}
        }
    }
    if open && let Some(last) = found.last_mut() {
        close(last, None);
    }
    found
}

fn start(dated: &Dated) -> Option<Point> {
    dated.bounds().0.map(Point::of)
}

fn last(dated: &Dated) -> Option<Point> {
    dated.bounds().1.map(Point::of)
}

/// Ends an employment that is open at the start of the next one, or lets it go on.
fn close(entry: &mut Found, end: Option<Point>) {
    let Some(dated) = &mut entry.dated else { return };
    if let Extent::Open(from) | Extent::Single(from) = dated.extent {
        let end = end.filter(|end| end.last() >= from.first());
        dated.extent = end.map_or(Extent::Open(from), |end| Extent::Closed(from, end));
    }
}

/// Whether a date is an end: behind "until", or beside "left".
fn ends(lower: &str, dated: &Dated) -> bool {
    let before = lower[..dated.at.start].trim_end();
    let after: String = lower[dated.at.end..].chars().take(16).collect();
    let has = |class: &str, holds: &dyn Fn(&str) -> bool| LEXICON.list(class).iter().any(|(word, _)| holds(word));
    has("told_until", &|word| before.ends_with(word))
        || has("told_left", &|word| before.ends_with(word) || after.contains(word))
}

/// The sentences of the units' paragraphs.
pub(crate) fn paragraph_sentences(page: &Page, units: &[Unit]) -> Vec<Range<usize>> {
    paragraphs(page, units).iter().flat_map(|at| sentences(page, at)).collect()
}

/// Units that go on over full lines are one paragraph; personal data tells of no employment.
fn paragraphs(page: &Page, units: &[Unit]) -> Vec<Range<usize>> {
    let widest = units.iter().map(|unit| width(unit.text(page)).min(FULL * 2)).max().unwrap_or(0);
    let personal = |unit: &Unit| {
        unit.labelled.iter().any(|label| {
            matches!(
                label.field,
                Field::Skip | Field::Location | Field::Phone | Field::Name | Field::Email | Field::Level
            )
        })
    };
    let mut paragraphs: Vec<Range<usize>> = Vec::new();
    let mut broken = true;
    for unit in units {
        if personal(unit) {
            broken = true;
            continue;
        }
        // An address ends a line of contacts.
        let alone = unit.text(page).contains('@');
        let above = paragraphs.last().map_or("", |last| page.slice(last).rsplit('\n').next().unwrap_or_default());
        let full = widest >= FULL && width(above) * 5 >= widest * 3;
        match paragraphs.last_mut() {
            Some(last) if !unit.bullet && full && !broken && !alone => last.end = unit.at.end,
            _ => paragraphs.push(unit.at.clone()),
        }
        broken = alone;
    }
    paragraphs
}

pub(crate) fn sentences(page: &Page, at: &Range<usize>) -> Vec<Range<usize>> {
    let text = page.slice(at);
    let mut start = 0;
    let mut parts = Vec::new();
    for (end, c) in text.char_indices() {
        let next = &text[end + c.len_utf8()..];
        let word = text[start..end].rsplit(' ').next().unwrap_or_default();
        if matches!(c, '。' | ';' | '!' | '?') || c == '.' && next.starts_with([' ', '\n']) && word.len() > 3 {
            parts.push(at.start + start..at.start + end);
            start = end + c.len_utf8();
        }
    }
    parts.push(at.start + start..at.end);
    parts.into_iter().map(|part| page.trim(part, char::is_whitespace)).filter(|part| !part.is_empty()).collect()
}

/// The parts of a sentence with several starts, cut at the comma before each.
fn clauses(page: &Page, at: &Range<usize>) -> Vec<Range<usize>> {
    let (text, lower) = (page.slice(at), page.low(at));
    let mut parts = Vec::new();
    let mut from = 0;
    for pair in dates::find(text).windows(2) {
        let [last, next] = pair else { continue };
        if ends(lower, next) && !next.is_period() {
            continue;
        }
        let comma = text[last.at.end..next.at.start].rfind(',').map(|comma| last.at.end + comma + 1);
        let start = comma.unwrap_or(next.at.start);
        if start > from {
            parts.push(at.start + from..at.start + start);
            from = start;
        }
    }
    parts.push(at.start + from..at.end);
    parts
}

/// The date of a clause with the employer and title that it tells of.
fn employment(page: &Page, clause: &Range<usize>) -> Option<(Dated, Option<Range<usize>>, Range<usize>)> {
    let dated = dates::best(page.slice(clause))?;
    // The dates part the names around them.
    let mut text = page.low(clause).replace('\n', " ");
    text.replace_range(dated.at.clone(), &",".repeat(dated.at.len()));
    let title = named(page, clause, &text, "told_title", |piece| {
        let held = piece.names.title == 3 && page.slice(&piece.at).split(' ').count() <= MAX_TITLE;
        if held { piece.title.max(LIKELY + 10) } else { piece.title }
    });
    let held = title.as_ref().is_some_and(|(_, score)| *score >= LIKELY);
    let company = named(page, clause, &text, "told_employer", |piece| piece.company)
        .filter(|(at, _)| held || !is_school(page.slice(at)));
    let company =
        company.clone().filter(|(_, score)| *score >= SURE).or_else(|| leading(page, clause, &text)).or(company);
    let found = match (company, title) {
        (company, Some((title, score)))
            if score >= LIKELY
                && words::is_own_account(page.slice(&title))
                && company.as_ref().is_none_or(|(_, score)| *score < SURE) =>
        {
            (None, title)
        }
        (Some((company, one)), Some((title, other))) if one.max(other) >= LIKELY => (Some(company), title),
        (_, Some((title, score))) if score >= LIKELY && weak(page, &title).len() == 2 => {
            let mut parts: Vec<Piece> = weak(page, &title).into_iter().map(|part| Piece::new(page, part)).collect();
            parts.sort_by_key(|piece| piece.title);
            (Some(parts[0].at.clone()), parts[1].at.clone())
        }
        _ => listed(page, clause, &dated)?,
    };
    Some((dated, found.0, found.1))
}

/// An employer at the start of a clause: "PT Maju Jaya sebagai kasir".
fn leading(page: &Page, clause: &Range<usize>, text: &str) -> Option<(Range<usize>, i32)> {
    let end = LEXICON.list("told_link").iter().filter_map(|(word, _)| text.find(word)).min()?;
    let from = text[..end].rfind(',').map_or(0, |comma| comma + 1);
    let piece = Piece::new(page, clean(page, clause.start + from..clause.start + end));
    (piece.company >= SURE && page.slice(&piece.at).chars().count() <= MAX_NAME).then_some((piece.at, piece.company))
}

/// "MV Northern Aurora Cruises, Chef de Partie, March 2017": between commas.
fn listed(page: &Page, clause: &Range<usize>, dated: &Dated) -> Option<(Option<Range<usize>>, Range<usize>)> {
    let sides = [clause.start..clause.start + dated.at.start, clause.start + dated.at.end..clause.end];
    let pieces: Vec<Piece> = sides
        .iter()
        .flat_map(|side| commas(page, side))
        .filter(|part| page.slice(part).chars().count() <= MAX_NAME)
        .map(|part| Piece::new(page, part))
        .collect();
    let best = |score: fn(&Piece) -> i32| {
        let best = pieces.iter().enumerate().max_by_key(|(at, piece)| (score(piece), Reverse(*at)))?.1;
        (score(best) >= SURE).then(|| best.at.clone())
    };
    let (company, title) = (best(|piece| piece.company)?, best(|piece| piece.title)?);
    (company != title && !is_school(page.slice(&company))).then_some((Some(company), title))
}

/// The best name behind one of the words of a class, with its score.
fn named(
    page: &Page,
    clause: &Range<usize>,
    text: &str,
    class: &str,
    score: impl Fn(&Piece) -> i32,
) -> Option<(Range<usize>, i32)> {
    let mut best: Option<(Range<usize>, i32)> = None;
    for (word, _) in LEXICON.list(class) {
        for (found, _) in text.match_indices(word.trim_start()) {
            if word.starts_with(' ') && found > 0 && !text[..found].ends_with([' ', ',']) {
                continue;
            }
            let start = found + word.trim_start().len();
            let rest = page.slice(&(clause.start + start..clause.end));
            // "Dinas Kelautan dan Perikanan": a joint between capitals ends no name.
            let joins = |end: &str, at: usize| {
                LEXICON.has("told_joint", end.trim()) && rest[at + end.len()..].starts_with(char::is_uppercase)
            };
            let ends = LEXICON.list("told_ends").iter().filter_map(|(end, _)| {
                text[start..].match_indices(end).map(|(at, _)| at).find(|&at| at > 0 && !joins(end, at))
            });
            let end = start + ends.chain(before_title(&text[start..])).min().unwrap_or(text.len() - start);
            let name = without_stop(page, proper(page, clean(page, clause.start + start..clause.start + end)));
            let written = page.slice(&name);
            if written.is_empty() || written.chars().count() > MAX_NAME || !written.starts_with(char::is_alphabetic) {
                continue;
            }
            let small = written.starts_with(char::is_lowercase);
            let piece = Piece::new(page, name);
            let score = score(&piece) - i32::from(small);
            if score >= 0 && best.as_ref().is_none_or(|(_, top)| score > *top) {
                best = Some((piece.at, score));
            }
        }
    }
    best
}

/// Where an employer ends before a title's verb of one character: 某某有限责任公司任会计.
fn before_title(text: &str) -> Option<usize> {
    let mut ends: Vec<usize> = LEXICON
        .list("told_title")
        .iter()
        .filter(|(word, _)| word.starts_with(is_han) && word.chars().nth(1).is_none())
        .flat_map(|(word, _)| text.match_indices(word).map(|(at, _)| at))
        .filter(|at| (1..=MAX_NAME * 3).contains(at))
        .collect();
    ends.sort_unstable();
    let titled = |rest: &str| evidence(rest.split(',').next().unwrap_or_default()).title == 3;
    ends.into_iter().find(|&end| {
        let verb = text[end..].chars().next().map_or(0, char::len_utf8);
        evidence(&text[..end]).company >= 3 || end > 6 && titled(&text[end + verb..])
    })
}

/// Without a sentence's full stop, but with that of Inc.
fn without_stop(page: &Page, at: Range<usize>) -> Range<usize> {
    let bare = page.slice(&at).trim_end_matches('.');
    let stop = bare.rsplit(' ').next().is_some_and(|last| last.len() > 4 && !last.contains('.'));
    if stop { at.start..at.start + bare.len() } else { at }
}

/// The capitalized words at the start of a Latin name; other text as it is.
fn proper(page: &Page, mut at: Range<usize>) -> Range<usize> {
    if let Some(rest) = page.low(&at).strip_prefix("the ") {
        at.start = at.end - rest.len();
    }
    let name = page.slice(&at);
    if !name.starts_with(|c: char| c.is_ascii_uppercase()) {
        return at;
    }
    let (mut end, mut read) = (0, 0);
    for word in name.split_inclusive([' ', '\n']) {
        let bare = word.trim();
        read += word.len();
        if bare.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit() || c == '(' || is_han(c)) {
            end = read;
        } else if !LEXICON.has("joint", bare) {
            break;
        }
    }
    at.start..at.start + name[..end].trim_end().len()
}
