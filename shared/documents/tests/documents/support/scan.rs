//! Scans for tests: pages of PDFs as grey pictures, a little askew and noisy.

use std::io::Cursor;

use image::{DynamicImage, GrayImage, ImageFormat, Luma, imageops};
use pdfrum::{AggBackend, Document, OpenOptions, RenderOptions, RenderSession};

/// Pixels for a point at 200 dpi.
const SCALE: f64 = 200.0 / 72.0;
/// How far a scan is turned.
const SKEW: f32 = 1.0;
/// The most that noise changes a pixel.
const NOISE: f32 = 40.0;

/// The pages of a PDF as a scanner at 200 dpi sees them.
pub fn scanned(pdf: &[u8]) -> Vec<GrayImage> {
    let document = Document::from_bytes_with(pdf.to_vec(), &OpenOptions::builder().build()).unwrap();
    let mut session = RenderSession::new();
    let pages = (0..document.page_count()).map(|number| {
        let page = document.page(number).unwrap();
        let pixels = page.render_on(AggBackend, &RenderOptions::scaled(SCALE), &mut session).unwrap();
        let (width, height) = (pixels.width(), pixels.height());
        let colors = image::RgbaImage::from_raw(width, height, pixels.to_straight_rgba()).unwrap();
        let mut white = image::RgbaImage::from_pixel(width, height, image::Rgba([255; 4]));
        imageops::overlay(&mut white, &colors, 0, 0);
        askew(&DynamicImage::ImageRgba8(white).into_luma8())
    });
    pages.collect()
}

fn askew(page: &GrayImage) -> GrayImage {
    let (sin, cos) = SKEW.to_radians().sin_cos();
    let (width, height) = page.dimensions();
    let (middle, centre) = (width as f32 / 2.0, height as f32 / 2.0);
    let mut random = 1_u32;
    GrayImage::from_fn(width, height, |x, y| {
        let (across, down) = (x as f32 - middle, y as f32 - centre);
        let (x, y) = (across * cos + down * sin + middle, down * cos - across * sin + centre);
        let grey = imageops::interpolate_bilinear(page, x, y).map_or(255.0, |Luma([grey])| f32::from(grey));
        // The sum of two is more often small than large.
        let mut part = || {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (random >> 8) as f32 / 16_777_216.0 - 0.5
        };
        Luma([(0.96 * grey + NOISE * (part() + part()) / 2.0) as u8])
    })
}

/// A picture as a file.
pub fn encoded(page: &GrayImage, format: ImageFormat) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    page.write_to(&mut file, format).unwrap();
    file.into_inner()
}

/// A PDF with these pictures as pages, as scanners write it.
pub fn pdf_of(pages: &[GrayImage]) -> Vec<u8> {
    let mut pdf = b"%PDF-1.4\n".to_vec();
    let mut offsets = Vec::new();
    let mut object = |pdf: &mut Vec<u8>, head: String, stream: Option<&[u8]>| {
        offsets.push(pdf.len());
        pdf.extend_from_slice(format!("{} 0 obj\n{head}\n", offsets.len()).as_bytes());
        if let Some(stream) = stream {
            pdf.extend_from_slice(b"stream\n");
            pdf.extend_from_slice(stream);
            pdf.extend_from_slice(b"\nendstream\n");
        }
        pdf.extend_from_slice(b"endobj\n");
    };
    let kids: Vec<String> = (0..pages.len()).map(|number| format!("{} 0 R", 3 + 3 * number)).collect();
    object(&mut pdf, "<< /Type /Catalog /Pages 2 0 R >>".to_owned(), None);
    object(&mut pdf, format!("<< /Type /Pages /Kids [{}] /Count {} >>", kids.join(" "), pages.len()), None);
    for (number, page) in pages.iter().enumerate() {
        let (width, height) = page.dimensions();
        let (wide, high) = (f64::from(width) / SCALE, f64::from(height) / SCALE);
        let first = 3 + 3 * number;
        object(
            &mut pdf,
            format!(
                "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {wide:.2} {high:.2}] /Contents {} 0 R \
                 /Resources << /XObject << /Im {} 0 R >> >> >>",
                first + 1,
                first + 2
            ),
            None,
        );
        let content = format!("q {wide:.2} 0 0 {high:.2} 0 0 cm /Im Do Q");
        object(&mut pdf, format!("<< /Length {} >>", content.len()), Some(content.as_bytes()));
        let jpeg = encoded(page, ImageFormat::Jpeg);
        object(
            &mut pdf,
            format!(
                "<< /Type /XObject /Subtype /Image /Width {width} /Height {height} /ColorSpace /DeviceGray \
                 /BitsPerComponent 8 /Filter /DCTDecode /Length {} >>",
                jpeg.len()
            ),
            Some(&jpeg),
        );
    }
    let start = pdf.len();
    pdf.extend_from_slice(format!("xref\n0 {}\n0000000000 65535 f \n", offsets.len() + 1).as_bytes());
    for offset in &offsets {
        pdf.extend_from_slice(format!("{offset:010} 00000 n \n").as_bytes());
    }
    let size = offsets.len() + 1;
    let trailer = format!("trailer << /Size {size} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n");
    pdf.extend_from_slice(trailer.as_bytes());
    pdf
}
