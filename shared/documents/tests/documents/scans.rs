//! Scans and photos are read by recognising their text, through the sandbox.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use bole_documents::{
    DocumentFailure, DocumentKind, Extraction, Limits, MODEL_FILES, Models, Sandbox, extract_bytes, extract_with_models,
};
use bole_domain::failure::{DocumentReason, FormatReason};
use image::{GrayImage, ImageFormat, imageops};
use unicode_normalization::UnicodeNormalization;

use crate::support::scan::{encoded, pdf_of, scanned};

/// The share of characters that are right.
const ACCURACY: f64 = 0.97;

fn corpus(name: &str) -> Vec<u8> {
    fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus").join(name)).unwrap()
}

fn models() -> PathBuf {
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/ocr");
    assert!(models.is_dir(), "no models for recognising text: run `make setup`");
    models
}

fn without_models() -> Sandbox {
    Sandbox::new(env!("CARGO_BIN_EXE_bole-extract").into(), Limits::default())
}

fn recognizer() -> Sandbox {
    without_models().with_recognizer(models()).recognizer().unwrap()
}

async fn read(bytes: &[u8], name: &str) -> Result<Extraction, DocumentFailure> {
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), bytes).unwrap();
    recognizer().extract(file.path(), name).await
}

fn squeezed(text: &str) -> Vec<char> {
    text.nfkc().filter(|c| !c.is_whitespace()).collect()
}

/// One minus the edit distance by the length, white space aside.
fn accuracy(read: &str, expected: &str) -> f64 {
    let (read, expected) = (squeezed(read), squeezed(expected));
    let mut row: Vec<usize> = (0..=read.len()).collect();
    for (above, wanted) in expected.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], above + 1);
        for (at, found) in read.iter().enumerate() {
            let changed = diagonal + usize::from(found != wanted);
            diagonal = row[at + 1];
            row[at + 1] = changed.min(diagonal + 1).min(row[at] + 1);
        }
    }
    1.0 - row[read.len()] as f64 / expected.len() as f64
}

#[tokio::test]
async fn scanned_resumes_are_read_in_each_language() {
    let mut wrong = Vec::new();
    for (resume, language) in [("chromium_en.pdf", "en"), ("weasy_id.pdf", "id"), ("chromium_zh.pdf", "zh")] {
        let pages = scanned(&corpus(&format!("resumes/{resume}")));
        let scan = pdf_of(&pages);
        let started = std::time::Instant::now();
        let extraction = read(&scan, "resume.pdf").await.unwrap();
        let seconds = started.elapsed().as_secs_f64() / pages.len() as f64;
        assert_eq!(extraction.recognized_pages.len(), pages.len(), "{resume}");
        assert!(extraction.unread_pages.is_empty(), "{resume}");
        let expected = String::from_utf8(corpus(&format!("gt/{language}.txt"))).unwrap();
        let share = accuracy(&extraction.text, &expected);
        println!("scan: {resume} {seconds:.2} s a page, {share:.4} of characters");
        if share < ACCURACY {
            wrong.push(format!("{resume}: {share:.4}\n{}", extraction.text));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The models of this process.
fn loaded() -> Models {
    Models::load(MODEL_FILES.map(|file| fs::read(models().join(file)).unwrap())).unwrap()
}

/// A saved email with these files, every byte of which is escaped.
fn email(files: &[(&str, &Vec<u8>)]) -> Vec<u8> {
    let mut mail = "From: Ann <ann@example.com>\r\nTo: hr@example.com\r\nSubject: CV\r\nMIME-Version: 1.0\r\n\
        Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nDear team\r\n"
        .to_owned();
    for (name, bytes) in files {
        mail += &format!(
            "--b\r\nContent-Type: application/octet-stream\r\nContent-Transfer-Encoding: quoted-printable\r\n\
             Content-Disposition: attachment; filename={name}\r\n\r\n"
        );
        for line in bytes.chunks(24) {
            mail.extend(line.iter().map(|byte| format!("={byte:02X}")));
            mail += "=\r\n";
        }
        mail += "\r\n";
    }
    (mail + "--b--\r\n").into_bytes()
}

#[tokio::test]
async fn scans_attached_to_an_email_are_read() {
    let page = scanned(&corpus("resumes/chromium_en.pdf")).remove(0);
    let (scan, photo) = (pdf_of(std::slice::from_ref(&page)), encoded(&page, ImageFormat::Jpeg));
    let portrait = encoded(&GrayImage::from_pixel(900, 900, image::Luma([255])), ImageFormat::Png);
    let expected = read(&photo, "photo.jpg").await.unwrap().text;
    let first = expected.lines().next().unwrap();
    for (name, file) in [("scan.pdf", &scan), ("photo.jpg", &photo)] {
        let mail = email(&[("portrait.png", &portrait), (name, file)]);
        let extraction = read(&mail, "mail.eml").await.unwrap();
        assert_eq!((extraction.kind, &extraction.recognized_pages[..]), (DocumentKind::Email, &[1][..]), "{name}");
        assert!(extraction.unread_pages.is_empty(), "{name}");
        assert!(extraction.text.contains(first) && extraction.text.ends_with("Dear team"), "{}", extraction.text);
    }
    // Without models, the pictures wait for a process with models.
    let limits = Limits { reads_pictures: true, ..Limits::default() };
    let unread = extract_bytes(&email(&[("photo.jpg", &photo)]), "mail.eml", &limits).unwrap();
    assert_eq!((&unread.text[..], &unread.unread_pages[..]), ("Dear team", &[1][..]));
    let scanned = extract_bytes(&email(&[("scan.pdf", &scan)]), "mail.eml", &limits).unwrap_err();
    assert_eq!(scanned.reason, DocumentReason::Scanned);
}

/// A scan of one page with a link on it, added as editors add it: after the end of the file.
fn with_link(mut scan: Vec<u8>, target: &str) -> Vec<u8> {
    let after = |needle: &str| {
        let at = scan.windows(needle.len()).position(|part| part == needle.as_bytes()).unwrap();
        String::from_utf8_lossy(&scan[at + needle.len()..]).into_owned()
    };
    let (page, table) = (after("\n3 0 obj\n"), after("startxref\n"));
    let (page, table) = (page.split("endobj").next().unwrap(), table.lines().next().unwrap());
    let link = format!("/Subtype /Link /Rect [50 50 200 70] /A << /S /URI /URI ({target}) >>");
    let page = page.replace("/MediaBox", &format!("/Annots [<< /Type /Annot {link} >>] /MediaBox"));
    let object = format!("3 0 obj\n{page}endobj\n");
    let (start, xref) = (scan.len(), scan.len() + object.len());
    let trailer = format!("trailer << /Size 6 /Root 1 0 R /Prev {table} >>\nstartxref\n{xref}\n%%EOF\n");
    scan.extend_from_slice(format!("{object}xref\n3 1\n{start:010} 00000 n \n{trailer}").as_bytes());
    scan
}

#[test]
fn addresses_behind_links_of_recognised_pages_stay() {
    let scan = pdf_of(&scanned(&corpus("resumes/chromium_en.pdf"))[..1]);
    let scan = with_link(scan, "mailto:typed.address@example.com");
    let extraction = extract_with_models(&scan, "scan.pdf", &Limits::default(), &loaded()).unwrap();
    assert_eq!(extraction.recognized_pages, [1]);
    assert!(extraction.text.contains("typed.address@example.com"), "{}", extraction.text);
}

#[test]
fn pages_without_time_stay_unread_beside_those_with_text() {
    let mut letter = corpus("cases/letter_then_scan.pdf");
    // The drawing library makes its shades of grey black.
    let (shades, grey) = (b"[/ICCBased 16 0 R]", b"/DeviceGray       ");
    let at = letter.windows(shades.len()).position(|part| part == shades).unwrap();
    letter[at..at + grey.len()].copy_from_slice(grey);
    let read = |time| extract_with_models(&letter, "letter.pdf", &Limits { time, ..Limits::default() }, &loaded());
    let (late, whole) = (read(Duration::ZERO).unwrap(), read(Duration::from_secs(600)).unwrap());
    assert_eq!((&late.unread_pages[..], &late.recognized_pages[..]), (&[2][..], &[][..]));
    assert_eq!((&whole.unread_pages[..], &whole.recognized_pages[..]), (&[][..], &[2][..]));
    let first = late.text.lines().next().unwrap();
    assert!(whole.text.len() > late.text.len() && whole.text.contains(first), "{}", whole.text);
}

#[tokio::test]
async fn scanned_words_are_separated() {
    let pages = scanned(&corpus("resumes/chromium_en.pdf"));
    let text = read(&encoded(&pages[0], ImageFormat::Jpeg), "photo.jpg").await.unwrap().text;
    let expected = String::from_utf8(corpus("gt/en.txt")).unwrap();
    let known: std::collections::HashSet<&str> = text.split_whitespace().collect();
    let words: Vec<&str> = expected.split_whitespace().collect();
    let found = words.iter().filter(|word| known.contains(**word)).count();
    assert!(found as f64 >= 0.9 * words.len() as f64, "{found} of {} words\n{text}", words.len());
}

#[tokio::test]
async fn scanned_picture_is_read_whichever_way_it_is_turned() {
    let page = scanned(&corpus("resumes/chromium_en.pdf")).remove(0);
    let turned = [page.clone(), imageops::rotate90(&page), imageops::rotate180(&page), imageops::rotate270(&page)];
    let first = squeezed(&read(&encoded(&page, ImageFormat::Png), "scan.png").await.unwrap().text);
    for (quarters, picture) in turned.iter().enumerate() {
        let extraction = read(&encoded(picture, ImageFormat::Jpeg), "photo.jpg").await.unwrap();
        assert_eq!((extraction.kind, &extraction.recognized_pages[..]), (DocumentKind::Jpeg, &[1][..]));
        let first: String = first.iter().collect();
        assert!(accuracy(&extraction.text, &first) > 0.95, "{quarters}: {}", extraction.text);
    }
}

#[tokio::test]
async fn hostile_scans_fail_with_their_reasons() {
    let page = GrayImage::from_pixel(900, 900, image::Luma([255]));
    let png = encoded(&page, ImageFormat::Png);
    let jpeg = encoded(&scanned(&corpus("resumes/chromium_en.pdf"))[0], ImageFormat::Jpeg);
    // A header that claims 60,000 pixels on each side.
    let mut bomb = png.clone();
    for side in [16, 20] {
        bomb[side..side + 4].copy_from_slice(&60_000_u32.to_be_bytes());
    }
    let checksum = crc32(&bomb[12..29]);
    bomb[29..33].copy_from_slice(&checksum.to_be_bytes());
    for (name, bytes, reason) in [
        ("bomb.png", &bomb[..], DocumentReason::TooLarge),
        ("cut.png", &png[..png.len() / 2], DocumentReason::Malformed),
        ("header.jpg", &jpeg[..20], DocumentReason::Malformed),
        ("blank.png", &png[..], DocumentReason::NoText),
    ] {
        let failure = read(bytes, name).await.unwrap_err();
        assert_eq!(failure.reason, reason, "{name}: {failure}");
    }
}

fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    crc.sum()
}

#[tokio::test]
async fn scans_without_models_fail_as_pictures() {
    let page = scanned(&corpus("resumes/chromium_en.pdf")).remove(0);
    let files: [(Vec<u8>, &str, bole_domain::failure::FailureReason); 2] = [
        (pdf_of(std::slice::from_ref(&page)), "scan.pdf", DocumentReason::Scanned.into()),
        (encoded(&page, ImageFormat::Jpeg), "photo.jpg", FormatReason::Picture.into()),
    ];
    for (bytes, name, reason) in files {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), bytes).unwrap();
        let failure = without_models().extract(file.path(), name).await.unwrap_err();
        assert_eq!(failure.reason, reason, "{name}");
    }
}
