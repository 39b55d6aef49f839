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
    pub employer: &'a str,
    /// Date and time with the time zone, as people write it.
    pub when: &'a str,
    /// Whether the recipient is the candidate.
    pub is_candidate: bool,
    /// Whether the candidate's booking link still works.
    pub has_link: bool,
    /// The location; may be empty.
    pub location: &'a str,
    /// The meeting link; may be empty.
    pub meeting_link: &'a str,
}

#[must_use]
pub fn interview_reminder(language: EmailLanguage, to: &str, reminder: &InterviewFacts<'_>) -> Message {
    let InterviewFacts { name, other, job, employer, when, .. } = *reminder;
    let (name, other, job, employer) = (one_line(name), one_line(other), one_line(job), one_line(employer));
    let (subject, text, closing) = match language {
        EmailLanguage::Zh => (
            format!("面试提醒：{job}，{when}"),
            format!("提醒您，“{job}”的面试（{employer}，{other}）即将开始。"),
            "如时间有变，请尽快与对方联系。",
        ),
        EmailLanguage::En => (
            format!("Interview reminder: {job}, {when}"),
            format!("This is a reminder of the interview for {job} at {employer} with {other}."),
            "If you can't make it, please let them know as soon as possible.",
        ),
        EmailLanguage::Id => (
            format!("Pengingat wawancara: {job}, {when}"),
            format!("Kami mengingatkan Anda tentang wawancara untuk {job} di {employer} bersama {other}."),
            "Jika Anda berhalangan, mohon segera beri tahu orang yang akan Anda temui.",
        ),
    };
    let (greeting, labels) = (greeting(language, &name), labels(language));
    finish(language, to, &reminder.lines(), Words { subject, greeting, text, labels, closing })
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
    let InterviewFacts { name, other, job, employer, when, .. } = *facts;
    let (name, other, job, employer) = (one_line(name), one_line(other), one_line(job), one_line(employer));
    let (subject, text) = match (language, change) {
        (L::Zh, C::Booked) => (
            format!("面试已预约：{job}，{when}"),
            format!("“{job}”的面试（{employer}，{other}）已预约，可用附件添加到日历。"),
        ),
        (L::Zh, C::Moved) => (
            format!("面试已改期：{job}，{when}"),
            format!("“{job}”的面试（{employer}，{other}）有变动，请以下面的信息为准。"),
        ),
        (L::Zh, C::Cancelled) => (
            format!("面试已取消：{job}，{when}"),
            format!("“{job}”的面试（{employer}，{other}）已取消，原定时间如下。"),
        ),
        (L::En, C::Booked) => (
            format!("Interview booked: {job}, {when}"),
            format!(
                "The interview for {job} at {employer} with {other} is booked. Add it to your calendar with the attached file."
            ),
        ),
        (L::En, C::Moved) => (
            format!("Interview changed: {job}, {when}"),
            format!("The interview for {job} at {employer} with {other} has changed. Here are the updated details."),
        ),
        (L::En, C::Cancelled) => (
            format!("Interview canceled: {job}, {when}"),
            format!("The interview for {job} at {employer} with {other} was canceled. It was scheduled for:"),
        ),
        (L::Id, C::Booked) => (
            format!("Wawancara dijadwalkan: {job}, {when}"),
            format!(
                "Wawancara untuk {job} di {employer} bersama {other} telah dijadwalkan. Tambahkan ke kalender Anda dengan lampiran ini."
            ),
        ),
        (L::Id, C::Moved) => (
            format!("Jadwal wawancara berubah: {job}, {when}"),
            format!("Wawancara untuk {job} di {employer} bersama {other} diubah. Berikut jadwal terbarunya."),
        ),
        (L::Id, C::Cancelled) => (
            format!("Wawancara dibatalkan: {job}, {when}"),
            format!("Wawancara untuk {job} di {employer} bersama {other} dibatalkan. Jadwal semula sebagai berikut."),
        ),
    };
    let (greeting, labels) = (greeting(language, &name), labels(language));
    let closing = closing(language, change, facts);
    finish(language, to, &facts.lines(), Words { subject, greeting, text, labels, closing })
}

const fn closing(language: EmailLanguage, change: InterviewChange, facts: &InterviewFacts<'_>) -> &'static str {
    use EmailLanguage as L;
    let is_cancelled = matches!(change, InterviewChange::Cancelled);
    match (language, is_cancelled, facts.is_candidate, facts.has_link) {
        (L::Zh, true, true, true) => "如需另约时间，请使用邀请中的链接，它仍然有效。",
        (L::En, true, true, true) => "To choose another time, use the link in your invitation. It still works.",
        (L::Id, true, true, true) => {
            "Untuk memilih waktu lain, gunakan tautan di undangan Anda. Tautan tersebut masih berlaku."
        }
        (L::Zh, true, ..) => "如需另约时间，请与对方联系。",
        (L::En, true, ..) => "To find another time, please get in touch.",
        (L::Id, true, ..) => "Untuk menentukan waktu lain, silakan hubungi orang yang akan Anda temui.",
        (L::Zh, false, true, true) => "如时间不便，请使用邀请中的链接改期，或尽快与对方联系。",
        (L::En, false, true, true) => {
            "If the time doesn't work for you, use the link in your invitation or get in touch."
        }
        (L::Id, false, true, true) => {
            "Jika waktunya kurang sesuai, gunakan tautan di undangan Anda atau hubungi orang yang akan Anda temui."
        }
        (L::Zh, false, true, false) => "如时间不便，请尽快与对方联系。",
        (L::En, false, true, false) => "If the time doesn't work for you, please get in touch.",
        (L::Id, false, true, false) => "Jika waktunya kurang sesuai, silakan hubungi orang yang akan Anda temui.",
        (L::Zh, false, false, _) => "如时间不便，请在伯乐中改期，或联系负责该职位的同事。",
        (L::En, false, false, _) => {
            "If the time doesn't work for you, change it in Bole or tell the colleague who is in charge of the job."
        }
        (L::Id, false, false, _) => {
            "Jika waktunya kurang sesuai, ubah jadwalnya di Bole atau beri tahu rekan yang menangani posisi ini."
        }
    }
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
    fn lines(&self) -> [String; 3] {
        [self.when, self.location, self.meeting_link].map(str::to_owned)
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
            employer: "Acme",
            when: "2030-03-05 09:00 (Jakarta time)",
            is_candidate: true,
            has_link: true,
            location: "",
            meeting_link: "https://meet.example.com/x",
        };
        for language in EmailLanguage::ALL {
            let mail = interview_reminder(*language, "lin@example.com", &reminder);
            for fact in ["2030-03-05 09:00 (Jakarta time)", "Wang Fang", "https://meet.example.com/x"] {
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
            employer: "Acme",
            when: "2030-03-05 09:00 (Jakarta time)",
            is_candidate: true,
            has_link: true,
            location: "Room 3",
            meeting_link: "",
        };
        let mut subjects = std::collections::BTreeSet::new();
        for language in EmailLanguage::ALL {
            for change in InterviewChange::ALL {
                let mail = interview_notice(*language, "lin@example.com", *change, &facts);
                for fact in ["2030-03-05 09:00 (Jakarta time)", "Wang Fang", "Acme", "Room 3", "Lin"] {
                    assert!(mail.text.contains(fact), "{language} {change}: {}", mail.text);
                }
                assert!(mail.links.is_empty());
                assert!(subjects.insert(mail.subject));
            }
        }
    }

    #[test]
    fn only_candidates_are_told_of_a_link_that_works() {
        let facts = InterviewFacts {
            name: "Lin",
            other: "Wang Fang",
            job: "Backend engineer",
            employer: "Acme",
            when: "2030-03-05 09:00",
            is_candidate: true,
            has_link: true,
            location: "",
            meeting_link: "",
        };
        let text = |change, facts: InterviewFacts<'_>| {
            interview_notice(EmailLanguage::En, "lin@example.com", change, &facts).text
        };
        for change in InterviewChange::ALL {
            assert!(text(*change, facts).contains("the link in your invitation"));
            assert!(!text(*change, InterviewFacts { has_link: false, ..facts }).contains("link"));
            assert!(!text(*change, InterviewFacts { is_candidate: false, ..facts }).contains("link"));
        }
    }

    /// Time and link have labels, the empty location has none; Chinese greets with a colon.
    fn labelled(language: EmailLanguage) -> usize {
        if language == EmailLanguage::Zh { 3 } else { 2 }
    }
}
