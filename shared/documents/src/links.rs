//! Addresses that a document only has as the target of a link: email, phone, and pages about the person.

use percent_encoding::percent_decode_str;

/// Marks the place of a link in a text under construction; not a character of any text.
pub(crate) const PLACE: char = '\u{fdd0}';

/// Sites with pages of persons; a subdomain or a path is a person's.
const PROFILE_SITES: [&str; 26] = [
    "linkedin.com",
    "github.com",
    "github.io",
    "gitlab.com",
    "gitee.com",
    "bitbucket.org",
    "stackoverflow.com",
    "behance.net",
    "dribbble.com",
    "medium.com",
    "kaggle.com",
    "orcid.org",
    "researchgate.net",
    "scholar.google.com",
    "xing.com",
    "zhihu.com",
    "juejin.cn",
    "csdn.net",
    "cnblogs.com",
    "leetcode.com",
    "leetcode.cn",
    "hackerrank.com",
    "codepen.io",
    "zcool.com.cn",
    "ui.cn",
    "notion.site",
];
/// Texts of links to a person's own page.
const OWN_PAGES: [&str; 22] = [
    "portfolio",
    "my portfolio",
    "website",
    "my website",
    "personal website",
    "blog",
    "homepage",
    "profile",
    "linkedin",
    "github",
    "gitlab",
    "behance",
    "portofolio",
    "situs web",
    "blog pribadi",
    "个人网站",
    "个人主页",
    "主页",
    "博客",
    "个人博客",
    "作品集",
    "网站",
];

/// A link and the text it has on the page.
#[derive(Debug, Clone, Default)]
pub(crate) struct Link {
    pub(crate) target: String,
    pub(crate) text: String,
}

impl Link {
    /// The address behind the link, if it is one of the person and the link does not show one itself: where they
    /// differ, the person looked at what is shown.
    pub(crate) fn address(&self) -> Option<String> {
        let target = self.target.trim();
        let (scheme, rest) = target.split_once(':')?;
        let shown = self.text.trim();
        match scheme.to_ascii_lowercase().as_str() {
            "mailto" => {
                let address = rest.split(['?', ',', ';']).next()?;
                let address = percent_decode_str(address).decode_utf8().ok()?.trim().to_owned();
                let (name, domain) = address.split_once('@')?;
                let clean = !address.contains(|c: char| c.is_whitespace() || c.is_control() || "<>\"(),:;".contains(c));
                (clean && !name.is_empty() && domain.contains('.') && !shown.contains('@')).then_some(address)
            }
            "tel" | "callto" => {
                let number = percent_decode_str(rest).decode_utf8().ok()?;
                let number = number.split(';').next()?.trim();
                let is_number = number.chars().all(|c| c.is_ascii_digit() || " +-().".contains(c));
                (is_number && digits(number).len() >= 7 && digits(shown).len() < 7).then(|| number.to_owned())
            }
            "http" | "https" => {
                let address = rest.trim_start_matches('/').trim_end_matches('/');
                let clean = !address.is_empty() && !address.contains(|c: char| c.is_whitespace() || c.is_control());
                let shows_page = shown.contains("://") || shown.contains('/') && shown.contains('.');
                (clean && !shows_page && self.is_own_page(address)).then(|| format!("https://{address}"))
            }
            _ => None,
        }
    }

    fn is_own_page(&self, address: &str) -> bool {
        let host = address.split(['/', '?', '#']).next().unwrap_or_default().to_ascii_lowercase();
        let path = address[host.len()..].trim_matches('/');
        let host = host.strip_prefix("www.").unwrap_or(&host);
        let label = self.text.trim().trim_end_matches([':', '：']).to_lowercase();
        PROFILE_SITES.iter().any(|site| match host.strip_suffix(site) {
            Some("") => !path.is_empty(),
            Some(person) => person.ends_with('.'),
            None => false,
        }) || OWN_PAGES.contains(&label.as_str())
    }
}

/// The text with each link's address at its place, unless the text has it already.
pub(crate) fn placed(text: &str, links: &[Link]) -> String {
    if links.is_empty() {
        return text.to_owned();
    }
    let mut parts = text.split(PLACE);
    let mut placed = parts.next().unwrap_or_default().to_owned();
    let visible = Shown::of(text);
    let mut seen: Vec<String> = Vec::new();
    while let (Some(number), after) = (parts.next(), parts.next().unwrap_or_default()) {
        let address = number.parse::<usize>().ok().and_then(|at| links.get(at)).and_then(Link::address);
        if let Some(address) = address.filter(|address| !visible.has(address) && !seen.contains(address)) {
            let gap = if placed.ends_with(' ') || placed.ends_with('\n') || placed.is_empty() { "" } else { " " };
            placed.push_str(&format!("{gap}({address})"));
            seen.push(address);
        }
        placed.push_str(after);
    }
    placed
}

/// The addresses behind these links that a text does not have, each once.
pub(crate) fn missing(text: &str, links: &[Link]) -> Vec<String> {
    let visible = Shown::of(text);
    let mut missing = Vec::new();
    for address in links.iter().filter_map(Link::address) {
        if !visible.has(&address) && !missing.contains(&address) {
            missing.push(address);
        }
    }
    missing
}

/// A text, for searching addresses in it.
struct Shown {
    squeezed: String,
    digits: String,
}

impl Shown {
    fn of(text: &str) -> Self {
        let squeezed = text.chars().filter(|c| !c.is_whitespace()).collect::<String>().to_lowercase();
        Self { squeezed, digits: digits(text) }
    }

    fn has(&self, address: &str) -> bool {
        if address.starts_with(['+', '(']) || address.starts_with(|c: char| c.is_ascii_digit()) {
            let number = digits(address);
            // With or without the country's prefix.
            let local = &number[number.len().saturating_sub(9)..];
            return self.digits.contains(local);
        }
        let address = address.to_lowercase();
        let page = address.trim_start_matches("https://").trim_start_matches("www.");
        self.squeezed.contains(page)
    }
}

fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(target: &str, text: &str) -> Option<String> {
        Link { target: target.to_owned(), text: text.to_owned() }.address()
    }

    #[test]
    fn addresses_of_the_person_are_taken() {
        assert_eq!(address("mailto:b.o%40post.example", "Email"), Some("b.o@post.example".into()));
        assert_eq!(address("MAILTO:a@b.example?subject=Hi", "me"), Some("a@b.example".into()));
        assert_eq!(address("tel:+62-812-0000-0789", "Hubungi"), Some("+62-812-0000-0789".into()));
        assert_eq!(
            address("https://www.linkedin.com/in/ann/", "LinkedIn"),
            Some("https://www.linkedin.com/in/ann".into())
        );
        assert_eq!(address("http://ann.github.io", "code"), Some("https://ann.github.io".into()));
        assert_eq!(address("https://folio.example/ann", "Portfolio"), Some("https://folio.example/ann".into()));
    }

    #[test]
    fn other_targets_and_shown_addresses_are_left() {
        for (target, text) in [
            ("mailto:name@template.example", "ann@example.com"),
            ("mailto:?subject=x", "share"),
            ("tel:112", "help"),
            ("tel:+1000000000", "+44 7700 900277"),
            ("https://acme.example", "Acme Ltd"),
            ("https://linkedin.com", "LinkedIn Corp"),
            ("https://linkedin.com/in/other", "linkedin.com/in/ann"),
            ("javascript:alert(1)", "x"),
            ("#top", "top"),
        ] {
            assert_eq!(address(target, text), None, "{target}");
        }
    }

    #[test]
    fn addresses_of_the_text_are_not_repeated() {
        let link = |target: &str| Link { target: target.to_owned(), text: "Contact".to_owned() };
        let links = [link("mailto:Ann@Example.com"), link("tel:+6281200000789"), link("tel:+1 415 555 0137")];
        assert_eq!(missing("ann@example.com, 0812 0000 0789", &links), ["+1 415 555 0137"]);
    }
}
