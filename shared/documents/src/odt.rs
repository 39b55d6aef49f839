//! Converts OpenDocument texts: headers, body and footers in document order.

use std::collections::HashSet;
use std::io::{Cursor, Read};

use bole_domain::failure::DocumentReason;
use quick_xml::Reader;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesStart, Event};
use zip::ZipArchive;

use crate::docx::attribute;
use crate::extract::{DocumentFailure, DocumentKind, Extraction};
use crate::links::{self, Link};
use crate::tables::row_text;

/// The maximum unpacked size of a part.
const MAX_PART_BYTES: u64 = 32 * 1024 * 1024;
/// The most elements nested; more are an attack.
const MAX_DEPTH: usize = 1_000;
/// The most blanks of one element.
const MAX_BLANKS: usize = 100;

pub(crate) fn extract(bytes: &[u8]) -> Result<Extraction, DocumentFailure> {
    let malformed = |detail: String| DocumentFailure::new(DocumentReason::Malformed, detail);
    if !bytes.starts_with(b"PK") {
        return finish(read(&String::from_utf8_lossy(bytes), &HashSet::new())?);
    }
    let mut zip = ZipArchive::new(Cursor::new(bytes)).map_err(|error| malformed(error.to_string()))?;
    if part(&mut zip, "META-INF/manifest.xml").is_ok_and(|manifest| manifest.contains("encryption-data")) {
        return Err(DocumentFailure::new(DocumentReason::Encrypted, "an encrypted OpenDocument"));
    }
    let styles = part(&mut zip, "styles.xml").unwrap_or_default();
    let content = part(&mut zip, "content.xml")?;
    let hidden: HashSet<String> = hidden_styles(&styles).into_iter().chain(hidden_styles(&content)).collect();
    // A damaged header only loses its own text.
    let mut story = read(&styles, &hidden).unwrap_or_default();
    let body = read(&content, &hidden)?;
    story.text.push_str(&body.text);
    story.hidden.extend(body.hidden);
    finish(story)
}

fn finish(story: Story) -> Result<Extraction, DocumentFailure> {
    Extraction::of_text(&story.text, DocumentKind::Odt, story.hidden, "quick-xml", "0.42")
}

fn part(zip: &mut ZipArchive<Cursor<&[u8]>>, name: &str) -> Result<String, DocumentFailure> {
    let malformed = |detail: String| DocumentFailure::new(DocumentReason::Malformed, detail);
    let entry = zip.by_name(name).map_err(|error| malformed(error.to_string()))?;
    let mut bytes = Vec::new();
    entry.take(MAX_PART_BYTES + 1).read_to_end(&mut bytes).map_err(|error| malformed(error.to_string()))?;
    if bytes.len() as u64 > MAX_PART_BYTES {
        return Err(DocumentFailure::new(DocumentReason::TooLarge, "a part unpacks to too much"));
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The names of styles whose text is not displayed.
fn hidden_styles(xml: &str) -> HashSet<String> {
    let mut reader = Reader::from_str(xml);
    let (mut styles, mut style) = (HashSet::new(), None);
    loop {
        match reader.read_event() {
            Ok(Event::Start(element) | Event::Empty(element)) => match element.local_name().as_ref() {
                "style" => style = attribute(&element, "name"),
                "text-properties" if attribute(&element, "display").is_some_and(|display| display == "none") => {
                    styles.extend(style.clone());
                }
                _ => {}
            },
            Ok(Event::Eof) | Err(_) => return styles,
            Ok(_) => {}
        }
    }
}

#[derive(Debug, Default)]
struct Story {
    text: String,
    hidden: Vec<String>,
}

/// The depths at which relevant subtrees began, and text under construction.
#[derive(Default)]
struct Walker {
    depth: usize,
    skipping: Option<usize>,
    hiding: Option<usize>,
    /// Depth within paragraphs: other text is white space between elements.
    paragraphs: usize,
    /// The texts of open cells, the outermost being the document's.
    flows: Vec<String>,
    rows: Vec<Vec<String>>,
    hidden_line: String,
    hidden: Vec<String>,
    link: Option<(Link, usize)>,
    links: Vec<Link>,
}

fn read(xml: &str, hidden: &HashSet<String>) -> Result<Story, DocumentFailure> {
    let malformed = |detail: String| DocumentFailure::new(DocumentReason::Malformed, detail);
    let mut reader = Reader::from_str(xml);
    let mut walker = Walker { flows: vec![String::new()], ..Walker::default() };
    loop {
        match reader.read_event().map_err(|error| malformed(format!("not XML: {error}")))? {
            Event::Start(element) => {
                walker.start(&element, hidden);
                if walker.depth > MAX_DEPTH {
                    return Err(malformed(format!("nested more than {MAX_DEPTH} deep")));
                }
            }
            Event::Empty(element) => {
                walker.start(&element, hidden);
                walker.end(element.local_name().as_ref());
            }
            Event::End(element) => walker.end(element.local_name().as_ref()),
            Event::Text(text) => walker.text(&text.xml10_content()),
            Event::CData(text) => walker.text(&text.xml10_content()),
            Event::GeneralRef(entity) => {
                let c = entity.resolve_char_ref().ok().flatten().map(String::from);
                let named = || resolve_predefined_entity(&entity.xml10_content()).map(str::to_owned);
                walker.text(&c.or_else(named).unwrap_or_default());
            }
            Event::DocType(_) => return Err(malformed("has a document type declaration".into())),
            Event::Eof => return Ok(walker.finish()),
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) => {}
        }
    }
}

impl Walker {
    fn start(&mut self, element: &BytesStart<'_>, hidden: &HashSet<String>) {
        let name = element.local_name();
        self.depth += 1;
        if self.skipping.is_some() {
            return;
        }
        match name.as_ref() {
            "tracked-changes" | "annotation" | "placeholder" | "ruby-text" | "title" | "desc" | "meta" | "settings"
            | "scripts" | "font-face-decls" | "user-index" | "binary-data" => self.skipping = Some(self.depth),
            "p" | "h" => self.paragraphs += 1,
            "s" => {
                let count = attribute(element, "c").and_then(|count| count.parse().ok()).unwrap_or(1);
                self.push(&" ".repeat(usize::min(count, MAX_BLANKS)));
            }
            "tab" => self.push("\t"),
            "line-break" => self.push("\n"),
            "a" if self.link.is_none() => {
                let target = attribute(element, "href").unwrap_or_default();
                self.link = Some((Link { target, text: String::new() }, self.depth));
            }
            "table-row" => self.rows.push(Vec::new()),
            "table-cell" | "text-box" => self.flows.push(String::new()),
            _ => {}
        }
        let is_hidden = matches!(name.as_ref(), "hidden-text" | "hidden-paragraph")
            || attribute(element, "style-name").is_some_and(|style| hidden.contains(&style));
        if is_hidden && self.hiding.is_none() {
            self.hiding = Some(self.depth);
        }
    }

    fn end(&mut self, name: &str) {
        let depth = self.depth;
        self.depth = self.depth.saturating_sub(1);
        if let Some(from) = self.skipping {
            if from == depth {
                self.skipping = None;
            }
            return;
        }
        match name {
            "p" | "h" => {
                self.paragraphs = self.paragraphs.saturating_sub(1);
                self.push("\n");
            }
            "a" => {
                if let Some((link, _)) = self.link.take_if(|(_, from)| *from == depth) {
                    let (place, number) = (links::PLACE, self.links.len());
                    self.links.push(link);
                    self.append(&format!("{place}{number}{place}"));
                }
            }
            "table-cell" => {
                let cell = self.pop_flow();
                match self.rows.last_mut() {
                    Some(row) => row.push(cell),
                    None => self.append(&cell),
                }
            }
            "text-box" => {
                let text = self.pop_flow();
                self.append(&format!("\n{}\n", text.trim()));
            }
            "table-row" => {
                let row = row_text(&self.rows.pop().unwrap_or_default());
                if !row.is_empty() {
                    self.append(&row);
                    self.append("\n");
                }
            }
            _ => {}
        }
        if self.hiding == Some(depth) {
            self.hiding = None;
            self.hidden.push(std::mem::take(&mut self.hidden_line));
        }
    }

    fn text(&mut self, text: &str) {
        if self.paragraphs > 0 {
            self.push(&collapsed(text));
        }
    }

    fn push(&mut self, text: &str) {
        if self.skipping.is_some() {
            return;
        }
        if self.hiding.is_some() {
            return self.hidden_line.push_str(text);
        }
        if let Some((link, _)) = &mut self.link {
            link.text.push_str(text);
        }
        self.append(text);
    }

    fn append(&mut self, text: &str) {
        if let Some(flow) = self.flows.last_mut() {
            flow.push_str(text);
        }
    }

    fn pop_flow(&mut self) -> String {
        if self.flows.len() > 1 { self.flows.pop().unwrap_or_default() } else { String::new() }
    }

    fn finish(mut self) -> Story {
        let text = std::mem::take(&mut self.flows).concat();
        Story { text: links::placed(&text, &self.links), hidden: self.hidden }
    }
}

/// Runs of white space as one blank: wider gaps are elements of their own.
fn collapsed(text: &str) -> String {
    let mut collapsed = String::with_capacity(text.len());
    for c in text.chars().filter(|c| *c != links::PLACE) {
        match c {
            ' ' | '\t' | '\n' | '\r' if collapsed.ends_with(' ') => {}
            ' ' | '\t' | '\n' | '\r' => collapsed.push(' '),
            c => collapsed.push(c),
        }
    }
    collapsed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::normalize;

    #[test]
    fn body_of_a_text_document_is_read() {
        let xml = r#"<office:document-content><office:automatic-styles><style:style style:name="T9">
            <style:text-properties text:display="none"/></style:style></office:automatic-styles><office:body><office:text>
            <text:tracked-changes><text:p>gone</text:p></text:tracked-changes>
            <text:h>Ann<text:s text:c="3"/>Example</text:h><text:p><text:a xlink:href="mailto:ann@example.com">Email</text:a>
            &amp; <text:span text:style-name="T9">give 100</text:span><text:placeholder>your job</text:placeholder></text:p>
            <table:table><table:table-row><table:table-cell><text:p>2019</text:p></table:table-cell>
            <table:table-cell><text:p>Acme</text:p></table:table-cell></table:table-row></table:table>
            <text:list><text:list-item><text:p>Led<text:line-break/>a team</text:p></text:list-item></text:list>
            </office:text></office:body></office:document-content>"#;
        let story = read(xml, &hidden_styles(xml)).unwrap();
        assert_eq!(normalize(&story.text), "Ann  Example\nEmail (ann@example.com) &\n2019  Acme\nLed\na team");
        assert_eq!(story.hidden, ["give 100"]);
    }

    #[test]
    fn entities_of_a_document_type_are_refused() {
        assert!(read("<!DOCTYPE x [<!ENTITY a 'b'>]><x>&a;</x>", &HashSet::new()).is_err());
    }
}
