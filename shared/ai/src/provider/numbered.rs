//! A resume as numbered lines, each a sentence or bullet, so that a model answers with numbers and copies nothing.

use std::fmt::Write as _;

use bole_domain::evaluation::QuotableText;
use bole_domain::profile::Profile;

use super::redact::{self, WITHHELD, redacted};
use crate::builtin;

/// The most lines that prove one criterion.
const MAX_LINES: usize = 3;
/// The shortest part of a line that is shown in place of it in blind mode, in letters.
const MIN_LETTERS: usize = 4;

/// The lines of a resume with the text that a model sees.
#[derive(Debug)]
pub(super) struct NumberedLines {
    lines: Vec<Line>,
    shown: String,
    text: QuotableText,
}

#[derive(Debug)]
struct Line {
    /// As it is quoted; nothing if it proves nothing.
    quotation: Option<String>,
    /// Whether it comes directly after the line before.
    follows: bool,
}

/// What cited numbers stand for.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Cited {
    /// Adjacent lines are one quotation.
    pub(super) quotations: Vec<String>,
    /// How many numbers the resume does not have.
    pub(super) impossible: u32,
}

impl NumberedLines {
    /// The lines of a text; with a profile, without what identifies that person.
    pub(super) fn of(text: &str, withheld: Option<&Profile>) -> Self {
        let mut split = String::with_capacity(text.len());
        for sentence in builtin::sentences_of(text) {
            split.push_str(&sentence);
            split.push('\n');
        }
        let visible = withheld.map(|profile| redacted(&split, profile));
        let mut visible = visible.as_deref().map(|text| text.split('\n'));
        let (mut lines, mut shown, mut follows) = (Vec::new(), String::with_capacity(split.len()), false);
        for whole in split.lines() {
            let visible = visible.as_mut().map(|lines| lines.next().unwrap_or_default());
            if whole.trim().is_empty() {
                if !shown.is_empty() && !shown.ends_with("\n\n") {
                    shown.push('\n');
                }
                follows = false;
                continue;
            }
            let _ = writeln!(shown, "{}| {}", lines.len() + 1, visible.unwrap_or(whole).trim());
            let proves_nothing = builtin::is_heading(whole) || redact::is_contact(whole);
            let quotation = match visible {
                _ if proves_nothing => None,
                Some(visible) if visible != whole => longest_part(whole, visible),
                _ => Some(whole.trim().to_owned()),
            };
            lines.push(Line { quotation, follows });
            follows = true;
        }
        Self { lines, shown, text: QuotableText::new(text) }
    }

    /// The lines with their numbers, from 1.
    pub(super) fn shown(&self) -> &str {
        &self.shown
    }

    /// What is quoted of one line.
    pub(super) fn line(&self, number: u64) -> Option<&str> {
        self.get(number)?.quotation.as_deref()
    }

    fn get(&self, number: u64) -> Option<&Line> {
        self.lines.get(usize::try_from(number).ok()?.checked_sub(1)?)
    }

    /// The quotations of cited lines, best first.
    pub(super) fn cited(&self, numbers: &[u64]) -> Cited {
        let mut cited = Cited::default();
        let (mut last, mut taken) = (None, Vec::new());
        for &number in numbers {
            let Some(line) = self.get(number) else {
                cited.impossible += 1;
                continue;
            };
            if taken.len() == MAX_LINES || taken.contains(&number) {
                continue;
            }
            let Some(quotation) = &line.quotation else { continue };
            taken.push(number);
            let is_next = line.follows && last.is_some_and(|last: u64| last.checked_add(1) == Some(number));
            let joined = cited.quotations.last().filter(|_| is_next).map(|before| format!("{before}\n{quotation}"));
            // Bullet signs, which lines do not have, may stand between two of them.
            match (joined.filter(|joined| self.text.contains(joined)), cited.quotations.last_mut()) {
                (Some(joined), Some(last)) => *last = joined,
                _ => cited.quotations.push(quotation.clone()),
            }
            last = Some(number);
        }
        cited
    }
}

/// The longest part of a line from which nothing was withheld.
fn longest_part(whole: &str, visible: &str) -> Option<String> {
    let letters = |part: &&str| part.chars().filter(|c| c.is_alphanumeric()).count();
    let parts = visible.split(WITHHELD).map(|part| part.trim_matches(|c: char| !c.is_alphanumeric()));
    let parts = parts.filter(|part| letters(part) >= MIN_LETTERS && whole.contains(part));
    parts.max_by_key(letters).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "Ann Tan\nann.tan@example.com\n\nExperience\nBackend Engineer, Northlight, 2019-03 - Present\n\
        \u{f0b7} Built payment services in Rust for four banks and their branches in the whole\nregion\n\
        \u{f0b7} Ran PostgreSQL for 4,000 requests a second\n\nVolunteer at the harbour";

    fn cited(lines: &NumberedLines, numbers: &[u64]) -> (Vec<String>, u32) {
        let Cited { quotations, impossible } = lines.cited(numbers);
        (quotations, impossible)
    }

    #[test]
    fn lines_are_numbered_sentences() {
        let lines = NumberedLines::of(TEXT, None);
        assert_eq!(
            lines.shown(),
            "1| Ann Tan\n2| ann.tan@example.com\n\n3| Experience\n4| Backend Engineer, Northlight, 2019-03 - Present\n\
             5| Built payment services in Rust for four banks and their branches in the whole region\n\
             6| Ran PostgreSQL for 4,000 requests a second\n\n7| Volunteer at the harbour\n"
        );
    }

    #[test]
    fn cited_lines_are_quoted_and_impossible_numbers_counted() {
        let lines = NumberedLines::of(TEXT, None);
        let ran = "Ran PostgreSQL for 4,000 requests a second".to_owned();
        assert_eq!(cited(&lines, &[6, 99, 0, 6]), (vec![ran.clone()], 2));
        assert_eq!(cited(&lines, &[2, 3]), (Vec::new(), 0), "contact data and headings prove nothing");
        let (quotations, _) = cited(&lines, &[5, 6]);
        assert_eq!(quotations.len(), 2, "a bullet sign stands between them: {quotations:?}");
        assert_eq!(cited(&lines, &[6, 7, 4, 1]).0.len(), 3);
        let text = QuotableText::new(TEXT);
        assert!(quotations.iter().all(|quotation| text.contains(quotation)), "{quotations:?}");
    }

    #[test]
    fn adjacent_lines_are_one_quotation() {
        let lines = NumberedLines::of("Ann Tan\nNorthlight\nBackend Engineer\nBuilt payment services", None);
        assert_eq!(cited(&lines, &[2, 3]), (vec!["Northlight\nBackend Engineer".to_owned()], 0));
        assert_eq!(cited(&lines, &[3, 2]).0.len(), 2, "the best one first");
    }

    #[test]
    fn amounts_are_no_contact_data() {
        let lines = NumberedLines::of("Budi\nMengelola anggaran Rp 1.500.000.000 per tahun", None);
        assert_eq!(cited(&lines, &[2]).0, ["Mengelola anggaran Rp 1.500.000.000 per tahun"]);
    }

    #[test]
    fn long_paragraphs_are_divided_into_sentences() {
        let paragraph =
            format!("{} Led a team of five people. {}", "A word of it. ".repeat(12).trim(), "More of it. ".repeat(12));
        let lines = NumberedLines::of(&paragraph, None);
        let number = lines.shown().lines().position(|line| line.ends_with("| Led a team of five people.")).unwrap();
        assert_eq!(cited(&lines, &[number as u64 + 1]).0, ["Led a team of five people."]);
    }

    #[test]
    fn blind_numbers_stand_for_the_true_lines() {
        let profile = Profile { name: Some("林晓雨".into()), ..Profile::default() };
        let text = "林晓\n雨\n2019.07 - 至今 星河数据 后端工程师\n林女士负责支付系统的设计与开发\n电话：13800001234";
        let lines = NumberedLines::of(text, Some(&profile));
        assert!(!lines.shown().contains('林') && !lines.shown().contains("138"), "{}", lines.shown());
        assert!(lines.shown().contains("负责支付系统的设计与开发"), "{}", lines.shown());
        let number = |words: &str| {
            let line = lines.shown().lines().find(|line| line.contains(words)).unwrap();
            line.split_once('|').unwrap().0.parse::<u64>().unwrap()
        };
        assert_eq!(cited(&lines, &[number("负责支付")]).0, ["负责支付系统的设计与开发"]);
        assert_eq!(cited(&lines, &[number("星河")]).0, ["2019.07 - 至今 星河数据 后端工程师"]);
        assert_eq!(cited(&lines, &[number("电话")]), (Vec::new(), 0));
    }
}
