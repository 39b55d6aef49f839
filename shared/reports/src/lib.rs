//! Files and sentences in the three languages: figures as Excel workbooks and PDF documents with charts, what stands out in
//! them in words, and the letters of offers.

mod narrative;
mod pdf;
mod tables;
mod words;
mod xlsx;

use bole_domain::dashboard::{Dashboard, ExportFormat, FigureCandidate};
use bole_domain::email::EmailLanguage;
use bole_domain::evaluation::Language;
use bole_domain::offer::OfferLetter;
use time::OffsetDateTime;

pub use narrative::{narrate, sentences};

/// What a file is made of.
#[derive(Debug, Clone, Copy)]
pub struct Report<'a> {
    /// The organization's name.
    pub organization: &'a str,
    /// The title of the job that the figures are of; all jobs without it.
    pub job_title: Option<&'a str>,
    /// Who asked for it.
    pub created_by: &'a str,
    /// When.
    pub created_at: OffsetDateTime,
    /// In which language.
    pub language: Language,
    /// The figures.
    pub dashboard: &'a Dashboard,
    /// Who applied in the period, for a sheet of the workbook.
    pub candidates: &'a [FigureCandidate],
}

/// Why there is no file.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// The workbook cannot be written.
    #[error("the workbook cannot be written: {0}")]
    Workbook(#[from] rust_xlsxwriter::XlsxError),
    /// The document cannot be written.
    #[error("the document cannot be written: {0}")]
    Document(String),
}

/// The bytes of the file.
///
/// # Errors
/// When a library refuses what it is given.
pub fn write(report: &Report<'_>, format: ExportFormat) -> Result<Vec<u8>, ReportError> {
    match format {
        ExportFormat::Xlsx => xlsx::write(report),
        ExportFormat::Pdf => pdf::write(report),
    }
}

/// What a file is called: the product's word for figures, the days it covers.
#[must_use]
pub fn file_name(language: Language, from: OffsetDateTime, to: OffsetDateTime, format: ExportFormat) -> String {
    let title = words::Words::of(language).title;
    format!("{title} {} {}.{}", from.date(), tables::last_day(to), format.as_str())
}

/// The bytes of an offer's letter as a PDF document. The language is that of what stands around the letter.
///
/// # Errors
/// When the library refuses what it is given.
pub fn write_letter(letter: &OfferLetter, language: EmailLanguage) -> Result<Vec<u8>, ReportError> {
    pdf::write_letter(letter, language)
}

/// What the file of a letter is called: its kind, the candidate, the version.
#[must_use]
pub fn letter_name(letter: &OfferLetter, language: EmailLanguage) -> String {
    let candidate: String =
        letter.candidate.chars().map(|c| if c.is_control() || "/\\:".contains(c) { ' ' } else { c }).collect();
    format!("{} {} v{}.pdf", pdf::letter_title(language), candidate.trim(), letter.version)
}
