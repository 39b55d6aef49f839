//! Names of archive entries: encodings, folders, and operating system litter.
//!
//! Names are only displayed; no path is built from one.

use std::borrow::Cow;

use bole_domain::text::is_unseen;
use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, SHIFT_JIS, UTF_8};
use unicode_normalization::UnicodeNormalization;

use crate::plain;

/// Maximum length of a name, in characters.
const MAX_CHARS: usize = 255;

/// The encoding of an archive's names. Windows writes the undeclared code page of its language, macOS undeclared UTF-8.
/// One encoding applies to the whole archive, because short names may be valid in several.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NameEncoding(&'static Encoding);

/// Korean syllables have the codes of usual Chinese characters, so shorter names are taken for Chinese.
const MIN_KOREAN: usize = 12;
/// The share of usual characters in Chinese names.
const USUAL_SHARE: usize = 80;

impl NameEncoding {
    /// Detected from all names that do not declare UTF-8.
    pub(crate) fn detect<'a>(undeclared: impl IntoIterator<Item = &'a [u8]>) -> Self {
        let names: Vec<&[u8]> = undeclared.into_iter().filter(|name| !name.is_ascii()).collect();
        if names.iter().all(|name| std::str::from_utf8(name).is_ok()) {
            return Self(UTF_8);
        }
        let joined = names.join(&b'\n');
        let fits = |encoding: &'static Encoding| {
            names.iter().all(|name| encoding.decode_without_bom_handling_and_without_replacement(name).is_some())
        };
        let seems = plain::detect(&joined);
        let is_asian = [BIG5, SHIFT_JIS, EUC_KR, EUC_JP].contains(&seems);
        let korean = seems == EUC_KR && joined.iter().filter(|byte| !byte.is_ascii()).count() >= MIN_KOREAN;
        let chinese = fits(GB18030);
        if is_asian && fits(seems) && (korean || !(chinese && has_usual_characters(&joined))) {
            Self(seems)
        } else if chinese || !fits(seems) {
            Self(GB18030)
        } else {
            Self(seems)
        }
    }

    /// Decodes a name without control and invisible characters, which could make an .exe look like a .pdf.
    pub(crate) fn decode(self, raw: &[u8], declared_utf8: bool) -> String {
        let name = match (declared_utf8, std::str::from_utf8(raw)) {
            (true, Ok(name)) => Cow::Borrowed(name),
            (true, Err(_)) => GB18030.decode_without_bom_handling(raw).0,
            (false, _) => self.0.decode_without_bom_handling(raw).0,
        };
        // macOS decomposes accents.
        name.nfc().map(|c| if c == '\\' { '/' } else { c }).filter(|c| !is_unseen(*c)).take(MAX_CHARS).collect()
    }
}

/// Whether most Chinese characters of names in GBK are usual ones, those of GB 2312.
fn has_usual_characters(names: &[u8]) -> bool {
    let (mut all, mut usual, mut at) = (0, 0, 0);
    while let Some(&byte) = names.get(at) {
        if byte.is_ascii() {
            at += 1;
            continue;
        }
        let next = names.get(at + 1).copied().unwrap_or_default();
        all += 1;
        usual += usize::from((0xa1..=0xf7).contains(&byte) && next >= 0xa1);
        at += 2;
    }
    usual * 100 >= all * USUAL_SHARE
}

/// Files and folders created by systems and editors, which are skipped silently.
pub(crate) fn is_litter(name: &str) -> bool {
    let mut segments = name.split('/').rev();
    let file = segments.next().unwrap_or_default().to_lowercase();
    file.is_empty()
        || segments.any(|folder| matches!(folder, "__MACOSX" | ".git" | ".Trashes" | ".Spotlight-V100" | ".fseventsd"))
        || matches!(file.as_str(), ".ds_store" | "thumbs.db" | "ehthumbs.db" | "desktop.ini" | ".localized" | "icon")
        || file.starts_with("._")
        || file.starts_with("~$")
        || file.starts_with(".~lock.")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn chinese_windows_names_are_decoded() {
        let (raw, ..) = encoding_rs::GBK.encode("简历\\张三.pdf");
        let encoding = NameEncoding::detect([&*raw]);
        assert_eq!(encoding.decode(&raw, false), "简历/张三.pdf");
    }

    #[test]
    fn ambiguous_short_gbk_name_is_decoded_like_its_siblings() {
        let (ambiguous, ..) = encoding_rs::GBK.encode("联通.pdf");
        let (plain, ..) = encoding_rs::GBK.encode("张三.pdf");
        let encoding = NameEncoding::detect([&*ambiguous, &*plain]);
        assert_eq!(encoding.decode(&ambiguous, false), "联通.pdf");
    }

    #[test]
    fn names_of_other_languages_are_decoded_as_a_whole() {
        for (encoding, names) in [
            (SHIFT_JIS, &["履歴書_山田太郎.pdf", "佐藤花子.docx", "職務経歴書\\鈴木一郎.pdf"][..]),
            (BIG5, &["履歷表_陳怡君.pdf", "林志豪.docx", "許功蓋.pdf"]),
            (EUC_KR, &["이력서_김철수.pdf", "박영희.docx", "자기소개서/최민수.pdf"]),
            (encoding_rs::GBK, &["王昞_运营专员.docx", "刘誠_客服.docx", "上海/简历.docx"]),
        ] {
            let raw: Vec<_> = names.iter().map(|name| encoding.encode(name).0).collect();
            let detected = NameEncoding::detect(raw.iter().map(|name| &**name));
            let decoded: Vec<String> = raw.iter().map(|name| detected.decode(name, false)).collect();
            assert_eq!(decoded, names.iter().map(|name| name.replace('\\', "/")).collect::<Vec<_>>());
        }
    }

    #[test]
    fn decomposed_names_are_composed() {
        let raw = "Rene\u{301}e Jürgen.docx".as_bytes();
        assert_eq!(NameEncoding::detect([raw]).decode(raw, false), "Renée Jürgen.docx");
    }

    #[test]
    fn utf8_names_need_no_flag() {
        let raw = "résumés/王芳.docx".as_bytes();
        assert_eq!(NameEncoding::detect([raw]).decode(raw, false), "résumés/王芳.docx");
    }

    #[test]
    fn system_files_are_recognized_in_any_folder() {
        for name in ["a/", "__MACOSX/a/._b.pdf", "x/.DS_Store", "Thumbs.db", "y/desktop.ini", "~$cv.docx", "._cv.pdf"] {
            assert!(is_litter(name), "{name}");
        }
        for name in ["cv.pdf", "a/王芳.docx", "notes.txt", "MACOSX.pdf"] {
            assert!(!is_litter(name), "{name}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_decode_to_a_printable_name(raw in prop::collection::vec(any::<u8>(), 0..400), declared: bool) {
            let name = NameEncoding::detect([&*raw]).decode(&raw, declared);
            prop_assert!(name.chars().count() <= MAX_CHARS && !name.contains(char::is_control) && !name.contains('\\'));
        }
    }
}
