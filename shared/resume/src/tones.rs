//! The concepts that a text names, and how each is told: the words before and behind a name in its clause.

use std::ops::Range;

use crate::lexicon::{ConceptId, Hit, LEXICON, Sort};
use crate::page::Page;
use crate::reading::Tone;

/// Farther words of a clause say nothing about a name, in bytes.
const REACH: usize = 400;

/// A concept named in the normal text.
#[derive(Debug, Clone)]
pub(crate) struct Named {
    pub(crate) at: Range<usize>,
    pub(crate) concept: ConceptId,
    pub(crate) tone: Tone,
}

/// The concepts named in the rows, by their start. The longest names win.
pub(crate) fn read(page: &Page, rows: impl Iterator<Item = Range<usize>>) -> Vec<Named> {
    let hits = LEXICON.hits(&page.text);
    let mut named = Vec::new();
    for row in rows {
        let first = hits.partition_point(|hit| hit.start < row.start);
        let within: Vec<&Hit> =
            hits[first..].iter().take_while(|hit| hit.start < row.end).filter(|hit| hit.end <= row.end).collect();
        let mut covered = row.start;
        let mut stretch = (0, 0);
        let mut next = row.start;
        for hit in &within {
            let concepts = LEXICON.named(hit);
            if (hit.start, hit.end) != stretch {
                covered = next;
                stretch = (hit.start, hit.end);
            }
            // A name within a longer one is part of it.
            if concepts.is_empty() || hit.end <= covered {
                continue;
            }
            let sort = |id: &ConceptId| LEXICON.concept(*id).sort;
            // A field of study does not hide the industry that is named after it.
            if concepts.iter().any(|id| sort(id) != Sort::Major) {
                next = next.max(hit.end);
            }
            let tone = tone(page, &row, &within, hit);
            let kept = concepts.iter().filter(|id| sort(id) != Sort::Ignore);
            named.extend(kept.map(|&concept| Named { at: hit.start..hit.end, concept, tone }));
        }
    }
    named
}

/// The clause of a row that holds a stretch, as far as words reach.
pub(crate) fn clause(page: &Page, row: &Range<usize>, at: &Range<usize>) -> Range<usize> {
    let from = page.text.floor_char_boundary(at.start.saturating_sub(REACH).max(row.start));
    let to = page.text.floor_char_boundary((at.end + REACH).min(row.end));
    let text = &page.text[from..to];
    let stops = |(_, c): &(usize, char)| matches!(c, ';' | '。' | '!' | '?' | '\n');
    let full = |&(offset, c): &(usize, char)| c == '.' && text[offset + 1..].starts_with(' ');
    let ends = text.char_indices().filter(|end| stops(end) || full(end));
    let (mut start, mut end) = (from, to);
    for (offset, c) in ends {
        let stop = from + offset;
        if stop + c.len_utf8() <= at.start {
            start = stop + c.len_utf8();
        } else if stop >= at.end {
            end = stop;
            break;
        }
    }
    start..end
}

fn tone(page: &Page, row: &Range<usize>, hits: &[&Hit], name: &Hit) -> Tone {
    let clause = clause(page, row, &(name.start..name.end));
    // Commas end what a word before a name reaches, but not in a list: 不熟悉Java、Go.
    let reach = |from: usize, to: usize| !page.slice(&(from..to)).contains([',', '(', ')']);
    let mut found = Tone::Plain;
    let mut denied = false;
    let first = hits.partition_point(|hit| hit.start < clause.start);
    let within = hits[first..].iter().take_while(|hit| hit.start < clause.end).filter(|hit| hit.end <= clause.end);
    for (hit, &(class, value)) in within.flat_map(|hit| LEXICON.cues(hit).iter().map(move |cue| (hit, cue))) {
        let before = hit.end <= name.start;
        let gap = if before { name.start - hit.end } else { hit.start.saturating_sub(name.end) };
        let applies = match class {
            "tone_before" => before && reach(hit.end, name.start),
            "tone_close" => before && gap <= 2,
            "tone_after" => hit.start >= name.end && reach(name.end, hit.start),
            "tone_behind" => hit.start >= name.end && gap <= 2,
            "tone_not" => {
                denied |= value == "denied";
                if value == "weak" && found == Tone::Weak {
                    found = Tone::Plain;
                }
                false
            }
            _ => false,
        };
        if applies {
            found = found.max(match value {
                "denied" => Tone::Denied,
                "weak" => Tone::Weak,
                "others" => Tone::Others,
                "expired" => Tone::Expired,
                _ => Tone::Planned,
            });
        }
    }
    // "Never missed a deadline" denies nothing.
    if denied && found == Tone::Denied { Tone::Plain } else { found }
}
