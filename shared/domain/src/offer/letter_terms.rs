//! Placeholders in an offer's letter that stand for its terms, so that the letter follows them.

use time::Date;

use super::{OfferText, SalaryPart};
use crate::email::EmailLanguage;
use crate::wire_enum;
use crate::written_time::written_date;
use crate::zone::Zone;

wire_enum! {
    /// A term that a letter can contain by a placeholder such as `{{Salary}}`.
    pub enum LetterTerm {
        /// The position.
        Position => "position",
        /// The salary.
        Salary => "salary",
        /// Its components, one a line.
        SalaryParts => "salary_parts",
        /// The first day.
        StartDate => "start_date",
        /// The place of work.
        Place => "place",
        /// Further terms.
        Terms => "terms",
        /// The last day for an answer.
        Deadline => "expires_at",
    }
}

const OPEN: &str = "{{";
const CLOSE: &str = "}}";
/// What stands for a term that is still missing.
const MISSING: &str = "…";

impl LetterTerm {
    /// What its placeholder is called, as the form labels the term.
    #[must_use]
    pub const fn name(self, language: EmailLanguage) -> &'static str {
        let (chinese, english, indonesian) = match self {
            Self::Position => ("职位", "Position", "Posisi"),
            Self::Salary => ("薪酬", "Salary", "Gaji"),
            Self::SalaryParts => ("工资明细", "Breakdown", "Rincian"),
            Self::StartDate => ("入职日期", "Start date", "Tanggal mulai"),
            Self::Place => ("工作地点", "Place of work", "Tempat kerja"),
            Self::Terms => ("其他条款", "Further terms", "Ketentuan lain"),
            Self::Deadline => ("答复截止日期", "Response deadline", "Batas jawaban"),
        };
        match language {
            EmailLanguage::Zh => chinese,
            EmailLanguage::En => english,
            EmailLanguage::Id => indonesian,
        }
    }

    /// The term of a placeholder, by its name in any language.
    fn named(name: &str) -> Option<Self> {
        let name = name.trim().to_lowercase();
        let is_named =
            |term: &Self| EmailLanguage::ALL.iter().any(|language| term.name(*language).to_lowercase() == name);
        Self::ALL.iter().copied().find(is_named)
    }

    /// Whether an offer can be without it; its line is then left out.
    const fn is_optional(self) -> bool {
        matches!(self, Self::SalaryParts | Self::Place | Self::Terms)
    }
}

/// A piece of a line: text, or what a placeholder's braces contain.
enum Piece<'a> {
    Text(&'a str),
    Placeholder(&'a str),
}

fn pieces(line: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once(OPEN) {
        let Some((name, following)) = after.split_once(CLOSE) else { break };
        pieces.push(Piece::Text(before));
        pieces.push(Piece::Placeholder(name));
        rest = following;
    }
    pieces.push(Piece::Text(rest));
    pieces
}

impl OfferText {
    /// The letter with its terms, in the organization's time zone.
    #[must_use]
    pub fn letter_in(&self, zone: Zone) -> String {
        self.letter_with_terms(self.expires_at.map(|at| zone.local(at).date()))
    }

    /// The letter with its terms. `deadline` is the last day for an answer.
    pub(super) fn letter_with_terms(&self, deadline: Option<Date>) -> String {
        let language = self.written_in();
        let mut lines: Vec<String> = Vec::new();
        let mut has_gap = false;
        for line in self.letter.lines() {
            let pieces = pieces(line);
            let is_left_out = |piece: &Piece<'_>| match piece {
                Piece::Text(_) => None,
                Piece::Placeholder(name) => {
                    let term = LetterTerm::named(name);
                    Some(term.is_some_and(|term| term.is_optional() && self.term(term, deadline, language).is_empty()))
                }
            };
            let mut placeholders = pieces.iter().filter_map(is_left_out).peekable();
            if placeholders.peek().is_some() && placeholders.all(|is_left_out| is_left_out) {
                has_gap = true;
                continue;
            }
            if has_gap && line.trim().is_empty() && lines.last().is_none_or(|last| last.trim().is_empty()) {
                continue;
            }
            has_gap = false;
            lines.push(pieces.iter().map(|piece| self.written(piece, deadline, language)).collect());
        }
        lines.join("\n")
    }

    fn written(&self, piece: &Piece<'_>, deadline: Option<Date>, language: EmailLanguage) -> String {
        match piece {
            Piece::Text(text) => (*text).to_owned(),
            Piece::Placeholder(name) => match LetterTerm::named(name) {
                None => format!("{OPEN}{name}{CLOSE}"),
                Some(term) => {
                    let value = self.term(term, deadline, language);
                    if value.is_empty() && !term.is_optional() { MISSING.to_owned() } else { value }
                }
            },
        }
    }

    /// A term as the letter writes it; empty if it is missing.
    fn term(&self, term: LetterTerm, deadline: Option<Date>, language: EmailLanguage) -> String {
        let day = |day: Option<Date>| day.map(|day| written_date(day, language)).unwrap_or_default();
        match term {
            LetterTerm::Position => self.position.trim().to_owned(),
            LetterTerm::Salary => self.salary.trim().to_owned(),
            LetterTerm::SalaryParts => {
                let colon = if language == EmailLanguage::Zh { "：" } else { ": " };
                let line = |SalaryPart { name, amount }: &SalaryPart| format!("- {name}{colon}{amount}");
                self.salary_parts.iter().map(line).collect::<Vec<_>>().join("\n")
            }
            LetterTerm::StartDate => day(self.start_date),
            LetterTerm::Place => self.place.trim().to_owned(),
            LetterTerm::Terms => self.terms.trim().to_owned(),
            LetterTerm::Deadline => day(deadline),
        }
    }

    /// The terms that the letter names and that the offer needs but lacks.
    #[must_use]
    pub fn missing_terms(&self) -> Vec<LetterTerm> {
        let is_missing = |term: &LetterTerm| {
            let is_empty = match term {
                LetterTerm::StartDate => self.start_date.is_none(),
                LetterTerm::Deadline => self.expires_at.is_none(),
                other => self.term(*other, None, EmailLanguage::En).is_empty(),
            };
            is_empty && !term.is_optional()
        };
        let named: Vec<LetterTerm> = placeholders(&self.letter).filter_map(LetterTerm::named).collect();
        LetterTerm::ALL.iter().copied().filter(|term| named.contains(term) && is_missing(term)).collect()
    }
}

fn placeholders(letter: &str) -> impl Iterator<Item = &str> {
    letter.lines().flat_map(pieces).filter_map(|piece| match piece {
        Piece::Text(_) => None,
        Piece::Placeholder(name) => Some(name),
    })
}

/// The placeholders that stand for no term, with their braces.
pub(super) fn unknown_placeholders(letter: &str) -> Vec<String> {
    let unknown = placeholders(letter).filter(|name| LetterTerm::named(name).is_none());
    unknown.map(|name| format!("{OPEN}{name}{CLOSE}")).collect()
}

#[cfg(test)]
mod tests {
    use time::macros::date;

    use super::*;

    fn offer(letter: &str) -> OfferText {
        OfferText {
            position: "Backend engineer".into(),
            salary: "35,000 CNY per month".into(),
            salary_parts: vec![SalaryPart { name: "Meals".into(), amount: "1,200".into() }],
            start_date: Some(date!(2026 - 12 - 15)),
            letter: letter.into(),
            ..OfferText::default()
        }
    }

    fn read(letter: &str) -> String {
        offer(letter).letter_with_terms(Some(date!(2026 - 12 - 10)))
    }

    #[test]
    fn letter_follows_its_terms() {
        let letter = "Dear Chen,\n\nYou join as {{Position}} on {{ start DATE }} for {{Salary}}.\n{{Breakdown}}";
        let expected = "Dear Chen,\n\nYou join as Backend engineer on December 15, 2026 for 35,000 CNY per month.\n\
                        - Meals: 1,200";
        assert_eq!(read(letter), expected);
        let raised = OfferText { salary: "36,000".into(), ..offer(letter) };
        assert!(raised.letter_with_terms(None).contains("for 36,000."));
    }

    #[test]
    fn placeholders_are_named_and_dates_written_in_the_letters_language() {
        let letter = "尊敬的陈先生：入职日期 {{入职日期}}，请于{{答复截止日期}}前答复。\n{{工资明细}}";
        assert_eq!(read(letter), "尊敬的陈先生：入职日期 2026年12月15日，请于2026年12月10日前答复。\n- Meals：1,200");
        let indonesian = OfferText { language: Some(EmailLanguage::Id), ..offer("Mulai {{Tanggal mulai}}") };
        assert_eq!(indonesian.letter_with_terms(None), "Mulai 15 Desember 2026");
    }

    #[test]
    fn lines_of_optional_terms_that_are_missing_are_left_out() {
        let letter = "Salary: {{Salary}}\nPlace of work: {{Place of work}}\n\n{{Further terms}}\n\nPlease answer.";
        assert_eq!(read(letter), "Salary: 35,000 CNY per month\n\nPlease answer.");
        assert_eq!(read("{{Place of work}}, {{Salary}}"), ", 35,000 CNY per month", "the line has more to say");
    }

    #[test]
    fn needed_terms_that_are_missing_are_named() {
        let letter = "{{Salary}} {{Start date}} {{Response deadline}} {{Place of work}}";
        let empty = OfferText { letter: letter.into(), salary: "30k".into(), ..OfferText::default() };
        assert_eq!(empty.missing_terms(), [LetterTerm::StartDate, LetterTerm::Deadline]);
        assert_eq!(empty.letter_with_terms(None), "30k … … ");
        assert_eq!(offer("No placeholder").missing_terms(), []);
    }

    #[test]
    fn other_braces_stay_as_they_are() {
        for letter in ["{{Salaries}}", "{{", "}} {{", "{Salary}", ""] {
            assert_eq!(read(letter), letter);
        }
        assert_eq!(unknown_placeholders("{{Salary}} {{Salaries}} {{"), ["{{Salaries}}"]);
        let nested = OfferText { terms: "{{Salary}}".into(), ..offer("{{Further terms}}") };
        assert_eq!(nested.letter_with_terms(None), "{{Salary}}", "terms are no template");
    }
}
