//! No character of a text is lost, whatever the text.

use bole_criteria::{PartRole, Source, protected, read, without_protected};
use proptest::prelude::*;

const PIECES: [&str; 44] = [
    "1. ",
    "2、",
    "（一）",
    "- ",
    "• ",
    "①",
    "[ ] ",
    "## ",
    "必备条件",
    "Nice to have",
    "Syarat utama",
    "：",
    ": ",
    "\n",
    "\n\n  ",
    "；",
    "; ",
    ", ",
    "，",
    "。",
    ". ",
    "（20 分）",
    " (25)",
    "30% - ",
    " —— 15%",
    "x4  ",
    "\t",
    "|",
    "【",
    "】",
    "3年以上Java",
    "5 years of Rust",
    "抖音",
    "C#",
    "年龄35岁以下",
    "Male only",
    "at most 70 without a licence",
    "80 分以上面试",
    "加分",
    "preferred",
    "diutamakan",
    "😀",
    " ",
    "e.g.",
];

fn text() -> impl Strategy<Value = String> {
    let pieces = prop::collection::vec(prop::sample::select(PIECES.to_vec()), 0..40).prop_map(|pieces| pieces.concat());
    prop_oneof![3 => pieces, 1 => any::<String>()]
}

fn check(text: &str, source: Source) {
    let reading = read(text, source);
    let mut at = 0;
    for part in &reading.parts {
        assert!(part.range.start >= at && !part.range.is_empty(), "{text:?} {:?}", reading.parts);
        assert!(text[at..part.range.start].trim().is_empty(), "{text:?} {:?}", reading.parts);
        assert_eq!(part.role == PartRole::Item, part.item.is_some());
        at = part.range.end;
    }
    assert!(text[at..].trim().is_empty(), "{text:?} {:?}", reading.parts);
    for number in 0..reading.items.len() {
        assert!(reading.parts.iter().any(|part| part.item == Some(number)), "{text:?} {reading:?}");
    }
    let sum: f64 = reading.weights().iter().sum();
    assert!(sum == 0.0 || (sum - 100.0).abs() < 0.01, "{text:?}");
}

proptest! {
    #[test]
    fn parts_cover_every_character(text in text()) {
        check(&text, Source::Criteria);
        check(&text, Source::Description);
    }

    #[test]
    fn protected_ranges_are_in_the_text(text in text()) {
        for found in protected(&text) {
            prop_assert!(text.get(found.range).is_some_and(|words| !words.is_empty()));
        }
        prop_assert!(without_protected(&text).is_none_or(|kept| kept.len() <= text.len()));
    }
}
