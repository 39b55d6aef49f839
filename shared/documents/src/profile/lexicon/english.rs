//! English words of companies, titles and descriptions, lower case.

/// Legal forms at the end of a company's name, including those of other countries.
#[rustfmt::skip]
pub(crate) const LEGAL: &[&str] = &[
    "inc", "incorporated", "ltd", "limited", "llc", "llp", "lp", "corp", "corporation", "co", "company", "gmbh",
    "plc", "ag", "kg", "bv", "nv", "pte", "pty", "sdn", "bhd", "tbk", "sarl", "srl", "spa", "oy", "ab", "kk",
    "persero", "pllc", "group", "holdings", "holding", "pc", "sas",
    "oo", "zoo", "doo", "sro", "aps", "asa", "kft", "zrt", "uab", "oü", "lda", "ltda", "sa", "sl", "pvt", "jsc", "pjsc", "kgaa", "ohg",
    "ehf", "a/s",
];

/// Words at the end of an institution's name, or before "of" in it.
#[rustfmt::skip]
pub(crate) const INSTITUTIONS: &[&str] = &[
    "bank", "hospital", "hospitals", "clinic", "clinics", "university", "college", "school", "schools", "academy",
    "institute", "institution", "kindergarten", "preschool", "partners", "associates", "industries", "enterprises",
    "enterprise", "laboratories", "laboratory", "labs", "lab", "technologies", "systems", "solutions", "consulting",
    "consultants", "consultancy", "advisors", "logistics", "foods", "motors", "airlines", "airways", "hotel",
    "hotels", "resort", "resorts", "restaurant", "restaurants", "foundation", "agency", "studio", "studios",
    "ministry", "authority", "council", "center", "centre", "medical", "healthcare", "pharma", "pharmaceuticals",
    "pharmaceutical", "pharmacy", "manufacturing", "electronics", "insurance", "assurance", "capital", "ventures",
    "financial", "stores", "store", "supermarket", "supermarkets", "textiles", "textile", "freight", "shipping",
    "networks", "works", "steel", "chemicals", "chemical", "trading", "international", "district", "firm", "trust",
    "society", "association", "union", "mall", "market", "markets", "factory", "mill", "mills", "garment", "garments",
    "plant", "bakery", "cafe", "tours", "travel", "media", "press", "publishing", "publishers", "properties",
    "realty", "construction", "contractors", "builders", "engineers", "semiconductor", "semiconductors", "robotics",
    "biotech", "biosciences", "therapeutics", "software", "services", "analytics", "energy", "retail", "automotive",
    "aerospace", "telecom", "telecommunications", "communications", "couriers", "courier", "express", "lines",
    "brothers", "bros", "sons", "home", "homes", "house", "nursery", "church", "brewery", "winery", "farms", "farm",
    "outfitters", "apparel", "fashion", "cosmetics", "furniture", "appliances", "tech", "interactive", "games",
    "entertainment", "pictures", "warehouse", "supply", "tools", "machinery", "packaging", "plastics", "paper",
    "metals", "mining", "petroleum", "oil", "gas", "power", "utilities", "cooperative", "co-op", "federation",
    "commission", "bureau", "court", "securities", "investments", "investment", "asset", "fund", "funds", "credit",
    "mutual", "brands", "ports", "port", "terminal", "terminals", "cargo", "transport", "transportation", "trucking",
    "airport", "dynamics", "instruments", "devices", "components", "microsystems", "digital", "cloud", "data", "ai",
    "global", "worldwide", "interiors", "architects", "designs", "creative", "learning", "education", "tutoring",
    "campus", "outsourcing", "staffing", "recruitment",
];

/// Last words of titles.
#[rustfmt::skip]
pub(crate) const TITLES: &[&str] = &[
    "engineer", "developer", "manager", "director", "analyst", "specialist", "coordinator", "co-ordinator",
    "administrator", "assistant", "associate", "consultant", "accountant", "auditor", "nurse", "teacher", "lecturer",
    "professor", "tutor", "instructor", "trainer", "supervisor", "lead", "leader", "head", "chief", "officer",
    "executive", "representative", "rep", "agent", "clerk", "cashier", "buyer", "planner", "scheduler", "dispatcher",
    "driver", "operator", "technician", "mechanic", "electrician", "welder", "machinist", "inspector", "designer",
    "architect", "scientist", "researcher", "writer", "copywriter", "editor", "journalist", "reporter", "translator",
    "interpreter", "intern", "trainee", "apprentice", "founder", "co-founder", "cofounder", "owner", "partner",
    "president", "vp", "svp", "evp", "avp", "ceo", "cto", "cfo", "coo", "cmo", "cio", "chro", "principal",
    "programmer", "tester", "sre", "dba", "pharmacist", "physician", "doctor", "surgeon", "dentist", "therapist",
    "physiotherapist", "paramedic", "midwife", "caregiver", "counselor", "counsellor", "secretary", "receptionist",
    "bookkeeper", "controller", "comptroller", "treasurer", "teller", "banker", "broker", "trader", "underwriter",
    "actuary", "adjuster", "recruiter", "generalist", "strategist", "marketer", "producer", "merchandiser", "chef",
    "cook", "waiter", "waitress", "barista", "bartender", "housekeeper", "guard", "foreman", "superintendent",
    "surveyor", "estimator", "chemist", "biologist", "paralegal", "lawyer", "attorney", "counsel", "librarian",
    "storekeeper", "stocker", "picker", "packer", "handler", "expeditor", "freelancer", "contractor", "fellow",
    "captain", "pilot", "steward", "stewardess", "staff", "advisor", "adviser", "ambassador", "evangelist",
    "promoter", "salesperson", "salesman", "saleswoman", "hrbp", "educator", "facilitator", "registrar", "dean",
    "aide", "phlebotomist", "radiographer", "technologist", "hygienist", "practitioner", "assembler", "fabricator",
    "toolmaker", "plumber", "carpenter", "painter", "photographer", "videographer", "illustrator", "animator",
    "statistician", "economist", "modeler", "investigator", "examiner", "negotiator", "expediter", "forwarder",
    "loader", "courier", "concierge", "attendant", "crew", "mentor", "coach", "superviser", "psychologist",
    "veterinarian", "optometrist", "dietitian", "nutritionist", "worker", "laborer", "labourer", "custodian",
    "janitor", "postdoc", "co-op", "rn", "lpn", "cna", "team-lead", "sales", "support", "hr", "qa", "qc", "ppic",
    "devops", "admin", "proctor", "sdet", "marshal", "matron", "sister", "headteacher", "headmaster", "liaison", "tl",
    "pm", "host", "hostess", "server", "clinician", "sonographer", "organizer", "organiser", "moderator", "creator",
    "influencer", "entrepreneur", "proprietor", "ranger", "firefighter", "sergeant", "lieutenant", "welfare",
    "anesthetist", "orderly", "roaster", "student", "tailor", "seamstress", "sewer", "cutter", "appraiser", "notary",
    "csm", "sdr", "bdr", "tam", "swe", "sde", "fae", "tpm", "asst", "mgr", "exec", "coord", "rep.", "mgr.", "asst.", "engr",
    "attorney", "lawyer", "solicitor", "barrister", "chemist", "biologist", "physicist", "geologist", "agronomist",
    "surveyor", "draftsman", "draughtsman", "fitter", "rigger", "scaffolder", "chairman", "chairperson", "cleaner",
    "gardener", "nanny", "babysitter", "storeman", "warehouseman", "linguist", "curator", "archivist", "valuer",
    "assessor", "purchaser", "sourcer", "fundraiser", "telemarketer", "collector", "enumerator", "interviewer",
    "typist", "coder", "biller", "grader", "lifeguard", "stylist", "hairdresser", "beautician", "sommelier", "valet",
    "bellman", "dishwasher", "busser", "musician", "presenter", "announcer", "cameraman", "cinematographer", "pathologist",
    "radiologist", "cardiologist", "anesthesiologist", "paediatrician", "pediatrician", "psychiatrist", "neurologist",
    "intensivist", "hospitalist", "resident", "registrar", "webmaster", "sysadmin", "scholar", 
    "deckhand", "bosun", "purser", "seafarer", "seaman", "detective", "constable", "soldier", "corporal", "caretaker",
    "watchman", "missionary", "pastor", "chaplain", "deputy", "secondee", "reservist", "handyman",
];

/// Titles of several words whose last word is not a title.
#[rustfmt::skip]
pub(crate) const TITLE_PHRASES: &[&str] = &[
    "customer service", "quality control", "quality assurance", "business development", "human resources",
    "front desk", "digital marketing", "social media", "front office", "back office", "customer support",
    "account management", "tech support", "product owner", "scrum master", "management trainee", "data entry",
    "inside sales", "guest relations", "general affairs", "finance & accounting", "tax & accounting", "hse",
    "business analyst", "machine learning", "brand management", "internship",
];

/// First words of titles that need a following word.
#[rustfmt::skip]
pub(crate) const RANKS: &[&str] = &[
    "senior", "junior", "sr", "jr", "lead", "chief", "head", "vice", "deputy", "assistant", "associate", "staff",
    "principal",
];

/// Words that start lines describing work, in addition to any in -ed.
#[rustfmt::skip]
pub(crate) const VERBS: &[&str] = &[
    "led", "built", "ran", "wrote", "cut", "grew", "drove", "made", "won", "took", "oversaw", "taught", "kept", "set",
    "held", "gave", "brought", "sold", "responsible", "responsibilities", "achievements", "duties", "key", "worked",
    "helped", "assisted", "supporting", "managing", "leading", "working", "developing", "providing", "handling",
    "preparing", "ensuring", "maintaining", "conducting", "performing", "coordinating", "implementing", "manage",
    "handle", "prepare", "ensure", "maintain", "conduct", "perform", "coordinate", "implement", "provide", "support",
    "develop", "create", "design", "achieved", "highlights", "technologies", "tools", "tech", "stack", "environment",
    "project", "projects", "reporting", "reports", "reason", "references", "supervised", "rebuilt", "spent",
    "run", "keep", "draft", "negotiate", "advise", "advising", "review", "teach", "assist", "serve", "greet", "take", "make", "write", "sell",
    "train", "organise", "organize", "arrange", "deliver", "drive", "collect", "install", "repair", "inspect", "monitor", "supervise", "oversee",
    "count", "unload", "answer", "resolve", "respond", "liaise", "participate", "attend", "join", "represent", "act", "appear", "argue", "settle",
    "save", "raise", "reduce", "increase", "improve", "launch", "introduce", "redesign", "rewrite", "put", "bring", "get", "give", "hold", "meet",
    "use", "using", "mark", "feed", "bathe", "administer", "dispense", "forecast", "buy", "procure", "hire", "recruit", "induct", "keeps", "writes",
    "teaches", "serves", "sells", "drafts", "advises", "trains", "builds", "makes", "takes", "covers", "handles", "supports", "prepares", "reviews",
    "wrote", "rewrote", "drew", "paid", "caught", "found", "got", "met", "put", "read", "rode", "saw", "shot", "sat", "spoke", "stood", "swept", "threw", "became",
    "began", "chose", "fed", "fought", "hosted", "laid", "left", "lost", "sent", "shut", "sought", "went", "average", "averaged", "around", "about", "over", "under", "roughly", "nearly", "every", "each", "also", "then", "after", "before", "while", "when",
    "oversees", "leads", "manages", "runs", "selected", "promoted", "awarded", "chosen",
];

/// Fields of work after a title and a comma.
#[rustfmt::skip]
pub(crate) const FIELDS: &[&str] = &[
    "supply", "chain", "planning", "demand", "operations", "operational", "procurement", "purchasing", "sourcing",
    "logistics", "warehousing", "distribution", "inventory", "materials", "finance", "financial", "accounting",
    "accounts", "audit", "tax", "treasury", "risk", "compliance", "control", "controls", "reporting", "analysis",
    "analytics", "insights", "strategy", "strategic", "marketing", "brand", "communications", "communication", "pr",
    "content", "growth", "performance", "digital", "media", "sales", "commercial", "business", "development",
    "partnerships", "accounts", "customer", "success", "experience", "support", "service", "services", "relations",
    "product", "products", "design", "research", "engineering", "software", "hardware", "platform", "infrastructure",
    "data", "security", "cloud", "quality", "assurance", "safety", "environment", "health", "hse", "ehs", "production",
    "manufacturing", "process", "maintenance", "facilities", "projects", "programs", "programmes", "transformation",
    "change", "innovation", "technology", "technical", "it", "systems", "human", "resources", "people", "talent",
    "recruitment", "recruiting", "acquisition", "training", "learning", "compensation", "benefits", "payroll",
    "administration", "legal", "corporate", "affairs", "government", "public", "regulatory", "clinical", "nursing",
    "icu", "surgery", "medical", "surgical", "trauma", "care", "unit", "ward", "cardiac", "neuro", "critical", "intensive", "acute",
    "primary", "telemetry", "progressive", "step-down", "stepdown", "burn", "burns", "pacu", "er", "or", "nicu", "picu",
    "med-surg", "med/surg", "surg", "med", "float", "pool", "oncology", "pediatrics", "paediatrics", "cardiology", "emergency", "pricing", "revenue",
    "category", "merchandising", "retail", "e-commerce", "ecommerce", "trade", "channel", "regional", "export",
    "import", "documentation", "credit", "collections", "investments", "equity", "markets", "nights", "days", "latam",
    "emea", "apac", "asean", "global", "international", "europe", "asia", "americas", "north", "south", "east", "west",
    "central",
];

/// Types of engagement and other notes next to titles.
#[rustfmt::skip]
pub(crate) const NOTES: &[&str] = &[
    "full-time", "full time", "fulltime", "part-time", "part time", "permanent", "contract", "contractual",
    "temporary", "remote", "hybrid", "on-site", "onsite", "internship", "casual", "seasonal", "fixed-term",
    "fixed term", "penuh waktu", "paruh waktu", "kontrak", "karyawan tetap", "tetap", "全职", "兼职", "正式", "合同",
    "实习", "远程", "外派", "借调", "挂职", "派驻", "编外", "合同制", "聘用制", "在编", "事业编", "honorer", "seconded", "secondment", "劳务派遣", "外包", "wfh", "wfo", "国企", "央企", "民企", "外企", "上市公司", "合资",
    "私营", "民营", "事业单位", "晋升", "借调", "至今", "上市公司", "paruh waktu", "pensiun", "兼任", "代理", "promoted", "acting", "seconded", "promosi", "外商独资",
    "internal promotion", "contract-to-hire", "fulltime.", "轮岗", "调岗", "在职", "离职",
];

/// Words that look like agent nouns but are not, or rarely.
#[rustfmt::skip]
pub(crate) const NO_AGENTS: &[&str] = &[
    "center", "computer", "tower", "premier", "letter", "chapter", "silver", "corner", "frontier", "boulder", "denver", "hanover",
    "folder", "pioneer", "thunder", "timber", "copper", "pepper", "ginger", "clover", "flower", "summer", "winter", "easter", "sector",
    "harbor", "mirror", "anchor", "senior", "junior", "superior", "interior", "exterior", "windsor", "christian", "italian", "indian", "canadian",
    "persian", "guardian", "meridian", "median", "customer", "career", "transfer", "december", "november", "october", "september", "member",
    "number", "order", "paper", "water", "power", "consumer", "newsletter", "poster", "charter", "quarter", "character", "cluster", "master",
    "semester", "register", "disaster", "counter", "holder", "shelter", "theater", "leather", "weather", "together", "offer", "border", "lumber",
    "rubber", "chamber", "server", "browser", "router", "scanner", "printer", "laser", "solar", "motor", "reactor", "tractor", "conveyor", "sensor",
    "monitor", "vector", "factor", "indoor", "outdoor", "behavior", "humor", "honor", "minor", "major", "exist", "checklist", "shortlist", "twist", "under",
    "over", "after", "later", "other", "another", "either", "rather", "higher", "lower", "greater", "better", "former", "proper", "super", "hyper",
    "partner", "winner", "award-winner", "user", "developer-", "soccer", "cancer", "fever", "river", "liver", "alexander", "chester", "manchester", "leicester",
    "gloucester", "lancaster", "doncaster", "westminster", "hampshire", "taylor", "miller", "fischer", "schneider", "weber", "wagner", "becker", "parker", "walker",
    "cooper", "foster", "carter", "hunter", "fisher", "spencer", "palmer", "webster", "archer", "fowler", "tucker", "barker", "russian", "brazilian", "australian", "egyptian",
    "vegetarian", "mediterranean", "victorian", "georgian", "norwegian", "hungarian", "bavarian", "austrian",
];

/// Words in -ed that start names and titles.
#[rustfmt::skip]
pub(crate) const NO_VERBS: &[&str] = &[
    "limited", "united", "allied", "advanced", "certified", "registered", "applied", "integrated", "licensed", "consolidated", "federated",
    "embedded", "salaried", "qualified", "accredited", "chartered", "automated", "associated", "combined", "specialised", "specialized", "shared",
    "mixed", "enrolled", "unlimited", "incorporated", "self-employed", "skilled", "retired", "experienced", "connected", "assorted", "distributed",
    "authorised", "authorized", "commissioned", "non-commissioned", "sacred", "alfred", "winifred", "mildred", "distinguished", "unified", "diversified",
];
