//! Files as people send them: each was read wrongly by other products.
use std::fs;
use std::path::Path;

use bole_documents::{EntryOutcome, Extraction, Limits, extract_bytes, profile};
use bole_domain::period::YearMonth;

use crate::support::unpack;

fn bytes(name: &str) -> Vec<u8> {
    fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/cases").join(name)).unwrap()
}

fn read(name: &str) -> Extraction {
    extract_bytes(&bytes(name), name, &Limits::default()).unwrap()
}

fn profile_of(text: &str) -> bole_domain::profile::Profile {
    profile::read(text, YearMonth::new(2026, 11).unwrap())
}

#[test]
fn web_archive_in_a_word_file_is_read() {
    let extraction = read("web_archive_chunk.docx");
    let text = &extraction.text;
    for part in
        ["顾晓岚\n", "138 0000 4417", "gu.xiaolan@mail.example", "杭州听澜软件有限公司", "本科", "Node.js & Jest"]
    {
        assert!(text.contains(part), "{part} in {text}");
    }
    for part in ["padding", "=E9", "<td>", "&nbsp;", "mailto"] {
        assert!(!text.contains(part), "{part} in {text}");
    }
    let profile = profile_of(text);
    assert_eq!(profile.email.as_deref(), Some("gu.xiaolan@mail.example"));
    assert_eq!(profile.work_experiences.len(), 2, "{:?}", profile.work_experiences);
}

#[test]
fn html_part_between_paragraphs_is_read_in_its_place() {
    let text = read("html_chunk.docx").text;
    let places: Vec<usize> =
        ["Ines Calloway", "Pale Harbor Analytics", "Kettle & Loom", "BSc Computer Science", "Skills: React"]
            .iter()
            .map(|part| text.find(part).unwrap_or_else(|| panic!("{part} in {text}")))
            .collect();
    assert!(places.is_sorted(), "{text}");
    assert_eq!(profile_of(&text).work_experiences.len(), 2);
}

#[test]
fn characters_outside_of_text_elements_are_read() {
    let text = read("run_marks.docx").text;
    for part in [
        "Bertram Oyelaran",
        "+1 415-555-0137",
        "b.oyelaran@post.example",
        "https://folio.example/bertram",
        "Terraform, Prometheus",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert!(!text.contains("Kubernetes") && !text.contains("mailto") && !text.contains('\u{f028}'), "{text}");
}

#[test]
fn deleted_moved_commented_and_hidden_text_is_not_read() {
    let extraction = read("revisions.docx");
    let text = &extraction.text;
    for part in ["13800006612", "上海惊鸿广告", "总监", "总裁", "boss@rival.example", "不要录用"] {
        assert!(!text.contains(part), "{part} in {text}");
    }
    assert!(text.contains("13800008853") && text.contains("注册经理"), "{text}");
    assert_eq!(text.matches("2019年获得药品注册专员证书").count(), 1);
    assert!(extraction.hidden_text[0].contains("总裁"));
}

#[test]
fn page_that_is_a_picture_is_reported_beside_pages_with_text() {
    let extraction = read("letter_then_scan.pdf");
    assert_eq!((extraction.pages, &extraction.unread_pages[..]), (2, &[2][..]));
    assert!(extraction.text.contains("Philippa"), "{}", extraction.text);
}

async fn names(name: &str) -> Vec<String> {
    unpack(&bytes(name)).await.table()
}

#[tokio::test]
async fn gbk_names_with_backslash_bytes_stay_whole() {
    let rows = names("windows_gbk.zip").await;
    let documents: Vec<&String> = rows.iter().filter(|row| row.ends_with(": docx")).collect();
    assert_eq!(documents.len(), 5, "{rows:?}");
    for name in ["王昞_运营专员.docx", "刘誠_客服.docx", "上海/简历.docx", "北京/简历.docx", "深圳/简历.docx"]
    {
        assert!(rows.contains(&format!("{name}: docx")), "{name} in {rows:?}");
    }
    assert!(rows.iter().all(|row| row.ends_with(": docx") || row.contains(": skipped ")), "{rows:?}");
}

fn sorted(mut rows: Vec<String>) -> Vec<String> {
    rows.sort_by_key(|row| (row.contains("skipped"), row.clone()));
    rows
}

#[tokio::test]
async fn backslashes_separate_folders() {
    let rows = names("powershell_backslashes.zip").await;
    assert_eq!(rows.len(), 2, "{rows:?}");
    assert!(rows.iter().all(|row| row.ends_with("/赵子衿.docx: docx") && !row.contains('\\')), "{rows:?}");
}

#[tokio::test]
async fn archives_that_other_programs_write_are_unpacked() {
    assert_eq!(
        sorted(names("mac_decomposed.zip").await),
        ["Bewerbungen/Jürgen Größl.docx: docx", "Bewerbungen/Renée Aguilar.docx: docx", "Bewerbungen/张悦.docx: docx"]
    );
    assert_eq!(names("streamed_zip64.zip").await.len(), 3);
    for name in ["prefix_adjusted.zip", "prefix_not_adjusted.zip"] {
        let unpacked = unpack(&bytes(name)).await;
        assert_eq!(unpacked.entries.len(), 1, "{name}");
        assert!(matches!(unpacked.entries[0].outcome, EntryOutcome::Unpacked { .. }), "{name}: {:?}", unpacked.entries);
    }
    assert_eq!(sorted(names("unicode_paths.zip").await), ["冉若溪.docx: docx", "韦知远.docx: docx"]);
}

#[tokio::test]
async fn archive_after_other_bytes_is_unpacked_within_another() {
    let inner = bytes("prefix_adjusted.zip");
    let rows = unpack(&crate::support::archive(&[("inner.zip", inner)])).await.table();
    assert_eq!(rows.len(), 1);
    assert!(rows[0].starts_with("inner.zip/") && rows[0].ends_with(": docx"), "{rows:?}");
}
