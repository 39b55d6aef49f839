//! Figures as files and as sentences: Excel workbooks, PDF documents with charts, and what stands out in words, in the three
//! languages.

mod narrative;
mod pdf;
mod tables;
mod words;
mod xlsx;

use bole_domain::dashboard::{Dashboard, ExportFormat};
use bole_domain::evaluation::Language;
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
