//! What the person did: an entry around each period of a section, with the ranges of employer, title, dates and body.

use std::ops::Range;

use crate::dates::Dated;
use crate::layout::{self, Header};
use crate::lexicon::LEXICON;
use crate::names;
use crate::page::{Page, is_han, words as split};
use crate::reading::EntryKind;
use crate::roles::{self, SURE};
use crate::schools;
use crate::units::Unit;
use crate::words::{self, evidence};

/// The most entries of a section.
const MAX_ENTRIES: usize = 120;
/// The most units between an employer and the first title there.
const MAX_LEAD: usize = 2;
/// How far from an anchor its header may be.
const NEAR: usize = 6;

/// An entry in the normal text.
#[derive(Debug, Clone)]
pub(crate) struct Found {
    pub(crate) kind: EntryKind,
    pub(crate) header: Range<usize>,
    pub(crate) company: Option<Range<usize>>,
    pub(crate) title: Option<Range<usize>>,
    pub(crate) dated: Option<Dated>,
    pub(crate) body: Range<usize>,
    pub(crate) sure: bool,
}

impl Found {
    /// Whether employer, title and start are known.
    pub(crate) fn is_whole(&self) -> bool {
        self.company.is_some() && self.title.is_some() && self.dated.is_some()
    }

    /// Dated self-employment, which needs no employer.
    pub(crate) fn is_own(&self, page: &Page) -> bool {
        self.dated.is_some() && self.title.as_ref().is_some_and(|title| words::is_own_account(page.slice(title)))
    }
}

/// The entries of a section, and the units of it that tell of schools.
#[derive(Debug, Default)]
pub(crate) struct Section {
    pub(crate) entries: Vec<Found>,
    pub(crate) schooling: Vec<Range<usize>>,
}

/// The entries of the units. `strict` asks for evidence for every entry, without a heading.
pub(crate) fn read(page: &Page, units: &[Unit], kind: EntryKind, strict: bool) -> Section {
    let mut units = units.to_vec();
    if strict {
        // A school attended is no employer.
        for unit in units.iter_mut().filter(|unit| unit.dated.is_none()) {
            unit.aside |= unit.is_short(page) && schools::is_schooling(page, &unit.at, true);
        }
    }
    let mut section = Section::default();
    let mut anchors = anchors(page, &mut units, strict);
    anchors.truncate(MAX_ENTRIES);
    anchors.retain(|&at| {
        let school = is_school(page, &units, at, strict);
        if school {
            section.schooling.push(units[at].rows.clone());
        }
        !school
    });
    if anchors.is_empty() {
        return section;
    }
    for &anchor in &anchors {
        let near = anchor.saturating_sub(NEAR)..(anchor + NEAR + 1).min(units.len());
        units[near].iter_mut().for_each(|unit| unit.cut(page));
    }
    let headers = layout::headers(page, &units, &anchors, strict);
    let names: Vec<layout::Found> = headers.iter().map(|header| named(page, &units, header)).collect();
    let kept: Vec<usize> = (0..headers.len()).filter(|&at| !is_within(page, &units, &headers, &names, at)).collect();
    let headers: Vec<&Header> = kept.iter().map(|&at| &headers[at]).collect();
    let mut names: Vec<layout::Found> = kept.iter().map(|&at| names[at].clone()).collect();
    let groups = groups(page, &units, &headers, &mut names);
    let mut employer: Option<Range<usize>> = None;
    for (at, header) in headers.iter().enumerate() {
        let (mut company, mut title) = names[at].clone();
        let low = |range: &Option<Range<usize>>| range.as_ref().map_or("", |range| page.low(range));
        let told = format!("{}, {}", low(&title), low(&company));
        let pause = company.is_none() && is_pause(low(&title))
            || company.as_ref().is_some_and(|company| evidence(page.slice(company)).company < 2)
                && is_pause(low(&company));
        let learner = company.as_ref().is_some_and(|company| schools::is_school(page.slice(company)))
            && LEXICON.has("learner", low(&title));
        if pause || learner || is_unpaid(&told) {
            continue;
        }
        let own = title.as_ref().is_some_and(|title| words::is_own_account(page.slice(title)))
            || on_own_account(page, &units, header);
        // "Agency: Ministry of Works" above several posts there.
        let from = at.checked_sub(1).map_or(0, |before| headers[before].to);
        let above = units[from.min(header.from)..header.from].iter().rev().find(|unit| unit.company.is_some());
        if let Some(heading) = above.filter(|unit| unit.dated.is_none() && unit.title.is_none()) {
            employer.clone_from(&heading.company);
        }
        if company.is_none() && !own {
            company.clone_from(&employer);
        } else if company.is_some() {
            employer.clone_from(&company);
        }
        if groups.contains(&at) {
            continue;
        }
        let end = headers.get(at + 1).map_or(units.len(), |next| next.from);
        let body = &units[header.to.min(end)..end];
        if title.is_none() && company.is_some() {
            title = body.first().and_then(|unit| leading_title(page, unit));
        }
        // "Freelance designer. Clients: two banks" names no employer.
        company = company.filter(|company| !(own && LEXICON.has("own_word", page.low(company))));
        let anchor = &units[header.anchor];
        let dated = anchor.dated.clone();
        let of_header = &units[header.from..header.to];
        let start = of_header.first().map_or(anchor.at.start, |unit| unit.at.start);
        let stop = of_header.last().map_or(anchor.at.end, |unit| match unit.rest.last() {
            Some(names) if unit.led => names.end,
            _ => unit.at.end,
        });
        let inherited = company.as_ref().is_some_and(|company| company.end <= start || company.start >= stop);
        let evident = |range: &Option<Range<usize>>, least: fn(words::Evidence) -> bool| {
            range.as_ref().is_some_and(|range| least(evidence(page.slice(range))))
        };
        let sure = anchor.is_labelled()
            || evident(&company, |names| names.company >= 2) && evident(&title, |names| names.title >= 2) && !inherited;
        section.entries.push(Found {
            kind,
            header: start..stop,
            body: body
                .first()
                .map_or(stop..stop, |first| first.at.start..body.last().map_or(first.at.end, |last| last.at.end)),
            company: company.map(|company| names::company(page, &company)).filter(|company| !company.is_empty()),
            title: title.map(|title| names::title(page, &title)).filter(|title| !title.is_empty()),
            sure: sure && dated.is_some(),
            dated,
        });
    }
    section
}

fn named(page: &Page, units: &[Unit], header: &Header) -> layout::Found {
    let of: Vec<&Unit> = units[header.from..header.to].iter().filter(|unit| !unit.is_silent()).collect();
    layout::found(page, &of, &header.names)
}

/// The units whose period may begin an entry.
fn anchors(page: &Page, units: &mut [Unit], strict: bool) -> Vec<usize> {
    let told = |unit: &Unit| {
        let behind = unit.dated.as_ref().map_or(unit.at.end, |dated| dated.at.end.min(unit.at.end));
        let rest = unit.rest.first().cloned().unwrap_or(behind..unit.at.end);
        page.slice(&rest).trim_start().to_owned()
    };
    let plain = |units: &[Unit], at: usize| {
        let unit = &units[at];
        unit.is_period()
            && (unit.is_labelled() || !unit.prose)
            && !is_no_employment(&told(unit))
            && !is_pause_below(page, units, at)
    };
    let named = |unit: &Unit| {
        let pieces: Vec<roles::Piece> = unit.rest.iter().flat_map(|rest| roles::pieces(page, rest).0).collect();
        (2..=3).contains(&pieces.len()) && pieces.iter().any(|piece| piece.title >= SURE)
    };
    let mut found: Vec<usize> = (0..units.len())
        .filter(|&at| plain(units, at))
        .filter(|&at| {
            let unit = &units[at];
            !unit.bullet || unit.is_labelled() || unit.is_short(page) && (unit.is_at_edge(page) || named(unit))
        })
        .collect();
    if found.is_empty() {
        found = (0..units.len()).filter(|&at| plain(units, at)).collect();
    }
    if found.is_empty() && strict {
        return found;
    }
    if !strict && !found.is_empty() {
        // A line like prose is an entry if another one has its layout: "Acme - owner and baker - 2020 - 2022".
        let shapes: Vec<_> = found.iter().filter_map(|&at| shape(page, &units[at])).collect();
        let like = |unit: &Unit| {
            unit.prose && shape(page, unit).is_some_and(|own| shapes.contains(&own)) && !is_no_employment(&told(unit))
        };
        found.extend((0..units.len()).filter(|&at| like(&units[at])));
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Where the dates of a short line stand, how many names it has, and its bullet.
fn shape(page: &Page, unit: &Unit) -> Option<(bool, bool, usize, bool)> {
    let dated = unit.dated.as_ref().filter(|dated| dated.is_period() && unit.is_short(page) && !unit.is_labelled())?;
    let (first, last) = (dated.at.start <= unit.at.start + 2, dated.at.end + 2 >= unit.at.end);
    let count: usize = unit.rest.iter().map(|rest| roles::strong(page, rest).len()).sum();
    ((first || last) && count >= 2).then_some((first, last, count, unit.bullet))
}

/// A school attended, not an employer.
fn is_school(page: &Page, units: &[Unit], at: usize, strict: bool) -> bool {
    let unit = &units[at];
    if unit.rest.iter().any(|rest| schools::is_schooling(page, rest, strict)) {
        return true;
    }
    let titled = || unit.rest.iter().flat_map(|rest| roles::pieces(page, rest).1).any(|piece| piece.title >= SURE);
    let near = [at.checked_sub(1), at.checked_add(1)];
    strict
        && !titled()
        && near
            .into_iter()
            .flatten()
            .filter_map(|near| units.get(near))
            .any(|near| near.dated.is_none() && near.is_short(page) && schools::is_schooling(page, &near.at, false))
}

/// Projects, honours, publications, offices and pauses.
pub(crate) fn is_no_employment(text: &str) -> bool {
    let lower = text.trim_start().to_lowercase();
    let names = || evidence(text);
    if is_pause(&lower) || is_unpaid(&lower) || text.contains('《') && names().company < 3 {
        return true;
    }
    if LEXICON.within("honour", &lower, 2).is_some() && names().company < 3 {
        return true;
    }
    let head: String = lower.chars().take(8).collect();
    let project = LEXICON.within("project", &head, 2).is_some_and(|(at, _, _)| at == 0 || !head.is_ascii());
    let titled = || text.split(['\t', '|', ' ', '-']).next().is_some_and(|first| evidence(first).title == 3);
    project && names().title < 3 && !titled()
}

/// Whether a text tells of a time without work.
pub(crate) fn is_pause(lower: &str) -> bool {
    !lower.is_empty()
        && (LEXICON.list("pause").iter().any(|(word, _)| lower.starts_with(word)) || {
            let names = evidence(lower);
            names.company < 3
                && names.title < 3
                && LEXICON.list("pause_within").iter().any(|(word, _)| lower.contains(word))
        })
}

fn is_pause_below(page: &Page, units: &[Unit], at: usize) -> bool {
    let bare = units[at].rest.is_empty() && !units[at].is_labelled();
    bare && units.get(at + 1).is_some_and(|next| next.dated.is_none() && is_pause(page.low(&next.at)))
}

/// Whether names are those of an unpaid office: of students, in associations, as volunteers.
pub(crate) fn is_unpaid(lower: &str) -> bool {
    if LEXICON.list("unpaid").iter().any(|(phrase, _)| lower.contains(phrase)) {
        return true;
    }
    let words = split(lower);
    let any = |class: &str| words.iter().any(|word| LEXICON.has(class, word));
    let volunteer = words.iter().position(|word| LEXICON.has("volunteer", word)).is_some_and(|at| {
        let paid = |word: Option<&&str>| word.is_some_and(|word| LEXICON.has("volunteer_paid", word));
        let next = words.get(at + 1);
        let named = lower.split(", ").any(|part| part.contains(words[at]) && evidence(part).title >= 2);
        let alone = named || next.is_none_or(|next| LEXICON.has("joint", next));
        alone && !paid(next) && !paid(at.checked_sub(1).and_then(|at| words.get(at)))
    });
    let body = || any("body") || LEXICON.list("body_phrase").iter().any(|(phrase, _)| lower.contains(phrase));
    let association = || {
        let bare = lower.trim_end_matches(|c: char| !c.is_alphanumeric());
        lower.contains(is_han)
            && LEXICON.within("association", lower, 2).is_some()
            && (LEXICON.ends("association_office", bare).is_some()
                || lower.split(", ").any(|part| LEXICON.ends("association_office", part).is_some()))
    };
    volunteer || any("office") && body() || association()
}

/// The title at the start of a line about the work: "MEAL Officer, field office. Surveys …".
fn leading_title(page: &Page, unit: &Unit) -> Option<Range<usize>> {
    let text = unit.text(page);
    let end = text
        .char_indices()
        .find(|&(at, c)| ",;:(|。".contains(c) || c == '.' && text[at + 1..].starts_with(' '))
        .map_or(text.len(), |(at, _)| at);
    let head = page.trim(unit.at.start..unit.at.start + end, char::is_whitespace);
    let text = page.slice(&head);
    (text.split(' ').count() <= 6 && text.chars().count() <= 40 && !words::is_prose(text) && evidence(text).is_title())
        .then_some(head)
}

/// Headers with an employer and the whole time there above several titles with dates of their own: a profile's export.
fn groups(page: &Page, units: &[Unit], headers: &[&Header], names: &mut [layout::Found]) -> Vec<usize> {
    let dated = |at: usize| units[headers[at].anchor].dated.as_ref();
    let contains =
        |outer: usize, inner: usize| dated(outer).zip(dated(inner)).is_some_and(|(outer, inner)| outer.contains(inner));
    let mut groups = Vec::new();
    let mut at = 0;
    while at < headers.len() {
        let head = at;
        at += 1;
        let employer = match &names[head] {
            (Some(employer), None) => employer.clone(),
            // An unknown name whose period holds those of two titles below, one of which ends with it.
            (None, Some(name)) if evidence(page.slice(name)).title < 2 && !words::is_own_account(page.slice(name)) => {
                let members: Vec<usize> = (head + 1..headers.len())
                    .take_while(|&inner| {
                        contains(head, inner) && dated(head) != dated(inner) && names[inner].1.is_some()
                    })
                    .collect();
                let end = |at: usize| dated(at).map(|dated| (dated.bounds().1, dated.is_open()));
                if members.len() < 2 || end(members[0]) != end(head) {
                    continue;
                }
                name.clone()
            }
            _ => continue,
        };
        let mut members = 0;
        while at < headers.len() && contains(head, at) {
            let own = match &names[at] {
                (None, Some(_)) => true,
                (Some(company), title) if page.slice(company) == page.slice(&employer) => title.is_some(),
                (Some(company), None) => evidence(page.slice(company)).company < 3 && dated(head) != dated(at),
                _ => false,
            };
            let lead = at == head + 1 && headers[at].from > headers[head].to + MAX_LEAD;
            if !own || lead {
                break;
            }
            let (company, title) = std::mem::take(&mut names[at]);
            names[at] = (None, title.or(company));
            members += 1;
            at += 1;
        }
        if members > 0 {
            names[head] = (Some(employer), None);
            groups.push(head);
        }
    }
    groups
}

/// Whether a header belongs to the entry above, such as a project there: no employer, and dates within its dates.
fn is_within(page: &Page, units: &[Unit], headers: &[Header], names: &[layout::Found], at: usize) -> bool {
    let dated = |at: usize| units[headers[at].anchor].dated.as_ref();
    let (company, title) = &names[at];
    let own = title.as_ref().is_some_and(|title| {
        words::is_own_account(page.slice(title)) || LEXICON.within("owner", page.low(title), 2).is_some()
    });
    if own || on_own_account(page, units, &headers[at]) {
        return false;
    }
    let within = |above: usize| {
        names[above].1.is_some()
            && dated(above) != dated(at)
            && dated(above).zip(dated(at)).is_some_and(|(outer, inner)| outer.contains(inner))
    };
    let strength = |at: usize| names[at].0.as_ref().map(|company| evidence(page.slice(company)).company);
    let aside = |at: usize| units[headers[at].anchor].is_aside_dated(page);
    if aside(at) && strength(at) != Some(4) && (0..at).rev().any(|above| !aside(above) && within(above)) {
        return true;
    }
    let unknown = strength(at).is_some_and(|strength| strength < 2);
    if company.is_some() && !unknown {
        return false;
    }
    let above = (0..at).rev().find(|&above| {
        if unknown { strength(above).is_some_and(|strength| strength >= 3) } else { names[above].0.is_some() }
    });
    above.is_some_and(within)
}

fn on_own_account(page: &Page, units: &[Unit], header: &Header) -> bool {
    units[header.from..header.to].iter().any(|unit| {
        let alone = |range: &Range<usize>| {
            let text = page.slice(range);
            // "Bricklayer (self-employed)"
            words::is_own_account_alone(text)
                || text.split_once('(').is_some_and(|(_, note)| words::is_own_account_alone(note.trim_end_matches(')')))
        };
        unit.company.as_ref().is_some_and(alone) || unit.whole.iter().any(|piece| alone(&piece.at))
    })
}
