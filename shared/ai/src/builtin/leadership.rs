//! Leading people: by titles, and by lines that state how many.

use std::sync::LazyLock;

use aho_corasick::AhoCorasick;

use super::cues::cues;
use super::facet;
use super::resume_match::ResumeMatch;

static TITLES: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| finder("leading.title"));
static LINES: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| finder("leading.line"));

fn finder(list: &str) -> Option<AhoCorasick> {
    AhoCorasick::builder().ascii_case_insensitive(true).build(cues(list)).ok()
}

/// Whether an employment involved leading people, by its title or its lines.
pub fn leads(candidate: &ResumeMatch<'_, '_>, index: usize) -> bool {
    line(candidate, index).is_some() || title(&candidate.reading.employments[index].title)
}

/// Whether a title implies leading people.
pub fn title(title: &str) -> bool {
    TITLES.as_ref().is_some_and(|titles| titles.is_match(title))
}

/// The line of an employment with the most people led, and the number.
pub fn line(candidate: &ResumeMatch<'_, '_>, index: usize) -> Option<(usize, f64)> {
    let lines = candidate.leading.get_or_init(|| {
        let mut best: Vec<Option<(usize, f64)>> = vec![None; candidate.reading.employments.len()];
        for (at, line) in candidate.reading.lines.iter().enumerate().filter(|(_, line)| !line.list) {
            let Some(known) = line.job.and_then(|job| best.get_mut(job)) else { continue };
            let text = candidate.reading.line(at);
            if !LINES.as_ref().is_some_and(|lines| lines.is_match(text)) {
                continue;
            }
            let lower = text.to_lowercase();
            let people = facet::people_in(&lower);
            let told = people.is_some() || facet::speaks_of_leading(&lower);
            if told && known.is_none_or(|(_, most)| people.unwrap_or(1.0) > most) {
                *known = Some((at, people.unwrap_or(1.0)));
            }
        }
        best
    });
    lines.get(index).copied().flatten()
}
