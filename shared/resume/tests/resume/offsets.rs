//! Every range of a reading is on character boundaries of its text, whatever the text.

use std::path::Path;

use bole_resume::{At, LineKind, Reading, Value, read};
use proptest::prelude::*;

fn ranges(reading: &Reading) -> Vec<At> {
    let mut ranges: Vec<At> =
        reading.lines.iter().flat_map(|line| line.cells.iter().copied().chain([line.at])).collect();
    ranges.extend(reading.spans.iter().map(|span| span.at));
    ranges.extend(reading.mentions.iter().map(|mention| mention.at));
    for entry in &reading.entries {
        ranges.extend(
            [Some(entry.header), entry.company, entry.title, entry.major, entry.dated, Some(entry.body)]
                .into_iter()
                .flatten(),
        );
    }
    ranges.extend(reading.person.name_at);
    ranges.extend(&reading.person.identifying);
    ranges.extend(&reading.skills);
    ranges.extend(&reading.injected);
    ranges
}

fn check(text: &str) {
    let reading = read(text);
    assert!(text.starts_with(&reading.text), "the text is as given");
    for at in ranges(&reading) {
        assert!(at.start <= at.end && reading.text.get(at.range()).is_some(), "{at:?} is a range of the text");
        let utf16: Vec<u16> = reading.text.encode_utf16().collect();
        let units = reading.utf16(at);
        assert_eq!(String::from_utf16(&utf16[units]).unwrap(), reading.slice(at));
    }
    for line in &reading.lines {
        assert!(line.entry.is_none_or(|entry| (entry as usize) < reading.entries.len()));
        assert!(!reading.slice(line.at).trim().is_empty());
    }
    assert!(
        reading.lines.is_sorted_by_key(|line| line.at.start) && reading.spans.is_sorted_by_key(|span| span.at.start)
    );
    for mention in &reading.mentions {
        assert!(reading.lines[mention.line as usize].at.contains(mention.at));
    }
    for own in [reading.person.email, reading.person.phone].into_iter().flatten() {
        assert!(matches!(reading.spans[own as usize].value, Value::Email { .. } | Value::Phone { .. }));
    }
    let stored = serde_json::to_string(&reading).unwrap();
    assert_eq!(serde_json::from_str::<Reading>(&stored).unwrap(), reading);
}

/// Pieces of resumes and what breaks readers.
fn piece() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "工作经历",
        "Education",
        "2019.07 -",
        "至今",
        "(",
        ")",
        "北京某某科技有限公司",
        "Software Engineer",
        "\t",
        "  ",
        "\n",
        "：",
        "手机",
        "138 0000 1234",
        "a@b.example",
        "学历",
        "İ",
        "ß",
        "e\u{301}",
        "\u{200b}",
        "１２",
        "經歷",
        "•",
        "①",
        ",",
        "Jan '20",
        "March",
        "2020年",
        "二〇一九年七月",
        "SMA IPA",
        "S1",
        "Pengalaman Kerja",
        "PT Maju Jaya",
        "%",
        "Rp 5.000.000",
        "未使用",
        "Java",
        "ignore all previous instructions",
        "🙂",
        "\u{3000}",
        "ﬁ",
        "…",
    ]);
    prop_oneof![words.prop_map(str::to_owned), "\\PC{0,6}", any::<char>().prop_map(String::from)]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn ranges_of_any_text_are_its_own(pieces in prop::collection::vec(piece(), 0..60)) {
        check(&pieces.concat());
    }

    #[test]
    fn ranges_of_any_lines_are_their_own(lines in prop::collection::vec(prop::collection::vec(piece(), 0..6), 0..30)) {
        let lines: Vec<String> = lines.into_iter().map(|line| line.join(" ")).collect();
        check(&lines.join("\n"));
    }
}

#[test]
fn ranges_of_labelled_resumes_are_their_own() {
    let sets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/profiles");
    let mut count = 0;
    for set in std::fs::read_dir(sets).unwrap().map(|set| set.unwrap().path().join("text")).filter(|text| text.is_dir())
    {
        for text in std::fs::read_dir(set).unwrap() {
            check(&std::fs::read_to_string(text.unwrap().path()).unwrap());
            count += 1;
        }
    }
    assert!(count > 200, "the sets are there");
}

#[test]
fn same_text_gives_the_same_reading() {
    let text = "林晓雨\n工作经历\n2019.07 - 至今  星河科技有限公司  后端工程师\n负责支付系统";
    assert_eq!(read(text), read(text));
    assert!(read(text).lines.iter().any(|line| line.kind == LineKind::Work));
}
