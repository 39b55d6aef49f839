//! Months, seasons, "until today" and connectors between dates.

/// Names and abbreviations of months, lower case, English and Indonesian.
#[rustfmt::skip]
pub(crate) const MONTHS: &[(&str, u8)] = &[
    ("january", 1), ("jan", 1), ("januari", 1), ("february", 2), ("feb", 2), ("februari", 2), ("pebruari", 2),
    ("peb", 2), ("march", 3), ("mar", 3), ("maret", 3), ("mrt", 3), ("april", 4), ("apr", 4), ("may", 5), ("mei", 5),
    ("june", 6), ("jun", 6), ("juni", 6), ("july", 7), ("jul", 7), ("juli", 7), ("august", 8), ("aug", 8),
    ("agustus", 8), ("agu", 8), ("agt", 8), ("agst", 8), ("ags", 8), ("agus", 8), ("september", 9), ("sept", 9),
    ("sep", 9), ("october", 10), ("oct", 10), ("oktober", 10), ("okt", 10), ("november", 11), ("nov", 11),
    ("nopember", 11), ("nop", 11), ("december", 12), ("dec", 12), ("desember", 12), ("des", 12),
];

/// Words for "until today"; longer ones before their prefixes.
#[rustfmt::skip]
pub(crate) const PRESENT: &[&str] = &[
    "至今", "仍在职", "仍在职中", "在职中", "现在", "目前", "迄今", "今", "在职", "present", "currently", "current", "now", "to date", "till date",
    "date", "today", "ongoing", "on-going", "sekarang", "saat ini", "skrg", "skrng", "kini", "hari ini", "berjalan",
    "仍在任", "仍在岗", "在任", "在岗", "onwards", "onward", "masih aktif", "masih bekerja", "masih", "hingga kini", "seterusnya",
];

/// Words that join two dates, lower case, without dashes.
#[rustfmt::skip]
pub(crate) const CONNECTORS: &[&str] = &[
    "to", "until", "till", "til", "through", "thru", "s.d", "s/d", "sd", "s.d.", "s d", "sampai", "sampai dengan",
    "hingga", "s/d.", "up to", "to the", "至", "到", "到了", "~至", "起至", "起到", "起 -", "起", "一", "and", "/",
    "做到", "干到", "一直到", "工作到", "直至", "sampe", "smp", "hingga dengan", "dan", "- hingga", "sd.",
];

/// Words before the start of an ongoing period.
#[rustfmt::skip]
pub(crate) const OPENERS: &[&str] = &[
    "since", "sejak", "mulai", "mulai dari", "since:", "自",
];

/// Seasons, which have no month.
#[rustfmt::skip]
pub(crate) const SEASONS: &[&str] = &[
    "spring", "summer", "autumn", "fall", "winter",
];
