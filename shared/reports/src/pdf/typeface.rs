//! The embedded font and its metrics.

use krilla::text::{Font, GlyphId, KrillaGlyph};
use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider};

/// Latin and the Chinese of GB 2312, from Noto Sans SC; created by scripts/report-font.sh.
static FONT: &[u8] = include_bytes!("../../fonts/report.otf");

/// A font for measuring and drawing.
pub(crate) struct Typeface {
    font: Font,
    face: FontRef<'static>,
    units: f32,
}

impl Typeface {
    pub(crate) fn load() -> Option<Self> {
        let font = Font::new(FONT.into(), 0)?;
        let units = font.units_per_em();
        Some(Self { font, face: FontRef::new(FONT).ok()?, units })
    }

    pub(crate) fn font(&self) -> Font {
        self.font.clone()
    }

    /// The glyphs of a text, one per character; missing ones are drawn as an empty box.
    pub(crate) fn glyphs(&self, text: &str) -> Vec<KrillaGlyph> {
        let (map, metrics) = (self.face.charmap(), self.face.glyph_metrics(Size::unscaled(), LocationRef::default()));
        text.char_indices()
            .map(|(at, c)| {
                let id = map.map(c).unwrap_or_default();
                let advance = metrics.advance_width(id).unwrap_or(self.units) / self.units;
                KrillaGlyph::new(GlyphId::new(id.to_u32()), advance, 0.0, 0.0, 0.0, at..at + c.len_utf8(), None)
            })
            .collect()
    }

    pub(crate) fn width(&self, text: &str, size: f32) -> f32 {
        self.glyphs(text).iter().map(|glyph| glyph.x_advance).sum::<f32>() * size
    }

    /// The text, cut with an ellipsis at this width.
    pub(crate) fn fitted(&self, text: &str, size: f32, width: f32) -> String {
        let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        if self.width(&text, size) <= width {
            return text;
        }
        let room = width - self.width("…", size);
        let mut used = 0.0;
        let glyphs = self.glyphs(&text);
        let kept = glyphs.iter().take_while(|glyph| {
            used += glyph.x_advance * size;
            used <= room
        });
        let end = kept.last().map_or(0, |glyph| glyph.text_range.end);
        format!("{}…", text.get(..end).unwrap_or_default().trim_end())
    }

    /// Wraps the text at this width by the rules of its language.
    pub(crate) fn lines(&self, text: &str, size: f32, width: f32) -> Vec<String> {
        text.lines().flat_map(|line| self.wrapped(line, size, width)).collect()
    }

    fn wrapped(&self, line: &str, size: f32, width: f32) -> Vec<String> {
        let line: String = line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let (mut lines, mut current, mut used) = (Vec::new(), String::new(), 0.0);
        let mut place = |piece: &str, shown: f32, whole: f32| {
            if used + shown > width && !current.is_empty() {
                lines.push(std::mem::take(&mut current).trim_end().to_owned());
                used = 0.0;
            }
            current.push_str(piece);
            used += whole;
        };
        for piece in pieces(&line) {
            let shown = self.width(piece.trim_end(), size);
            if shown <= width {
                place(piece, shown, self.width(piece, size));
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
    let is_chinese = |c: char| ('\u{2e80}'..='\u{9fff}').contains(&c) || ('\u{f900}'..='\u{ffef}').contains(&c);
    if CLOSING.contains(next) || OPENING.contains(c) || next.is_whitespace() {
        return false;
    }
    c.is_whitespace() || is_chinese(c) || is_chinese(next)
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
