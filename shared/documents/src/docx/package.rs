//! The ZIP of a DOCX: its main part, related parts, and their XML.

use std::collections::HashMap;
use std::io::{Cursor, Read};

use bole_domain::failure::DocumentReason;
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use zip::ZipArchive;
use zip::result::ZipError;

use crate::extract::{DocumentFailure, DocumentKind};
use crate::{Limits, formats, sniff};

/// The maximum unpacked size of a part; images are never read.
const MAX_PART_BYTES: u64 = 32 * 1024 * 1024;

pub(super) struct Package<'a> {
    zip: ZipArchive<Cursor<&'a [u8]>>,
    main: String,
    relations: Vec<Relation>,
}

struct Relation {
    id: String,
    /// The last segment of the relationship's type: `header`, `styles`, …
    kind: String,
    /// A part's name, or an address outside of the file.
    target: String,
    external: bool,
}

impl<'a> Package<'a> {
    pub(super) fn open(bytes: &'a [u8], file_name: &str, limits: &Limits) -> Result<Self, DocumentFailure> {
        let zip = ZipArchive::new(Cursor::new(bytes)).map_err(|error| unreadable(bytes, &error))?;
        if zip.len() > limits.archive_entries as usize {
            return Err(DocumentFailure::new(DocumentReason::Malformed, format!("{} parts", zip.len())));
        }
        let mut package = Self { zip, main: String::new(), relations: Vec::new() };
        let root = package.relations_of("")?;
        let main = root
            .into_iter()
            .find(|relation| relation.kind == "officeDocument" && !relation.external)
            .map(|relation| relation.target);
        let main = main.unwrap_or_else(|| "word/document.xml".to_owned());
        let is_word = main.rsplit('/').next().is_some_and(|name| name.starts_with("document"));
        if package.zip.index_for_name(&main).is_none() || !is_word {
            if let Some(format) = formats::of_zip(bytes) {
                return Err(DocumentFailure::new(format, "a ZIP of another format"));
            }
            let claims_word = sniff::claimed_kind(file_name) == Some(DocumentKind::Docx);
            let is_office = package.zip.index_for_name("[Content_Types].xml").is_some();
            let reason =
                if claims_word && is_office && is_word { DocumentReason::Malformed } else { DocumentReason::WrongType };
            return Err(DocumentFailure::new(reason, "a ZIP without a Word document part"));
        }
        package.relations = package.relations_of(&main)?;
        package.main = main;
        Ok(package)
    }

    pub(super) fn main_xml(&mut self) -> Result<String, DocumentFailure> {
        self.xml(&self.main.clone())
    }

    /// Parts of a kind the document refers to.
    pub(super) fn related(&self, kind: &str) -> Vec<String> {
        let parts = self.relations.iter().filter(|relation| relation.kind == kind && !relation.external);
        parts.map(|relation| relation.target.clone()).collect()
    }

    /// Ids and targets of the parts of these kinds.
    pub(super) fn parts_of(&self, kinds: &[&str]) -> Vec<(String, String)> {
        let parts = self.relations.iter().filter(|relation| kinds.contains(&&*relation.kind) && !relation.external);
        parts.map(|relation| (relation.id.clone(), relation.target.clone())).collect()
    }

    /// The addresses that a part's links lead to, by id.
    pub(super) fn addresses(&mut self, part: &str) -> HashMap<String, String> {
        let relations = if part == self.main { None } else { self.relations_of(part).ok() };
        let relations = relations.as_ref().unwrap_or(&self.relations);
        let external = relations.iter().filter(|relation| relation.external);
        external.map(|relation| (relation.id.clone(), relation.target.clone())).collect()
    }

    pub(super) fn main(&self) -> &str {
        &self.main
    }

    /// The part of a relationship's id.
    pub(super) fn target(&self, id: &str) -> Option<String> {
        let parts = || self.relations.iter().filter(|relation| !relation.external);
        parts().find(|relation| relation.id == id).map(|relation| relation.target.clone())
    }

    pub(super) fn has_pictures(&self) -> bool {
        self.relations.iter().any(|relation| relation.kind == "image")
    }

    /// A part's XML as UTF-8.
    pub(super) fn xml(&mut self, part: &str) -> Result<String, DocumentFailure> {
        self.bytes(part).map(|bytes| decode(&bytes))
    }

    pub(super) fn bytes(&mut self, part: &str) -> Result<Vec<u8>, DocumentFailure> {
        let entry = self.zip.by_name(part).map_err(|error| part_error(&error))?;
        let mut bytes = Vec::new();
        entry
            .take(MAX_PART_BYTES + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| DocumentFailure::new(DocumentReason::Malformed, format!("a part is damaged: {error}")))?;
        if bytes.len() as u64 > MAX_PART_BYTES {
            return Err(DocumentFailure::new(DocumentReason::TooLarge, "a part unpacks to too much"));
        }
        Ok(bytes)
    }

    fn relations_of(&mut self, part: &str) -> Result<Vec<Relation>, DocumentFailure> {
        let (folder, name) = part.rsplit_once('/').unwrap_or(("", part));
        let path = if folder.is_empty() { format!("_rels/{name}.rels") } else { format!("{folder}/_rels/{name}.rels") };
        if self.zip.index_for_name(&path).is_none() {
            return Ok(Vec::new());
        }
        let xml = self.xml(&path)?;
        let mut reader = Reader::from_str(&xml);
        let mut relations = Vec::new();
        loop {
            match reader.read_event() {
                Ok(Event::Start(element) | Event::Empty(element))
                    if element.local_name().as_ref() == "Relationship" =>
                {
                    relations.extend(Relation::of(&element, folder));
                }
                Ok(Event::Eof) | Err(_) => return Ok(relations),
                Ok(_) => {}
            }
        }
    }
}

impl Relation {
    fn of(element: &BytesStart<'_>, folder: &str) -> Option<Self> {
        let external = attribute(element, "TargetMode").is_some_and(|mode| mode == "External");
        let kind = attribute(element, "Type")?.rsplit('/').next()?.to_owned();
        let target = attribute(element, "Target")?;
        let target = if external { target } else { resolve(folder, &target) };
        Some(Self { id: attribute(element, "Id")?, kind, target, external })
    }
}

/// An attribute's value by its local name.
pub(crate) fn attribute(element: &BytesStart<'_>, name: &str) -> Option<String> {
    let attribute = element.attributes().flatten().find(|attribute| attribute.key.local_name().as_ref() == name)?;
    attribute.normalized_value(quick_xml::XmlVersion::Implicit1_0).ok().map(std::borrow::Cow::into_owned)
}

/// A relationship's target as a part name, absolute or relative to its source's folder.
fn resolve(folder: &str, target: &str) -> String {
    let mut segments: Vec<&str> =
        if target.starts_with('/') { Vec::new() } else { folder.split('/').filter(|s| !s.is_empty()).collect() };
    for segment in target.split('/') {
        match segment {
            "" | "." => {}
            ".." => drop(segments.pop()),
            name => segments.push(name),
        }
    }
    segments.join("/")
}

/// Decodes XML: by byte order mark, by the first characters, else by the declaration.
pub(super) fn decode(bytes: &[u8]) -> String {
    let encoding = Encoding::for_bom(bytes).map(|(encoding, _)| encoding).unwrap_or_else(|| match bytes {
        [b'<', 0, ..] => UTF_16LE,
        [0, b'<', ..] => UTF_16BE,
        _ => declared(bytes).unwrap_or(UTF_8),
    });
    encoding.decode(bytes).0.into_owned()
}

fn declared(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = &bytes[..bytes.len().min(200)];
    let declaration = &head[..sniff::find(head, b"?>")?];
    let value = &declaration[sniff::find(declaration, b"encoding=")? + b"encoding=".len()..];
    let quote = *value.first()?;
    let label = value[1..].split(|byte| *byte == quote).next()?;
    // A declaration readable as ASCII cannot be UTF-16.
    Encoding::for_label(label).filter(|encoding| !encoding.name().starts_with("UTF-16"))
}

fn unreadable(bytes: &[u8], error: &ZipError) -> DocumentFailure {
    let cut = !sniff::contains(&bytes[bytes.len().saturating_sub(66_000)..], b"PK\x05\x06");
    let reason = if cut { DocumentReason::Truncated } else { DocumentReason::Malformed };
    DocumentFailure::new(reason, error.to_string())
}

fn part_error(error: &ZipError) -> DocumentFailure {
    let reason = match error {
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) => DocumentReason::Encrypted,
        _ => DocumentReason::Malformed,
    };
    DocumentFailure::new(reason, error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf_16_parts_are_read_with_or_without_a_byte_order_mark() {
        let wide = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
        assert_eq!(decode(&wide("<a>张三</a>")), "<a>张三</a>");
        assert_eq!(decode(&[vec![0xff, 0xfe], wide("<a>张三</a>")].concat()), "<a>张三</a>");
    }

    #[test]
    fn declared_encoding_is_used_when_plausible() {
        let (gbk, ..) = encoding_rs::GBK.encode("<?xml version=\"1.0\" encoding=\"GB2312\"?><a>张三</a>");
        assert!(decode(&gbk).contains("张三"));
        assert!(decode("<?xml version='1.0' encoding='UTF-16'?><a>张三</a>".as_bytes()).contains("张三"));
    }

    #[test]
    fn targets_resolve_within_the_package_root() {
        assert_eq!(resolve("word", "header1.xml"), "word/header1.xml");
        assert_eq!(resolve("word", "/word/header1.xml"), "word/header1.xml");
        assert_eq!(resolve("word", "../../../x.xml"), "x.xml");
    }
}
