//! Plain text: decodes bytes whose encoding nothing or a wrong label declares.

use bole_domain::failure::DocumentReason;
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, GB18030, UTF_8, UTF_16BE, UTF_16LE};

use crate::extract::{DocumentFailure, DocumentKind, Extraction};
use crate::text::Quality;

/// More control characters than one in this many are not text.
const CONTROLS: usize = 100;

pub(crate) fn extract(bytes: &[u8]) -> Result<Extraction, DocumentFailure> {
    let Some(text) = decode(bytes, None) else {
        return Err(DocumentFailure::new(DocumentReason::WrongType, "not text in a known encoding"));
    };
    Extraction::of_text(&text, DocumentKind::Text, Vec::new(), "encoding_rs", "0.8")
}

/// Text by its byte order mark, as UTF-16 or UTF-8 if it can be, else by the declared encoding if it fits, else by
/// the frequency of characters. `None` for bytes that are no text.
pub(crate) fn decode(bytes: &[u8], declared: Option<&'static Encoding>) -> Option<String> {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return checked(encoding.decode_without_bom_handling(&bytes[mark..]).0.into_owned());
    }
    if let Some(wide) = wide(bytes) {
        return checked(wide.decode_without_bom_handling(bytes).0.into_owned());
    }
    if bytes.contains(&0) {
        return None;
    }
    if let Ok(text) = std::str::from_utf8(bytes)
        && !text.contains('\u{1b}')
    {
        return checked(text.to_owned());
    }
    let declared = declared.filter(|encoding| *encoding != UTF_8 && !encoding.name().starts_with("UTF-16"));
    let fits = |encoding: &'static Encoding| encoding.decode_without_bom_handling_and_without_replacement(bytes);
    if let Some(text) = declared.and_then(fits) {
        return checked(text.into_owned());
    }
    if let Some(text) = fits(detect(bytes)).or_else(|| fits(GB18030)) {
        return checked(text.into_owned());
    }
    // Mostly UTF-8 or the encoding it seems to be, with damaged bytes.
    let guess = if String::from_utf8_lossy(bytes).matches('\u{fffd}').count() * CONTROLS < bytes.len() {
        UTF_8
    } else {
        detect(bytes)
    };
    checked(guess.decode_without_bom_handling(bytes).0.into_owned())
}

/// The encoding that the bytes of a text seem to have.
pub(crate) fn detect(bytes: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(bytes, true);
    detector.guess(None, Utf8Detection::Allow)
}

/// UTF-16 without a byte order mark: zero bytes of ASCII characters, all at even or all at odd positions. The bytes may
/// end within a character.
pub(crate) fn wide(bytes: &[u8]) -> Option<&'static Encoding> {
    let zeros = |odd: usize| bytes.iter().skip(odd).step_by(2).filter(|byte| **byte == 0).count();
    let encoding = match (zeros(0), zeros(1)) {
        (0, odd) if odd * 50 > bytes.len() => UTF_16LE,
        (even, 0) if even * 50 > bytes.len() => UTF_16BE,
        _ => return None,
    };
    let units = bytes.chunks_exact(2).len();
    [units, units.saturating_sub(1)]
        .into_iter()
        .any(|units| encoding.decode_without_bom_handling_and_without_replacement(&bytes[..units * 2]).is_some())
        .then_some(encoding)
}

fn checked(text: String) -> Option<String> {
    let odd = text.chars().filter(|c| (c.is_control() && !c.is_whitespace()) || *c == char::REPLACEMENT_CHARACTER);
    (odd.count() * CONTROLS <= Quality::of(&text).printed).then_some(text)
}

#[cfg(test)]
mod tests {
    use encoding_rs::{BIG5, EUC_KR, GBK, ISO_2022_JP, SHIFT_JIS, WINDOWS_1252};

    use super::*;

    const CHINESE: &str =
        "张三\n手机：13800001234\n2019年7月至今 北京某科技有限公司 后端工程师\n熟悉 Rust 与 PostgreSQL";
    const TAIWAN: &str =
        "陳怡君\n手機：0912345678\n2019年7月至今 台積電股份有限公司 資深工程師\n負責後端系統開發與維護";
    const JAPANESE: &str =
        "山田太郎\n電話：090-1234-5678\n2019年4月 株式会社サンプル入社 エンジニアとして勤務\nJavaの開発経験があります";
    const KOREAN: &str =
        "김철수\n전화: 010-1234-5678\n2019년 7월부터 현재까지 주식회사 샘플 백엔드 개발자\n서울대학교 졸업";

    fn encoded(encoding: &'static Encoding, text: &str) -> Vec<u8> {
        let (bytes, _, lossy) = encoding.encode(text);
        assert!(!lossy, "{}", encoding.name());
        bytes.into_owned()
    }

    #[test]
    fn legacy_encodings_are_recognized() {
        for (encoding, text) in
            [(GBK, CHINESE), (BIG5, TAIWAN), (SHIFT_JIS, JAPANESE), (ISO_2022_JP, JAPANESE), (EUC_KR, KOREAN)]
        {
            assert_eq!(decode(&encoded(encoding, text), None).as_deref(), Some(text), "{}", encoding.name());
        }
        let french = "Renée Aguilar\nIngénieure à Genève depuis février 2019";
        assert_eq!(decode(&encoded(WINDOWS_1252, french), None).as_deref(), Some(french));
    }

    #[test]
    fn utf_16_needs_no_byte_order_mark() {
        for text in [CHINESE, "Ann Example\nann@example.com"] {
            let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
            let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
            assert_eq!(decode(&little, None).as_deref(), Some(text));
            assert_eq!(decode(&big, None).as_deref(), Some(text));
            assert_eq!(decode(&[&b"\xff\xfe"[..], &little].concat(), None).as_deref(), Some(text));
        }
        let emoji: Vec<u8> = "Ann 👩".encode_utf16().flat_map(u16::to_le_bytes).collect();
        for cut in 0..4 {
            assert_eq!(wide(&emoji[..emoji.len() - cut]), Some(UTF_16LE), "{cut} bytes less");
        }
    }

    #[test]
    fn wrong_label_does_not_decide() {
        assert_eq!(decode(CHINESE.as_bytes(), Some(GBK)).as_deref(), Some(CHINESE));
        assert_eq!(decode(&encoded(GBK, CHINESE), Some(UTF_8)).as_deref(), Some(CHINESE));
    }

    #[test]
    fn binary_data_is_no_text() {
        let noise: Vec<u8> = (0_u32..4_000).map(|at| (at.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        for bytes in [&noise[..], b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", b"\x1f\x8b\x08\0\0\0\0\0"] {
            assert_eq!(decode(bytes, None), None);
        }
    }
}
