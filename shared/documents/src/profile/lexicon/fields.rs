//! Fields of work, school subjects, wards and classes after a title and a dash; Latin ones lower case.

#[rustfmt::skip]
pub(crate) const LATIN_FIELDS: &[&str] = &[
    // Subjects and classes
    "mathematics", "maths", "math", "physics", "chemistry", "biology", "science", "sciences", "english", "history",
    "geography", "literature", "languages", "french", "german", "spanish", "mandarin", "chinese", "japanese", "arabic", "music", "art", "arts",
    "drama", "pe", "esl", "efl", "tesol", "ict", "computing", "economics", "civics", "religion", "primary", "secondary", "kindergarten", "preschool",
    "early", "years", "year", "grade", "class", "ks1", "ks2", "ks3", "ks4", "reception", "nursery", "toddlers", "inclusion", "sen", "special", "needs",
    "matematika", "fisika", "kimia", "biologi", "ipa", "ips", "inggris", "indonesia", "bahasa", "sejarah", "geografi", "ekonomi", "pjok", "penjas",
    "agama", "pai", "seni", "budaya", "tik", "informatika", "bk", "tematik", "kelas", "tahfidz", "paud", "tk", "sd", "smp", "sma", "smk",
    // Law and offices
    "litigation", "disputes", "corporate", "commercial", "conveyancing", "employment", "criminal", "family", "banking", "ip", "property", "estate",
    "arbitration", "immigration", "insolvency", "mergers", "acquisitions", "m&a", "capital", "perdata", "pidana", "korporasi", "ketenagakerjaan",
    "hubungan", "industrial", "umum", "pelayanan", "kepegawaian", "keuangan", "perencanaan", "pajak", "hukum", "perizinan", "kependudukan",
    // Hotels and kitchens
    "front", "office", "desk", "rooms", "room", "division", "housekeeping", "food", "beverage", "f&b", "banquet", "banquets", "kitchen", "pastry", "bakery",
    "hot", "cold", "bar", "lounge", "restaurant", "events", "reservations", "concierge", "night", "shift", "guest", "laundry", "spa", "club", "in-room", "dining",
    // Building
    "structural", "structures", "civil", "mechanical", "electrical", "mep", "hvac", "plumbing", "piping", "site", "roads", "bridges", "highways", "geotechnical",
    "finishing", "interior", "interiors", "formwork", "steel", "concrete", "tender", "tendering", "qs", "qa/qc", "qa", "qc", "sipil", "struktur", "arsitektur", "mekanikal",
    "elektrikal", "lapangan", "proyek", "gedung", "jalan", "jembatan", "irigasi",
    // Care
    "ward", "theatre", "theatres", "recovery", "outpatients", "outpatient", "inpatient", "maternity", "labour", "delivery", "paediatric", "pediatric", "neonatal", "adult", "mental",
    "orthopaedics", "orthopedics", "renal", "dialysis", "community", "elderly", "dementia", "palliative", "hospice", "a&e", "ed", "ccu", "hcu", "ok", "igd", "ugd", "vk", "rawat",
    "inap", "jalan", "perina", "hemodialisa", "bedah", "anak", "penyakit", "dalam", "poli", "poliklinik", "endoscopy", "cath", "lab", "radiology", "ot",
    // Sales and shops
    "modern", "general", "gt", "mt", "b2b", "b2c", "key", "horeca", "fmcg", "pharma", "otc", "inside", "outside", "field", "counter", "area", "wholesale", "online", "enterprise", "smb", "sme",
    "consumer", "motorcycle", "motorcycles", "cars", "fashion", "grocery", "fresh", "produce", "cosmetics", "beauty", "electronics", "home", "toys", "sports", "corporate", "banca", "funding", "lending", "mikro",
    // Elsewhere
    "java", "backend", "back-end", "frontend", "front-end", "mobile", "android", "ios", "web", "firmware", "embedded", "automation", "inbound", "outbound", "returns", "cross-dock", "fleet", "last-mile",
    "injection", "moulding", "molding", "assembly", "packing", "cutting", "sewing", "weaving", "dyeing", "welding", "machining", "stamping", "boiler", "utility", "electric", "instrument", "tyre", "body", "paint", "engine",
];

/// Chinese fields after a title.
#[rustfmt::skip]
pub(crate) const CHINESE_FIELDS: &[&str] = &[
    "语文", "数学", "英语", "物理", "化学", "生物", "历史", "地理", "政治", "体育", "音乐", "美术", "信息技术", "科学", "道德与法治",
    "诉讼", "非诉", "合规", "知识产权", "劳动", "商事", "民商事", "刑事", "土建", "安装", "钢构", "水电", "暖通", "机电", "装饰", "市政", "预算",
    "前厅", "客房", "餐饮", "中餐", "西餐", "宴会", "面点", "急诊", "内科", "外科", "儿科", "妇产科", "手术室", "渠道", "大客户", "零售", "电商",
    "华东", "华南", "华北", "华中", "西南", "西北", "东北", "海外", "小班", "中班", "大班", "托班", "前端", "后端", "算法", "测试", "国际", "国内",
];

#[rustfmt::skip]
pub(crate) const CHINESE_FIELD_ENDS: &[&str] = &["方向", "线", "岗", "区域", "板块", "专业", "学科", "年级", "渠道", "领域", "产品"];
