//! Words beside telephone numbers, lower case.

/// What stands before a telephone number.
#[rustfmt::skip]
pub(crate) const SIGNS: &[&str] = &[
    "电话", "手机", "联系方式", "tel", "phone", "mobile", "cell", "hp", "wa", "whatsapp", "telp", "telepon", "ponsel", "移动",
    "handphone", "contact", "kontak", "t:", "m:", "p:",
];

/// What marks a number at a place, or somebody else's.
#[rustfmt::skip]
pub(crate) const LANDLINES: &[&str] = &[
    "home", "res.", "(res", "office", "landline", "direct", "rumah", "kantor", "宅", "办公", "座机", "固话", "科室", "sister",
    "brother", "father", "mother", "spouse", "emergency", "alternative", "紧急", "父", "母", "(o)", "(h)", "(w)",
];

/// What stands before numbers that are no telephone numbers.
#[rustfmt::skip]
pub(crate) const ANTI_SIGNS: &[&str] = &[
    "身份证", "qq", "fax", "传真", "nik", "证书编号", "npwp", "passport", "编号", "ktp", "license", "str", "id:",
];

/// Headings of those whom one may ask.
#[rustfmt::skip]
pub(crate) const VOUCHING: &[&str] = &[
    "referee", "reference", "referensi", "推荐人", "证明人",
];
