//! Every resume of the corpus gives its source text, whatever program created the file.
use std::fs;
use std::path::{Path, PathBuf};

use bole_documents::{Extraction, Limits, extract_bytes};
use similar::TextDiff;
use unicode_normalization::UnicodeNormalization;

const REQUIRED: f32 = 0.95;

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus")
}

/// The compared characters, without white space.
fn essence(text: &str) -> String {
    text.nfkc().filter(|c| !c.is_whitespace()).collect()
}

/// `chromium_twocol_zh.pdf` was made from `zh_twocol.txt`, `lo_zh.pdf` from `zh.txt`.
fn ground_truth(resume: &str) -> String {
    let stem = resume.split('.').next().unwrap();
    let language = stem.rsplit('_').next().unwrap();
    let name = if stem.contains("twocol") { format!("{language}_twocol.txt") } else { format!("{language}.txt") };
    fs::read_to_string(corpus().join("gt").join(name)).unwrap()
}

fn resumes() -> Vec<(String, Extraction)> {
    let mut files: Vec<_> = fs::read_dir(corpus().join("resumes")).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let read = |path: PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let extraction = extract_bytes(&fs::read(path).unwrap(), &name, &Limits::default())
            .unwrap_or_else(|failure| panic!("{name}: {failure}"));
        (name, extraction)
    };
    files.into_iter().map(read).collect()
}

/// Additional content of the `rich` files, in places readers often miss: header, table, nested table, link, text box
/// (once, although written as drawing and as fallback), content control, tracked insertion, footer.
const MARKERS: [&str; 16] = [
    "HEADERDELTA",
    "TABLECELLALPHA",
    "NESTEDTABLEBETA",
    "HYPERLINKZETA",
    "TEXTBOXGAMMA",
    "CONTENTCONTROLETA",
    "TRACKEDINSERTTHETA",
    "FOOTEREPSILON",
    "页眉联系方式丁",
    "表格单元格内容甲",
    "嵌套表格内容乙",
    "个人博客链接己",
    "文本框内的求职意向丙",
    "内容控件文字庚",
    "修订插入文字辛",
    "页脚保密声明戊",
];

#[test]
fn every_resume_reaches_the_required_similarity() {
    let resumes = resumes();
    assert_eq!(resumes.len(), 23);
    let mut short = Vec::new();
    for (name, extraction) in &resumes {
        let expected = essence(&ground_truth(name));
        // The markers of the rich files are not in the source text; they have their own test.
        let found = MARKERS.iter().fold(essence(&extraction.text), |text, marker| text.replace(marker, ""));
        let ratio = TextDiff::from_chars(expected.as_str(), found.as_str()).ratio();
        println!("{ratio:.3} {} {name}", extraction.reader);
        if ratio < REQUIRED {
            short.push(format!("{ratio:.3} {name}\n{}", extraction.text));
        }
    }
    assert!(short.is_empty(), "below {REQUIRED}:\n{}", short.join("\n"));
}

#[test]
fn text_in_unusual_places_is_found_once_and_deleted_text_never() {
    for (name, Extraction { text, .. }) in resumes().into_iter().filter(|(name, _)| name.contains("rich")) {
        let in_this_language = |marker: &&&str| marker.is_ascii() == name.contains("_en");
        for marker in MARKERS.iter().filter(in_this_language) {
            // LibreOffice wrote its content control as four fields with the same result.
            let times = if name.starts_with("lo_") && *marker == "内容控件文字庚" { 4 } else { 1 };
            assert_eq!(text.matches(marker).count(), times, "{marker} in {name}");
        }
        assert!(!text.contains("TRACKEDDELETEKAPPA") && !text.contains("已删除文字癸"), "{name}");
    }
}

#[test]
fn ordinary_resume_has_no_hidden_text() {
    for (name, extraction) in resumes() {
        assert!(extraction.hidden_text.is_empty(), "{name}: {:?}", extraction.hidden_text);
    }
}
