//! What mail systems send by themselves: reports of failed and of other deliveries, receipts, and automatic replies.

use mail_parser::{Message, MessagePart, MimeHeaders};

use super::headers::raw;
use super::{Bounce, MAX_NAMES, addresses_in, answers, body, message_ids};

/// Headers that only automatic replies have.
const AUTOMATIC_HEADERS: &[&str] = &[
    "X-Autoreply",
    "X-Auto-Reply",
    "X-Autorespond",
    "X-Autoresponder",
    "X-Autoreply-From",
    "X-Auto-Response-Suppress",
    "X-Mail-Autoreply",
];
/// How the subjects of automatic replies and receipts begin, in lower case.
const AUTOMATIC_SUBJECTS: &[&str] = &[
    "automatic reply",
    "auto reply",
    "auto-reply",
    "autoreply",
    "auto response",
    "auto:",
    "out of office",
    "out of the office",
    "vacation reply",
    "read:",
    "not read:",
    "自动回复",
    "自動回覆",
    "自动答复",
    "自動回信",
    "外出自动",
    "不在办公室",
    "已读:",
    "已读：",
    "未读:",
    "未读：",
    "已讀:",
    "已讀：",
    "balasan otomatis",
    "jawaban otomatis",
    "otomatis:",
    "di luar kantor",
    "tidak di kantor",
    "dibaca:",
];
/// Senders of reports.
const SYSTEMS: &[&str] = &["mailer-daemon", "postmaster", "mail-daemon", "maildaemon", "mdaemon"];
/// How a failed delivery is told in words, in lower case.
const FAILURES: &[&str] = &[
    "undeliver",
    "could not be delivered",
    "couldn't be delivered",
    "cannot be delivered",
    "can not be delivered",
    "wasn't delivered",
    "was not delivered",
    "unable to deliver",
    "delivery failed",
    "delivery has failed",
    "delivery failure",
    "delivery to the following recipient failed",
    "delivery status notification (failure)",
    "returned mail",
    "returned to sender",
    "failure notice",
    "address not found",
    "user unknown",
    "unknown user",
    "no such user",
    "mailbox not found",
    "mailbox unavailable",
    "does not exist",
    "退信",
    "退回",
    "投递失败",
    "无法投递",
    "未能投递",
    "发送失败",
    "无法送达",
    "未送达",
    "收件人不存在",
    "地址不存在",
    "投遞失敗",
    "無法投遞",
    "無法傳遞",
    "無法送達",
    "寄送失敗",
    "傳送失敗",
    "gagal terkirim",
    "gagal dikirim",
    "tidak terkirim",
    "tidak dapat dikirim",
    "pengiriman gagal",
    "alamat tidak ditemukan",
];
/// How a delivery that is only late is told, in lower case.
const DELAYS: &[&str] = &[
    "delayed",
    "not yet been delivered",
    "not been delivered yet",
    "will be retried",
    "will retry",
    "will keep trying",
    "temporary problem",
    "延迟",
    "延遲",
    "继续尝试",
    "繼續嘗試",
    "tertunda",
    "akan dicoba lagi",
];

/// What a report says.
pub(super) enum Report {
    Bounce(Bounce),
    /// Of a delivery that did not fail, or a receipt: the emails it is about.
    Other(Vec<String>),
}

/// The report that a message is.
pub(super) fn report(message: &Message<'_>, from: &str, subject: &str) -> Option<Report> {
    let part_of = |kind: &str, subkind: &str| message.parts.iter().find(|part| part.is_content_type(kind, subkind));
    let reported = || {
        let status = part_of("message", "delivery-status").or_else(|| part_of("message", "global-delivery-status"))?;
        Some(delivery_report(message, &content(status)))
    };
    let receipt = || {
        let receipt = part_of("message", "disposition-notification")?;
        let original = fields(&content(receipt), "Original-Message-ID").iter().flat_map(|id| message_ids(id)).collect();
        Some(Report::Other(original))
    };
    reported().or_else(receipt).or_else(|| bounce_in_words(message, from, subject))
}

/// Whether a message was written by a program (RFC 3834, and what programs do instead).
pub(super) fn is_automatic(message: &Message<'_>, subject: &str) -> bool {
    let values = |name: &'static str| {
        raw(message, message.root_part(), name).map(|value| String::from_utf8_lossy(value).trim().to_ascii_lowercase())
    };
    let subject = subject.trim_start_matches(['[', '【', '(']).to_lowercase();
    values("Auto-Submitted").any(|value| !value.starts_with("no"))
        || values("Precedence").any(|value| ["auto_reply", "auto-reply", "bulk", "junk"].contains(&value.as_str()))
        || AUTOMATIC_HEADERS.iter().any(|&name| values(name).next().is_some())
        || values("Return-Path").any(|value| value == "<>")
        || AUTOMATIC_SUBJECTS.iter().any(|begin| subject.starts_with(begin))
}

/// A delivery status notification (RFC 3464).
fn delivery_report(message: &Message<'_>, report: &str) -> Report {
    let mut ids = original_ids(message);
    ids.extend(answers(message));
    ids.truncate(MAX_NAMES);
    // The first group is about the report itself, each further one about a recipient.
    let report = report.replace("\r\n", "\n");
    let groups = report.split("\n\n").map(str::trim);
    let failed: Vec<&str> = groups
        .filter(|group| fields(group, "Action").first().is_some_and(|action| action.eq_ignore_ascii_case("failed")))
        .collect();
    if failed.is_empty() {
        return Report::Other(ids);
    }
    let recipients = failed.iter().flat_map(|group| {
        let named = ["Final-Recipient", "Original-Recipient"].into_iter().flat_map(|name| fields(group, name));
        named.flat_map(|named| addresses_in(&named)).collect::<Vec<_>>()
    });
    let mut found: Vec<String> = Vec::new();
    for address in recipients.take(MAX_NAMES) {
        if !found.contains(&address) {
            found.push(address);
        }
    }
    let status = failed.iter().flat_map(|group| fields(group, "Status")).next().unwrap_or_default();
    let status = status.chars().take_while(|c| c.is_ascii_digit() || *c == '.').take(12).collect();
    Report::Bounce(Bounce { message_ids: ids, recipients: found, status })
}

/// A report of a mail system without a machine-readable part.
fn bounce_in_words(message: &Message<'_>, from: &str, subject: &str) -> Option<Report> {
    let local = from.split('@').next().unwrap_or_default();
    let is_nobodys = raw(message, message.root_part(), "Return-Path").any(|value| value.trim_ascii() == b"<>");
    if !SYSTEMS.contains(&local) && !is_nobodys {
        return None;
    }
    let text = body::text(message);
    let says = |words: &[&str], text: &str| words.iter().any(|word| text.contains(word));
    let (subject, lower) = (subject.to_lowercase(), text.to_lowercase());
    let mut ids = original_ids(message);
    ids.extend(message_ids(&text));
    ids.extend(answers(message));
    ids.truncate(MAX_NAMES);
    let is_failure = says(FAILURES, &subject) || says(FAILURES, &lower);
    let is_late = says(DELAYS, &subject) || (says(DELAYS, &lower) && !says(FAILURES, &subject));
    if !is_failure && !is_late {
        return None;
    }
    if is_late {
        return Some(Report::Other(ids));
    }
    let mut recipients = addresses_in(&text);
    let is_id = |address: &String| ids.iter().any(|id| id.trim_matches(['<', '>']).eq_ignore_ascii_case(address));
    recipients.retain(|address| address != from && !is_id(address));
    recipients.truncate(MAX_NAMES);
    Some(Report::Bounce(Bounce { message_ids: ids, recipients, status: status_in(&text) }))
}

/// The status code in a text, such as `5.1.1` or `550`.
fn status_in(text: &str) -> String {
    let words = || text.split(|c: char| !c.is_ascii_alphanumeric() && c != '.').map(|word| word.trim_matches('.'));
    let is_enhanced = |word: &&str| {
        let parts: Vec<&str> = word.split('.').collect();
        parts.len() == 3
            && matches!(parts[0], "4" | "5")
            && parts[1..]
                .iter()
                .all(|part| (1..=3).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let is_basic =
        |word: &&str| word.len() == 3 && word.starts_with('5') && word.bytes().all(|byte| byte.is_ascii_digit());
    words().find(is_enhanced).or_else(|| words().find(is_basic)).unwrap_or_default().to_owned()
}

/// The ids of the messages that a report returns, whole or their headers.
fn original_ids(message: &Message<'_>) -> Vec<String> {
    let mut ids = Vec::new();
    for part in &message.parts {
        if let Some(original) = part.message() {
            ids.extend(original.message_id().map(|id| format!("<{id}>")));
        } else if part.is_content_type("text", "rfc822-headers") {
            ids.extend(fields(&content(part), "Message-ID").iter().flat_map(|id| message_ids(id)));
        }
    }
    ids
}

fn content(part: &MessagePart<'_>) -> String {
    String::from_utf8_lossy(part.contents()).into_owned()
}

/// The values of a field, with their continuation lines.
fn fields(text: &str, name: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut is_open = false;
    for line in text.lines() {
        if line.starts_with([' ', '\t']) {
            if let Some(last) = found.last_mut().filter(|_| is_open) {
                last.push(' ');
                last.push_str(line.trim());
            }
            continue;
        }
        let value = line.split_once(':').filter(|(found, _)| found.trim().eq_ignore_ascii_case(name));
        is_open = value.is_some();
        found.extend(value.map(|(_, value)| value.trim().to_owned()));
    }
    found
}
