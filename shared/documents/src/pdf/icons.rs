//! Glyphs of symbol and icon fonts, which stand for pictures whatever character they are mapped to.

use pdfboss_text::TextSpan;

/// Parts of the names of fonts whose glyphs are icons.
const ICON_FONTS: [&str; 16] = [
    "icon",
    "awesome",
    "materialsymbols",
    "glyphicon",
    "entypo",
    "elusive",
    "typicons",
    "linearicons",
    "academicons",
    "fontello",
    "themify",
    "octicons",
    "phosphor",
    "marvosym",
    "segoemdl2",
    "segoefluent",
];
/// Parts of the names of fonts with bullets and ornaments.
const ORNAMENT_FONTS: [&str; 4] = ["wingdings", "webdings", "zapfdingbats", "opensymbol"];

/// Removes icons, and makes ornaments bullets.
pub(super) fn without_icons(mut spans: Vec<TextSpan>) -> Vec<TextSpan> {
    spans.retain_mut(|span| {
        let name: String = span.font_name.chars().filter(char::is_ascii_alphanumeric).collect();
        let name = name.to_ascii_lowercase();
        let is_one_of = |fonts: &[&str]| fonts.iter().any(|font| name.contains(font));
        if is_one_of(&ORNAMENT_FONTS) && span.text.chars().any(char::is_alphanumeric) {
            span.text = span.text.chars().map(|c| if c.is_whitespace() { c } else { '•' }).collect();
        }
        !is_one_of(&ICON_FONTS)
    });
    spans
}
