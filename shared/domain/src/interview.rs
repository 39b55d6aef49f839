//! Interviews: their status, and calendar invitations.

use std::fmt::Write;

use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use time::macros::format_description;

use crate::ids::UserId;
use crate::wire_enum;

wire_enum! {
    /// The status of an interview.
    pub enum ScheduleStatus {
        /// Scheduled.
        Scheduled => "scheduled",
        /// It took place.
        Completed => "completed",
        /// The candidate did not appear.
        NoShow => "no_show",
        /// Cancelled.
        Cancelled => "cancelled",
    }
}

wire_enum! {
    /// Why an interview was cancelled.
    pub enum CancelReason {
        /// By a colleague.
        Colleague => "colleague",
        /// By the candidate, at the booking service.
        Candidate => "candidate",
        /// The candidate left the pipeline.
        LeftPipeline => "left_pipeline",
    }
}

wire_enum! {
    /// A change of an interview that participants are notified of.
    pub enum InterviewChange {
        /// Scheduled.
        Booked => "booked",
        /// Its time, place or interviewer changed.
        Moved => "moved",
        /// Cancelled.
        Cancelled => "cancelled",
    }
}

wire_enum! {
    /// Why an interviewer's calendar could not be read.
    pub enum CalendarFailure {
        /// Its host is on a private network that may not be reached.
        HostForbidden => "calendar.host_forbidden",
        /// The server key is not the one that sealed its address.
        ServerKeyChanged => "calendar.server_key_changed",
        /// No connection to its host, or it was closed.
        Unreachable => "calendar.unreachable",
        /// The host does not give it out.
        Refused => "calendar.refused",
        /// It is too large.
        TooLarge => "calendar.too_large",
        /// It is not a calendar.
        Unreadable => "calendar.unreadable",
    }
}

/// A participant who is notified.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Participant {
    /// The candidate.
    Candidate,
    /// The interviewer.
    Interviewer(UserId),
}

/// The parts of an interview whose changes participants are notified of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Appointment {
    /// Its status.
    pub status: ScheduleStatus,
    /// Start.
    #[serde(with = "time::serde::rfc3339")]
    pub start: OffsetDateTime,
    /// End.
    #[serde(with = "time::serde::rfc3339")]
    pub end: OffsetDateTime,
    /// A place.
    pub location: String,
    /// A meeting link.
    pub meeting_link: String,
    /// The interviewer.
    pub interviewer: Option<UserId>,
    /// Whether a candidate is linked.
    pub has_candidate: bool,
}

impl Appointment {
    const fn stands(&self) -> bool {
        self.has_candidate && matches!(self.status, ScheduleStatus::Scheduled)
    }
}

/// Who is notified of what, where `before` is what they were last notified of. Nobody is notified of past interviews.
#[must_use]
pub fn announcements(
    before: Option<&Appointment>,
    after: &Appointment,
    now: OffsetDateTime,
) -> Vec<(Participant, InterviewChange)> {
    use InterviewChange::{Booked, Cancelled, Moved};
    use Participant::{Candidate, Interviewer};
    if after.end <= now {
        return Vec::new();
    }
    let both = |of: &Appointment, change| {
        [(Candidate, change)].into_iter().chain(of.interviewer.map(|user| (Interviewer(user), change))).collect()
    };
    match (before.filter(|before| before.stands()), after.stands()) {
        (None, true) => both(after, Booked),
        (Some(before), false) if after.status == ScheduleStatus::Cancelled => both(before, Cancelled),
        (Some(before), true) if before != after => {
            let mut changes = vec![(Candidate, Moved)];
            if before.interviewer == after.interviewer {
                changes.extend(after.interviewer.map(|user| (Interviewer(user), Moved)));
            } else {
                changes.extend(before.interviewer.map(|user| (Interviewer(user), Cancelled)));
                changes.extend(after.interviewer.map(|user| (Interviewer(user), Booked)));
            }
            changes
        }
        _ => Vec::new(),
    }
}

/// The addresses of an invitation.
#[derive(Debug, Clone, Copy)]
pub struct Attendance<'a> {
    /// The organizer.
    pub organizer: &'a str,
    /// The attendee.
    pub attendee: &'a str,
}

/// An interview as a calendar event (RFC 5545).
#[derive(Debug, Clone)]
pub struct CalendarEvent<'a> {
    /// Stays the same when the interview is moved or cancelled, so that calendars update the event.
    pub uid: &'a str,
    /// Increases with each change.
    pub sequence: i32,
    /// When the invitation was created.
    pub stamp: OffsetDateTime,
    /// Start.
    pub start: OffsetDateTime,
    /// End.
    pub end: OffsetDateTime,
    /// One line.
    pub summary: &'a str,
    /// Further lines; may be empty.
    pub description: &'a str,
    /// A place; may be empty.
    pub location: &'a str,
    /// A meeting link; may be empty.
    pub url: &'a str,
    /// Whether the interview is cancelled.
    pub is_cancelled: bool,
    /// Organizer and attendee of an invitation. Without them, the file is a plain event to import.
    pub attendance: Option<Attendance<'a>>,
}

/// The most bytes in a line, without its line break.
const MAX_LINE: usize = 75;

impl CalendarEvent<'_> {
    /// The iTIP method.
    #[must_use]
    pub const fn method(&self) -> &'static str {
        match (self.is_cancelled, self.attendance.is_some()) {
            (true, _) => "CANCEL",
            (false, true) => "REQUEST",
            (false, false) => "PUBLISH",
        }
    }

    /// Formats the event as an iCalendar file.
    #[must_use]
    pub fn to_ics(&self) -> String {
        let (method, status) = (self.method(), if self.is_cancelled { "CANCELLED" } else { "CONFIRMED" });
        let mut text = String::new();
        let mut line = |name: &str, value: &str| fold(&mut text, &format!("{name}:{value}"));
        line("BEGIN", "VCALENDAR");
        line("VERSION", "2.0");
        line("PRODID", "-//Bole//Interviews//EN");
        line("METHOD", method);
        line("BEGIN", "VEVENT");
        line("UID", &escape(self.uid));
        line("SEQUENCE", &self.sequence.to_string());
        line("DTSTAMP", &utc(self.stamp));
        line("DTSTART", &utc(self.start));
        line("DTEND", &utc(self.end));
        line("STATUS", status);
        line("SUMMARY", &escape(self.summary));
        for (name, value) in [("DESCRIPTION", self.description), ("LOCATION", self.location)] {
            if !value.is_empty() {
                line(name, &escape(value));
            }
        }
        // A URI is not escaped as text, so it must not contain a line break that would start another property.
        let is_plain = |uri: &str| !uri.is_empty() && !uri.chars().any(|c| c.is_control() || c.is_whitespace());
        if is_plain(self.url) {
            line("URL", self.url);
        }
        if let Some(Attendance { organizer, attendee }) =
            self.attendance.filter(|of| is_plain(of.organizer) && is_plain(of.attendee))
        {
            line("ORGANIZER", &format!("mailto:{organizer}"));
            let role = "ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=FALSE";
            line(role, &format!("mailto:{attendee}"));
        }
        line("END", "VEVENT");
        line("END", "VCALENDAR");
        text
    }
}

fn utc(at: OffsetDateTime) -> String {
    let at = at.to_offset(time::UtcOffset::UTC);
    at.format(format_description!("[year][month][day]T[hour][minute][second]Z")).unwrap_or_default()
}

fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => escaped.push_str("\\\\"),
            ';' => escaped.push_str("\\;"),
            ',' => escaped.push_str("\\,"),
            '\n' => escaped.push_str("\\n"),
            c if c.is_control() => {}
            c => escaped.push(c),
        }
    }
    escaped
}

/// Appends a line, folded at the maximum length.
fn fold(text: &mut String, line: &str) {
    let mut width = 0;
    for c in line.chars() {
        if width + c.len_utf8() > MAX_LINE {
            text.push_str("\r\n ");
            width = 1;
        }
        width += c.len_utf8();
        let _ = text.write_char(c);
    }
    text.push_str("\r\n");
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use time::macros::datetime;

    use super::*;

    fn event<'a>(summary: &'a str, description: &'a str) -> CalendarEvent<'a> {
        CalendarEvent {
            uid: "1@bole",
            sequence: 2,
            stamp: datetime!(2026-03-01 8:00 UTC),
            start: datetime!(2026-03-05 17:30 +8),
            end: datetime!(2026-03-05 18:30 +8),
            summary,
            description,
            location: "",
            url: "https://meet.example.com/a?b=c;d",
            is_cancelled: false,
            attendance: None,
        }
    }

    fn appointment() -> Appointment {
        Appointment {
            status: ScheduleStatus::Scheduled,
            start: datetime!(2026-03-05 9:30 UTC),
            end: datetime!(2026-03-05 10:30 UTC),
            location: String::new(),
            meeting_link: "https://meet.example.com/a".to_owned(),
            interviewer: Some(UserId::new()),
            has_candidate: true,
        }
    }

    #[test]
    fn everyone_involved_is_notified_once() {
        use InterviewChange::{Booked, Cancelled, Moved};
        use Participant::{Candidate, Interviewer};
        let now = datetime!(2026-03-01 8:00 UTC);
        let was = appointment();
        let me = was.interviewer.unwrap();
        let told = |before: Option<&Appointment>, after: &Appointment| announcements(before, after, now);
        assert_eq!(told(None, &was), [(Candidate, Booked), (Interviewer(me), Booked)]);
        assert_eq!(told(Some(&was), &was), [], "nothing changed");
        let moved = Appointment { end: datetime!(2026-03-05 11:00 UTC), ..was.clone() };
        assert_eq!(told(Some(&was), &moved), [(Candidate, Moved), (Interviewer(me), Moved)]);
        let other = UserId::new();
        let handed_over = Appointment { interviewer: Some(other), ..was.clone() };
        let expected = [(Candidate, Moved), (Interviewer(me), Cancelled), (Interviewer(other), Booked)];
        assert_eq!(told(Some(&was), &handed_over), expected);
        let off = Appointment { status: ScheduleStatus::Cancelled, ..was.clone() };
        assert_eq!(told(Some(&was), &off), [(Candidate, Cancelled), (Interviewer(me), Cancelled)]);
        assert_eq!(told(Some(&off), &was), [(Candidate, Booked), (Interviewer(me), Booked)], "on again");
        let done = Appointment { status: ScheduleStatus::Completed, ..was.clone() };
        assert_eq!(told(Some(&was), &done), []);
        let unlinked = Appointment { has_candidate: false, ..was.clone() };
        assert_eq!(told(None, &unlinked), []);
        assert_eq!(announcements(None, &was, was.end), [], "over already");
    }

    #[test]
    fn invitation_names_both_parties() {
        let attendance = Some(Attendance { organizer: "hr@acme.example", attendee: "lin@example.com" });
        let text = CalendarEvent { attendance, ..event("a", "") }.to_ics().replace("\r\n ", "");
        for line in ["METHOD:REQUEST", "ORGANIZER:mailto:hr@acme.example", ":mailto:lin@example.com"] {
            assert!(text.contains(line), "{line} is not in {text}");
        }
        let evil = Some(Attendance { organizer: "a@b\r\nX:y", attendee: "lin@example.com" });
        assert!(!CalendarEvent { attendance: evil, ..event("a", "") }.to_ics().contains("ORGANIZER"));
    }

    #[test]
    fn times_are_utc_and_texts_are_escaped() {
        let text = event("Interview; Lin, 1", "one\ntwo").to_ics();
        for line in [
            "DTSTART:20260305T093000Z\r\n",
            "SUMMARY:Interview\\; Lin\\, 1\r\n",
            "DESCRIPTION:one\\ntwo\r\n",
            "URL:https://meet.example.com/a?b=c;d\r\n",
            "STATUS:CONFIRMED\r\n",
        ] {
            assert!(text.contains(line), "{line} is not in {text}");
        }
        assert!(!text.contains("LOCATION"));
        let cancelled = CalendarEvent { is_cancelled: true, ..event("a", "") }.to_ics();
        assert!(cancelled.contains("METHOD:CANCEL\r\n") && cancelled.contains("STATUS:CANCELLED\r\n"));
    }

    proptest! {
        /// User text cannot add a line of its own, and no line is too long.
        #[test]
        fn hostile_texts_stay_on_their_line(summary in any::<String>(), description in any::<String>()) {
            let text = event(&summary, &description).to_ics();
            prop_assert!(text.split("\r\n").all(|line| line.len() <= MAX_LINE));
            let unfolded = text.replace("\r\n ", "");
            let lines = unfolded.split("\r\n").filter(|line| !line.is_empty()).count();
            let expected = 15 + usize::from(!description.is_empty());
            prop_assert_eq!(lines, expected);
            prop_assert!(!unfolded.replace("\r\n", "").contains(['\r', '\n']));
        }
    }
}
