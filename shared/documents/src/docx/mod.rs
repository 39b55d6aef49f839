//! Converts DOCX to text with `quick-xml`.
//!
//! Nothing is rendered; text is in document order: headers, body, footnotes, footers.

mod body;
mod package;
mod styles;

use bole_domain::failure::DocumentReason;

use self::body::Story;
use self::package::Package;
use self::styles::Styles;
use crate::Limits;
use crate::extract::{DocumentFailure, DocumentKind, Extraction};
use crate::text::{Quality, normalize};

const READER: &str = "quick-xml";
const VERSION: &str = "0.42";

pub(crate) fn extract(bytes: &[u8], file_name: &str, limits: &Limits) -> Result<Extraction, DocumentFailure> {
    let mut package = Package::open(bytes, file_name, limits)?;
    let styles =
        package.related("styles").into_iter().next().and_then(|part| package.xml(&part).ok()).unwrap_or_default();
    let styles = Styles::parse(&styles);
    let main = package.main_xml()?;
    let body = body::read(&main, &styles)?;

    let headers: Vec<String> = unique(&body.headers).into_iter().filter_map(|id| package.target(id)).collect();
    let footers: Vec<String> = unique(&body.footers).into_iter().filter_map(|id| package.target(id)).collect();
    let notes = [package.related("footnotes"), package.related("endnotes")].concat();

    let mut story = Story::default();
    // A damaged header or note only loses its own text.
    let mut side = |part: &String| package.xml(part).and_then(|xml| body::read(&xml, &styles)).unwrap_or_default();
    headers.iter().map(&mut side).for_each(|part| story.append(part));
    story.append(body);
    notes.iter().chain(&footers).map(&mut side).for_each(|part| story.append(part));

    let text = normalize(&story.text);
    let quality = Quality::of(&text);
    if quality.letters == 0 {
        let reason = if package.has_pictures() { DocumentReason::Scanned } else { DocumentReason::NoText };
        return Err(DocumentFailure::new(reason, "no text in the Word file"));
    }
    Ok(Extraction {
        text,
        kind: DocumentKind::Docx,
        pages: 1,
        hidden_text: story.hidden.iter().map(|line| normalize(line)).filter(|line| !line.is_empty()).collect(),
        reader: READER.to_owned(),
        version: VERSION.to_owned(),
    })
}

/// In order and unique, because the sections of a document usually share headers.
fn unique(ids: &[String]) -> Vec<&str> {
    let mut seen = Vec::new();
    for id in ids {
        if !seen.contains(&id.as_str()) {
            seen.push(id.as_str());
        }
    }
    seen
}
