//! Visibility of one colour on another, by WCAG 2 contrast.

/// Red, green and blue in 0–1.
pub(crate) type Rgb = (f32, f32, f32);

pub(crate) const WHITE: Rgb = (1.0, 1.0, 1.0);

/// Below this contrast, text is invisible (white on #E8E8E8 is 1.2).
const MIN_CONTRAST: f32 = 1.2;
/// Text lighter than this is compared with its background.
const LIGHT: f32 = 0.8;

/// Whether text of this colour is invisible on white paper.
pub(crate) fn is_light(colour: Rgb) -> bool {
    luminance(colour) > LIGHT
}

/// Whether text of one colour is invisible on the other.
pub(crate) fn blends_in(colour: Rgb, behind: Rgb) -> bool {
    let (a, b) = (luminance(colour), luminance(behind));
    (a.max(b) + 0.05) / (a.min(b) + 0.05) < MIN_CONTRAST
}

/// Relative luminance, 0 for black and 1 for white.
fn luminance((r, g, b): Rgb) -> f32 {
    let linear = |c: f32| {
        let c = c.clamp(0.0, 1.0);
        if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
}

/// Parses `RRGGBB` as in office files, with or without `#`.
pub(crate) fn parse_hex(text: &str) -> Option<Rgb> {
    let hex = text.trim().trim_start_matches('#');
    if hex.len() != 6 || !hex.is_ascii() {
        return None;
    }
    let channel = |range| Some(f32::from(u8::from_str_radix(hex.get(range)?, 16).ok()?) / 255.0);
    Some((channel(0..2)?, channel(2..4)?, channel(4..6)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_white_is_invisible_on_white_and_visible_on_dark() {
        let near_white = parse_hex("F8F8F8").unwrap();
        assert!(is_light(near_white) && blends_in(near_white, WHITE));
        assert!(!blends_in(near_white, parse_hex("#1F3864").unwrap()));
    }

    #[test]
    fn light_grey_text_is_visible() {
        assert!(!blends_in(parse_hex("BFBFBF").unwrap(), WHITE));
        assert_eq!(parse_hex("auto"), None);
    }
}
