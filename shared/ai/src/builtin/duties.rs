//! Duties described in sentences instead of by name: which ones a criterion requires, and whether a sentence shows
//! one. The patterns are in `lexicon/duties.txt`.

use std::sync::LazyLock;

use regex::Regex;

use super::text::ascii_bounds;

/// A duty's number, stable within a build.
pub type DutyId = usize;

struct Duty {
    name: &'static str,
    asks: Option<Regex>,
    shows: Option<Regex>,
}

static DUTIES: LazyLock<Vec<Duty>> = LazyLock::new(|| read(include_str!("../../lexicon/duties.txt")));

fn read(source: &'static str) -> Vec<Duty> {
    let mut duties: Vec<Duty> = Vec::new();
    for line in source.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("# ")) {
        if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            duties.push(Duty { name, asks: None, shows: None });
        } else if let (Some(duty), Some((key, source))) = (duties.last_mut(), line.split_once(": ")) {
            let pattern = pattern(source);
            if key == "asks" { duty.asks = pattern } else { duty.shows = pattern }
        }
    }
    duties
}

/// Compiles a pattern whose alternatives start at a Latin word boundary; `~` spans up to 24 characters within a
/// clause, `~~` up to 64.
fn pattern(source: &str) -> Option<Regex> {
    let stretch = source.replace("~~", "[^。；;！!\\n]{0,64}?").replace('~', "[^。；;！!\\n]{0,24}?");
    Regex::new(&ascii_bounds(&format!(r"(?:^|[^a-z])(?P<told>{stretch})"))).ok()
}

/// The duties required by a clause, with their positions.
pub fn asked_in(lower: &str) -> Vec<(DutyId, usize, usize)> {
    let mut found = Vec::new();
    for (id, duty) in DUTIES.iter().enumerate() {
        let told = [&duty.asks, &duty.shows].into_iter().flatten().find_map(|pattern| shown_at(lower, pattern));
        found.extend(told.map(|(start, end)| (id, start, end)));
    }
    found
}

/// Where a lower-case sentence shows a duty.
pub fn shown_in(lower: &str, duty: DutyId) -> Option<(usize, usize)> {
    shown_at(lower, DUTIES.get(duty)?.shows.as_ref()?)
}

fn shown_at(lower: &str, pattern: &Regex) -> Option<(usize, usize)> {
    let told = pattern.captures(lower)?.name("told")?;
    Some((told.start(), told.end()))
}

/// The duty of leading people, which has its own number of people.
pub fn leading() -> Option<DutyId> {
    DUTIES.iter().position(|duty| duty.name == "lead_team")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_duty_has_its_patterns() {
        for duty in DUTIES.iter() {
            assert!(duty.asks.is_some() && duty.shows.is_some(), "{}", duty.name);
        }
    }

    #[test]
    fn duties_are_found_by_verb_and_object_in_three_languages() {
        for (name, sentence) in [
            ("mentoring", "指导三名中级工程师，负责代码评审"),
            ("mentoring", "带两名初级工程师"),
            ("mentoring", "mentor four engineers, chair the design review"),
            ("mentoring", "membimbing dua staf baru"),
            ("code_review", "reviewed most pull requests of the team"),
            ("cross_team", "worked with product and marketing on pricing"),
            ("closing_books", "closed the books by day five every month"),
            ("closing_books", "menangani closing bulanan dan tutup buku tahunan"),
            ("negotiation", "与供应商谈判年度框架合同"),
            ("lead_team", "带12人，wms上线"),
            ("lead_team", "managed a team of nine analysts"),
            ("lead_team", "memimpin 25 orang checker dan picker"),
            ("data_checks", "nightly reconciliation and data quality checks"),
        ] {
            let id = DUTIES.iter().position(|duty| duty.name == name).unwrap_or(usize::MAX);
            assert!(shown_in(sentence, id).is_some(), "{name}: {sentence}");
        }
        let mentoring = DUTIES.iter().position(|duty| duty.name == "mentoring").unwrap_or(usize::MAX);
        for sentence in ["负责带宽扩容与工程实施", "led the shift of twelve pickers", "培养细胞与菌种"]
        {
            assert!(shown_in(sentence, mentoring).is_none(), "{sentence}");
        }
    }
}
