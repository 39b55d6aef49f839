//! Licences and certificates in a resume, by name or description, and where they are valid.

use std::collections::{BTreeMap, BTreeSet};

use bole_domain::evaluation::Verdict;

use super::cues::{Hints, cued};
use super::evidence::is_certificate;
use super::judge::{Finding, Missing, Subject, start_of};
use super::lexicon::{Id, LEXICON, Sort};
use super::places::{self, Places};
use super::resume::{FoundConcept, LineKind, Section, Tone};
use super::resume_match::ResumeMatch;
use super::text::{Term, coverage, is_cjk, normalise, terms};

/// One of some licences or certificates.
pub fn certified(candidate: &ResumeMatch<'_, '_>, any: &[Id], criterion: &str) -> Finding {
    let narrowed = modifier(criterion, any);
    let reading = candidate.reading;
    let mut finding = Finding { hard: true, ..Finding::unknown(Subject::Paper, 0.1) };
    let mut mentions: Vec<&FoundConcept> = any.iter().flat_map(|needed| candidate.mentions_of(*needed)).collect();
    mentions.sort_by_key(|found| (found.line, found.at));
    mentions.dedup_by_key(|found| (found.line, found.tone as u8));
    let standing = |found: &FoundConcept| {
        let text = reading.line(found.line).to_lowercase();
        match found.tone {
            _ if reading.lines[found.line].kind == LineKind::Bare && !cued("paper", &text) => Standing::Named,
            // A certificate of another speciality shares the rest of the name.
            _ if narrowed.is_some_and(|own| candidate.reads_like(own) && !text.contains(own)) => Standing::Named,
            Tone::Denied => Standing::Denied,
            _ if cued("expired", &text) => Standing::Denied,
            _ if cued("studied", &text) => Standing::Studied,
            _ if cued("passed", &text) => Standing::Passed,
            Tone::Weak => Standing::Studied,
            _ if cued("pending", &text) => Standing::Passed,
            Tone::Plain => Standing::Held,
        }
    };
    let best = mentions.iter().map(|found| (standing(found), **found)).max_by_key(|(standing, found)| {
        let line = &reading.lines[found.line];
        (*standing, line.kind == LineKind::Paper, line.section != Section::Head, std::cmp::Reverse(found.line))
    });
    let line = any.iter().find_map(|needed| licensed(candidate, *needed));
    let told = match best {
        Some((standing @ (Standing::Held | Standing::Passed), found)) => Some((standing, (found.line, found.at))),
        Some((standing, found)) if standing != Standing::Named => Some((standing, (found.line, found.at))),
        _ => line.map(|line| {
            let gone = cued("expired", &reading.line(line).to_lowercase());
            (if gone { Standing::Denied } else { Standing::Held }, (line, reading.lines[line].start))
        }),
    };
    let Some((standing, place)) = told else { return finding };
    finding.places = vec![place];
    finding.lines.insert(place.0);
    (finding.verdict, finding.weight) = match standing {
        Standing::Held => (Verdict::Met, 0.9),
        Standing::Passed => (Verdict::Partly, 0.5),
        _ => (Verdict::Not, 0.0),
    };
    if finding.verdict != Verdict::Met {
        let label = reading.text.get(place.1..).and_then(|rest| rest.split(['\n', ',', '，', '。', '（', '(']).next());
        finding.missing.push(Missing::Begun(label.unwrap_or_default().chars().take(24).collect()));
    }
    finding
}

/// The two Chinese characters before a licence's name in a criterion, which narrow it: 重症专科护士证.
fn modifier<'c>(criterion: &'c str, any: &[Id]) -> Option<&'c str> {
    let found = LEXICON.mentions(criterion).into_iter().find(|found| any.contains(&found.concept))?;
    let before = &criterion[..found.start];
    let from = before.char_indices().rev().nth(1)?.0;
    let own = &before[from..];
    let narrows = own.chars().all(|c| is_cjk(c) && !"的有持得取及或和与类级等中含备效".contains(c));
    narrows.then_some(own)
}

/// How a licence is mentioned, weakest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Standing {
    Named,
    Denied,
    Studied,
    Passed,
    Held,
}

/// A line that mentions being licensed in a licence's field of work.
fn licensed(candidate: &ResumeMatch<'_, '_>, needed: Id) -> Option<usize> {
    let field = LEXICON.concept(needed).field;
    let of_field = |id: Id| {
        let concept = LEXICON.concept(id);
        concept.field == field && matches!(concept.sort, Sort::Role | Sort::Major)
    };
    let reading = candidate.reading;
    let pending = |line: usize| cued("pending", &reading.line(line).to_lowercase());
    let held = |line: &usize| {
        const MAX_NAMES: usize = 40;
        let named = reading.found_in(*line);
        let named = &named[..named.len().min(MAX_NAMES)];
        let own = named.iter().filter(|found| found.tone == Tone::Plain && of_field(found.concept));
        // "Registered nurse" names the occupation; the licence is mentioned next to it.
        let mut beside = reading.line(*line).to_owned();
        let from = reading.lines[*line].start;
        let mut any = false;
        for found in own {
            any = true;
            beside = beside.replace(&reading.text[found.at.max(from)..found.end], " ");
        }
        let told = matches!(reading.lines[*line].kind, LineKind::Paper | LineKind::Claim | LineKind::Bare);
        any && told && cued("licensed", &beside.to_lowercase())
    };
    // "Licensed in Ohio", "License: active": the licence of someone working in that field.
    let works = reading.employments.iter().flat_map(|job| &job.title_concepts).any(|id| of_field(*id));
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

/// A licence valid in one of some countries: by the lines about licences, else by where the career took place.
pub fn admitted(candidate: &ResumeMatch<'_, '_>, asked: Places, part: Option<&str>) -> Finding {
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
                    return licence_finding(Verdict::Not, 0.0, (index, line.start));
                }
                (true, true) if !pending && part.is_none_or(|part| places::same(part, &text[start..end])) => {
                    return licence_finding(Verdict::Met, 0.9, (index, line.start));
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
    if let Some(place) = part_of {
        // From another part of the same country, where it may be transferable.
        return licence_finding(Verdict::Partly, 0.4, place);
    }
    match elsewhere {
        Some(place) if home <= abroad => licence_finding(Verdict::Not, 0.0, place),
        _ if home > abroad => Finding { hard: true, ..Finding::unknown(Subject::Paper, 1.0) },
        _ if here || abroad == 0 => Finding { hard: true, ..Finding::unknown(Subject::Paper, 0.8) },
        _ => Finding { hard: true, ..Finding::unknown(Subject::Paper, 0.1) },
    }
}

fn licence_finding(verdict: Verdict, weight: f64, place: (usize, usize)) -> Finding {
    Finding { verdict, weight, places: vec![place], hard: true, subject: Subject::Paper, ..Finding::default() }
}

/// An unknown certificate among a criterion's alternatives, matched literally: "CPA 或中级".
pub fn worded(candidate: &ResumeMatch<'_, '_>, text: &str) -> Option<Finding> {
    let reading = candidate.reading;
    let lower = normalise(text).to_lowercase();
    let pieces = ["或", " or ", " atau ", "/"]
        .iter()
        .fold(vec![lower.as_str()], |pieces, or| pieces.into_iter().flat_map(|piece| piece.split(or)).collect());
    let offered = pieces.iter().filter(|piece| pieces.len() > 1 && LEXICON.mentions(piece).is_empty());
    let offered = offered.map(|piece| terms(piece)).filter(|words| words.values().any(|weight| *weight >= 1.0));
    let offered: Vec<BTreeMap<Term, f64>> = offered.collect();
    let line = (0..reading.lines.len()).find(|&line| {
        let known = &reading.lines[line];
        let is_good = known.kind >= LineKind::Claim && !known.is_doubtful && is_certificate(candidate, line);
        let plain = reading.line(line).to_lowercase();
        let is_open = ["studied", "expired", "pending"].iter().any(|list| cued(list, &plain));
        is_good && !is_open && offered.iter().any(|words| coverage(words, &reading.line_terms[line]) >= 0.99)
    })?;
    let lines = BTreeSet::from([line]);
    Some(Finding {
        verdict: Verdict::Met,
        weight: 0.6,
        places: vec![start_of(candidate, line)],
        lines,
        subject: Subject::Paper,
        ..Finding::default()
    })
}
