//! Licences and certificates: which a resume tells of, by name or without, and where they are good.

use super::candidate::Candidate;
use super::cues::{Hints, cued};
use super::judge::Finding;
use super::lexicon::{Id, LEXICON, Sort};
use super::places::{self, Places};
use super::resume::{Section, Tone};

/// Any of some licences or certificates.
pub fn certified(candidate: &Candidate<'_, '_>, any: &[Id]) -> Finding {
    let mut best = Finding { hard: true, ..Finding::default() };
    let mut begun = false;
    for needed in any {
        for found in candidate.mentions_of(*needed) {
            let credit = match found.tone {
                Tone::Plain => 1.0,
                Tone::Weak => 0.3,
                Tone::Denied => 0.0,
            };
            if credit > best.credit {
                best.credit = credit;
                best.place = Some((found.line, found.at));
            }
        }
        begun |= candidate.mentions_of(*needed).any(|found| found.tone != Tone::Plain);
        let begun_in =
            |line: usize| candidate.mentions_of(*needed).any(|found| found.line == line && found.tone != Tone::Plain);
        if best.credit < LICENSED
            && let Some(line) = licensed(candidate, *needed).filter(|line| !begun_in(*line))
        {
            best.credit = LICENSED;
            best.place = Some((line, candidate.reading.lines[line].start));
        }
        let (related, _) = candidate.evidence(*needed);
        if best.credit < 0.3 && related.strength > 0.0 {
            best.credit = best.credit.max(0.2 + 0.2 * related.strength);
            best.place = best.place.or(related.place);
        }
    }
    // Whoever says that they have it not has it not, and whoever studies for it neither.
    let denied = |needed: &Id| candidate.mentions_of(*needed).any(|found| found.tone == Tone::Denied);
    if any.iter().all(denied) {
        best.credit = best.credit.min(0.15);
    }
    best.refuted = (best.credit < 0.2 || (begun && best.credit < 0.5)) && candidate.reading.amount > 250;
    best
}

/// What a licence is worth that a line tells of without its name.
const LICENSED: f64 = 0.75;

/// A line that tells of being licensed in the field of work that a licence is for.
fn licensed(candidate: &Candidate<'_, '_>, needed: Id) -> Option<usize> {
    let field = LEXICON.concept(needed).field;
    let of_field = |id: Id| {
        let concept = LEXICON.concept(id);
        concept.field == field && matches!(concept.sort, Sort::Role | Sort::Major)
    };
    let reading = candidate.reading;
    let pending = |line: usize| cued("pending", &reading.line(line).to_lowercase());
    let held = |line: &usize| {
        let named = reading.found_in(*line);
        let own = named.iter().any(|found| found.tone == Tone::Plain && of_field(found.concept));
        own && cued("licensed", &reading.line(*line).to_lowercase())
    };
    // "Licensed in Ohio", "License: active": the licence of whoever works in that field.
    let works = reading.jobs.iter().flat_map(|job| &job.title_concepts).any(|id| of_field(*id));
    let plain = |line: &usize| {
        let text = reading.line(*line);
        reading.lines[*line].section != Section::Work
            && cued("licensed.plain", &text.to_lowercase())
            && !reading.found_in(*line).iter().any(|found| LEXICON.concept(found.concept).sort == Sort::Cert)
    };
    let mut lines = 0..reading.lines.len();
    let found = lines.clone().find(|line| held(line) && !pending(*line));
    found.or_else(|| lines.find(|line| works && plain(line) && !pending(*line)))
}

/// A licence that is good in one of some countries: by the lines that tell of licences, else by where the career is.
pub fn admitted(candidate: &Candidate<'_, '_>, asked: Places, part: Option<&str>) -> Finding {
    let reading = candidate.reading;
    let mut elsewhere: Option<(usize, usize)> = None;
    let mut part_of: Option<(usize, usize)> = None;
    let (mut here, mut home, mut abroad) = (false, 0, 0);
    for (index, line) in reading.lines.iter().enumerate() {
        let text = reading.line(index);
        let named = places::named(text);
        if named.is_empty() {
            continue;
        }
        let lower = text.to_lowercase();
        let of_papers = cued("licensed", &lower) || cued("paper", &lower) || cued("admitted", &lower);
        let hints = Hints::of(text);
        let pending = cued("pending", &lower);
        for (places, start, end) in named {
            let before = lower.get(..start).unwrap_or("").trim_end();
            let denied = hints.tone(text, start, end) == Tone::Denied
                || ["无", "没", "非", " no", " non-"].iter().any(|word| before.ends_with(word));
            match (places.meet(asked), of_papers) {
                (true, true) if denied => {
                    return Finding {
                        refuted: true,
                        hard: true,
                        place: Some((index, line.start)),
                        ..Finding::default()
                    };
                }
                (true, true) if !pending && part.is_none_or(|part| places::same(part, &text[start..end])) => {
                    return Finding { credit: 1.0, hard: true, place: Some((index, line.start)), ..Finding::default() };
                }
                (true, true) => {
                    part_of = part_of.or(Some((index, line.start)));
                    home += 1;
                }
                (true, false) => {
                    here = true;
                    home += 1;
                }
                (false, true) => elsewhere = elsewhere.or(Some((index, line.start))),
                (false, false) => abroad += 1,
            }
        }
    }
    if part_of.is_some() {
        // Of another part of the same country, from where it may be carried over.
        return Finding { credit: 0.4, hard: true, place: part_of, ..Finding::default() };
    }
    match elsewhere {
        Some(place) if home <= abroad => Finding { credit: 0.1, refuted: true, place: Some(place), hard: true },
        _ if home > abroad => Finding { credit: 0.9, hard: true, ..Finding::default() },
        _ if here || abroad == 0 => Finding { credit: 0.6, hard: true, ..Finding::default() },
        _ => Finding { credit: 0.15, refuted: true, hard: true, ..Finding::default() },
    }
}
