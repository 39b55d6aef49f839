//! Real and malicious archives: every entry gets its outcome, and a bad entry does not affect the others.
use std::fs;
use std::io::{Cursor, Write};

use crate::support::{Unpacked, archive, child_exe, docx, rename, resume_pdf, set_flags, unpack, unpack_with};
use bole_documents::{DocumentKind, Entry, EntryOutcome, Limits, Sandbox};
use bole_domain::failure::ArchiveReason;
use tempfile::TempDir;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

fn pdf_entry(name: &str) -> (String, Vec<u8>) {
    (name.to_owned(), resume_pdf(name))
}

#[tokio::test]
async fn folders_are_walked_and_system_files_are_ignored() {
    let zip = archive(&[
        ("简历/".to_owned(), vec![]),
        pdf_entry("简历/后端/张三.pdf"),
        ("简历/.DS_Store".to_owned(), b"x".to_vec()),
        ("__MACOSX/简历/._张三.pdf".to_owned(), b"x".to_vec()),
        ("Thumbs.db".to_owned(), b"x".to_vec()),
        ("desktop.ini".to_owned(), b"x".to_vec()),
        ("~$王芳.docx".to_owned(), b"x".to_vec()),
        ("王芳.docx".to_owned(), docx("<w:p><w:r><w:t>王芳</w:t></w:r></w:p>")),
    ]);
    let unpacked = unpack(&zip).await;
    assert_eq!(unpacked.table(), ["简历/后端/张三.pdf: pdf", "王芳.docx: docx"]);
    assert_eq!(unpacked.entries.iter().map(|entry| entry.position).collect::<Vec<_>>(), [0, 1]);
}

#[tokio::test]
async fn unpacked_file_keeps_the_entry_bytes_and_is_named_by_position() {
    let (name, bytes) = pdf_entry("a.pdf");
    let unpacked = unpack(&archive(&[(name, bytes.clone())])).await;
    let EntryOutcome::Unpacked { file, size, sha256, kind } = &unpacked.entries[0].outcome else { panic!() };
    assert_eq!(file, &unpacked.into.path().join("000000"));
    assert_eq!(fs::read(file).unwrap(), bytes);
    assert_eq!((*size, *kind), (bytes.len() as u64, DocumentKind::Pdf));
    assert_eq!(sha256.len(), 64);
}

#[tokio::test]
async fn gbk_names_are_decoded() {
    let mut zip = archive(&[pdf_entry("abcd.pdf"), pdf_entry("wxyz.pdf")]);
    let (first, ..) = encoding_rs::GBK.encode("张三.pdf");
    let (second, ..) = encoding_rs::GBK.encode("李四.pdf");
    rename(&mut zip, b"abcd.pdf", &first);
    rename(&mut zip, b"wxyz.pdf", &second);
    assert_eq!(unpack(&zip).await.table(), ["张三.pdf: pdf", "李四.pdf: pdf"]);
}

#[tokio::test]
async fn utf8_names_without_the_flag_are_decoded() {
    let mut zip = archive(&[pdf_entry("张三.pdf")]);
    set_flags(&mut zip, 0, 0, 0x800);
    assert_eq!(unpack(&zip).await.table(), ["张三.pdf: pdf"]);
}

#[tokio::test]
async fn nested_zip_is_unpacked_one_level_deep() {
    let deepest = archive(&[pdf_entry("c.pdf")]);
    let inner = archive(&[pdf_entry("b.pdf"), ("deeper.zip".to_owned(), deepest), pdf_entry("d.pdf")]);
    let zip = archive(&[pdf_entry("a.pdf"), ("inner.zip".to_owned(), inner), pdf_entry("e.pdf")]);
    let unpacked = unpack(&zip).await;
    assert_eq!(
        unpacked.table(),
        [
            "a.pdf: pdf",
            "inner.zip/b.pdf: pdf",
            "inner.zip/deeper.zip: failed entry.nested_too_deep",
            "inner.zip/d.pdf: pdf",
            "e.pdf: pdf"
        ]
    );
    let files = fs::read_dir(unpacked.into.path()).unwrap().count();
    assert_eq!(files, 4, "nothing but the documents stays on disk");
}

#[tokio::test]
async fn duplicate_content_is_skipped_and_duplicate_names_are_kept() {
    let zip = archive(&[pdf_entry("a.pdf"), ("copy.pdf".to_owned(), resume_pdf("a.pdf")), pdf_entry("b.pdf")]);
    assert_eq!(unpack(&zip).await.table(), ["a.pdf: pdf", "copy.pdf: skipped entry.duplicate", "b.pdf: pdf"]);

    let mut same_name = archive(&[pdf_entry("a.pdf"), pdf_entry("b.pdf")]);
    let places: Vec<usize> = (0..same_name.len() - 5).filter(|at| same_name[*at..].starts_with(b"b.pdf")).collect();
    for at in places {
        same_name[at] = b'a';
    }
    assert_eq!(unpack(&same_name).await.table(), ["a.pdf: pdf", "a.pdf: pdf"]);
}

#[tokio::test]
async fn unsupported_files_are_skipped_and_files_with_a_resume_extension_are_kept() {
    let sheet = archive(&[("[Content_Types].xml", b"<Types/>".to_vec()), ("xl/workbook.xml", b"<x/>".to_vec())]);
    let zip = archive(&[
        ("photo.jpg".to_owned(), b"\xff\xd8\xff\xe0".to_vec()),
        ("readme.txt".to_owned(), b"hello".to_vec()),
        ("list.xlsx".to_owned(), sheet),
        ("empty.pdf".to_owned(), vec![]),
        ("text.pdf".to_owned(), b"not a pdf".to_vec()),
        ("no extension".to_owned(), resume_pdf("x")),
        ("wrong.docx".to_owned(), resume_pdf("y")),
        ("word without extension".to_owned(), docx("<w:p/>")),
    ]);
    assert_eq!(
        unpack(&zip).await.table(),
        [
            "photo.jpg: skipped format.picture",
            "readme.txt: skipped entry.not_a_resume",
            "list.xlsx: skipped format.spreadsheet",
            "empty.pdf: failed document.empty_file",
            "text.pdf: txt",
            "no extension: pdf",
            "wrong.docx: pdf",
            "word without extension: docx"
        ]
    );
}

#[tokio::test]
async fn encrypted_or_damaged_entry_fails_alone() {
    let mut zip = archive(&[pdf_entry("locked.pdf"), pdf_entry("broken.pdf"), pdf_entry("good.pdf")]);
    set_flags(&mut zip, 0, 1, 0);
    let data = (0..zip.len()).find(|at| zip[*at..].starts_with(b"broken.pdf")).unwrap() + 10;
    zip[data..data + 20].fill(0xff);
    assert_eq!(
        unpack(&zip).await.table(),
        ["locked.pdf: failed entry.encrypted", "broken.pdf: failed entry.unreadable", "good.pdf: pdf"]
    );
}

#[tokio::test]
async fn bombs_fail_alone_by_ratio_size_and_total() {
    let mib = 1024 * 1024;
    let zip = archive(&[("zeros.pdf".to_owned(), vec![0; 8 * mib]), pdf_entry("good.pdf")]);
    assert_eq!(unpack(&zip).await.table(), ["zeros.pdf: failed entry.bomb", "good.pdf: pdf"]);

    let by_size = unpack_with(&zip, Limits { ratio: 100_000, entry_bytes: 4 * mib as u64, ..Limits::default() }).await;
    assert_eq!(by_size.table(), ["zeros.pdf: failed entry.bomb", "good.pdf: pdf"]);

    let half = |seed: u32| (0..mib as u32 / 2).map(|n| (n.wrapping_mul(seed) >> 13) as u8).collect::<Vec<u8>>();
    let zip = archive(&[("a.pdf", half(2_654_435_761)), ("b.pdf", half(40_503)), ("c.pdf", half(69_069))]);
    let by_total = unpack_with(&zip, Limits { unpacked_bytes: mib as u64 + 10, ..Limits::default() }).await;
    assert_eq!(by_total.table(), ["a.pdf: pdf", "b.pdf: pdf", "c.pdf: failed entry.bomb"]);
}

#[tokio::test]
async fn archive_with_too_many_entries_fails_before_unpacking() {
    let zip = archive(&(0..12).map(|n| pdf_entry(&format!("{n}.pdf"))).collect::<Vec<_>>());
    let unpacked = unpack_with(&zip, Limits { archive_entries: 10, ..Limits::default() }).await;
    assert_eq!(unpacked.end.unwrap_err().reason, ArchiveReason::TooManyEntries);
    assert!(unpacked.entries.is_empty());
}

#[tokio::test]
async fn nested_zip_counts_towards_the_entry_limit() {
    let inner = archive(&(0..12).map(|n| pdf_entry(&format!("{n}.pdf"))).collect::<Vec<_>>());
    let zip = archive(&[("inner.zip".to_owned(), inner), pdf_entry("good.pdf")]);
    let unpacked = unpack_with(&zip, Limits { archive_entries: 10, ..Limits::default() }).await;
    assert_eq!(unpacked.table(), ["inner.zip: failed archive.too_many_entries", "good.pdf: pdf"]);
}

/// The same entries as written by a streaming program: sizes follow the data.
fn streamed(entries: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new_stream(Vec::new());
    for (name, bytes) in entries {
        zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

#[tokio::test]
async fn truncated_archive_yields_its_intact_entries_and_reports_the_rest() {
    let entries = [pdf_entry("a.pdf"), pdf_entry("简历.pdf"), pdf_entry("c.pdf")];
    for zip in [archive(&entries), streamed(&entries)] {
        let headers: Vec<usize> = (0..zip.len()).filter(|at| zip[*at..].starts_with(b"PK\x03\x04")).collect();
        let directory = (0..zip.len()).find(|at| zip[*at..].starts_with(b"PK\x01\x02")).unwrap();
        for (end, expected) in [
            (zip.len() - 10, &["a.pdf: pdf", "简历.pdf: pdf", "c.pdf: pdf"][..]),
            (directory + 3, &["a.pdf: pdf", "简历.pdf: pdf", "c.pdf: pdf"]),
            (directory, &["a.pdf: pdf", "简历.pdf: pdf", "c.pdf: pdf", ": failed archive.cut_off"]),
            (directory - 1, &["a.pdf: pdf", "简历.pdf: pdf", "c.pdf: failed archive.cut_off"]),
            (headers[2] + 10, &["a.pdf: pdf", "简历.pdf: pdf", ": failed archive.cut_off"]),
            (headers[2], &["a.pdf: pdf", "简历.pdf: pdf", ": failed archive.cut_off"]),
            (headers[2] - 20, &["a.pdf: pdf", "简历.pdf: failed archive.cut_off"]),
        ] {
            let unpacked = unpack(&zip[..end]).await;
            assert_eq!(unpacked.table(), expected, "cut at {end}");
            unpacked.end.unwrap();
        }
        for end in [headers[1] - 20, 10, 0] {
            let unpacked = unpack(&zip[..end]).await;
            assert_eq!(unpacked.end.unwrap_err().reason, ArchiveReason::Unreadable, "cut at {end}");
        }
    }
}

#[tokio::test]
async fn truncated_nested_zip_yields_its_intact_entries_and_reports_the_rest() {
    let inner = archive(&[pdf_entry("b.pdf"), pdf_entry("c.pdf")]);
    let directory = (0..inner.len()).find(|at| inner[*at..].starts_with(b"PK\x01\x02")).unwrap();
    for (end, expected) in [
        (inner.len() - 10, &["a.pdf: pdf", "inner.zip/b.pdf: pdf", "inner.zip/c.pdf: pdf", "e.pdf: pdf"][..]),
        (
            directory,
            &[
                "a.pdf: pdf",
                "inner.zip/b.pdf: pdf",
                "inner.zip/c.pdf: pdf",
                "inner.zip: failed archive.cut_off",
                "e.pdf: pdf",
            ],
        ),
        (
            directory - 1,
            &["a.pdf: pdf", "inner.zip/b.pdf: pdf", "inner.zip/c.pdf: failed archive.cut_off", "e.pdf: pdf"],
        ),
        (10, &["a.pdf: pdf", "inner.zip: failed entry.unreadable", "e.pdf: pdf"]),
    ] {
        let cut = ("inner.zip".to_owned(), inner[..end].to_vec());
        let unpacked = unpack(&archive(&[pdf_entry("a.pdf"), cut, pdf_entry("e.pdf")])).await;
        assert_eq!(unpacked.table(), expected, "cut at {end}");
    }
}

#[tokio::test]
async fn path_traversal_names_are_harmless() {
    let names = ["../../etc/passwd.pdf", "/abs.pdf", "c:\\windows\\x.pdf", "a/../../../b.pdf"];
    let unpacked = unpack(&archive(&names.map(pdf_entry))).await;
    assert_eq!(unpacked.entries.len(), names.len());
    for entry in &unpacked.entries {
        let EntryOutcome::Unpacked { file, .. } = &entry.outcome else { panic!("{entry:?}") };
        assert_eq!(file.parent().unwrap(), unpacked.into.path());
    }
}

#[tokio::test]
async fn symbolic_links_are_ignored() {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default();
    zip.add_symlink("link.pdf", "/etc/passwd", options).unwrap();
    zip.add_symlink("folder", "/tmp", options).unwrap();
    let (name, bytes) = pdf_entry("folder/a.pdf");
    zip.start_file(name, options).unwrap();
    zip.write_all(&bytes).unwrap();
    let unpacked = unpack(&zip.finish().unwrap().into_inner()).await;
    assert_eq!(unpacked.table(), ["folder/a.pdf: pdf"]);
    let files: Vec<_> = fs::read_dir(unpacked.into.path()).unwrap().map(Result::unwrap).collect();
    assert!(files.len() == 1 && files[0].file_type().unwrap().is_file());
}

#[tokio::test]
async fn entries_stream_during_unpacking_with_backpressure() {
    let zip = archive(&(0..3_000).map(|n| pdf_entry(&format!("{n}.pdf"))).collect::<Vec<_>>());
    let (source, into) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let path = source.path().join("batch.zip");
    fs::write(&path, zip).unwrap();
    let mut stream = Sandbox::new(child_exe(), Limits::default()).unpack(&path, into.path()).await;
    assert_eq!(stream.next().await.unwrap().unwrap().position, 0);
    // Only what fits in the channel and the pipe is unpacked ahead, some hundred entries.
    assert!(fs::read_dir(into.path()).unwrap().count() < 2_000);
    let mut last = 0;
    while let Some(entry) = stream.next().await {
        last = entry.unwrap().position;
    }
    assert_eq!(last, 2_999);
}

#[tokio::test]
async fn unpacking_is_deterministic_in_positions_and_hashes() {
    let zip = archive(&[pdf_entry("a.pdf"), ("x.txt".to_owned(), b"x".to_vec()), pdf_entry("b.pdf")]);
    let key = |unpacked: Unpacked| {
        let hash = |entry: &Entry| match &entry.outcome {
            EntryOutcome::Unpacked { sha256, .. } => (entry.position, sha256.clone()),
            _ => (entry.position, String::new()),
        };
        unpacked.entries.iter().map(hash).collect::<Vec<_>>()
    };
    assert_eq!(key(unpack(&zip).await), key(unpack(&zip).await));
}
