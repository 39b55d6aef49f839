//! Names the formats that cannot be read, so that people learn what to do with such a file.

use std::io::Cursor;

use bole_domain::failure::FormatReason;
use zip::ZipArchive;

use crate::sniff;

/// The start of a ZIP's first entry, where OpenDocument and EPUB files keep their type.
const MIMETYPE_AT: usize = 30;

/// The format of a file that is no readable document; `None` if it is unknown.
pub(crate) fn of(bytes: &[u8], name: &str) -> Option<FormatReason> {
    let extension = sniff::extension(name).unwrap_or_default();
    by_signature(bytes).or_else(|| by_text(bytes)).or_else(|| by_name(&extension))
}

/// Whether a ZIP is an OpenDocument text.
pub(crate) fn is_odt(bytes: &[u8]) -> bool {
    mimetype(bytes).is_some_and(|kind| kind.starts_with(b"application/vnd.oasis.opendocument.text"))
}

fn mimetype(zip: &[u8]) -> Option<&[u8]> {
    zip.get(MIMETYPE_AT..)?.strip_prefix(b"mimetype").filter(|_| zip.starts_with(b"PK\x03\x04"))
}

/// The format of a ZIP by the type that its first entry states.
pub(crate) fn of_mimetype(head: &[u8]) -> Option<FormatReason> {
    let kind = mimetype(head)?;
    let kind = kind.strip_prefix(b"application/").unwrap_or(kind);
    let is = |start: &[u8]| kind.starts_with(start);
    if is(b"epub") {
        Some(FormatReason::Ebook)
    } else if is(b"hwp") {
        Some(FormatReason::Hwp)
    } else if is(b"vnd.oasis.opendocument.spreadsheet") {
        Some(FormatReason::Spreadsheet)
    } else if is(b"vnd.oasis.opendocument.presentation") {
        Some(FormatReason::Presentation)
    } else if is(b"vnd.oasis.opendocument") {
        Some(FormatReason::Picture)
    } else {
        None
    }
}

/// The format of a ZIP that is neither an archive of files nor a readable document.
pub(crate) fn of_zip(bytes: &[u8]) -> Option<FormatReason> {
    of_mimetype(bytes).or_else(|| {
        let zip = ZipArchive::new(Cursor::new(bytes)).ok()?;
        let names: Vec<_> = zip.file_names().filter_map(Result::ok).collect();
        of_names(names.iter().map(|name| &**name))
    })
}

/// The format of a ZIP, or of a folder that is one document, by the names in it.
pub(crate) fn of_names<'a>(names: impl Iterator<Item = &'a str>) -> Option<FormatReason> {
    let mut apple = None;
    for name in names {
        match name {
            "xl/workbook.xml" | "xl/workbook.bin" => return Some(FormatReason::Spreadsheet),
            "ppt/presentation.xml" => return Some(FormatReason::Presentation),
            "visio/document.xml" => return Some(FormatReason::Picture),
            "OFD.xml" => return Some(FormatReason::Ofd),
            "FixedDocSeq.fdseq" | "FixedDocumentSequence.fdseq" => return Some(FormatReason::Xps),
            "AndroidManifest.xml" | "META-INF/MANIFEST.MF" => return Some(FormatReason::Program),
            "Index/Presentation.iwa" | "index.apxl" => return Some(FormatReason::Keynote),
            // All three Apple programs write these; the name tells them apart.
            "Index/Document.iwa" | "buildVersionHistory.plist" => apple = Some(FormatReason::Pages),
            _ if name.starts_with("Index/Slide") => return Some(FormatReason::Keynote),
            _ => {}
        }
    }
    apple
}

/// The format of a folder that is one document to the person who made it.
pub(crate) fn bundle(folder: &str) -> Option<FormatReason> {
    match sniff::extension(folder)?.as_str() {
        "pages" => Some(FormatReason::Pages),
        "key" => Some(FormatReason::Keynote),
        "numbers" => Some(FormatReason::Numbers),
        "app" => Some(FormatReason::Program),
        _ => None,
    }
}

fn by_signature(bytes: &[u8]) -> Option<FormatReason> {
    use FormatReason as F;
    const SIGNATURES: [(&[u8], F); 42] = [
        (b"Rar!\x1a\x07", F::Rar),
        (b"7z\xbc\xaf\x27\x1c", F::SevenZip),
        (b"\x1f\x8b", F::Archive),
        (b"BZh", F::Archive),
        (b"\xfd7zXZ\0", F::Archive),
        (b"\x28\xb5\x2f\xfd", F::Archive),
        (b"MSCF", F::Archive),
        (b"\x89PNG", F::Picture),
        (b"\xff\xd8\xff", F::Picture),
        (b"GIF8", F::Picture),
        (b"BM", F::Picture),
        (b"II*\0", F::Picture),
        (b"MM\0*", F::Picture),
        (b"8BPS", F::Picture),
        (b"\0\0\x01\0", F::Picture),
        (b"\0\0\0\x0cjP", F::Picture),
        (b"ID3", F::Recording),
        (b"OggS", F::Recording),
        (b"fLaC", F::Recording),
        (b"\x1a\x45\xdf\xa3", F::Recording),
        (b"FLV", F::Recording),
        (b"\x30\x26\xb2\x75", F::Recording),
        (b"\0\0\x01\xba", F::Recording),
        (b"\0\0\x01\xb3", F::Recording),
        (b"\xff\xfb", F::Recording),
        (b"#!AMR", F::Recording),
        (b"\x78\x9f\x3e\x22", F::Winmail),
        (b"\xe4\x52\x5c\x7b", F::OneNote),
        (b"\xffWPC", F::WordPerfect),
        (b"AT&TFORM", F::Djvu),
        (b"%!PS", F::PostScript),
        (b"\xc5\xd0\xd3\xc6", F::PostScript),
        (b"HWP Document", F::Hwp),
        (b"MZ", F::Program),
        (b"\x7fELF", F::Program),
        (b"\xcf\xfa\xed\xfe", F::Program),
        (b"\xca\xfe\xba\xbe", F::Program),
        (b"#!/", F::Program),
        (b"L\0\0\0\x01\x14\x02\0", F::Shortcut),
        (b"book\0\0\0\0mark", F::Shortcut),
        (b"SQLite format 3", F::Data),
        (b"CAJ", F::Caj),
    ];
    let is_text = sniff::family(&bytes[..bytes.len().min(sniff::HEAD)]) == sniff::Container::Text;
    // A text may begin with the letters of a signature.
    let tells = |signature: &[u8]| !is_text || !signature.is_ascii() || signature.iter().any(u8::is_ascii_control);
    if let Some((_, format)) = SIGNATURES.iter().find(|(sign, _)| bytes.starts_with(sign) && tells(sign)) {
        return Some(*format);
    }
    if is_text {
        return None;
    }
    let at = |from: usize, part: &[u8]| bytes.get(from..).is_some_and(|rest| rest.starts_with(part));
    if at(257, b"ustar") {
        return Some(F::Archive);
    }
    if at(2, b"-lh") {
        return Some(F::Archive);
    }
    if at(60, b"BOOKMOBI") {
        return Some(F::Ebook);
    }
    if bytes.starts_with(b"RIFF") {
        return Some(if at(8, b"WEBP") { F::Picture } else { F::Recording });
    }
    if at(4, b"ftyp") {
        let photos: [&[u8]; 6] = [b"heic", b"heix", b"hevc", b"hevx", b"mif1", b"msf1"];
        if photos.iter().any(|brand| at(8, brand)) {
            return Some(F::Heic);
        }
        return Some(if at(8, b"avif") { F::Picture } else { F::Recording });
    }
    if bytes.starts_with(b"bplist") {
        let is_page = sniff::contains(bytes, b"WebMainResource");
        return Some(if is_page { F::SafariPage } else { F::Data });
    }
    bytes.starts_with(b"\xd0\xcf\x11\xe0").then(|| of_ole(bytes))?
}

/// The format of an OLE file that is no Word document.
pub(crate) fn of_ole(bytes: &[u8]) -> Option<FormatReason> {
    const STREAMS: [(&str, FormatReason); 8] = [
        ("Workbook", FormatReason::Spreadsheet),
        ("Book", FormatReason::Spreadsheet),
        ("PowerPoint Document", FormatReason::Presentation),
        ("__properties_version1.0", FormatReason::OutlookMessage),
        ("HwpSummaryInformation", FormatReason::Hwp),
        ("\u{5}HwpSummaryInformation", FormatReason::Hwp),
        ("MatOST", FormatReason::Works),
        ("VisioDocument", FormatReason::Picture),
    ];
    STREAMS.iter().find(|(stream, _)| sniff::ole_has_stream(bytes, stream)).map(|(_, format)| *format)
}

fn by_text(bytes: &[u8]) -> Option<FormatReason> {
    let head = &bytes[..bytes.len().min(sniff::HEAD)];
    let start = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    let begins = |part: &[u8]| start.len() >= part.len() && start[..part.len()].eq_ignore_ascii_case(part);
    if begins(b"BEGIN:VCARD") {
        Some(FormatReason::ContactCard)
    } else if begins(b"BEGIN:VCALENDAR") {
        Some(FormatReason::Calendar)
    } else if begins(b"%!PS") {
        Some(FormatReason::PostScript)
    } else if begins(b"[InternetShortcut]") {
        Some(FormatReason::Shortcut)
    } else if sniff::contains(head, b"\\documentclass") {
        Some(FormatReason::Latex)
    } else if begins(b"<svg") || sniff::contains(head, b"<svg ") {
        Some(FormatReason::Picture)
    } else if begins(b"#!/") {
        Some(FormatReason::Program)
    } else {
        None
    }
}

/// For formats without a signature.
fn by_name(extension: &str) -> Option<FormatReason> {
    Some(match extension {
        "csv" | "tsv" => FormatReason::Spreadsheet,
        "pages" => FormatReason::Pages,
        "key" => FormatReason::Keynote,
        "numbers" => FormatReason::Numbers,
        "caj" | "kdh" | "nh" => FormatReason::Caj,
        "url" | "webloc" | "lnk" | "gdoc" | "gsheet" | "gslides" | "icloud" => FormatReason::Shortcut,
        "tex" => FormatReason::Latex,
        "exe" | "msi" | "dmg" | "apk" | "bat" | "cmd" | "ps1" | "vbs" => FormatReason::Program,
        "json" | "xml" | "ini" | "log" | "sql" | "js" | "ts" | "py" | "java" | "css" | "yml" | "yaml" | "toml" => {
            FormatReason::Data
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_known_by_content_whatever_the_name() {
        let mut tar = vec![0; 512];
        tar[257..262].copy_from_slice(b"ustar");
        for (bytes, format) in [
            (&b"Rar!\x1a\x07\x01\0"[..], FormatReason::Rar),
            (b"Rar!\x1a\x07\x01\0rest", FormatReason::Rar),
            (b"7z\xbc\xaf\x27\x1c\0\x04", FormatReason::SevenZip),
            (&tar, FormatReason::Archive),
            (b"\xff\xd8\xff\xe0\0\x10JFIF", FormatReason::Picture),
            (b"\0\0\0\x18ftypheic", FormatReason::Heic),
            (b"\0\0\0\x18ftypavif", FormatReason::Picture),
            (b"\0\0\0\x18ftypmp42", FormatReason::Recording),
            (b"RIFF\x10\0\0\0WEBPVP8 ", FormatReason::Picture),
            (b"\x78\x9f\x3e\x22\x01\0", FormatReason::Winmail),
            (b"BEGIN:VCARD\r\nVERSION:3.0", FormatReason::ContactCard),
            (b"[InternetShortcut]\r\nURL=https://example.com", FormatReason::Shortcut),
            (b"% a resume\n\\documentclass{moderncv}", FormatReason::Latex),
        ] {
            assert_eq!(of(bytes, "resume.pdf"), Some(format), "{}", String::from_utf8_lossy(bytes));
        }
        assert_eq!(of(b"Bible study leader", "resume"), None);
        assert_eq!(of(b"a,b\n1,2", "list.csv"), Some(FormatReason::Spreadsheet));
    }

    #[test]
    fn folders_of_apple_documents_are_one_document() {
        assert_eq!(bundle("resumes/Ann.pages"), Some(FormatReason::Pages));
        assert_eq!(bundle("Deck.key"), Some(FormatReason::Keynote));
        assert_eq!(bundle("resumes"), None);
    }
}
