//! Every resume of the corpus gives the text that was put into it, whoever made the file.

use std::fs;
use std::path::{Path, PathBuf};

use bole_documents::{Extraction, Limits, extract_bytes};
use similar::TextDiff;
use unicode_normalization::UnicodeNormalization;

const REQUIRED: f32 = 0.95;

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus")
}

/// What is compared: characters, white space aside.
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

#[test]
fn every_resume_reaches_the_required_similarity() {
    let resumes = resumes();
    assert_eq!(resumes.len(), 23);
    let mut table = String::new();
    let mut short = Vec::new();
    for (name, extraction) in &resumes {
        let (expected, found) = (essence(&ground_truth(name)), essence(&extraction.text));
        let ratio = TextDiff::from_chars(expected.as_str(), found.as_str()).ratio();
        table += &format!("{ratio:.3} {} {name}\n", extraction.reader);
        if ratio < REQUIRED {
            short.push(format!("{ratio:.3} {name}\n{}", extraction.text));
        }
    }
    println!("{table}");
    assert!(short.is_empty(), "below {REQUIRED}:\n{}", short.join("\n"));
}

#[test]
fn an_honest_resume_has_no_hidden_text() {
    for (name, extraction) in resumes() {
        assert!(extraction.hidden_text.is_empty(), "{name}: {:?}", extraction.hidden_text);
    }
}
