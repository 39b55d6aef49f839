//! The mail that reminds of an interview one day before.

use bole_domain::email::EmailLanguage;

use crate::Message;
use crate::candidate::html_of;
use crate::layout::one_line;

/// An interview as its reminder tells it.
#[derive(Debug, Clone, Copy)]
pub struct InterviewReminder<'a> {
    /// Who is reminded.
    pub name: &'a str,
    /// Whom they meet.
    pub other: &'a str,
    /// The job.
    pub job: &'a str,
    /// The organization.
    pub organization: &'a str,
    /// The day and time.
    pub start: &'a str,
    /// In which zone.
    pub zone: &'a str,
    /// A place; may be empty.
    pub location: &'a str,
    /// A link to join; may be empty.
    pub meeting_link: &'a str,
}

/// Reminds somebody of an interview.
#[must_use]
pub fn interview_reminder(language: EmailLanguage, to: &str, reminder: &InterviewReminder<'_>) -> Message {
    let InterviewReminder { name, other, job, organization, start, zone, location, meeting_link } = *reminder;
    let (name, other, job, organization) = (one_line(name), one_line(other), one_line(job), one_line(organization));
    let (subject, greeting, text, labels, closing) = match language {
        EmailLanguage::Zh => (
            format!("面试提醒：{job}，{start}"),
            format!("{name}，您好："),
            format!("提醒您，“{job}”的面试（{organization}，{other}）即将开始。"),
            ["时间：", "地点：", "会议链接："],
            "如时间有变，请尽快与对方联系。",
        ),
        EmailLanguage::En => (
            format!("Interview reminder: {job}, {start}"),
            format!("Hello {name},"),
            format!("This is a reminder of the interview for {job} at {organization} with {other}."),
            ["Time: ", "Location: ", "Meeting link: "],
            "If you can't make it, please let the other side know as soon as possible.",
        ),
        EmailLanguage::Id => (
            format!("Pengingat wawancara: {job}, {start}"),
            format!("Halo {name},"),
            format!("Kami mengingatkan Anda tentang wawancara untuk {job} di {organization} bersama {other}."),
            ["Waktu: ", "Lokasi: ", "Tautan rapat: "],
            "Jika Anda berhalangan, mohon segera beri tahu pihak lain.",
        ),
    };
    let facts = [format!("{start} ({zone})"), location.to_owned(), meeting_link.to_owned()];
    let lines: Vec<String> = labels
        .iter()
        .zip(&facts)
        .filter(|(_, fact)| !fact.is_empty())
        .map(|(label, fact)| format!("{label}{fact}"))
        .collect();
    let text = format!("{greeting}\n\n{text}\n\n{}\n\n{closing}\n", lines.join("\n"));
    let links = if meeting_link.is_empty() { Vec::new() } else { vec![meeting_link.to_owned()] };
    Message { to: to.to_owned(), subject, html: html_of(&text, language), text, links }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_says_when_where_and_with_whom_in_every_language() {
        let reminder = InterviewReminder {
            name: "Lin",
            other: "Wang Fang",
            job: "Backend <engineer>",
            organization: "Acme",
            start: "2030-03-05 09:00",
            zone: "Asia/Jakarta",
            location: "",
            meeting_link: "https://meet.example.com/x",
        };
        for language in EmailLanguage::ALL {
            let mail = interview_reminder(*language, "lin@example.com", &reminder);
            for fact in ["2030-03-05 09:00", "Asia/Jakarta", "Wang Fang", "https://meet.example.com/x"] {
                assert!(mail.text.contains(fact), "{language}: {}", mail.text);
            }
            assert!(mail.html.contains("&lt;engineer&gt;") && mail.links == ["https://meet.example.com/x"]);
            assert_eq!(
                mail.text.matches('：').count() + mail.text.matches(": ").count(),
                labels(*language),
                "{}",
                mail.text
            );
        }
    }

    /// The time and the link have labels, the empty place has none; Chinese greets with a colon.
    fn labels(language: EmailLanguage) -> usize {
        if language == EmailLanguage::Zh { 3 } else { 2 }
    }
}
