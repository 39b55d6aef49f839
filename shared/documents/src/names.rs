//! Names of archive entries: encodings, folders, and operating system litter.
//!
//! Names are only displayed; no path is built from one.

use bole_domain::text::is_unseen;
use encoding_rs::GB18030;

/// Maximum length of a name, in characters.
const MAX_CHARS: usize = 255;

/// The encoding of an archive's names. Chinese Windows writes undeclared GBK, macOS undeclared UTF-8. One encoding
/// applies to the whole archive, because short names may be valid in both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NameEncoding {
    Utf8,
    Gb18030,
}

impl NameEncoding {
    /// Detected from all names that do not declare UTF-8.
    pub(crate) fn detect<'a>(undeclared: impl IntoIterator<Item = &'a [u8]>) -> Self {
        if undeclared.into_iter().all(|name| std::str::from_utf8(name).is_ok()) { Self::Utf8 } else { Self::Gb18030 }
    }

    /// Decodes a name without control and invisible characters, which could make an .exe look like a .pdf.
    pub(crate) fn decode(self, raw: &[u8], declared_utf8: bool) -> String {
        let name = match (declared_utf8, std::str::from_utf8(raw), self) {
            (true, Ok(name), _) | (false, Ok(name), Self::Utf8) => name.to_owned(),
            _ => GB18030.decode_without_bom_handling(raw).0.into_owned(),
        };
        name.replace('\\', "/").chars().filter(|c| !is_unseen(*c)).take(MAX_CHARS).collect()
    }
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
