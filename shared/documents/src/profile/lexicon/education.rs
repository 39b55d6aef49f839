//! Degrees and schools in three languages.

use bole_domain::profile::DegreeLevel::{self, Associate, Bachelor, Doctorate, HighSchool, Master};

/// Chinese degrees, the most specific first.
#[rustfmt::skip]
pub(crate) const CHINESE_DEGREES: &[(&str, DegreeLevel)] = &[
    ("博士研究生", Doctorate), ("博士后", Doctorate), ("博士", Doctorate), ("硕士研究生", Master),
    ("研究生(硕士)", Master), ("工商管理硕士", Master), ("硕士", Master), ("研究生", Master), ("EMBA", Master),
    ("MBA", Master), ("大学本科", Bachelor), ("全日制本科", Bachelor), ("统招本科", Bachelor), ("专升本", Bachelor),
    ("本科", Bachelor), ("学士", Bachelor), ("大学专科", Associate), ("大专", Associate), ("专科", Associate),
    ("高职", Associate), ("中专", HighSchool), ("中技", HighSchool), ("职高", HighSchool), ("高中", HighSchool),
    ("技校", HighSchool), ("高起本", Bachelor), ("高起专", Associate), ("中师", HighSchool), ("中等师范", HighSchool),
    ("中等专业", HighSchool), ("职中", HighSchool), ("高级技工", HighSchool),
];

/// Latin degrees without dots and spaces, lower case, as one to four words of a line.
#[rustfmt::skip]
pub(crate) const LATIN_DEGREES: &[(&str, DegreeLevel)] = &[
    ("phd", Doctorate), ("dphil", Doctorate), ("doctorate", Doctorate), ("doctor", Doctorate),
    ("doctoral", Doctorate), ("edd", Doctorate), ("dba", Doctorate), ("s3", Doctorate), ("strata3", Doctorate),
    ("doktor", Doctorate), ("md", Doctorate), ("juris", Doctorate), ("pharmd", Doctorate), ("dnp", Doctorate),
    ("mba", Master), ("emba", Master), ("master", Master), ("masters", Master), ("master's", Master), ("ms", Master),
    ("msc", Master), ("ma", Master), ("meng", Master), ("mphil", Master), ("med", Master), ("macc", Master),
    ("mcs", Master), ("mpa", Master), ("mph", Master), ("msn", Master), ("mfa", Master), ("llm", Master),
    ("mfin", Master), ("mtech", Master), ("mse", Master), ("s2", Master), ("strata2", Master), ("magister", Master),
    ("postgraduate", Master), ("mm", Master), ("mkom", Master), ("bachelor", Bachelor), ("bachelors", Bachelor),
    ("bachelor's", Bachelor), ("bs", Bachelor), ("bsc", Bachelor), ("ba", Bachelor), ("beng", Bachelor),
    ("bba", Bachelor), ("bcom", Bachelor), ("bed", Bachelor), ("bsn", Bachelor), ("btech", Bachelor),
    ("bfa", Bachelor), ("llb", Bachelor), ("bse", Bachelor), ("bbus", Bachelor), ("bca", Bachelor), ("bee", Bachelor),
    ("s1", Bachelor), ("strata1", Bachelor), ("sarjana", Bachelor), ("d4", Bachelor), ("div", Bachelor),
    ("d-iv", Bachelor), ("undergraduate", Bachelor), ("diploma4", Bachelor), ("diplomaiv", Bachelor),
    ("ners", Bachelor), ("mbbs", Bachelor), ("skom", Bachelor), ("d3", Associate), ("diii", Associate),
    ("d-iii", Associate), ("d2", Associate), ("d1", Associate), ("di", Associate), ("diploma", Associate),
    ("associate", Associate), ("associate's", Associate), ("aas", Associate), ("aa", Associate), ("adn", Associate),
    ("diploma3", Associate), ("diplomaiii", Associate), ("diplomatiga", Associate), ("amd", Associate),
    ("hnd", Associate), ("sma", HighSchool), ("smk", HighSchool), ("man", HighSchool), ("sman", HighSchool),
    ("smkn", HighSchool), ("smu", HighSchool), ("stm", HighSchool), ("smea", HighSchool), ("highschool", HighSchool),
    ("ged", HighSchool), ("intermediate", HighSchool), ("puc", HighSchool), ("hsc", HighSchool),
    ("ssc", HighSchool), ("spm", HighSchool), ("stpm", HighSchool), ("gcse", HighSchool), ("gcses", HighSchool),
    ("a-level", HighSchool), ("higherschool", HighSchool), ("paketc", HighSchool), ("vmbo", HighSchool),
    ("abitur", HighSchool), ("baccalaureate", HighSchool), ("mphil", Master), ("mpharm", Master), ("bpharm", Bachelor),
    ("advanceddiploma", Associate), ("foundation", HighSchool), ("lisensiat", Bachelor), ("licence", Bachelor),
    ("sarjanaterapan", Bachelor), ("profesi", Bachelor), ("spesialis", Master), ("pgce", Bachelor), ("slta", HighSchool), ("a-levels", HighSchool),
    ("mbchb", Bachelor), ("mbbch", Bachelor), ("bds", Bachelor), ("bvsc", Bachelor), ("dvm", Doctorate), ("dds", Doctorate),
    ("jd", Doctorate), ("bsba", Bachelor), ("bsee", Bachelor), ("bsme", Bachelor), ("bscs", Bachelor), ("bsit", Bachelor),
    ("bsce", Bachelor), ("bsie", Bachelor), ("bsa", Bachelor), ("bscn", Bachelor), ("bcs", Bachelor), ("bsw", Bachelor),
    ("barch", Bachelor), ("bmus", Bachelor), ("bpt", Bachelor), ("bms", Bachelor), ("bbm", Bachelor), ("bbs", Bachelor),
    ("bsed", Bachelor), ("beed", Bachelor), ("mca", Master), ("msw", Master), ("march", Master), ("mpp", Master),
    ("msee", Master), ("msme", Master), ("mscs", Master), ("msf", Master), ("msba", Master), ("mres", Master),
    ("mmed", Master), ("mss", Master), ("ingeniero", Bachelor), ("ingeniera", Bachelor), ("licenciado", Bachelor),
    ("licenciada", Bachelor), ("licenciatura", Bachelor), ("grado", Bachelor), ("maestria", Master), ("maestría", Master),
    ("máster", Master), ("magíster", Master), ("diplom", Master), ("laurea", Bachelor), ("bacharelado", Bachelor),
    ("bacharel", Bachelor), ("mestrado", Master), ("doctorado", Doctorate), ("doutorado", Doctorate),
    ("ingénieur", Master), ("bts", Associate), ("dut", Associate), ("hbo", Bachelor), ("matura", HighSchool),
    ("baccalauréat", HighSchool), ("baccalaureat", HighSchool), ("bac", HighSchool), ("wassce", HighSchool),
    ("ssce", HighSchool), ("waec", HighSchool), ("gce", HighSchool), ("igcse", HighSchool), ("o-level", HighSchool),
    ("o-levels", HighSchool), ("sslc", HighSchool), ("hssc", HighSchool), ("matric", HighSchool),
    ("matriculation", HighSchool), ("kcse", HighSchool), ("asn", Associate), ("aab", Associate), ("uace", HighSchool), ("uce", HighSchool), ("csee", HighSchool),
    ("acsee", HighSchool), ("nsc", HighSchool), ("smak", HighSchool), ("smf", HighSchool), ("smas", HighSchool),
    ("smks", HighSchool),
];

/// Endings of Chinese schools.
#[rustfmt::skip]
pub(crate) const CHINESE_SCHOOLS: &[&str] = &[
    "大学", "学院", "学校", "中学", "一中", "二中", "高中", "职校", "技校", "研究院", "研究所", "科学院", "党校",
    "分校", "校区", "高级中学", "师大", "工大", "农大", "医大", "财大", "科大", "交大", "民大", "职院", "师院", "师专", "医专",
    "卫校", "电大", "附中", "警校", "护校", "艺校", "体校", "职中", "职教中心", "财校", "农校", "商校", "幼师", "三中", "四中", "五中",
    "六中", "七中", "八中",
];

/// Words of Latin schools, lower case.
#[rustfmt::skip]
pub(crate) const LATIN_SCHOOLS: &[&str] = &[
    "university", "college", "institute", "school", "academy", "polytechnic", "universitas", "institut", "politeknik",
    "sekolah", "akademi", "univ", "sman", "smkn", "sma", "smk", "man", "stie", "stmik", "stikes", "stkip", "stt",
    "poltekkes", "polytechnique", "universiti", "université", "universität", "universidad", "eth", "mit", "ucla",
    "nus", "ntu", "ui", "itb", "ugm", "unair", "undip", "its", "ipb", "unpad", "binus", "telkom", "polban", "unhas",
    "unbraw", "ub", "usu", "uny", "upi", "stan", "uin", "aa", "caltech", "smu", "stm", "madrasah", "conservatory",
    "seminary", "szkoła", "uniwersytet", "politechnika", "univerzita", "yliopisto", "facultad", "fakultas",
    "smak", "smas", "smks", "smf", "smip", "spk", "smait", "man1", "stikom", "itenas", "ikip", "stai", "iain", "école", "ecole", "escuela", "hochschule", "scuola", "lycée", "gymnasium", "universidade",
    "akpar", "akper", "akbid", "akfar", "stp", "stipram", "stba", "stisip", "stia", "stih", "sttm", "stpn", "poltekpar", "poltek", "poltekes",
    "universidad", "università", "universitat", "faculty", "escola", "istituto", "instituto", "universitaet",
];

/// Endings of schools' names in languages with compound words.
pub(crate) const SCHOOL_ENDINGS: &[&str] = &[
    "universitet",
    "universiteit",
    "universität",
    "högskolan",
    "högskola",
    "høgskole",
    "hochschule",
    "hogeschool",
    "gymnasium",
    "gymnasiet",
    "akademie",
    "skolan",
];

/// Exchange stays, which are not an education of their own, lower case.
#[rustfmt::skip]
pub(crate) const EXCHANGES: &[&str] = &[
    "交换生", "交换学期", "交换项目", "交换学习", "交流生", "访问学生", "短期访学", "暑期学校", "夏令营", "exchange semester",
    "exchange student", "exchange programme", "exchange program", "exchange year", "semester exchange", "on exchange",
    "erasmus", "visiting student", "study abroad", "semester abroad", "year abroad", "summer school",
    "pertukaran mahasiswa", "pertukaran pelajar",
];

/// The disciplines of Chinese degrees.
#[rustfmt::skip]
pub(crate) const CHINESE_DISCIPLINES: &[&str] = &[
    "哲学", "经济学", "法学", "教育学", "文学", "历史学", "理学", "工学", "农学", "医学", "军事学", "管理学", "艺术学",
];
