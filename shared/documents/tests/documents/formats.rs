//! Formats beside PDF and Word: read where possible, else named.
use bole_documents::{DocumentKind, Limits, extract_bytes};
use bole_domain::failure::{DocumentReason, FormatReason};

use crate::support::{archive, docx, pdf_with, resume_pdf, unpack};

const LINES: [&str; 4] = [
    "Ann Example",
    "ann@example.com",
    "Accountant, Harbour Foods, 2019.07 - 2024.06",
    "Closed the books of two companies every month",
];

fn text() -> Vec<u8> {
    LINES.join("\n").into_bytes()
}

fn odt() -> Vec<u8> {
    let paragraphs: String = LINES.iter().map(|line| format!("<text:p>{line}</text:p>")).collect();
    let content = format!(
        "<office:document-content><office:body><office:text>{paragraphs}</office:text></office:body></office:document-content>"
    );
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let stored = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for (name, bytes) in [("mimetype", "application/vnd.oasis.opendocument.text"), ("content.xml", &content)] {
        zip.start_file(name, stored).unwrap();
        std::io::Write::write_all(&mut zip, bytes.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn documents() -> [(DocumentKind, Vec<u8>); 7] {
    let html = format!("<html><body><p>{}</p></body></html>", LINES.join("</p><p>"));
    let mht = format!(
        "MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n{html}\r\n--b--\r\n"
    );
    let mail = format!("From: a@example.com\r\nTo: hr@example.com\r\nSubject: CV\r\n\r\n{}\r\n", LINES.join("\r\n"));
    [
        (DocumentKind::Rtf, format!("{{\\rtf1\\ansi {}\\par}}", LINES.join("\\par ")).into_bytes()),
        (DocumentKind::Odt, odt()),
        (DocumentKind::Html, html.into_bytes()),
        (DocumentKind::Mhtml, mht.into_bytes()),
        (DocumentKind::Email, mail.into_bytes()),
        (DocumentKind::Text, text()),
        (
            DocumentKind::Docx,
            format!(
                "<?xml version=\"1.0\"?><w:wordDocument><w:body>{}</w:body></w:wordDocument>",
                LINES.map(|line| format!("<w:p><w:r><w:t>{line}</w:t></w:r></w:p>")).concat()
            )
            .into_bytes(),
        ),
    ]
}

#[test]
fn text_formats_are_read_under_any_name() {
    for (kind, bytes) in documents() {
        for name in ["resume.doc", "resume.pdf", "resume"] {
            let extraction = extract_bytes(&bytes, name, &Limits::default()).unwrap();
            assert_eq!((extraction.kind, extraction.text), (kind, LINES.join("\n")), "{kind} as {name}");
        }
    }
}

#[tokio::test]
async fn text_formats_of_an_archive_become_rows() {
    let entries: Vec<_> = documents().into_iter().map(|(kind, bytes)| (format!("{kind}.doc"), bytes)).collect();
    let rows = unpack(&archive(&entries)).await.table();
    assert_eq!(
        rows,
        [
            "rtf.doc: rtf",
            "odt.doc: odt",
            "html.doc: html",
            "mhtml.doc: eml",
            "eml.doc: eml",
            "txt.doc: txt",
            "docx.doc: docx"
        ]
    );
}

#[tokio::test]
async fn other_formats_are_named() {
    let rows = unpack(&archive(&[
        ("all.rar", b"Rar!\x1a\x07\x01\0rest".to_vec()),
        ("resume.pdf", b"\xff\xd8\xff\xe0\0\x10JFIF".to_vec()),
        ("photo.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec()),
        ("Ann.pages/Index/Document.iwa", b"\0iwa".to_vec()),
        ("Ann.pages/preview.jpg", b"\xff\xd8\xff\xe0".to_vec()),
        ("Ann.pages/Data/resume.pdf", resume_pdf("picture of a page")),
        ("Ben.pages", archive(&[("Index/Document.iwa", b"x".to_vec()), ("preview.jpg", b"x".to_vec())])),
        ("sheet", archive(&[("[Content_Types].xml", b"<Types/>".to_vec()), ("xl/workbook.xml", b"<x/>".to_vec())])),
        ("data.json", b"{\"a\": 1}".to_vec()),
        ("empty.txt", Vec::new()),
        ("note.txt", b"call them back".to_vec()),
        ("cv.docx", docx("<w:p><w:r><w:t>Ann</w:t></w:r></w:p>")),
    ]))
    .await
    .table();
    assert_eq!(
        rows,
        [
            "all.rar: failed format.rar",
            "resume.pdf: failed format.picture",
            "photo.png: skipped format.picture",
            "Ann.pages: failed format.pages",
            "Ben.pages: failed format.pages",
            "sheet: skipped format.spreadsheet",
            "data.json: skipped format.data",
            "empty.txt: skipped document.empty_file",
            "note.txt: skipped entry.not_a_resume",
            "cv.docx: docx",
        ]
    );
}

#[test]
fn single_file_of_another_format_fails_with_its_name() {
    let failure = extract_bytes(b"7z\xbc\xaf\x27\x1c\0\x04", "resume.docx", &Limits::default()).unwrap_err();
    assert_eq!(failure.reason, FormatReason::SevenZip);
}

#[test]
fn fields_of_a_form_are_read_beside_their_labels() {
    let objects = [
        "<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(Ann Example)/Rect[150 695 400 715]>>",
        "<</Type/Annot/Subtype/Widget/FT/Tx/T(work)/V(Accountant, Harbour Foods\\r2019 - 2024)/Rect[72 600 400 660]>>",
        "<</Type/Annot/Subtype/Widget/FT/Ch/T(degree)/V(b)/Opt[[(m)(Master)][(b)(Bachelor)]]/Rect[150 560 400 580]>>",
        "<</Type/Annot/Subtype/Widget/FT/Tx/T(x)/V(secret)/F 2/Rect[150 500 400 520]>>",
        "<</Type/Annot/Subtype/FreeText/Contents(Typed on the page)/Rect[72 450 400 470]>>",
    ];
    let file = pdf_with("BT /F1 12 Tf 72 700 Td (Name:) Tj 0 -135 Td (Degree:) Tj ET", &objects);
    let text = extract_bytes(&file, "form.pdf", &Limits::default()).unwrap().text;
    assert_eq!(
        text,
        "Name:  Ann Example\nAccountant, Harbour Foods\n2019 - 2024\nDegree:  Bachelor\nTyped on the page"
    );
}

#[test]
fn addresses_behind_links_of_a_pdf_are_read() {
    let link = |uri: &str, rect: &str| format!("<</Type/Annot/Subtype/Link/Rect[{rect}]/A<</S/URI/URI({uri})>>>>");
    let objects = [
        link("mailto:ann@example.com?subject=x", "72 697 110 712"),
        link("https://www.linkedin.com/in/ann-example", "72 677 120 692"),
        link("https://harbour.example", "72 657 200 672"),
        link("tel:+447700900277", "300 740 320 760"),
    ];
    let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
    let file =
        pdf_with("BT /F1 12 Tf 72 700 Td (Email) Tj 0 -20 Td (LinkedIn) Tj 0 -20 Td (Harbour Foods) Tj ET", &objects);
    let text = extract_bytes(&file, "links.pdf", &Limits::default()).unwrap().text;
    assert_eq!(
        text,
        "+447700900277\nEmail (ann@example.com)\nLinkedIn (https://www.linkedin.com/in/ann-example)\nHarbour Foods"
    );
}

#[test]
fn pdf_whose_letters_stand_for_others_is_refused() {
    let shifted: String =
        "Payroll specialist with nine years of experience in human resources, responsible for the monthly \
        payroll of two thousand employees at Harbour Foods, tax filings and the yearly audit of all accounts. "
            .repeat(2)
            .chars()
            .map(|c| match c {
                'a'..='z' => char::from(b'a' + (c as u8 - b'a' + 3) % 26),
                _ => c,
            })
            .collect();
    let lines: String =
        shifted.as_bytes().chunks(70).map(|line| format!("({}) Tj 0 -15 Td ", String::from_utf8_lossy(line))).collect();
    let file = pdf_with(&format!("BT /F1 10 Tf 72 700 Td {lines} ET"), &[]);
    let failure = extract_bytes(&file, "cv.pdf", &Limits::default()).unwrap_err();
    assert_eq!(failure.reason, DocumentReason::WrongCharacters);
}

#[test]
fn rows_and_cells_deleted_under_revision_are_not_read() {
    let cell = |properties: &str, text: &str| {
        format!("<w:tc><w:tcPr>{properties}</w:tcPr><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:tc>")
    };
    let body = format!(
        "<w:tbl><w:tr><w:trPr><w:del w:id=\"1\"/></w:trPr>{}</w:tr><w:tr>{}{}</w:tr></w:tbl>\
         <w:p><w:pPr><w:rPr><w:del w:id=\"2\"/></w:rPr></w:pPr><w:r><w:t>Senior </w:t></w:r></w:p><w:p><w:r><w:t>Accountant</w:t></w:r></w:p>",
        cell("", "Gone Ltd"),
        cell("", "Kept Ltd"),
        cell("<w:cellDel w:id=\"3\"/>", "Gone cell"),
    );
    let text = extract_bytes(&docx(&body), "cv.docx", &Limits::default()).unwrap().text;
    assert_eq!(text, "Kept Ltd\nSenior Accountant");
}

#[test]
fn columns_that_share_their_baselines_are_read_one_after_the_other() {
    let column = |x: u32, lines: &[&str]| {
        let lines: String = lines.iter().map(|line| format!("({line}) Tj 0 -18 Td ")).collect();
        format!("BT /F1 9 Tf {x} 700 Td {lines} ET ")
    };
    let left = [
        "Warehouse Lead, Pale Harbor Foods",
        "Led a shift of fourteen people in two halls",
        "Warehouse Clerk, Kettle and Loom Ltd",
        "Counted and packed orders of online shops",
        "Driver, Orchard Lane Transport Company",
    ];
    let right = [
        "Forklift licence of class B, renewed 2023",
        "Training in first aid and in fire safety",
        "Volunteer at the food bank of Northmere",
        "Coach of a football team of ten children",
        "Fluent in English and in Polish, some German",
    ];
    let file = pdf_with(&[column(50, &left), column(320, &right)].concat(), &[]);
    let text = extract_bytes(&file, "cv.pdf", &Limits::default()).unwrap().text;
    assert_eq!(text, [left, right].concat().join("\n"));
}
