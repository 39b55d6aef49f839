//! Honorifics and degrees around a name.

/// A name without Dr., Ir., S.E., M.Kom., PhD and the like.
#[must_use]
pub fn without_titles(piece: &str) -> String {
    let mut bare = piece.trim();
    while let Some(rest) = without_address(bare) {
        bare = rest;
    }
    for suffix in ["先生", "女士", "小姐", "同志"] {
        // 小姐 and the like follow a name of at least two characters, or a family name.
        if let Some(head) = bare.strip_suffix(suffix).filter(|head| !head.trim().is_empty()) {
            bare = head.trim();
        }
    }
    // Degrees follow commas, or contain dots: "Budi Santoso, S.E., M.M.", "Siti Rahma S.Kom".
    let head = bare.split(',').next().unwrap_or(bare).trim();
    let behind: Vec<&str> = bare.split(',').skip(1).map(str::trim).collect();
    // "OKONKWO, CHIDI" has a given name after the comma, "Chidi Okonkwo, CIPP" has not.
    let whole = head.contains([' ', '.']);
    if !behind.is_empty() && behind.iter().all(|part| is_behind_name(part, whole)) {
        bare = head;
    }
    let mut words: Vec<&str> = bare.split_whitespace().collect();
    while words.len() > 1 && words.last().is_some_and(|last| is_post_nominal(last)) {
        words.pop();
    }
    words.join(" ").trim_end_matches(',').to_owned()
}

/// The piece without its leading honorific, if anything follows.
fn without_address(piece: &str) -> Option<&str> {
    let (first, rest) = match (piece.find('.'), piece.find(' ')) {
        // "Ir.Budi", "drg. Siti"
        (Some(dot), space) if space.is_none_or(|space| dot < space) => (&piece[..dot], &piece[dot + 1..]),
        (_, Some(space)) => (&piece[..space], &piece[space..]),
        _ => return None,
    };
    let lower = first.to_lowercase();
    let dotted = piece.as_bytes().get(first.len()) == Some(&b'.');
    let address = ALONE.contains(&lower.as_str()) || dotted && DOTTED.contains(&lower.as_str());
    let rest = rest.trim_start();
    (address && rest.chars().filter(|c| c.is_alphabetic()).nth(1).is_some()).then_some(rest)
}

/// Text after the comma of a name: "S.H., M.H.", "CQE", "IPM.", "Sp.OG (K)".
fn is_behind_name(part: &str, whole: bool) -> bool {
    let short = part.split_whitespace().count() <= 3 && part.chars().count() <= 20;
    let mut letters = part.chars().filter(|c| c.is_alphabetic());
    let capitals = whole && part.len() <= 6 && letters.all(char::is_uppercase);
    let words = || part.split_whitespace();
    part.is_empty() || is_degree(part) || short && (part.contains('.') || capitals || words().all(is_degree))
}

/// A degree at the end of a name without a comma.
fn is_post_nominal(word: &str) -> bool {
    let inner = word.chars().skip(1).any(char::is_uppercase) && word.chars().any(char::is_lowercase);
    is_degree(word) && (word.contains('.') || inner || CAPITALS.contains(&word))
}

fn is_degree(word: &str) -> bool {
    let word = word.trim();
    let bare: String = word.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase();
    word.split_whitespace().count() <= 2 && KNOWN.contains(&bare.as_str())
}

/// Honorifics, with or without a dot, lower case.
#[rustfmt::skip]
const ALONE: &[&str] = &[
    "dr", "drs", "dra", "ir", "prof", "mr", "mrs", "ms", "miss", "mx", "drg", "drh", "capt", "rev", "ustadz", "ustadzah", "adv",
    "madam", "sir", "dame", "fr", "pdt", "bapak", "ibu", "bpk", "sdr", "sdri", "engr", "atty", "sgt", "lt", "hj",
];

/// Honorifics only with a dot, because names start with them too.
#[rustfmt::skip]
const DOTTED: &[&str] = &[
    "h", "apt", "ns", "kh", "ust", "br", "sr", "bd", "bdn", "maj", "col", "cpl", "pvt", "eng", "hon", "kapt", "kol",
    "letkol", "mayor", "letda", "lettu", "serda", "sertu", "serka", "pelda", "brigadir", "bripka", "bripda", "ipda", "iptu", "akp", "kompol",
    "tn", "ny", "nn", "r", "rr", "rd", "gus", "st", "insp", "supt", "cdr", "cmdr", "gen", "pr", "ftr",
];

/// Degrees at the end of a name, only in capitals.
#[rustfmt::skip]
const CAPITALS: &[&str] = &[
    "MBA", "RN", "CPA", "PMP", "SE", "ST", "SH", "MM", "MSN", "BSN", "CFA", "PE", "LLB", "LLM", "JD", "ACCA", "FCCA",
    "CCRN", "PHR", "SPHR", "CMA", "CSCP", "MD", "DDS", "DVM", "NP", "LPN", "CNA", "EIT", "PGCE", "QTS", "MCIPD", "FCIPD",
    "MRICS", "FRICS", "MCIOB", "CIPP", "CISSP", "CISA", "SKM", "MH", "MT", "CFP", "CIA", "CFE", "MPH", "MSW", "LCSW",
    "BBA", "DNP", "APRN", "RPH", "OTR", "DPT", "RDN", "CPIM", "CSM", "ESQ",
];

/// Degrees and post-nominals, without dots, lower case.
#[rustfmt::skip]
const KNOWN: &[&str] = &[
    "se", "skom", "st", "sh", "spd", "si", "ssi", "sikom", "sip", "skep", "skm", "sfarm", "sak", "sap", "spsi", "ssos", "sg",
    "str", "mm", "mkom", "mt", "mh", "mpd", "msi", "mak", "mba", "msc", "ma", "phd", "md", "rn", "bsn", "msn", "cpa", "pmp",
    "cfa", "pe", "ba", "bsc", "amd", "amdkep", "ners", "ns", "sst", "stp", "sked", "apt", "ca", "mkes", "mti", "me", "bba",
    "acca", "shrm", "phr", "sphr", "cma", "cscp", "esq", "jr", "iii", "ii", "meng", "beng", "bed", "med", "dnp", "aprn", "np",
    "lpn", "cna", "amdkeb", "skeb", "strkeb", "strkes", "sds", "sn", "shut", "smn", "sab", "sei", "cfp", "cissp", "csm", "gr",
    "spt", "skg", "spdi", "shum", "ss", "sthi", "mmt", "mhum", "msak", "msm", "sphg", "sgz", "strt", "llb", "llm", "jd", "bl",
    "kc", "qc", "ccrn", "cen", "rnc", "facp", "frics", "mrics", "mciob", "ceng", "mice", "pgce", "qts", "cipd", "mcipd",
    "fcipd", "assoccipd", "aca", "fca", "fcca", "dds", "dmd", "dpt", "otr", "pharmd", "rph", "lcsw", "msw", "cfe", "cia",
    "cisa", "edd", "mph", "mha", "mpa", "mpp", "mfa", "bfa", "cpim", "dip", "hons", "fhea", "cipp", "cippe", "cippa", "dvm",
    "eit", "rdn", "mphil", "dphil", "mres", "mtech", "btech", "mca", "bca", "bcom", "mcom", "bhm", "gcert", "mars", "mkep",
    "mkeb", "mkn", "mip", "map", "mtr", "mag", "sag", "mhi", "shi", "lc", "sud", "strkep", "strak", "sstpar", "amdpar", "amdtek",
    "cht", "ipm", "ipu", "ipp", "spog", "spa", "spb", "spjp", "sppd", "spot", "spkk", "spm", "span", "sprad", "sppk", "sfil",
    "sos", "sptr", "ssn", "sbns", "spar", "sstp", "ak", "bkp", "cht", "cla", "clc", "mpsi", "msos", "mfarm", "mepid", "mgz",
    "mds", "mmpar", "mpar", "mlis", "sptk", "dipl", "strgz", "strrad", "strt", "amk", "amg", "amf", "amak", "sipust", "sipi",
    "gcap", "fasean", "aseaneng", "aer", "cert", "certed", "oam", "mbe", "obe", "jp", "bhrm", "msiaf", "aafm", "crmo", "qia",
];
