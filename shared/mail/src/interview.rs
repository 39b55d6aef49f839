//! Emails about one interview: scheduled, moved, cancelled, and the reminder.

use bole_domain::email::EmailLanguage;
use bole_domain::interview::InterviewChange;

use crate::Message;
use crate::candidate::html_of;
use crate::layout::one_line;
use crate::links::links_in;

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
    /// The page where the candidate moves or cancels it, or books another time.
    pub link: Option<&'a str>,
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
    let closing = match reminder.link {
        Some(link) if reminder.is_candidate => change_it(language, link),
        _ => closing.to_owned(),
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

fn closing(language: EmailLanguage, change: InterviewChange, facts: &InterviewFacts<'_>) -> String {
    use EmailLanguage as L;
    let is_cancelled = matches!(change, InterviewChange::Cancelled);
    let fixed = match (language, is_cancelled, facts.is_candidate, facts.link) {
        (L::Zh, true, true, Some(link)) => return format!("如需另约时间，请在这里选择：{link}"),
        (L::En, true, true, Some(link)) => return format!("Choose another time here: {link}"),
        (L::Id, true, true, Some(link)) => return format!("Pilih waktu lain di sini: {link}"),
        (_, false, true, Some(link)) => return change_it(language, link),
        (L::Zh, true, ..) => "如需另约时间，请与对方联系。",
        (L::En, true, ..) => "To find another time, please get in touch.",
        (L::Id, true, ..) => "Untuk menentukan waktu lain, silakan hubungi orang yang akan Anda temui.",
        (L::Zh, false, true, None) => "如时间不便，请尽快与对方联系。",
        (L::En, false, true, None) => "If the time doesn't work for you, please get in touch.",
        (L::Id, false, true, None) => "Jika waktunya kurang sesuai, silakan hubungi orang yang akan Anda temui.",
        (L::Zh, false, false, _) => "如时间不便，请在伯乐中改期，或联系负责该职位的同事。",
        (L::En, false, false, _) => {
            "If the time doesn't work for you, change it in Bole or tell the colleague who is in charge of the job."
        }
        (L::Id, false, false, _) => {
            "Jika waktunya kurang sesuai, ubah jadwalnya di Bole atau beri tahu rekan yang menangani posisi ini."
        }
    };
    fixed.to_owned()
}

/// The links by which a candidate moves or cancels the interview.
fn change_it(language: EmailLanguage, link: &str) -> String {
    let (lead, reschedule, cancel) = match language {
        EmailLanguage::Zh => ("如时间不便，您可以自行改期或取消。", "改期：", "取消："),
        EmailLanguage::En => {
            ("If the time doesn't work for you, you can reschedule or cancel.", "Reschedule: ", "Cancel: ")
        }
        EmailLanguage::Id => (
            "Jika waktunya kurang sesuai, Anda dapat mengubah jadwal atau membatalkannya.",
            "Ubah jadwal: ",
            "Batalkan: ",
        ),
    };
    format!("{lead}\n{reschedule}{link}?do=move\n{cancel}{link}?do=cancel")
}

struct Words {
    subject: String,
    greeting: String,
    text: String,
    /// Labels of time, location and link.
    labels: [&'static str; 3],
    closing: String,
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
    let [_, _, meeting] = facts;
    let text = format!("{greeting}\n\n{text}\n\n{}\n\n{closing}\n", lines.join("\n"));
    let mut links = links_in(&closing);
    if !meeting.is_empty() {
        links.insert(0, meeting.clone());
    }
    Message { to: to.to_owned(), html: html_of(&subject, &text, language), subject, text, links }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINK: &str = "https://hire.example.com/booking/secret";

    #[test]
    fn interview_emails_have_time_place_and_people_in_every_language() {
        let reminder = InterviewFacts {
            name: "Lin",
            other: "Wang Fang",
            job: "Backend <engineer>",
            employer: "Acme",
            when: "2030-03-05 09:00 (Jakarta time)",
            is_candidate: true,
            link: Some(LINK),
            location: "",
            meeting_link: "https://meet.example.com/x",
        };
        for language in EmailLanguage::ALL {
            let mail = interview_reminder(*language, "lin@example.com", &reminder);
            for fact in ["2030-03-05 09:00 (Jakarta time)", "Wang Fang", "https://meet.example.com/x"] {
                assert!(mail.text.contains(fact), "{language}: {}", mail.text);
            }
            assert!(mail.html.contains("&lt;engineer&gt;"));
            let own = ["move", "cancel"].map(|what| format!("{LINK}?do={what}"));
            assert_eq!(mail.links, ["https://meet.example.com/x", &own[0], &own[1]]);
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
            link: Some(LINK),
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
                assert!(!mail.links.is_empty() && mail.links.iter().all(|link| link.starts_with(LINK)));
                assert!(subjects.insert(mail.subject));
            }
        }
    }

    #[test]
    fn only_candidates_get_the_links_to_move_and_cancel() {
        let facts = InterviewFacts {
            name: "Lin",
            other: "Wang Fang",
            job: "Backend engineer",
            employer: "Acme",
            when: "2030-03-05 09:00",
            is_candidate: true,
            link: Some(LINK),
            location: "",
            meeting_link: "",
        };
        for language in EmailLanguage::ALL {
            let mails = |facts: InterviewFacts<'_>| {
                let notice = |change| interview_notice(*language, "lin@example.com", change, &facts);
                let [booked, moved, cancelled] =
                    [InterviewChange::Booked, InterviewChange::Moved, InterviewChange::Cancelled].map(notice);
                [booked, moved, interview_reminder(*language, "lin@example.com", &facts), cancelled]
            };
            let [booked, moved, reminder, cancelled] = mails(facts);
            for mail in [booked, moved, reminder] {
                assert_eq!(mail.links, [format!("{LINK}?do=move"), format!("{LINK}?do=cancel")], "{}", mail.text);
            }
            assert_eq!(cancelled.links, [LINK]);
            for mail in mails(InterviewFacts { link: None, ..facts }) {
                assert!(!mail.text.contains("http"), "{}", mail.text);
            }
            for mail in mails(InterviewFacts { is_candidate: false, ..facts }) {
                assert!(!mail.text.contains("http"), "{}", mail.text);
            }
        }
    }

    /// Time, link and the two ways to change it have labels, the empty location has none; Chinese greets with a colon.
    fn labelled(language: EmailLanguage) -> usize {
        if language == EmailLanguage::Zh { 5 } else { 4 }
    }
}
