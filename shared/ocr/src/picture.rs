//! Pictures in grey, decoded from untrusted files.

use std::io::Cursor;

use image::imageops::{self, FilterType};
use image::{DynamicImage, GrayImage, ImageDecoder, ImageReader, Luma};

/// Larger pictures are refused before they are decoded: a page at 600 dpi has 35 million pixels.
const MAX_PIXELS: u64 = 64_000_000;
/// The most memory for decoding.
const MAX_DECODED_BYTES: u64 = 320 * 1024 * 1024;

/// Why a picture cannot be decoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    /// Its format cannot be read.
    #[error("a format that cannot be read")]
    Unsupported,
    /// It has too many pixels.
    #[error("too many pixels")]
    TooLarge,
    /// Its data is damaged.
    #[error("damaged")]
    Malformed,
}

/// A picture in grey.
#[derive(Debug, Clone)]
pub struct Picture {
    grey: GrayImage,
}

impl Picture {
    /// Decodes a PNG, JPEG or WebP file, turned as its camera was held.
    ///
    /// # Errors
    /// A [`PictureError`].
    pub fn decode(bytes: &[u8]) -> Result<Self, PictureError> {
        let mut reader =
            ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(|_| PictureError::Malformed)?;
        if reader.format().is_none() {
            return Err(PictureError::Unsupported);
        }
        let mut limits = image::Limits::default();
        limits.max_alloc = Some(MAX_DECODED_BYTES);
        reader.limits(limits);
        let mut decoder = reader.into_decoder().map_err(|error| error_of(&error))?;
        let (width, height) = decoder.dimensions();
        if u64::from(width) * u64::from(height) > MAX_PIXELS || decoder.total_bytes() > MAX_DECODED_BYTES {
            return Err(PictureError::TooLarge);
        }
        let orientation = decoder.orientation().unwrap_or(image::metadata::Orientation::NoTransforms);
        let mut decoded = DynamicImage::from_decoder(decoder).map_err(|error| error_of(&error))?;
        decoded.apply_orientation(orientation);
        Ok(Self { grey: on_white(decoded) })
    }

    /// Width and height by the file's header.
    #[must_use]
    pub fn dimensions(bytes: &[u8]) -> Option<(u32, u32)> {
        ImageReader::new(Cursor::new(bytes)).with_guessed_format().ok()?.into_dimensions().ok()
    }

    /// A picture from its grey values, row by row; `None` if their number is wrong.
    #[must_use]
    pub fn from_grey(width: u32, height: u32, values: Vec<u8>) -> Option<Self> {
        Some(Self { grey: GrayImage::from_raw(width, height, values)? })
    }

    pub(crate) fn size(&self) -> (f32, f32) {
        (pixels(self.grey.width()), pixels(self.grey.height()))
    }

    /// With at most this many pixels on the longer side.
    pub(crate) fn reduced(&self, longest: u32) -> Self {
        let (width, height) = self.grey.dimensions();
        let longer = width.max(height);
        if longer <= longest {
            return self.clone();
        }
        let scaled = |side: u32| (u64::from(side) * u64::from(longest) / u64::from(longer)).max(1);
        let side = |side: u32| u32::try_from(scaled(side)).unwrap_or(longest);
        Self { grey: imageops::resize(&self.grey, side(width), side(height), FilterType::Triangle) }
    }

    pub(crate) fn resized(&self, width: u32, height: u32) -> GrayImage {
        imageops::resize(&self.grey, width, height, FilterType::Triangle)
    }

    pub(crate) fn quarter_turned(&self) -> Self {
        Self { grey: imageops::rotate90(&self.grey) }
    }

    pub(crate) fn half_turned(&self) -> Self {
        Self { grey: imageops::rotate180(&self.grey) }
    }

    /// The grey between four pixels.
    pub(crate) fn at(&self, x: f32, y: f32) -> f32 {
        let (width, height) = self.size();
        let (x, y) = (x.clamp(0.0, width - 1.0), y.clamp(0.0, height - 1.0));
        let (left, top) = (x.floor(), y.floor());
        let (across, down) = (x - left, y - top);
        let grey = |x: f32, y: f32| {
            let Luma([grey]) = *self.grey.get_pixel(pixel(x.min(width - 1.0)), pixel(y.min(height - 1.0)));
            f32::from(grey)
        };
        let above = grey(left, top) * (1.0 - across) + grey(left + 1.0, top) * across;
        let below = grey(left, top + 1.0) * (1.0 - across) + grey(left + 1.0, top + 1.0) * across;
        above * (1.0 - down) + below * down
    }
}

/// In grey, with white behind what is transparent.
fn on_white(decoded: DynamicImage) -> GrayImage {
    if !decoded.color().has_alpha() {
        return decoded.into_luma8();
    }
    let with_alpha = decoded.into_luma_alpha8();
    GrayImage::from_fn(with_alpha.width(), with_alpha.height(), |x, y| {
        let image::LumaA([grey, alpha]) = *with_alpha.get_pixel(x, y);
        let (grey, alpha) = (u32::from(grey), u32::from(alpha));
        Luma([u8::try_from((grey * alpha + 255 * (255 - alpha)) / 255).unwrap_or(u8::MAX)])
    })
}

fn error_of(error: &image::ImageError) -> PictureError {
    match error {
        image::ImageError::Limits(_) => PictureError::TooLarge,
        image::ImageError::Unsupported(_) => PictureError::Unsupported,
        _ => PictureError::Malformed,
    }
}

#[expect(clippy::cast_precision_loss, reason = "pictures have fewer than 2^24 pixels on a side")]
pub(crate) const fn pixels(count: u32) -> f32 {
    count as f32
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "coordinates within a picture")]
pub(crate) const fn pixel(coordinate: f32) -> u32 {
    coordinate as u32
}
