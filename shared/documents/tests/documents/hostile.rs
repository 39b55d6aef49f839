//! Every hostile file fails with its own reason, through the sandbox and in time.
use std::path::{Path, PathBuf};
use std::time::Duration;

use bole_documents::{DocumentKind, Limits, Sandbox};
use bole_domain::failure::DocumentReason;

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
        ("not_a_pdf.pdf", DocumentReason::WrongType),
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
async fn picture_bomb_beside_text_is_never_decoded() {
    let extraction = sandbox().extract(&hostile("bomb_media.docx"), "bomb_media.docx").await.unwrap();
    assert_eq!(extraction.kind, DocumentKind::Docx);
    assert!(extraction.text.starts_with("Jordan A. Whitfield\n"), "{}", extraction.text);
}
