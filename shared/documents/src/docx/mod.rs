//! Converts DOCX to text with `quick-xml`.
//!
//! Nothing is rendered; text is in document order: headers, body, footnotes, footers.

mod body;
mod package;
mod styles;

use std::collections::HashMap;

use bole_domain::failure::DocumentReason;

use self::body::{Parts, Story};
use self::package::Package;
pub(crate) use self::package::attribute;
use self::styles::Styles;
use crate::extract::{DocumentFailure, DocumentKind, Extraction};
use crate::html::HtmlText;
use crate::sniff::{self, Container};
use crate::text::{Quality, normalize};
use crate::{Limits, html, links, message, plain, rtf};

const READER: &str = "quick-xml";
const VERSION: &str = "0.42";

/// How deep documents may be embedded in each other.
const MAX_EMBEDDED: usize = 3;
/// The most parts embedded in a document.
const MAX_CHUNKS: usize = 200;

pub(crate) fn extract(bytes: &[u8], file_name: &str, limits: &Limits) -> Result<Extraction, DocumentFailure> {
    let (story, has_pictures) = story(bytes, file_name, limits, 0)?;
    finish(&story, has_pictures)
}

/// A Word 2003 file, or a document with its parts, in one XML file.
pub(crate) fn extract_xml(bytes: &[u8]) -> Result<Extraction, DocumentFailure> {
    let mut story = body::read(&package::decode(bytes), &Styles::default(), &mut Parts::default())?;
    story.text = links::placed(&story.text, &story.links);
    finish(&story, false)
}

fn finish(story: &Story, has_pictures: bool) -> Result<Extraction, DocumentFailure> {
    let text = normalize(&story.text);
    let quality = Quality::of(&text);
    if quality.letters == 0 {
        let reason = if has_pictures { DocumentReason::Scanned } else { DocumentReason::NoText };
        return Err(DocumentFailure::new(reason, "no text in the Word file"));
    }
    Ok(Extraction {
        text,
        kind: DocumentKind::Docx,
        pages: 1,
        unread_pages: Vec::new(),
        recognized_pages: Vec::new(),
        hidden_text: story.hidden.iter().map(|line| normalize(line)).filter(|line| !line.is_empty()).collect(),
        reader: READER.to_owned(),
        version: VERSION.to_owned(),
    })
}

/// The text of a document with that of its parts, and whether it has pictures.
fn story(bytes: &[u8], file_name: &str, limits: &Limits, depth: usize) -> Result<(Story, bool), DocumentFailure> {
    let mut package = Package::open(bytes, file_name, limits)?;
    let styles =
        package.related("styles").into_iter().next().and_then(|part| package.xml(&part).ok()).unwrap_or_default();
    let styles = Styles::parse(&styles);
    let main = package.main_xml()?;
    let main_name = package.main().to_owned();
    let mut parts =
        Parts { chunks: chunks(&mut package, &styles, limits, depth)?, addresses: package.addresses(&main_name) };
    let body = body::read(&main, &styles, &mut parts)?;

    let headers: Vec<String> = unique(&body.headers).into_iter().filter_map(|id| package.target(id)).collect();
    let footers: Vec<String> = unique(&body.footers).into_iter().filter_map(|id| package.target(id)).collect();
    let notes = [package.related("footnotes"), package.related("endnotes")].concat();

    let mut story = Story::default();
    // A damaged header or note only loses its own text.
    let mut side = |part: &String| {
        let mut parts = Parts { addresses: package.addresses(part), ..Parts::default() };
        package.xml(part).and_then(|xml| body::read(&xml, &styles, &mut parts)).unwrap_or_default()
    };
    headers.iter().map(&mut side).for_each(|part| story.append(part));
    story.append(body);
    notes.iter().chain(&footers).map(&mut side).for_each(|part| story.append(part));
    story.text = links::placed(&story.text, &std::mem::take(&mut story.links));
    Ok((story, package.has_pictures()))
}

/// The texts of parts in other formats and of diagrams, by the id that the document places them with.
fn chunks(
    package: &mut Package<'_>,
    styles: &Styles,
    limits: &Limits,
    depth: usize,
) -> Result<HashMap<String, Story>, DocumentFailure> {
    let mut chunks = HashMap::new();
    for (id, part) in package.parts_of(&["aFChunk"]).into_iter().take(MAX_CHUNKS) {
        let bytes = package.bytes(&part)?;
        chunks.insert(id, chunk(&bytes, limits, depth)?);
    }
    for (id, part) in package.parts_of(&["diagramData"]).into_iter().take(MAX_CHUNKS) {
        // A damaged diagram only loses its own text.
        let text = package.xml(&part).and_then(|xml| body::read(&xml, styles, &mut Parts::default()));
        chunks.insert(id, text.unwrap_or_default());
    }
    Ok(chunks)
}

/// The text of a part by its content: HTML, a web archive, Word, RTF or plain text.
fn chunk(bytes: &[u8], limits: &Limits, depth: usize) -> Result<Story, DocumentFailure> {
    let html = |HtmlText { text, hidden }| Story { text, hidden, ..Story::default() };
    match sniff::container(bytes) {
        Container::Empty => Ok(Story::default()),
        Container::Zip if depth < MAX_EMBEDDED => story(bytes, "", limits, depth + 1).map(|(story, _)| story),
        Container::Message => message::web_archive(bytes).map(html),
        Container::Html => Ok(html(html::read(&html::decode(bytes)))),
        Container::Rtf => rtf::read(bytes).map(|rtf| Story { text: rtf.text, hidden: rtf.hidden, ..Story::default() }),
        Container::WordXml => body::read(&package::decode(bytes), &Styles::default(), &mut Parts::default()),
        Container::Text => {
            let text = plain::decode(bytes, None);
            let unknown = || DocumentFailure::new(DocumentReason::Malformed, "an embedded text of unknown encoding");
            // A fragment of a page has no head to know it by.
            let text = text.ok_or_else(unknown)?;
            let is_page = text.contains("</") || text.contains("<br");
            Ok(if is_page { html(html::read(&text)) } else { Story { text, ..Story::default() } })
        }
        _ => Err(DocumentFailure::new(DocumentReason::Malformed, "an embedded part of another format")),
    }
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
