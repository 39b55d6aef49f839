//! The layout of emails, and the design of account emails: greeting, text, a button, the plain link, a footer.

use bole_domain::evaluation::Language;

use crate::Message;

/// The texts of an email with one link.
pub(crate) struct Letter<'a> {
    pub(crate) subject: &'a str,
    pub(crate) greeting: &'a str,
    pub(crate) paragraphs: &'a [&'a str],
    pub(crate) button: &'a str,
    /// The hint if the button does not work; the link follows.
    pub(crate) fallback: &'a str,
    pub(crate) closing: &'a str,
}

impl Letter<'_> {
    /// The finished mail.
    pub(crate) fn to(&self, recipient: &str, link: &str, language: Language) -> Message {
        let Letter { subject, greeting, paragraphs, button, fallback, closing } = self;
        let text = format!("{greeting}\n\n{}\n\n{button}:\n{link}\n\n{closing}\n\nBole\n", paragraphs.join("\n\n"));
        let body: String = paragraphs.iter().map(|paragraph| format!("<p>{}</p>\n", escape(paragraph))).collect();
        let href = escape(link);
        let content = format!(
            r#"<div class="card" style="max-width:520px;margin:0 auto;padding:24px;background:#ffffff;border-radius:8px">
<p>{greeting}</p>
{body}<p style="margin:28px 0"><a href="{href}" style="display:inline-block;padding:10px 20px;background:#1f6f5f;color:#ffffff;border-radius:8px;text-decoration:none">{button}</a></p>
<p class="quiet" style="color:#5f6b67;font-size:13px">{fallback}<br><a class="link" href="{href}" style="color:#1f6f5f;word-break:break-all">{href}</a></p>
<p class="quiet" style="color:#5f6b67;font-size:13px">{closing}</p>
<p class="quiet" style="color:#5f6b67;font-size:13px">Bole</p>
</div>
"#,
            greeting = escape(greeting),
            button = escape(button),
            fallback = escape(fallback),
            closing = escape(closing),
        );
        let html = Page {
            language: language.as_str(),
            title: subject,
            style: "padding:24px 16px;background:#f6f5f1;color:#22302c;",
            dark: DARK,
            content: &content,
        }
        .html();
        Message { to: recipient.to_owned(), subject: (*subject).to_owned(), text, html, links: vec![link.to_owned()] }
    }
}

/// Dark colours for [`Letter`]; email clients without support show the light ones.
const DARK: &str = "body{background:#101614!important;color:#e4e9e7!important}.card{background:#1a211f!important}\
                    .quiet{color:#a4b0ac!important}.link{color:#7fcfbc!important}";

/// The same for an email without colours of its own in light mode.
pub(crate) const DARK_TEXT: &str =
    "body{background:#101614!important;color:#e4e9e7!important}a{color:#7fcfbc!important}";

/// A complete email, responsive and in the client's colour scheme.
pub(crate) struct Page<'a> {
    pub(crate) language: &'a str,
    pub(crate) title: &'a str,
    /// Style of the body, in addition to the font.
    pub(crate) style: &'a str,
    /// Rules of the dark scheme.
    pub(crate) dark: &'a str,
    pub(crate) content: &'a str,
}

impl Page<'_> {
    pub(crate) fn html(&self) -> String {
        let Page { language, title, style, dark, content } = self;
        format!(
            r#"<!doctype html>
<html lang="{language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>{title}</title>
<style>:root{{color-scheme:light dark}}@media (prefers-color-scheme:dark){{{dark}}}</style></head>
<body style="margin:0;{style}font:15px/1.7 Inter,'PingFang SC','Microsoft YaHei UI','Noto Sans CJK SC',sans-serif;overflow-wrap:anywhere">
{content}</body>
</html>
"#,
            title = escape(title),
        )
    }
}

pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// A name for a greeting: one line, short enough not to contain a message.
pub(crate) fn one_line(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(60).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_truncated() {
        assert_eq!(one_line(&"spam ".repeat(100)).chars().count(), 60);
    }
}
