//! The offer letter as PDF: parties, letter, and signature lines.

use bole_domain::email::EmailLanguage;
use bole_domain::offer::OfferLetter;
use bole_domain::written_time::{written_date, written_deadline};
use krilla::metadata::Metadata;

use super::layout::{INK, Layout, MARGIN, SOFT, WIDTH};
use super::typeface::Typeface;
use crate::ReportError;

/// Size and line height of body text.
const TEXT: f32 = 10.5;
const LINE: f32 = 17.0;
const NAMES: f32 = 110.0;

/// The texts around a letter.
pub(crate) struct Words {
    pub(crate) title: &'static str,
    candidate: &'static str,
    date: &'static str,
    position: &'static str,
    salary: &'static str,
    start: &'static str,
    place: &'static str,
    answer_by: &'static str,
    terms: &'static str,
    employer: &'static str,
    signed: &'static str,
    accepted: &'static str,
    page: &'static str,
}

impl Words {
    pub(crate) const fn of(language: EmailLanguage) -> &'static Self {
        match language {
            EmailLanguage::Zh => &Self {
                title: "录用通知书",
                candidate: "致",
                date: "日期",
                position: "职位",
                salary: "薪酬",
                start: "入职日期",
                place: "工作地点",
                answer_by: "请在此时间前答复",
                terms: "其他条款",
                employer: "用人单位（签章）",
                signed: "候选人（签字）",
                accepted: "{name} 已于 {date} 接受",
                page: "第 {page} 页，共 {pages} 页",
            },
            EmailLanguage::En => &Self {
                title: "Offer letter",
                candidate: "To",
                date: "Date",
                position: "Position",
                salary: "Salary",
                start: "Start date",
                place: "Place of work",
                answer_by: "Respond by",
                terms: "Further terms",
                employer: "For the employer",
                signed: "Candidate",
                accepted: "Accepted by {name} on {date}",
                page: "Page {page} of {pages}",
            },
            EmailLanguage::Id => &Self {
                title: "Surat penawaran kerja",
                candidate: "Kepada",
                date: "Tanggal",
                position: "Posisi",
                salary: "Gaji",
                start: "Tanggal mulai",
                place: "Tempat kerja",
                answer_by: "Jawaban paling lambat",
                terms: "Ketentuan lainnya",
                employer: "Atas nama perusahaan",
                signed: "Kandidat",
                accepted: "Diterima oleh {name} pada {date}",
                page: "Halaman {page} dari {pages}",
            },
        }
    }
}

/// The letter as a document.
pub(crate) fn write(letter: &OfferLetter, language: EmailLanguage) -> Result<Vec<u8>, ReportError> {
    let typeface = super::typeface()?;
    let words = Words::of(language);
    let metadata = Metadata::new()
        .title(format!("{} · {}", words.title, letter.candidate))
        .language(language.as_str().to_owned())
        .authors(vec![letter.employer.clone()]);
    super::document(&typeface, pages(letter, language, &typeface), metadata)
}

fn pages(letter: &OfferLetter, language: EmailLanguage, typeface: &Typeface) -> Vec<Vec<super::layout::Mark>> {
    let OfferLetter { employer, candidate, text, version: _, zone, issued_on, accepted } = letter;
    let words = Words::of(language);
    let mut layout = Layout::new(typeface);
    layout.y += 12.0;
    for line in typeface.lines(employer, 11.0, WIDTH) {
        layout.text(MARGIN, 11.0, SOFT, line);
        layout.y += 15.0;
    }
    layout.y += 13.0;
    layout.text(MARGIN, 20.0, INK, words.title.to_owned());
    layout.y += 14.0;
    layout.rule();
    layout.y += 22.0;
    let issued_on = written_date(*issued_on, language);
    let start = text.start_date.map(|date| written_date(date, language)).unwrap_or_default();
    let answer_by = text.expires_at.map(|at| written_deadline(at, *zone, language)).unwrap_or_default();
    let head = [
        (words.candidate, candidate.as_str()),
        (words.date, issued_on.as_str()),
        (words.position, &text.position),
        (words.salary, &text.salary),
    ];
    let parts = text.salary_parts.iter().map(|part| (part.name.as_str(), part.amount.as_str()));
    let rest = [(words.start, start.as_str()), (words.place, &text.place), (words.answer_by, answer_by.as_str())];
    for (name, value) in head.into_iter().chain(parts).chain(rest) {
        if !value.is_empty() {
            layout.fact(name, value);
        }
    }
    layout.y += 12.0;
    layout.paragraphs(&text.letter);
    // A letter from a template already contains the terms.
    if !text.terms.trim().is_empty() && !text.letter.contains(text.terms.trim()) {
        layout.make_room(3.0 * LINE);
        layout.text(MARGIN, TEXT, SOFT, words.terms.to_owned());
        layout.y += LINE;
        layout.paragraphs(&text.terms);
    }
    let accepted = accepted.as_ref().map(|(name, date)| (name.as_str(), written_date(*date, language)));
    layout.signatures(words, accepted);
    layout.number(words.page);
    layout.pages
}

impl Layout<'_> {
    fn fact(&mut self, name: &str, value: &str) {
        let mut names = self.typeface.lines(name, TEXT, NAMES - 8.0).into_iter();
        let mut values = self.typeface.lines(value, TEXT, WIDTH - NAMES).into_iter();
        loop {
            let (name, value) = (names.next(), values.next());
            if name.is_none() && value.is_none() {
                break;
            }
            self.make_room(LINE);
            if let Some(name) = name {
                self.text(MARGIN, TEXT, SOFT, name);
            }
            if let Some(value) = value {
                self.text(MARGIN + NAMES, TEXT, INK, value);
            }
            self.y += LINE;
        }
    }

    fn paragraphs(&mut self, text: &str) {
        for line in self.typeface.lines(text.trim(), TEXT, WIDTH) {
            self.make_room(LINE);
            self.text(MARGIN, TEXT, INK, line);
            self.y += LINE;
        }
        self.y += LINE;
    }

    fn signatures(&mut self, words: &Words, accepted: Option<(&str, String)>) {
        self.make_room(5.0 * LINE);
        self.y += LINE;
        if let Some((name, date)) = accepted {
            let line = words.accepted.replace("{date}", &date).replace("{name}", name);
            self.paragraphs(&line);
            return;
        }
        self.y += 2.0 * LINE;
        for (x, name) in [(MARGIN, words.employer), (MARGIN + WIDTH / 2.0, words.signed)] {
            self.text(x, TEXT, SOFT, format!("{name}  ____________________"));
        }
        self.y += LINE;
    }
}
