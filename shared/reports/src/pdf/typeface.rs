//! The embedded fonts and their metrics.

use std::io::Read;
use std::ops::Range;
use std::sync::OnceLock;

use krilla::text::{Font, GlyphId, KrillaGlyph};
use lzma_rust2::LzmaReader;
use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider};
use unicode_normalization::UnicodeNormalization;

/// Created by scripts/report-font.sh: the letters of Noto Sans, and all other characters of Noto Sans SC.
static LATIN: &[u8] = include_bytes!("../../fonts/latin.ttf.lzma");
static HAN: &[u8] = include_bytes!("../../fonts/han.otf.lzma");

/// The unpacked fonts, once for all documents.
fn unpacked() -> Option<&'static [Vec<u8>; 2]> {
    static FONTS: OnceLock<Option<[Vec<u8>; 2]>> = OnceLock::new();
    let unpack = |packed: &[u8]| {
        let mut font = Vec::new();
        LzmaReader::new_mem_limit(packed, u32::MAX, None).ok()?.read_to_end(&mut font).ok()?;
        Some(font)
    };
    FONTS.get_or_init(|| Some([unpack(LATIN)?, unpack(HAN)?])).as_ref()
}

/// The fonts for measuring and drawing.
pub(crate) struct Typeface {
    latin: Face,
    han: Face,
}

struct Face {
    font: Font,
    face: FontRef<'static>,
    units: f32,
}

impl Face {
    fn new(bytes: &'static [u8]) -> Option<Self> {
        let font = Font::new(bytes.into(), 0)?;
        let units = font.units_per_em();
        Some(Self { font, face: FontRef::new(bytes).ok()?, units })
    }

    fn has(&self, c: char) -> bool {
        self.face.charmap().map(c).is_some()
    }

    fn glyph(&self, c: char, range: Range<usize>) -> KrillaGlyph {
        let id = self.face.charmap().map(c).unwrap_or_default();
        let metrics = self.face.glyph_metrics(Size::unscaled(), LocationRef::default());
        let advance = metrics.advance_width(id).unwrap_or(self.units) / self.units;
        KrillaGlyph::new(GlyphId::new(id.to_u32()), advance, 0.0, 0.0, 0.0, range, None)
    }
}

/// Successive glyphs of one font.
pub(crate) struct Run {
    pub(crate) font: Font,
    pub(crate) glyphs: Vec<KrillaGlyph>,
}

impl Run {
    /// The width at size 1.
    pub(crate) fn width(&self) -> f32 {
        self.glyphs.iter().map(|glyph| glyph.x_advance).sum()
    }
}

impl Typeface {
    pub(crate) fn load() -> Option<Self> {
        let [latin, han] = unpacked()?;
        Some(Self { latin: Face::new(latin)?, han: Face::new(han)? })
    }

    /// The glyphs of a text, one per character. A character that no font has is drawn as a box.
    pub(crate) fn runs(&self, text: &str) -> Vec<Run> {
        let mut runs: Vec<(bool, Run)> = Vec::new();
        for (is_latin, glyph) in self.placed(text) {
            match runs.last_mut().filter(|(of_latin, _)| *of_latin == is_latin) {
                Some((_, run)) => run.glyphs.push(glyph),
                None => {
                    let face = if is_latin { &self.latin } else { &self.han };
                    runs.push((is_latin, Run { font: face.font.clone(), glyphs: vec![glyph] }));
                }
            }
        }
        runs.into_iter().map(|(_, run)| run).collect()
    }

    /// The glyphs of a text, and whether they are of the font of letters.
    fn placed(&self, text: &str) -> Vec<(bool, KrillaGlyph)> {
        let mut is_after_han = false;
        let mut characters = text.char_indices().peekable();
        let mut placed = Vec::with_capacity(text.len());
        while let Some((at, c)) = characters.next() {
            let is_before_han = characters.peek().is_some_and(|(_, next)| is_han(*next));
            // Quotes, dashes and dots are wide beside Chinese.
            let is_wide = is_shared(c) && (is_after_han || is_before_han) && self.han.has(c);
            let is_latin = !is_wide && (self.latin.has(c) || !self.han.has(c));
            let face = if is_latin { &self.latin } else { &self.han };
            placed.push((is_latin, face.glyph(c, at..at + c.len_utf8())));
            if !c.is_whitespace() && !is_shared(c) {
                is_after_han = is_han(c);
            }
        }
        placed
    }

    pub(crate) fn glyphs(&self, text: &str) -> Vec<KrillaGlyph> {
        self.placed(text).into_iter().map(|(_, glyph)| glyph).collect()
    }

    pub(crate) fn width(&self, text: &str, size: f32) -> f32 {
        self.glyphs(text).iter().map(|glyph| glyph.x_advance).sum::<f32>() * size
    }

    /// The width of the longest part that is not broken.
    pub(crate) fn longest_piece(&self, text: &str, size: f32) -> f32 {
        pieces(text).iter().map(|piece| self.width(piece.trim_end(), size)).fold(0.0, f32::max)
    }

    /// Wraps the text at this width by the rules of its language.
    pub(crate) fn lines(&self, text: &str, size: f32, width: f32) -> Vec<String> {
        text.lines().flat_map(|line| self.wrapped(line, size, width)).collect()
    }

    fn wrapped(&self, line: &str, size: f32, width: f32) -> Vec<String> {
        let line = printable(line);
        let (mut lines, mut current, mut used) = (Vec::new(), String::new(), 0.0);
        let mut place = |piece: &str, shown: f32, whole: f32| {
            if used + shown > width && !current.is_empty() {
                lines.push(std::mem::take(&mut current).trim_end().to_owned());
                used = 0.0;
            }
            current.push_str(piece);
            used += whole;
        };
        // Measured within the line, because quotes are wide beside Chinese.
        let glyphs = self.glyphs(&line);
        let mut at = 0;
        for piece in pieces(&line) {
            let measured = |end: usize| {
                let own = glyphs.iter().filter(|glyph| glyph.text_range.start >= at && glyph.text_range.start < end);
                own.map(|glyph| glyph.x_advance).sum::<f32>() * size
            };
            let (shown, whole) = (measured(at + piece.trim_end().len()), measured(at + piece.len()));
            at += piece.len();
            if shown <= width {
                place(piece, shown, whole);
                continue;
            }
            // A word wider than a line is broken anywhere.
            for c in piece.chars() {
                let wide = self.width(c.encode_utf8(&mut [0; 4]), size);
                place(c.encode_utf8(&mut [0; 4]), wide, wide);
            }
        }
        lines.push(current.trim_end().to_owned());
        lines
    }
}

/// A text as it is drawn: marks joined with their letters, and nothing that has no shape.
pub(crate) fn printable(text: &str) -> String {
    let is_shapeless = |c: &char| {
        matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
    };
    let shown = text.nfc().filter(|c| !is_shapeless(c));
    shown.map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Punctuation of both scripts.
const fn is_shared(c: char) -> bool {
    matches!(c, '\u{b7}' | '\u{2013}'..='\u{2015}' | '\u{2018}'..='\u{201d}' | '\u{2025}' | '\u{2026}')
}

fn is_han(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ffef}' | '\u{20000}'..='\u{3ffff}')
}

/// The unbreakable parts of a line.
fn pieces(line: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut chars = line.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let end = at + c.len_utf8();
        if chars.peek().is_none_or(|(_, next)| may_break(c, *next)) {
            pieces.extend(line.get(start..end));
            start = end;
        }
    }
    pieces
}

/// Whether a line may break between `c` and `next`: after spaces and around Chinese characters, except next to
/// punctuation.
fn may_break(c: char, next: char) -> bool {
    const CLOSING: &str = "，。、；：？！）》」』】”’…·%,.;:?!)]}";
    const OPENING: &str = "（《「『【“‘([{¥$";
    let holds = |c: char| matches!(c, '\u{a0}' | '\u{202f}');
    if CLOSING.contains(next) || OPENING.contains(c) || next.is_whitespace() || holds(c) {
        return false;
    }
    c.is_whitespace() || is_han(c) || is_han(next)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn lines_break_between_words_and_chinese_characters() {
        let typeface = Typeface::load().unwrap();
        assert_eq!(pieces("Dear Lin, welcome"), ["Dear ", "Lin, ", "welcome"]);
        assert_eq!(pieces("欢迎（加入）我们。"), ["欢", "迎", "（加", "入）", "我", "们。"]);
        assert_eq!(typeface.lines("a\n\nb", 10.0, 100.0), ["a", "", "b"]);
        for line in typeface.lines(&"https://example.com/".repeat(20), 10.0, 120.0) {
            assert!(typeface.width(&line, 10.0) <= 120.0, "{line}");
        }
    }

    #[test]
    fn names_of_the_world_have_glyphs() {
        let typeface = Typeface::load().unwrap();
        for text in [
            "陳曉薇 黃國倫 張惠妹 蕭薔 鍾鎮濤 龔琳娜 灣 體 龜",
            "陈䶮 李喆 王堃 朱镕基 冼玥 犇 骉 𠅤 㛃 㼆",
            "渡辺 邉 齋藤 髙橋 ひらがな カタカナ",
            "Nguyễn Thị Phượng, Đặng Hữu Lợi, Trần Đình Khánh Vy",
            "Þórunn Guðmundsdóttir, Sæþór Ægisson",
            "Łukasz Żółć, Šárka Dvořáková, Gyöngyi Őry, Ștefan Țepeș, İbrahim Çağlar",
            "Siti Nur'aini, José Muñoz, François Lefèvre, Zoë Ångström",
            "Дмитрий Щербаков, Ґанна Їжакевич, Αθήνα",
            "“quoted” — ‘single’… 1–2 · ¥30,000 € £ № ℃ ① ≥ → ￥８０００（元）【】《》",
        ] {
            for text in [text.to_owned(), text.nfd().collect()] {
                let text = printable(&text);
                for (c, (is_latin, glyph)) in text.chars().zip(typeface.placed(&text)) {
                    let face = if is_latin { &typeface.latin } else { &typeface.han };
                    let outline = face.face.outline_glyphs().get(skrifa::GlyphId::new(glyph.glyph_id.to_u32()));
                    assert!(glyph.glyph_id.to_u32() != 0 && outline.is_some(), "{c} in {text}");
                    assert!(glyph.x_advance > 0.0, "{c} in {text}");
                }
            }
        }
    }

    #[test]
    fn unknown_character_is_a_box_and_a_shapeless_one_nothing() {
        let typeface = Typeface::load().unwrap();
        let glyphs = typeface.glyphs("😀");
        assert_eq!(glyphs.len(), 1);
        assert!(glyphs[0].x_advance > 0.0);
        let mut points = Points(0);
        let outline = typeface.latin.face.outline_glyphs().get(skrifa::GlyphId::new(0)).unwrap();
        outline
            .draw(skrifa::outline::DrawSettings::unhinted(Size::unscaled(), LocationRef::default()), &mut points)
            .unwrap();
        assert!(points.0 > 3, "the box has corners");
        assert_eq!(printable("e\u{301}\u{200b}a\u{202e}\u{7}b"), "éa b");
    }

    struct Points(usize);

    impl skrifa::outline::OutlinePen for Points {
        fn move_to(&mut self, _: f32, _: f32) {
            self.0 += 1;
        }
        fn line_to(&mut self, _: f32, _: f32) {
            self.0 += 1;
        }
        fn quad_to(&mut self, _: f32, _: f32, _: f32, _: f32) {
            self.0 += 1;
        }
        fn curve_to(&mut self, _: f32, _: f32, _: f32, _: f32, _: f32, _: f32) {
            self.0 += 1;
        }
        fn close(&mut self) {}
    }

    #[test]
    fn punctuation_is_wide_beside_chinese() {
        let typeface = Typeface::load().unwrap();
        let advance = |text: &str, at: usize| typeface.glyphs(text)[at].x_advance;
        assert!(advance("“优秀”", 0) > 0.9 && advance("“优秀”", 3) > 0.9);
        assert!(advance("“good”", 0) < 0.6 && advance("“good”", 5) < 0.6);
        assert_eq!(pieces("1\u{a0}234\u{a0}567"), ["1\u{a0}234\u{a0}567"]);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// No text is lost, and no line is too wide.
        #[test]
        fn every_character_fits_the_width(text in "[a-z 欢迎，。（）0-9\n]{0,80}") {
            let typeface = Typeface::load().unwrap();
            let lines = typeface.lines(&text, 10.0, 60.0);
            let all = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
            prop_assert_eq!(all(&lines.concat()), all(&text));
            for line in lines {
                prop_assert!(typeface.width(&line, 10.0) <= 60.01, "{}", line);
            }
        }
    }
}
