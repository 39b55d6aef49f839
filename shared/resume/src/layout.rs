//! Decides the headers of all entries of a section together: which pieces around each period are employer and title.
//! Entries of one resume are laid out alike, so the interpretation in which they agree is preferred.

use std::ops::Range;
use std::sync::LazyLock;

use crate::page::{Page, is_dash, is_han};
use crate::roles::{Piece, SURE, weight};
use crate::units::Unit;
use crate::words;

/// The most header lines before or after the dates.
const MAX_SIDE: usize = 3;
/// The most consecutive anchors that may be no entries.
const REACH: usize = 6;

struct Weights {
    labelled: i32,
    missing: i32,
    inherited: i32,
    left_over: i32,
    edge: i32,
    own: i32,
    bullet: i32,
    other_lines: i32,
    other_order: i32,
    unread_lead: i32,
    unread_name: i32,
    strict: i32,
    strict_line: i32,
}

static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| Weights {
    labelled: weight("labelled"),
    missing: weight("missing"),
    inherited: weight("inherited"),
    left_over: weight("left_over"),
    edge: weight("edge"),
    own: weight("own"),
    bullet: weight("bullet"),
    other_lines: weight("other_lines"),
    other_order: weight("other_order"),
    unread_lead: weight("unread_lead"),
    unread_name: weight("unread_name"),
    strict: weight("strict"),
    strict_line: weight("strict_line"),
});

/// Employer and title among the pieces of header lines.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Names {
    pub(crate) score: i32,
    /// Whether the employer stands before the title; unknown if one is missing or labelled.
    pub(crate) company_first: Option<bool>,
    /// The scores of employer and title alone.
    pub(crate) evident: i32,
    /// Whether pieces were split at possible separators too.
    cut: bool,
    company_at: Option<usize>,
    title_at: Option<usize>,
}

/// A header: its units and their interpretation.
#[derive(Debug, Clone)]
pub(crate) struct Header {
    pub(crate) anchor: usize,
    pub(crate) from: usize,
    /// The first unit of the description.
    pub(crate) to: usize,
    pub(crate) names: Names,
}

/// One interpretation of the units around an anchor.
struct Choice {
    from: usize,
    to: usize,
    before: usize,
    after: usize,
    names: Names,
    score: i32,
}

/// What the entries of a section have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Layout {
    before: usize,
    after: usize,
    company_first: bool,
}

/// The headers around the anchors, in order. `strict` asks for evidence, without a section's heading.
pub(crate) fn headers(page: &Page, units: &[Unit], anchors: &[usize], strict: bool) -> Vec<Header> {
    let by_order = [true, false].map(|company_first| choices(page, units, anchors, strict, company_first));
    let mut best: Option<(i32, bool, Vec<Option<usize>>)> = None;
    for (choices, company_first) in by_order.iter().zip([true, false]) {
        let mut seen = Vec::new();
        for choice in choices.iter().flatten() {
            let layout = Layout { before: choice.before, after: choice.after, company_first };
            if !seen.contains(&layout) {
                seen.push(layout);
                let (score, chosen) = agree(choices, layout);
                if best.as_ref().is_none_or(|(top, ..)| score > *top) {
                    best = Some((score, company_first, chosen));
                }
            }
        }
    }
    let Some((_, company_first, chosen)) = best else { return Vec::new() };
    let choices = &by_order[usize::from(!company_first)];
    let found = choices.iter().zip(chosen).zip(anchors);
    found
        .filter_map(|((choices, chosen), &anchor)| {
            let choice = &choices[chosen?];
            Some(Header { anchor, from: choice.from, to: choice.to, names: choice.names })
        })
        .collect()
}

fn choices(page: &Page, units: &[Unit], anchors: &[usize], strict: bool, company_first: bool) -> Vec<Vec<Choice>> {
    let weights = &*WEIGHTS;
    let mut all = Vec::with_capacity(anchors.len());
    for (at, &anchor) in anchors.iter().enumerate() {
        let low = at.checked_sub(1).map_or(0, |before| anchors[before] + 1);
        let high = anchors.get(at + 1).copied().unwrap_or(units.len());
        let before = side(units, anchor, (low..anchor).rev(), |piece| piece.company * 2 >= SURE);
        let after = side(units, anchor, anchor + 1..high, |piece| piece.title >= SURE);
        let mut options = Vec::new();
        for b in 0..=before.len() {
            for a in 0..=after.len() {
                let mut header: Vec<&Unit> = before[..b].iter().rev().map(|&unit| &units[unit]).collect();
                header.push(&units[anchor]);
                header.extend(after[..a].iter().map(|&unit| &units[unit]));
                let names = names(&header, at > 0, company_first);
                let from = if b == 0 { anchor } else { before[b - 1] };
                let to = if a == 0 { anchor + 1 } else { after[a - 1] + 1 };
                let mut score = names.score + prior(page, &units[anchor]);
                // A name right above belongs to this entry if nobody else reads it.
                if b == 0
                    && names.company_at.is_none()
                    && before
                        .first()
                        .is_some_and(|&above| units[above].is_name(page) || units[above].is_sure_name(page))
                {
                    score += weights.unread_name;
                }
                if at == 0 && !strict {
                    let unread = units[..from].iter().filter(|unit| !unit.is_silent() && !unit.aside).count();
                    score += weights.unread_lead * i32::try_from(unread.min(6)).unwrap_or(0);
                }
                let both = names.company_first.is_some() && b + a == 0;
                let enough = if strict {
                    let below = at > 0 && b + a == 0 && units[anchor].is_at_edge(page);
                    names.evident >= if both || below { weights.strict_line } else { weights.strict }
                } else {
                    score >= 0 || units[anchor].is_labelled()
                };
                if enough {
                    options.push(Choice { from, to, before: b, after: a, names, score });
                }
            }
        }
        all.push(options);
    }
    all
}

/// The units beside an anchor that may belong to its header, nearest first. A description's first names count if they are
/// an employer above the dates, or a title below.
fn side(units: &[Unit], anchor: usize, range: impl Iterator<Item = usize>, names: fn(&Piece) -> bool) -> Vec<usize> {
    let bare = |at: usize| at < anchor && units[anchor].rest.is_empty();
    let mut found = Vec::new();
    for at in range {
        let unit = &units[at];
        // "1. Bidan Jaga di Klinik Medika" right above its dates.
        let numbered = bare(at) && found.is_empty() && unit.bullet && !unit.prose && !unit.aside;
        let led = unit.led && (at < anchor || found.is_empty()) && unit.parts.iter().any(names);
        if !(unit.is_header() || numbered || led)
            || unit.dated.is_some() && !unit.is_labelled()
            || found.len() == MAX_SIDE
        {
            break;
        }
        found.push(at);
        if led {
            break;
        }
    }
    found
}

fn prior(page: &Page, unit: &Unit) -> i32 {
    let edge = unit.is_at_edge(page) || unit.is_labelled();
    let listed = unit.bullet && !unit.is_labelled();
    WEIGHTS.edge * i32::from(edge) + WEIGHTS.bullet * i32::from(listed)
}

/// The best total up to a choice, and its predecessor.
type Reached = (i32, Option<(usize, usize)>);

/// The best choices that do not overlap, for one layout.
fn agree(choices: &[Vec<Choice>], layout: Layout) -> (i32, Vec<Option<usize>>) {
    let mut table: Vec<Vec<Reached>> = Vec::with_capacity(choices.len());
    let mut best = (0, None);
    for (at, options) in choices.iter().enumerate() {
        let row: Vec<Reached> = options
            .iter()
            .map(|choice| {
                let own = choice.score + deviation(choice, layout);
                let mut reached = (own, None);
                for (earlier, scores) in table.iter().enumerate().rev().take(REACH) {
                    for (chosen, &(total, _)) in scores.iter().enumerate() {
                        if choices[earlier][chosen].to <= choice.from && total + own > reached.0 {
                            reached = (total + own, Some((earlier, chosen)));
                        }
                    }
                }
                reached
            })
            .collect();
        for (chosen, &(total, _)) in row.iter().enumerate() {
            if total > best.0 {
                best = (total, Some((at, chosen)));
            }
        }
        table.push(row);
    }
    let mut chosen = vec![None; choices.len()];
    let mut next = best.1;
    while let Some((at, choice)) = next {
        chosen[at] = Some(choice);
        next = table[at][choice].1;
    }
    (best.0, chosen)
}

fn deviation(choice: &Choice, layout: Layout) -> i32 {
    let lines = i32::from(choice.before != layout.before) + i32::from(choice.after != layout.after);
    let order = choice.names.company_first.is_some_and(|first| first != layout.company_first);
    WEIGHTS.other_lines * lines + WEIGHTS.other_order * i32::from(order)
}

/// Employer and title of header units. `inherits` says that an earlier entry may name the employer.
pub(crate) fn names(units: &[&Unit], inherits: bool, company_first: bool) -> Names {
    let whole: Vec<&Piece> = units.iter().flat_map(|unit| &unit.whole).collect();
    let parts: Vec<&Piece> = units.iter().flat_map(|unit| &unit.parts).collect();
    let company = units.iter().any(|unit| unit.company.is_some());
    let title = units.iter().any(|unit| unit.title.is_some());
    let uncut = choose(&whole, company, title, inherits, company_first);
    let cut = choose(&parts, company, title, inherits, company_first);
    if cut.score > uncut.score { Names { cut: true, ..cut } } else { uncut }
}

fn choose(pieces: &[&Piece], company: bool, title: bool, inherits: bool, company_first: bool) -> Names {
    let weights = &*WEIGHTS;
    let total: i32 = pieces.iter().map(|piece| i32::from(!piece.silent)).sum();
    let speaking = |at: Option<usize>| at.map_or(0, |at| i32::from(!pieces[at].silent));
    let free = |labelled: bool| std::iter::once(None).chain((0..if labelled { 0 } else { pieces.len() }).map(Some));
    let mut best: Option<Names> = None;
    for company_at in free(company) {
        for title_at in free(title) {
            if company_at.is_some() && company_at == title_at {
                continue;
            }
            let named = match title_at {
                _ if title => weights.labelled,
                Some(at) => pieces[at].title,
                None => weights.missing,
            };
            let employer = match company_at {
                _ if company => weights.labelled,
                Some(at) => pieces[at].company,
                None if title_at.is_some_and(|at| pieces[at].own) => 0,
                None if inherits => weights.inherited,
                None => weights.missing,
            };
            let order = company_at.zip(title_at).map(|(company, title)| company < title);
            let disorder = i32::from(order.is_some_and(|first| first != company_first));
            let score =
                employer + named + weights.left_over * (total - speaking(company_at) - speaking(title_at)) - disorder;
            if best.is_none_or(|best| score > best.score) {
                // Self-employment needs no employer.
                let own = company_at.is_none() && !company && title_at.is_some_and(|at| pieces[at].own);
                let evident = employer.max(0) + named.max(0) + if own { weights.own } else { 0 };
                best = Some(Names { score, company_first: order, evident, cut: false, company_at, title_at });
            }
        }
    }
    best.unwrap_or_default()
}

/// Employer and title.
pub(crate) type Found = (Option<Range<usize>>, Option<Range<usize>>);

/// The ranges of employer and title.
pub(crate) fn found(page: &Page, units: &[&Unit], names: &Names) -> Found {
    let pieces: Vec<&Piece> = units.iter().flat_map(|unit| if names.cut { &unit.parts } else { &unit.whole }).collect();
    let piece = |at: Option<usize>| at.and_then(|at| pieces.get(at)).map(|piece| piece.at.clone());
    let company = units.iter().find_map(|unit| unit.company.clone()).or_else(|| piece(names.company_at));
    let title = units.iter().find_map(|unit| unit.title.clone()).or_else(|| piece(names.title_at));
    // "Legal Counsel – Land & Permits": nobody else reads what stands behind the dash.
    let title = title.map(|title| {
        match names.title_at.and_then(|at| pieces.get(at + 1).filter(|_| names.company_at != Some(at + 1))) {
            Some(next)
                if company.is_some() && next.at.start > title.end && next.names.company < 2 && next.names.title < 3 =>
            {
                let gap = page.slice(&(title.end..next.at.start));
                let field = page.slice(&next.at);
                let fits = (2..=40).contains(&field.chars().count())
                    && field.starts_with(|c: char| c.is_uppercase() || is_han(c));
                if fits && gap.starts_with(' ') && gap.trim().chars().all(is_dash) && !gap.trim().is_empty() {
                    title.start..next.at.end
                } else {
                    title
                }
            }
            _ => title,
        }
    });
    // "Freelance" is no employer; alone it is the title.
    match company {
        Some(company) if words::is_own_account_alone(page.slice(&company)) => (None, title.or(Some(company))),
        company => (company, title),
    }
}
