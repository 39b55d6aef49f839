//! The font that the crate carries, and how wide text is in it.

use krilla::text::{Font, GlyphId, KrillaGlyph};
use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider};

/// Latin and the Chinese of GB 2312, out of Noto Sans SC: scripts/report-font.sh makes it.
static FONT: &[u8] = include_bytes!("../../fonts/report.otf");

/// A font to measure and to draw with.
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

    /// The glyphs of a text, one for each character; what the font lacks is drawn as an empty box.
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

    /// How wide the text is at this size.
    pub(crate) fn width(&self, text: &str, size: f32) -> f32 {
        self.glyphs(text).iter().map(|glyph| glyph.x_advance).sum::<f32>() * size
    }

    /// The text, cut with an ellipsis where it is wider than this.
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
}
