//! Emails about one interview: scheduled, moved, cancelled, and the reminder.

use bole_domain::email::EmailLanguage;
use bole_domain::interview::InterviewChange;

use crate::Message;
use crate::candidate::html_of;
use crate::layout::one_line;

/// The details of an interview for an email.
#[derive(Debug, Clone, Copy)]
pub struct InterviewFacts<'a> {
    /// The recipient's name.
    pub name: &'a str,
    /// The other participant.
    pub other: &'a str,
    pub job: &'a str,
    pub organization: &'a str,
    /// Date and time.
    pub start: &'a str,
    /// The time zone.
    pub zone: &'a str,
    /// The location; may be empty.
    pub location: &'a str,
    /// The meeting link; may be empty.
    pub meeting_link: &'a str,
}

#[must_use]
pub fn interview_reminder(language: EmailLanguage, to: &str, reminder: &InterviewFacts<'_>) -> Message {
    let InterviewFacts { name, other, job, organization, start, zone: _, location: _, meeting_link: _ } = *reminder;
    let (name, other, job, organization) = (one_line(name), one_line(other), one_line(job), one_line(organization));
    let (subject, text, closing) = match language {
        EmailLanguage::Zh => (
            format!("面试提醒：{job}，{start}"),
            format!("提醒您，“{job}”的面试（{organization}，{other}）即将开始。"),
            "如时间有变，请尽快与对方联系。",
        ),
        EmailLanguage::En => (
            format!("Interview reminder: {job}, {start}"),
            format!("This is a reminder of the interview for {job} at {organization} with {other}."),
            "If you can't make it, please let them know as soon as possible.",
        ),
        EmailLanguage::Id => (
            format!("Pengingat wawancara: {job}, {start}"),
            format!("Kami mengingatkan Anda tentang wawancara untuk {job} di {organization} bersama {other}."),
            "Jika Anda berhalangan, mohon segera beri tahu orang yang akan Anda temui.",
        ),
    };
    let (greeting, labels) = (greeting(language, &name), labels(language));
    finish(language, to, &reminder.with_zone(), Words { subject, greeting, text, labels, closing })
}

/// The notification that an interview was scheduled, moved or cancelled.
#[must_use]
pub fn interview_notice(
    language: EmailLanguage,
    to: &str,
    change: InterviewChange,
    facts: &InterviewFacts<'_>,
) -> Message {
    use {EmailLanguage as L, InterviewChange as C};
    let InterviewFacts { name, other, job, organization, start, zone: _, location: _, meeting_link: _ } = *facts;
    let (name, other, job, organization) = (one_line(name), one_line(other), one_line(job), one_line(organization));
    let (subject, text) = match (language, change) {
        (L::Zh, C::Booked) => (
            format!("面试已预约：{job}，{start}"),
            format!("“{job}”的面试（{organization}，{other}）已预约，可用附件添加到日历。"),
        ),
        (L::Zh, C::Moved) => (
            format!("面试已改期：{job}，{start}"),
            format!("“{job}”的面试（{organization}，{other}）有变动，请以下面的信息为准。"),
        ),
        (L::Zh, C::Cancelled) => (
            format!("面试已取消：{job}，{start}"),
            format!("“{job}”的面试（{organization}，{other}）已取消，原定时间如下。"),
        ),
        (L::En, C::Booked) => (
            format!("Interview booked: {job}, {start}"),
            format!(
                "The interview for {job} at {organization} with {other} is booked. Add it to your calendar with the attached file."
            ),
        ),
        (L::En, C::Moved) => (
            format!("Interview changed: {job}, {start}"),
            format!(
                "The interview for {job} at {organization} with {other} has changed. Here are the updated details."
            ),
        ),
        (L::En, C::Cancelled) => (
            format!("Interview canceled: {job}, {start}"),
            format!("The interview for {job} at {organization} with {other} was canceled. It was scheduled for:"),
        ),
        (L::Id, C::Booked) => (
            format!("Wawancara dijadwalkan: {job}, {start}"),
            format!(
                "Wawancara untuk {job} di {organization} bersama {other} telah dijadwalkan. Tambahkan ke kalender Anda dengan lampiran ini."
            ),
        ),
        (L::Id, C::Moved) => (
            format!("Jadwal wawancara berubah: {job}, {start}"),
            format!("Wawancara untuk {job} di {organization} bersama {other} diubah. Berikut jadwal terbarunya."),
        ),
        (L::Id, C::Cancelled) => (
            format!("Wawancara dibatalkan: {job}, {start}"),
            format!(
                "Wawancara untuk {job} di {organization} bersama {other} dibatalkan. Jadwal semula sebagai berikut."
            ),
        ),
    };
    let (greeting, labels) = (greeting(language, &name), labels(language));
    let closing = match (language, change) {
        (L::Zh, C::Cancelled) => "如需另约时间，请与对方联系。",
        (L::En, C::Cancelled) => "To find another time, please get in touch.",
        (L::Id, C::Cancelled) => "Untuk menentukan waktu lain, silakan hubungi orang yang akan Anda temui.",
        (L::Zh, _) => "如时间不便，请使用邀请中的链接改期，或尽快与对方联系。",
        (L::En, _) => "If the time doesn't work for you, use the link in your invitation or get in touch.",
        (L::Id, _) => {
            "Jika waktunya kurang sesuai, gunakan tautan di undangan Anda atau hubungi orang yang akan Anda temui."
        }
    };
    finish(language, to, &facts.with_zone(), Words { subject, greeting, text, labels, closing })
}

struct Words {
    subject: String,
    greeting: String,
    text: String,
    /// Labels of time, location and link.
    labels: [&'static str; 3],
    closing: &'static str,
}

impl InterviewFacts<'_> {
    fn with_zone(&self) -> [String; 3] {
        [format!("{} ({})", self.start, self.zone), self.location.to_owned(), self.meeting_link.to_owned()]
    }
}

fn greeting(language: EmailLanguage, name: &str) -> String {
    match language {
        EmailLanguage::Zh => format!("{name}，您好："),
        EmailLanguage::En => format!("Hello {name},"),
        EmailLanguage::Id => format!("Halo {name},"),
    }
}

const fn labels(language: EmailLanguage) -> [&'static str; 3] {
    match language {
        EmailLanguage::Zh => ["时间：", "地点：", "会议链接："],
        EmailLanguage::En => ["Time: ", "Location: ", "Meeting link: "],
        EmailLanguage::Id => ["Waktu: ", "Lokasi: ", "Tautan rapat: "],
    }
}

fn finish(language: EmailLanguage, to: &str, facts: &[String; 3], words: Words) -> Message {
    let Words { subject, greeting, text, labels, closing } = words;
    let lines: Vec<String> = labels
        .iter()
        .zip(facts)
        .filter(|(_, fact)| !fact.is_empty())
        .map(|(label, fact)| format!("{label}{fact}"))
        .collect();
    let [_, _, link] = facts;
    let text = format!("{greeting}\n\n{text}\n\n{}\n\n{closing}\n", lines.join("\n"));
    let links = if link.is_empty() { Vec::new() } else { vec![link.clone()] };
    Message { to: to.to_owned(), html: html_of(&subject, &text, language), subject, text, links }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interview_emails_have_time_place_and_people_in_every_language() {
        let reminder = InterviewFacts {
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
                labelled(*language),
                "{}",
                mail.text
            );
        }
    }

    #[test]
    fn change_is_described_in_every_language() {
        let facts = InterviewFacts {
            name: "Lin",
            other: "Wang Fang",
            job: "Backend engineer",
            organization: "Acme",
            start: "2030-03-05 09:00",
            zone: "Asia/Jakarta",
            location: "Room 3",
            meeting_link: "",
        };
        let mut subjects = std::collections::BTreeSet::new();
        for language in EmailLanguage::ALL {
            for change in InterviewChange::ALL {
                let mail = interview_notice(*language, "lin@example.com", *change, &facts);
                for fact in ["2030-03-05 09:00 (Asia/Jakarta)", "Wang Fang", "Acme", "Room 3", "Lin"] {
                    assert!(mail.text.contains(fact), "{language} {change}: {}", mail.text);
                }
                assert!(mail.links.is_empty());
                assert!(subjects.insert(mail.subject));
            }
        }
    }

    /// Time and link have labels, the empty location has none; Chinese greets with a colon.
    fn labelled(language: EmailLanguage) -> usize {
        if language == EmailLanguage::Zh { 3 } else { 2 }
    }
}
