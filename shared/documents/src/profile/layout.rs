//! Determines the headers of all entries of a section together: entries usually share a layout, so the interpretation
//! in which they agree is preferred.

use super::header::{self, HeaderNames};
use super::lines::Line;

/// The most header lines before or after the dates.
const MAX_SIDE: usize = 3;
/// Bonus for dates at the edge of their line.
const EDGE: i32 = 30;
/// Penalty for bullets.
const BULLET: i32 = -10;
/// Penalty for a different number of header lines than the other entries.
const OTHER_LINES: i32 = -12;
/// Penalty for a different order of employer and title.
const OTHER_ORDER: i32 = -20;
/// Penalty for an unused line after the section's heading.
const UNREAD_LEAD: i32 = -15;
/// Penalty for an unused name above an entry without employer.
const UNREAD_NAME: i32 = -15;
/// The most consecutive anchors that may not be entries.
const REACH: usize = 6;
/// The minimum score of an entry without a section heading.
const STRICT: i32 = 70;
/// The same for an entry with employer and title beside the dates.
const STRICT_LINE: i32 = 60;

/// A header: its lines and their interpretation.
#[derive(Debug)]
pub(super) struct Header {
    pub(super) anchor: usize,
    /// First line of the header.
    pub(super) from: usize,
    /// First line of the description.
    pub(super) to: usize,
    pub(super) reading: HeaderNames,
}

/// One interpretation of the lines around an anchor.
#[derive(Debug)]
struct HeaderOption {
    from: usize,
    to: usize,
    before: usize,
    after: usize,
    reading: HeaderNames,
    score: i32,
}

/// The common layout of a section's entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Layout {
    before: usize,
    after: usize,
    company_first: bool,
}

/// The headers around the anchors (lines with an entry's dates), in order.
pub(super) fn headers(lines: &[Line], anchors: &[usize], strict: bool) -> Vec<Header> {
    let by_order = [true, false].map(|company_first| candidates(lines, anchors, strict, company_first));
    let mut best: Option<(i32, bool, Vec<Option<usize>>)> = None;
    for (candidates, company_first) in by_order.iter().zip([true, false]) {
        let mut seen = Vec::new();
        for candidate in candidates.iter().flatten() {
            let layout = Layout { before: candidate.before, after: candidate.after, company_first };
            if seen.contains(&layout) {
                continue;
            }
            seen.push(layout);
            let (score, chosen) = agree(candidates, layout);
            if best.as_ref().is_none_or(|(top, ..)| score > *top) {
                best = Some((score, company_first, chosen));
            }
        }
    }
    let Some((_, company_first, chosen)) = best else { return Vec::new() };
    let [first, second] = by_order;
    let candidates = if company_first { first } else { second };
    let mut headers = Vec::new();
    for ((options, chosen), &anchor) in candidates.into_iter().zip(chosen).zip(anchors) {
        let Some(HeaderOption { from, to, reading, .. }) = chosen.and_then(|at| options.into_iter().nth(at)) else {
            continue;
        };
        headers.push(Header { anchor, from, to, reading });
    }
    headers
}

/// All interpretations around each anchor.
fn candidates(lines: &[Line], anchors: &[usize], strict: bool, company_first: bool) -> Vec<Vec<HeaderOption>> {
    let bounds = |at: usize| {
        let low = at.checked_sub(1).map_or(0, |before| anchors[before] + 1);
        let high = anchors.get(at + 1).copied().unwrap_or(lines.len());
        (low, high)
    };
    let mut all = Vec::with_capacity(anchors.len());
    for (at, &anchor) in anchors.iter().enumerate() {
        let (low, high) = bounds(at);
        let before = side(lines, (low..anchor).rev());
        let after = side(lines, anchor + 1..high);
        let mut options = Vec::new();
        for b in 0..=before.len() {
            for a in 0..=after.len() {
                let mut header: Vec<&Line> = before[..b].iter().rev().map(|&line| &lines[line]).collect();
                header.push(&lines[anchor]);
                header.extend(after[..a].iter().map(|&line| &lines[line]));
                let reading = header::read(&header, at > 0, company_first);
                let from = if b == 0 { anchor } else { before[b - 1] };
                let to = if a == 0 { anchor + 1 } else { after[a - 1] + 1 };
                let mut score = reading.score + prior(&lines[anchor]);
                // A name directly above belongs to this entry if it would otherwise be unused.
                if b == 0 && !reading.names_company() {
                    let named = |line: &Line| line.is_name() || line.is_sure_name();
                    score += UNREAD_NAME * i32::from(before.first().is_some_and(|&above| named(&lines[above])));
                }
                if at == 0 && !strict {
                    let unread = (0..from).filter(|&line| speaks(&lines[line])).count();
                    score += UNREAD_LEAD * i32::try_from(unread.min(6)).unwrap_or(0);
                }
                let both = reading.company_first.is_some() && b + a == 0;
                let enough = if strict {
                    let below = at > 0 && b + a == 0 && lines[anchor].is_at_edge();
                    reading.evident >= if both || below { STRICT_LINE } else { STRICT }
                } else {
                    score >= 0 || lines[anchor].is_labelled()
                };
                if enough {
                    options.push(HeaderOption { from, to, before: b, after: a, reading, score });
                }
            }
        }
        all.push(options);
    }
    all
}

/// Lines next to an anchor that may belong to its header, nearest first.
fn side(lines: &[Line], range: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut found = Vec::new();
    let mut range = range.peekable();
    while let Some(at) = range.next() {
        let line = &lines[at];
        // "Regional carrier, 340 tractors" between an employer and the title.
        let names = |line: &Line| line.is_sure_name() || found.is_empty() && line.is_sure_title();
        let told = line.is_remark() && range.peek().is_some_and(|&next| names(&lines[next]));
        if line.is_silent() || told {
            continue;
        }
        if !line.is_header() || line.span.is_some() && !line.is_labelled() || found.len() == MAX_SIDE {
            break;
        }
        found.push(at);
    }
    found
}

fn speaks(line: &Line) -> bool {
    !line.is_silent() && !line.aside
}

/// The prior score of a date line as an entry's header.
fn prior(line: &Line) -> i32 {
    let edge = line.is_at_edge() || line.is_labelled();
    let mut score = if edge { EDGE } else { 0 };
    if line.bullet && !line.is_labelled() {
        score += BULLET;
    }
    score
}

/// The best total up to a candidate, and its predecessor.
type Reached = (i32, Option<(usize, usize)>);

/// The best non-overlapping choice of candidates for one layout.
fn agree(candidates: &[Vec<HeaderOption>], layout: Layout) -> (i32, Vec<Option<usize>>) {
    // For each anchor and candidate: the best total so far, and its predecessor.
    let mut table: Vec<Vec<Reached>> = Vec::with_capacity(candidates.len());
    let mut best = (0, None);
    for (at, options) in candidates.iter().enumerate() {
        let mut row = Vec::with_capacity(options.len());
        for candidate in options {
            let own = candidate.score + deviation(candidate, layout);
            let mut reached = (own, None);
            for (earlier, scores) in table.iter().enumerate().rev().take(REACH) {
                for (chosen, &(total, _)) in scores.iter().enumerate() {
                    if candidates[earlier][chosen].to <= candidate.from && total + own > reached.0 {
                        reached = (total + own, Some((earlier, chosen)));
                    }
                }
            }
            row.push(reached);
        }
        table.push(row);
        for (chosen, &(total, _)) in table[at].iter().enumerate() {
            if total > best.0 {
                best = (total, Some((at, chosen)));
            }
        }
    }
    let mut chosen = vec![None; candidates.len()];
    let mut next = best.1;
    while let Some((at, candidate)) = next {
        chosen[at] = Some(candidate);
        next = table[at][candidate].1;
    }
    (best.0, chosen)
}

fn deviation(candidate: &HeaderOption, layout: Layout) -> i32 {
    let lines = i32::from(candidate.before != layout.before) + i32::from(candidate.after != layout.after);
    let order = candidate.reading.company_first.is_some_and(|first| first != layout.company_first);
    OTHER_LINES * lines + OTHER_ORDER * i32::from(order)
}
