//! Every hostile file fails with its own reason, through the sandbox and in time.
use std::path::{Path, PathBuf};
use std::time::Duration;

use bole_documents::{DocumentKind, EntryOutcome, Limits, Sandbox};
use bole_domain::failure::DocumentReason;

use crate::support::{archive, docx, unpack_with};

fn hostile(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/hostile").join(name)
}

fn sandbox() -> Sandbox {
    Sandbox::new(env!("CARGO_BIN_EXE_bole-extract").into(), Limits::default())
}

#[tokio::test]
async fn every_hostile_file_fails_with_its_reason() {
    let expected = [
        ("deep_nesting.pdf", DocumentReason::Malformed),
        ("deep_xml.docx", DocumentReason::Malformed),
        ("enc_aes256_userpw.pdf", DocumentReason::Encrypted),
        ("pagetree_loop.pdf", DocumentReason::NoText),
        ("scanned_zh.pdf", DocumentReason::Scanned),
        ("truncated.docx", DocumentReason::Truncated),
        ("truncated_half.pdf", DocumentReason::Truncated),
        ("xxe.docx", DocumentReason::Malformed),
        ("zero.docx", DocumentReason::EmptyFile),
        ("zero.pdf", DocumentReason::EmptyFile),
    ];
    // Slower files fail with the timeout reason, which none of these expect.
    let limits = Limits { time: Duration::from_secs(10), ..Limits::default() };
    let sandbox = Sandbox::new(env!("CARGO_BIN_EXE_bole-extract").into(), limits);
    let mut wrong = Vec::new();
    for (name, reason) in expected {
        let result = sandbox.extract(&hostile(name), name).await;
        if result.as_ref().err().is_none_or(|failure| failure.reason != reason) {
            wrong.push(format!("{name}: expected {reason}, got {result:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
async fn word_97_file_is_read_under_any_name() {
    let sandbox = sandbox();
    for name in ["legacy_zh.doc", "doc_renamed.docx"] {
        let extraction = sandbox.extract(&hostile(name), name).await.unwrap();
        assert_eq!(extraction.kind, DocumentKind::Doc);
        assert!(extraction.text.contains("负责订单履约系统的微服务拆分"), "{}", extraction.text);
    }
}

#[tokio::test]
async fn text_named_as_a_pdf_is_read_as_text() {
    let extraction = sandbox().extract(&hostile("not_a_pdf.pdf"), "not_a_pdf.pdf").await.unwrap();
    assert_eq!(extraction.kind, DocumentKind::Text);
}

#[tokio::test]
async fn picture_bomb_beside_text_is_never_decoded() {
    let extraction = sandbox().extract(&hostile("bomb_media.docx"), "bomb_media.docx").await.unwrap();
    assert_eq!(extraction.kind, DocumentKind::Docx);
    assert!(extraction.text.starts_with("Jordan A. Whitfield\n"), "{}", extraction.text);
}

/// Bytes that do not compress.
fn noise(length: usize, seed: u32) -> Vec<u8> {
    let mut state = seed | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state.to_le_bytes()[1]
    };
    (0..length).map(|_| next()).collect()
}

#[tokio::test]
async fn documents_just_under_the_compression_limit_count_towards_the_total() {
    const SIZE: usize = 4 << 20;
    let entry = |number: u32| {
        let mut bytes = format!("%PDF-1.4\n%{number}\n").into_bytes();
        bytes.extend(noise(SIZE / 150, number + 7));
        bytes.resize(SIZE, 0);
        (format!("{number}.pdf"), bytes)
    };
    let zip = archive(&(0..6).map(entry).collect::<Vec<_>>());
    assert!(zip.len() * 100 < 6 * SIZE, "it is no bomb with {} bytes", zip.len());
    let limits = Limits { unpacked_bytes: 3 * SIZE as u64 + 10, ..Limits::default() };
    let unpacked = unpack_with(&zip, limits).await;
    let kept = unpacked.entries.iter().filter(|entry| matches!(entry.outcome, EntryOutcome::Unpacked { .. })).count();
    assert_eq!((kept, unpacked.entries.len()), (3, 6));
    let failure = sandbox().extract(&unpacked.into.path().join("000000"), "0.pdf").await.unwrap_err();
    assert_ne!(failure.reason, DocumentReason::Timeout, "{failure}");
}

#[tokio::test]
async fn line_of_thousands_of_names_is_read_in_time() {
    let paragraph = |text: &str| format!("<w:p><w:r><w:t>{text}</w:t></w:r></w:p>");
    let body = ["Ann Example".to_owned(), "ann@example.com".to_owned(), format!("No {}", "CPA ".repeat(64 * 1024))];
    let file = docx(&body.map(|text| paragraph(&text)).concat());
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path().join("cv.docx");
    std::fs::write(&path, file).unwrap();
    let limits = Limits { time: Duration::from_secs(20), ..Limits::default() };
    let sandbox = Sandbox::new(env!("CARGO_BIN_EXE_bole-extract").into(), limits);
    let today = bole_domain::period::YearMonth::new(2026, 11).unwrap();
    let reading = sandbox.read(&path, "cv.docx", today).await.unwrap();
    assert_eq!(reading.profile.email.as_deref(), Some("ann@example.com"));
}
