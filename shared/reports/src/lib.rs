//! Reports in three languages: Excel and PDF exports of metrics, insights as sentences, and offer letters.

mod narrative;
mod pdf;
mod tables;
mod words;
mod xlsx;

use bole_domain::dashboard::insights::Finding;
use bole_domain::dashboard::{Dashboard, ExportFormat, FigureCandidate};
use bole_domain::email::EmailLanguage;
use bole_domain::evaluation::Language;
use bole_domain::offer::OfferLetter;
use bole_domain::zone::Zone;
use time::OffsetDateTime;

pub use narrative::{Narrated, narrate, nothing_found};

/// The data of a report.
#[derive(Debug, Clone, Copy)]
pub struct Report<'a> {
    /// The organization's name.
    pub organization: &'a str,
    /// Title of the job it is limited to; `None` for all jobs.
    pub job_title: Option<&'a str>,
    /// The user who requested it.
    pub created_by: &'a str,
    /// When it was created.
    pub created_at: OffsetDateTime,
    pub language: Language,
    /// The zone of its days and times.
    pub zone: Zone,
    /// The metrics.
    pub dashboard: &'a Dashboard,
    /// What stands out in them.
    pub findings: &'a [Finding],
    /// Applicants of the period, for a sheet of the workbook.
    pub candidates: &'a [FigureCandidate],
}

/// Why a file could not be written.
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
/// When a library fails.
pub fn write(report: &Report<'_>, format: ExportFormat) -> Result<Vec<u8>, ReportError> {
    match format {
        ExportFormat::Xlsx => xlsx::write(report),
        ExportFormat::Pdf => pdf::write(report),
    }
}

/// The file name: the product's term for metrics, and the days of the period, whose bounds are local.
#[must_use]
pub fn file_name(language: Language, from: OffsetDateTime, to: OffsetDateTime, format: ExportFormat) -> String {
    let title = words::Words::of(language).title;
    format!("{title} {} {}.{}", from.date(), tables::last_day(to), format.as_str())
}

/// The bytes of an offer's letter as a PDF document. `language` is that of the surrounding text.
///
/// # Errors
/// When the library fails.
pub fn write_letter(letter: &OfferLetter, language: EmailLanguage) -> Result<Vec<u8>, ReportError> {
    pdf::write_letter(letter, language)
}

/// The file name of a letter: its kind, the candidate, the version.
#[must_use]
pub fn letter_name(letter: &OfferLetter, language: EmailLanguage) -> String {
    let candidate: String =
        letter.candidate.chars().map(|c| if c.is_control() || "/\\:".contains(c) { ' ' } else { c }).collect();
    format!("{} {} v{}.pdf", pdf::letter_title(language), candidate.trim(), letter.version)
}
