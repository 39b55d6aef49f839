//! Words in the position of a name that are not names, lower case.

#[rustfmt::skip]
pub(crate) const NOT_LATIN_NAMES: &[&str] = &[
    "resume", "curriculum", "vitae", "cv", "profile", "experience", "education", "skills", "summary", "contact",
    "address", "phone", "email", "mobile", "page", "confidential", "application", "university", "universitas",
    "bachelor", "master", "street", "road", "jalan", "jl", "jl.", "city", "pt", "cv.", "riwayat", "hidup", "daftar",
    "data", "diri", "pribadi", "pengalaman", "pendidikan", "keahlian", "kemampuan", "english", "chinese",
    "indonesian", "mandarin", "bahasa", "python", "java", "sql", "excel", "microsoft", "office", "linkedin", "github",
    "professional", "personal", "information", "details", "objective", "references", "languages", "native", "fluent",
    "available", "male", "female", "islam", "married", "single", "laki-laki", "perempuan", "menikah", "belum",
    "lahir", "tempat", "tanggal", "alamat", "telepon", "certified", "certification", "management", "leadership",
    "communication", "analysis", "development", "service", "marketing", "accounting", "finance", "engineering",
    "software", "science", "technology", "project", "and", "dan", "of", "the", "with", "for", "at", "kota",
    "kecamatan", "kabupaten", "provinsi", "rt", "rw", "no", "apartment", "suite", "avenue", "lane", "block", "blok",
    "registered", "singkat", "europass", "senior", "junior", "kerja", "work", "career", "portfolio", "photo", "foto",
    "nationality", "gender", "indonesia", "driving", "license", "sim",
    "dear", "kepada", "yth", "hormat", "salam", "regards", "subject", "sincerely", "hello", "sertifikat", "certificate",
    "gada", "referees", "hrd", "confidential", "documents", "attachment", "lampiran", "perihal", "lamaran", "surat",
    "blog", "website", "product", "discovery", "modeling", "modelling", "financial", "surname", "mother", "father",
    "team", "design", "support", "planning", "research", "strategy", "sales", "operations", "quality", "safety",
];
