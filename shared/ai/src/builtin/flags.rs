//! Warnings about a resume.

use std::collections::{BTreeMap, BTreeSet};

use bole_domain::evaluation::{Flag, FlagKind};
use bole_domain::period::{Period, Stretch, Timeline};

use super::cues::cued;
use super::guard;
use super::lexicon::{Id, LEXICON, Sort};
use super::resume::{Section, Tone};
use super::resume_match::ResumeMatch;

/// Employments that share fewer months than this are handovers and side jobs told loosely.
const OVERLAP_MONTHS: i32 = 4;
/// Length below which there is little to judge: about 130 Chinese characters or 70 English words.
const THIN: usize = 400;

/// All flags of a resume, in a fixed order.
pub fn of(candidate: &ResumeMatch<'_, '_>, hidden_text: &[String]) -> Vec<Flag> {
    let mut flags = injections(candidate, hidden_text);
    if let Some(quote) = stuffing(candidate) {
        flags.push(Flag { kind: FlagKind::KeywordStuffing, quote: Some(quote) });
    }
    let periods: Vec<_> = candidate.reading.employments.iter().filter_map(|job| job.period).collect();
    let timeline = Timeline::of(&periods);
    let quote = |stretch: &Stretch, before: bool| {
        let job = candidate.reading.employments.iter().find(|job| {
            job.period.is_some_and(|period| {
                if before {
                    period.end < stretch.start
                } else {
                    period.start <= stretch.end && period.end >= stretch.start
                }
            })
        })?;
        Some(candidate.reading.line(job.line?).trim().to_owned())
    };
    if let Some(gap) = timeline.gaps.iter().max_by_key(|gap| gap.months) {
        flags.push(Flag { kind: FlagKind::EmploymentGap, quote: quote(gap, true) });
    }
    if let Some(overlap) =
        timeline.overlaps.iter().filter(|overlap| overlap.months >= OVERLAP_MONTHS).max_by_key(|overlap| overlap.months)
    {
        let side = part_time(candidate, overlap);
        let kind = if side.is_some() { FlagKind::PartTimeOverlap } else { FlagKind::EmploymentOverlap };
        flags.push(Flag { kind, quote: side.or_else(|| quote(overlap, false)) });
    }
    if candidate.reading.amount < THIN {
        flags.push(Flag { kind: FlagKind::ThinResume, quote: None });
    }
    flags
}

/// The line that marks one of two overlapping employments as part-time.
fn part_time(candidate: &ResumeMatch<'_, '_>, overlap: &Stretch) -> Option<String> {
    let reading = candidate.reading;
    let within = |period: Period| period.start <= overlap.end && period.end >= overlap.start;
    let employments = reading.employments.iter().filter(|job| job.period.is_some_and(within));
    let lines = employments.filter_map(|job| job.line).flat_map(|line| line.saturating_sub(1)..line + 2);
    let mut told = lines.filter(|line| cued("part.time", &reading.line(*line).to_lowercase()));
    told.next().map(|line| reading.line(line).trim().to_owned())
}

/// One flag for all injected instructions, quoting the visible or the hidden text.
fn injections(candidate: &ResumeMatch<'_, '_>, hidden_text: &[String]) -> Vec<Flag> {
    let shown = candidate.reading.cut.iter().map(|&(start, end)| &candidate.reading.text[start..end]);
    let hidden = hidden_text.iter().filter(|text| text.lines().any(guard::instructs) || guard::instructs(text));
    let bare = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
    let mut quotes: Vec<&str> = Vec::new();
    for quote in shown.chain(hidden.map(String::as_str)).map(str::trim).filter(|quote| !quote.is_empty()) {
        if !quotes.iter().any(|known| bare(known).contains(&bare(quote))) {
            quotes.push(quote);
        }
    }
    let quote = quotes.join(" … ");
    if quotes.is_empty() { Vec::new() } else { vec![Flag { kind: FlagKind::PromptInjection, quote: Some(quote) }] }
}

/// Keyword stuffing: many skills in lists, few of them in unrelated employments; or one name repeated in the lists.
/// Returns the longest list.
fn stuffing(candidate: &ResumeMatch<'_, '_>) -> Option<String> {
    let reading = candidate.reading;
    let mut claimed: BTreeMap<Id, usize> = BTreeMap::new();
    let mut lived: BTreeSet<Id> = BTreeSet::new();
    let mut per_line: BTreeMap<usize, usize> = BTreeMap::new();
    for found in reading.found.iter().filter(|found| found.tone == Tone::Plain) {
        if !matches!(LEXICON.concept(found.concept).sort, Sort::Skill | Sort::Domain) {
            continue;
        }
        let line = &reading.lines[found.line];
        if line.job.is_some() && !line.list {
            lived.insert(found.concept);
        } else if line.list
            || matches!(line.section, Section::Skills | Section::Summary | Section::Head | Section::Other)
        {
            *claimed.entry(found.concept).or_insert(0) += 1;
            *per_line.entry(found.line).or_insert(0) += 1;
        }
    }
    let shown = claimed.keys().filter(|id| LEXICON.best(**id, lived.iter().copied()) >= 0.5).count();
    let pasted = claimed.len() >= 8 && shown * 4 < claimed.len() && candidate.fit < 0.4;
    let repeated = claimed.values().any(|count| *count >= 7);
    if !pasted && !repeated {
        return None;
    }
    let fullest = per_line.into_iter().max_by_key(|&(line, count)| (count, std::cmp::Reverse(line)))?;
    Some(reading.line(fullest.0).trim().to_owned())
}
