//! Titles and degrees around a name.

/// Without Dr., Ir., S.E., M.Kom., PhD and the like.
pub(super) fn without_titles(piece: &str) -> String {
    let mut bare = piece.trim().to_owned();
    loop {
        let lower = bare.to_lowercase();
        let prefix = [
            "dr.", "drs.", "dra.", "ir.", "prof.", "mr.", "mrs.", "ms.", "hj.", "h.", "apt.", "ns.", "mr ", "mrs ",
            "ms ", "dr ", "ir ", "drg.", "prof ",
        ]
        .iter()
        .find(|prefix| lower.starts_with(**prefix) && lower.len() == bare.len());
        match prefix {
            Some(prefix) => bare = bare[prefix.len()..].trim_start().to_owned(),
            None => break,
        }
    }
    for suffix in ["先生", "女士"] {
        if let Some(head) = bare.strip_suffix(suffix) {
            bare = head.trim().to_owned();
        }
    }
    // Degrees stand behind commas, or carry dots: "Budi Santoso, S.E., M.M.", "Siti Rahma S.Kom".
    let head = bare.split(',').next().unwrap_or(&bare).trim().to_owned();
    let degrees = bare.contains(',')
        && bare.split(',').skip(1).all(|part| {
            let part = part.trim();
            let short = part.split_whitespace().count() <= 3 && part.chars().count() <= 20;
            // "S.H., M.H.", "CQE", "IPM."
            let letters = part.chars().filter(|c| c.is_alphabetic());
            part.is_empty()
                || is_degree(part)
                || short && (part.contains('.') || part.len() <= 5 && letters.clone().all(char::is_uppercase))
        });
    if degrees {
        bare = head;
    }
    let mut words: Vec<&str> = bare.split_whitespace().collect();
    while words.len() > 1
        && words.last().is_some_and(|last| {
            is_degree(last)
                && (last.contains('.')
                    || last.chars().skip(1).any(char::is_lowercase)
                    || matches!(
                        *last,
                        "MBA" | "RN" | "CPA" | "PMP" | "SE" | "ST" | "SH" | "MM" | "MSN" | "BSN" | "CFA" | "PE"
                    ))
        })
    {
        words.pop();
    }
    words.join(" ").trim_end_matches(',').to_owned()
}

fn is_degree(word: &str) -> bool {
    let word = word.trim();
    let bare: String = word.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase();
    if word.split_whitespace().count() > 2 || bare.is_empty() {
        return false;
    }
    const KNOWN: &[&str] = &[
        "se", "skom", "st", "sh", "spd", "si", "ssi", "sikom", "sip", "skep", "skm", "sfarm", "sak", "sap", "spsi",
        "ssos", "sg", "str", "mm", "mkom", "mt", "mh", "mpd", "msi", "mak", "mba", "msc", "ma", "phd", "md", "rn",
        "bsn", "msn", "cpa", "pmp", "cfa", "pe", "ba", "bsc", "amd", "amdkep", "ners", "ns", "sst", "stp", "sked",
        "apt", "ca", "mkes", "mti", "me", "bba", "acca", "shrm", "phr", "sphr", "cma", "cscp", "esq", "jr", "iii",
        "ii", "meng", "beng", "bed", "med", "dnp", "aprn", "np", "lpn", "cna", "amdkeb", "skeb", "strkeb", "strkes",
        "sds", "sn", "shut", "smn", "sab", "sei", "cfp", "cissp", "csm", "gr", "spt", "skg", "spdi", "shum", "ss",
        "sthi", "mmt", "mhum", "msak", "msm", "sphg", "sgz", "strt",
    ];
    KNOWN.contains(&bare.as_str())
}
