//! Sample uploads: generated resumes and ZIPs.

use std::io::{Cursor, Write};
use std::path::Path;

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// The address in [`resume`] for this first name.
pub fn email(first: &str) -> String {
    format!("{}.tan@example.com", first.to_lowercase())
}

/// The lines of a backend engineer's resume; `digit` makes the phone number theirs.
pub fn resume(first: &str, digit: u8) -> Vec<String> {
    let lines = [
        format!("{first} Tan"),
        format!("Email: {}", email(first)),
        format!("Phone: +65 8123 000{digit}"),
        "Summary".to_owned(),
        "Backend engineer with eight years of Rust and PostgreSQL.".to_owned(),
        "Experience".to_owned(),
        "Senior Backend Engineer, Northlight Analytics Pte. Ltd.    2021-03 - Present".to_owned(),
        "- Built payment services in Rust and PostgreSQL that serve 4,000 requests a second.".to_owned(),
        "- Led a team of five engineers.".to_owned(),
        "Backend Engineer, Cedarwood Software Pte. Ltd.    2016-01 - 2019-12".to_owned(),
        "- Wrote order processing in Go, ran it on Kubernetes.".to_owned(),
        "Education".to_owned(),
        "National University of Singapore, Bachelor of Computer Science    2012 - 2016".to_owned(),
        "Skills".to_owned(),
        "Rust, Go, PostgreSQL, Kubernetes, Redis".to_owned(),
    ];
    lines.into()
}

/// Operators that show these lines in the font F1.
fn shown(lines: &[String]) -> String {
    let escape = |line: &String| line.replace('\\', "\\\\").replace('(', "\\(").replace(')', "\\)");
    let shown: String = lines.iter().map(|line| format!("({}) Tj T* ", escape(line))).collect();
    format!("BT /F1 10 Tf 14 TL 50 780 Td {shown}ET")
}

fn stream(entries: &str, content: &[u8]) -> Vec<u8> {
    let head = format!("<<{entries}/Length {}>>\nstream\n", content.len());
    [head.as_bytes(), content, b"\nendstream"].concat()
}

/// A PDF of these objects, the first of which is its catalog.
fn pdf_of(objects: &[Vec<u8>]) -> Vec<u8> {
    let mut file = b"%PDF-1.4\n".to_vec();
    let mut offsets = Vec::new();
    for (index, object) in objects.iter().enumerate() {
        offsets.push(file.len());
        writeln!(file, "{} 0 obj", index + 1).unwrap();
        file.extend_from_slice(object);
        file.extend_from_slice(b"\nendobj\n");
    }
    let xref = file.len();
    write!(file, "xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1).unwrap();
    for offset in offsets {
        writeln!(file, "{offset:010} 00000 n ").unwrap();
    }
    write!(file, "trailer<</Size {}/Root 1 0 R>>\nstartxref\n{xref}\n%%EOF\n", objects.len() + 1).unwrap();
    file
}

/// A one-page PDF in Helvetica with these lines and additional operators.
pub fn pdf_with(lines: &[String], after: &str) -> Vec<u8> {
    pdf_of(&[
        b"<</Type/Catalog/Pages 2 0 R>>".to_vec(),
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>".to_vec(),
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>".to_vec(),
        stream("", format!("{} {after}", shown(lines)).as_bytes()),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>".to_vec(),
    ])
}

/// A grey JPEG of 910 by 1287 pixels that shows a resume.
pub fn photo() -> Vec<u8> {
    let letter = file("shared/documents/tests/corpus/cases/letter_then_scan.pdf");
    let at = letter.windows(3).position(|part| part == b"\xff\xd8\xff").unwrap();
    let end = letter[at..].windows(10).position(|part| part == b"\nendstream").unwrap();
    letter[at..at + end].to_vec()
}

/// A PDF with these lines on its first page; the second is a picture: [`photo`], or a blank one.
pub fn pdf_then_scan(lines: &[String], is_blank: bool) -> Vec<u8> {
    let picture = if is_blank {
        stream(
            "/Type/XObject/Subtype/Image/Width 600/Height 850/ColorSpace/DeviceGray/BitsPerComponent 8",
            &[255; 510_000],
        )
    } else {
        let entries = "/Type/XObject/Subtype/Image/Width 910/Height 1287/ColorSpace/DeviceGray/BitsPerComponent 8\
                       /Filter/DCTDecode";
        stream(entries, &photo())
    };
    pdf_of(&[
        b"<</Type/Catalog/Pages 2 0 R>>".to_vec(),
        b"<</Type/Pages/Kids[3 0 R 6 0 R]/Count 2>>".to_vec(),
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>".to_vec(),
        stream("", shown(lines).as_bytes()),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>".to_vec(),
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 7 0 R/Resources<</XObject<</Im 8 0 R>>>>>>".to_vec(),
        stream("", b"q 595 0 0 842 0 0 cm /Im Do Q"),
        picture,
    ])
}

/// A one-page PDF with these lines.
pub fn pdf(lines: &[String]) -> Vec<u8> {
    pdf_with(lines, "")
}

pub fn resume_pdf(first: &str, digit: u8) -> Vec<u8> {
    pdf(&resume(first, digit))
}

/// A deflated ZIP; non-ASCII names are marked as UTF-8.
pub fn archive<N: AsRef<str>>(entries: impl IntoIterator<Item = (N, Vec<u8>)>) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        zip.start_file(name.as_ref(), SimpleFileOptions::default()).unwrap();
        zip.write_all(&bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// Renames an entry to a name of the same length, in bytes that need not be UTF-8.
pub fn rename(zip: &mut [u8], from: &str, to: &[u8]) {
    assert_eq!(from.len(), to.len());
    let places: Vec<usize> = (0..zip.len() - to.len()).filter(|at| zip[*at..].starts_with(from.as_bytes())).collect();
    assert_eq!(places.len(), 2, "once in the local, once in the central header");
    for at in places {
        zip[at..at + to.len()].copy_from_slice(to);
    }
}

/// Marks this entry as encrypted, in its local and its central header.
pub fn encrypt(zip: &mut [u8], name: &str) {
    for (signature, flags, name_at) in [(b"PK\x03\x04", 6, 30), (b"PK\x01\x02", 8, 46)] {
        let at = (0..zip.len() - name_at - name.len())
            .find(|at| zip[*at..].starts_with(signature) && zip[at + name_at..].starts_with(name.as_bytes()))
            .unwrap();
        zip[at + flags] |= 1;
    }
}

/// A file of the repository, by its path from the root.
pub fn file(path: &str) -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)).unwrap()
}

/// A resume of the labelled set, under the name it has there.
pub fn labelled(path: &str) -> Vec<u8> {
    file(&format!("testdata/labelled/{path}"))
}
