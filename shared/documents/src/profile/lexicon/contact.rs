//! Words next to telephone numbers, lower case.

/// Words before a telephone number.
#[rustfmt::skip]
pub(crate) const SIGNS: &[&str] = &[
    "电话", "手机", "联系方式", "tel", "phone", "mobile", "cell", "hp", "wa", "whatsapp", "telp", "telepon", "ponsel", "移动",
    "handphone", "contact", "kontak", "t:", "m:", "p:",
];

/// Words that mark a landline, or another person's number.
#[rustfmt::skip]
pub(crate) const LANDLINES: &[&str] = &[
    "home", "res.", "(res", "office", "landline", "direct", "rumah", "kantor", "宅", "办公", "座机", "固话", "科室", "sister",
    "brother", "father", "mother", "spouse", "emergency", "alternative", "紧急", "父", "母", "(o)", "(h)", "(w)",
];

/// Words before other numbers.
#[rustfmt::skip]
pub(crate) const ANTI_SIGNS: &[&str] = &[
    "身份证", "qq", "fax", "传真", "nik", "证书编号", "npwp", "passport", "编号", "ktp", "license", "str", "id:",
];

/// Headings of referees.
#[rustfmt::skip]
pub(crate) const VOUCHING: &[&str] = &[
    "referee", "reference", "referensi", "推荐人", "证明人",
];
