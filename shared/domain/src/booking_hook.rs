//! Webhooks of external booking services: signed messages in the formats of Calendly, Cal.com and Bole.

use serde::Deserialize;
use serde_json::Value;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::interview::InterviewChange;

/// How far a signature's timestamp may be from now, in either direction.
pub const TOLERANCE: time::Duration = time::Duration::minutes(5);
/// The longest interview.
const MAX_LENGTH: time::Duration = time::Duration::hours(12);
/// The most characters of an id or a line.
const MAX_LINE: usize = 500;

/// A signature as sent in a header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HookSignature {
    /// `t=<seconds>,v1=<hex>`: over the seconds, a dot and the body.
    Timed {
        /// When the message was signed.
        at: OffsetDateTime,
        /// The timestamp as signed, in seconds.
        seconds: String,
        /// The signatures; there may be several while a secret is rotated.
        signatures: Vec<Vec<u8>>,
    },
    /// Hexadecimal, over the body alone, which carries its own timestamp.
    Body(Vec<u8>),
}

impl HookSignature {
    /// Parses `t=…,v1=…`.
    #[must_use]
    pub fn timed(header: &str) -> Option<Self> {
        let (mut seconds, mut signatures) = (None, Vec::new());
        for part in header.split(',').take(8) {
            match part.trim().split_once('=')? {
                ("t", value) => seconds = Some(value.to_owned()),
                ("v1", value) => signatures.push(decoded(value)?),
                _ => {}
            }
        }
        let seconds = seconds?;
        let at = OffsetDateTime::from_unix_timestamp(seconds.parse().ok()?).ok()?;
        (!signatures.is_empty()).then_some(Self::Timed { at, seconds, signatures })
    }

    /// Parses a bare hexadecimal signature.
    #[must_use]
    pub fn of_body(header: &str) -> Option<Self> {
        decoded(header.trim().trim_start_matches("sha256=")).map(Self::Body)
    }
}

fn decoded(hex: &str) -> Option<Vec<u8>> {
    if hex.len() != 64 || !hex.is_ascii() {
        return None;
    }
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(hex.get(at..at + 2)?, 16).ok()).collect()
}

/// Whether a message signed at that time is still accepted.
#[must_use]
pub fn is_fresh(signed: OffsetDateTime, now: OffsetDateTime) -> bool {
    (now - signed).abs() <= TOLERANCE
}

/// An interview as a booking service reports it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutsideBooking {
    /// Identifies the message; a repeated one has no effect.
    pub event_id: String,
    /// Identifies the booking at its service.
    pub booking_id: String,
    /// The booking that this one replaces.
    pub former_id: Option<String>,
    /// What happened.
    pub change: InterviewChange,
    /// Start.
    pub start: OffsetDateTime,
    /// End.
    pub end: OffsetDateTime,
    /// Name of the person who booked.
    pub name: String,
    /// Their email address.
    pub email: String,
    /// Email address of the person booked.
    pub host_email: Option<String>,
    /// A place.
    pub location: String,
    /// A meeting link.
    pub meeting_link: String,
}

/// The content of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HookMessage {
    /// When it was created, if stated.
    pub created_at: Option<OffsetDateTime>,
    /// The booking; none if the message is about something else.
    pub booking: Option<OutsideBooking>,
}

/// A message in none of the formats; names the missing or invalid field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{0} is missing or invalid")]
pub struct InvalidHook(pub &'static str);

impl HookMessage {
    /// Parses a message.
    ///
    /// # Errors
    /// If it matches none of the formats, or its times are not a valid interview.
    pub fn read(body: &Value) -> Result<Self, InvalidHook> {
        let message = if body.get("triggerEvent").is_some() {
            cal_com(body)
        } else if body.get("payload").is_some() {
            calendly(body)
        } else {
            own(body)
        }?;
        if let Some(booking) = &message.booking {
            check(booking)?;
        }
        Ok(message)
    }
}

fn check(booking: &OutsideBooking) -> Result<(), InvalidHook> {
    let is_line = |text: &str| text.chars().count() <= MAX_LINE && !text.chars().any(char::is_control);
    let named = |text: &str| !text.is_empty() && is_line(text);
    for (is_valid, field) in [
        (booking.start < booking.end && booking.end - booking.start <= MAX_LENGTH, "end_time"),
        (named(&booking.event_id), "id"),
        (named(&booking.booking_id), "booking_id"),
        (booking.former_id.as_deref().is_none_or(named), "booking_id"),
        (named(&booking.email) && booking.email.contains('@'), "email"),
        (is_line(&booking.name), "name"),
        (is_line(&booking.location), "location"),
    ] {
        if !is_valid {
            return Err(InvalidHook(field));
        }
    }
    Ok(())
}

fn text(value: &Value, pointer: &str) -> Option<String> {
    value.pointer(pointer)?.as_str().map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
}

fn at(value: &Value, pointer: &str) -> Option<OffsetDateTime> {
    OffsetDateTime::parse(value.pointer(pointer)?.as_str()?, &Rfc3339).ok()
}

fn required<T>(found: Option<T>, field: &'static str) -> Result<T, InvalidHook> {
    found.ok_or(InvalidHook(field))
}

/// A URL is a meeting link; anything else is a location.
fn place(place: Option<String>) -> (String, String) {
    match place {
        Some(link) if is_link(&link) => (String::new(), link),
        place => (place.unwrap_or_default(), String::new()),
    }
}

fn is_link(link: &str) -> bool {
    (link.starts_with("https://") || link.starts_with("http://"))
        && link.len() <= MAX_LINE
        && !link.contains(char::is_whitespace)
}

#[derive(Deserialize)]
struct Own {
    id: String,
    event: InterviewChange,
    booking_id: String,
    #[serde(with = "time::serde::rfc3339")]
    start_time: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339")]
    end_time: OffsetDateTime,
    #[serde(default)]
    name: String,
    email: String,
    interviewer_email: Option<String>,
    location: Option<String>,
    meeting_link: Option<String>,
}

fn own(body: &Value) -> Result<HookMessage, InvalidHook> {
    let Own { id, event, booking_id, start_time, end_time, name, email, interviewer_email, location, meeting_link } =
        Own::deserialize(body).map_err(|_| InvalidHook("body"))?;
    let booking = OutsideBooking {
        event_id: id,
        booking_id,
        former_id: None,
        change: event,
        start: start_time,
        end: end_time,
        name,
        email,
        host_email: interviewer_email,
        location: location.unwrap_or_default(),
        meeting_link: meeting_link.filter(|link| is_link(link)).unwrap_or_default(),
    };
    Ok(HookMessage { created_at: None, booking: Some(booking) })
}

fn calendly(body: &Value) -> Result<HookMessage, InvalidHook> {
    let created_at = at(body, "/created_at");
    let change = match text(body, "/event").as_deref() {
        Some("invitee.created") => InterviewChange::Booked,
        Some("invitee.canceled") => InterviewChange::Cancelled,
        Some(_) => return Ok(HookMessage { created_at, booking: None }),
        None => return Err(InvalidHook("event")),
    };
    let invitee = required(text(body, "/payload/uri"), "payload.uri")?;
    let event = "/payload/scheduled_event";
    let place_of = |name: &str| text(body, &format!("{event}/location/{name}"));
    let (location, meeting_link) = place(place_of("join_url").or_else(|| place_of("location")));
    let booking = OutsideBooking {
        event_id: format!("{invitee} {change}"),
        booking_id: invitee,
        former_id: text(body, "/payload/old_invitee"),
        change,
        start: required(at(body, &format!("{event}/start_time")), "payload.scheduled_event.start_time")?,
        end: required(at(body, &format!("{event}/end_time")), "payload.scheduled_event.end_time")?,
        name: text(body, "/payload/name").unwrap_or_default(),
        email: required(text(body, "/payload/email"), "payload.email")?,
        host_email: text(body, &format!("{event}/event_memberships/0/user_email")),
        location,
        meeting_link,
    };
    Ok(HookMessage { created_at, booking: Some(booking) })
}

fn cal_com(body: &Value) -> Result<HookMessage, InvalidHook> {
    let created_at = at(body, "/createdAt");
    let change = match text(body, "/triggerEvent").as_deref() {
        Some("BOOKING_CREATED") => InterviewChange::Booked,
        Some("BOOKING_RESCHEDULED") => InterviewChange::Moved,
        Some("BOOKING_CANCELLED") => InterviewChange::Cancelled,
        _ => return Ok(HookMessage { created_at, booking: None }),
    };
    let uid = required(text(body, "/payload/uid"), "payload.uid")?;
    let link = text(body, "/payload/metadata/videoCallUrl").or_else(|| text(body, "/payload/videoCallData/url"));
    let (location, meeting_link) = place(link.or_else(|| text(body, "/payload/location")));
    let start = required(at(body, "/payload/startTime"), "payload.startTime")?;
    let booking = OutsideBooking {
        // A booking can be moved several times under one uid, so the time is part of the id.
        event_id: format!("{uid} {change} {}", start.unix_timestamp()),
        booking_id: uid,
        former_id: text(body, "/payload/rescheduleUid"),
        change,
        start,
        end: required(at(body, "/payload/endTime"), "payload.endTime")?,
        name: text(body, "/payload/attendees/0/name").unwrap_or_default(),
        email: required(text(body, "/payload/attendees/0/email"), "payload.attendees")?,
        host_email: text(body, "/payload/organizer/email"),
        location,
        meeting_link,
    };
    Ok(HookMessage { created_at, booking: Some(booking) })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;
    use time::macros::datetime;

    use super::*;

    fn calendly_message(event: &str) -> Value {
        json!({
            "event": event, "created_at": "2026-03-01T08:00:00.000000Z",
            "payload": {
                "uri": "https://api.calendly.com/invitees/1", "email": "lin@example.com", "name": "Lin",
                "old_invitee": null,
                "scheduled_event": {
                    "start_time": "2026-03-05T09:30:00.000000Z", "end_time": "2026-03-05T10:15:00.000000Z",
                    "location": { "type": "zoom", "join_url": "https://zoom.example/j/1" },
                    "event_memberships": [{ "user_email": "wang@acme.example" }],
                },
            },
        })
    }

    #[test]
    fn calendly_message_is_parsed() {
        let message = HookMessage::read(&calendly_message("invitee.created")).unwrap();
        assert_eq!(message.created_at, Some(datetime!(2026-03-01 8:00 UTC)));
        let booking = message.booking.unwrap();
        assert_eq!((booking.change, booking.start), (InterviewChange::Booked, datetime!(2026-03-05 9:30 UTC)));
        assert_eq!(
            (booking.email.as_str(), booking.host_email.as_deref()),
            ("lin@example.com", Some("wang@acme.example"))
        );
        assert_eq!((booking.location.as_str(), booking.meeting_link.as_str()), ("", "https://zoom.example/j/1"));
        let cancelled = HookMessage::read(&calendly_message("invitee.canceled")).unwrap().booking.unwrap();
        assert_eq!(cancelled.change, InterviewChange::Cancelled);
        assert_ne!(cancelled.event_id, booking.event_id);
        assert_eq!(HookMessage::read(&calendly_message("routing_form_submission.created")).unwrap().booking, None);
    }

    #[test]
    fn cal_com_message_is_parsed() {
        let mut body = json!({
            "triggerEvent": "BOOKING_RESCHEDULED", "createdAt": "2026-03-01T08:00:00.000Z",
            "payload": {
                "uid": "new", "rescheduleUid": "old", "startTime": "2026-03-05T09:30:00Z",
                "endTime": "2026-03-05T10:00:00Z", "attendees": [{ "name": "Lin", "email": "lin@example.com" }],
                "organizer": { "email": "wang@acme.example" }, "location": "Room 3",
            },
        });
        let booking = HookMessage::read(&body).unwrap().booking.unwrap();
        assert_eq!((booking.change, booking.former_id.as_deref()), (InterviewChange::Moved, Some("old")));
        assert_eq!((booking.location.as_str(), booking.meeting_link.as_str()), ("Room 3", ""));
        body["triggerEvent"] = json!("FORM_SUBMITTED");
        assert_eq!(HookMessage::read(&body).unwrap().booking, None);
    }

    #[test]
    fn messages_without_a_booking_are_refused() {
        let own = json!({ "id": "e1", "event": "booked", "booking_id": "b1", "start_time": "2026-03-05T09:30:00Z",
                          "end_time": "2026-03-05T10:00:00Z", "email": "lin@example.com" });
        assert!(HookMessage::read(&own).unwrap().booking.is_some());
        for (field, value, refused) in [
            ("end_time", json!("2026-03-05T09:30:00Z"), "end_time"),
            ("end_time", json!("2026-03-07T09:30:00Z"), "end_time"),
            ("email", json!("nobody"), "email"),
            ("id", json!(""), "id"),
            ("name", json!("a\nb"), "name"),
            ("event", json!("exploded"), "body"),
        ] {
            let mut body = own.clone();
            body[field] = value;
            assert_eq!(HookMessage::read(&body), Err(InvalidHook(refused)), "{body}");
        }
    }

    #[test]
    fn malformed_signature_is_refused() {
        let hex = "ab".repeat(32);
        let Some(HookSignature::Timed { at, seconds, signatures }) =
            HookSignature::timed(&format!("t=1700000000,v1={hex},v1={hex}, v0=x"))
        else {
            panic!("it is a signature");
        };
        assert_eq!((at.unix_timestamp(), seconds.as_str(), signatures.len()), (1_700_000_000, "1700000000", 2));
        assert_eq!(HookSignature::of_body(&hex), Some(HookSignature::Body(vec![0xab; 32])));
        for wrong in ["", "t=1", "v1=ab", "t=x,v1=ab", &format!("t=1,v1={}", &hex[2..]), &format!("v1={hex}")] {
            assert_eq!(HookSignature::timed(wrong), None, "{wrong}");
        }
        let now = datetime!(2026-03-05 9:30 UTC);
        assert!(is_fresh(now - TOLERANCE, now) && is_fresh(now + TOLERANCE, now));
        assert!(!is_fresh(now - TOLERANCE - time::Duration::SECOND, now));
    }

    proptest! {
        /// Any header is either parsed or rejected.
        #[test]
        fn hostile_headers_are_refused_or_read(header in "\\PC{0,200}") {
            let _ = (HookSignature::timed(&header), HookSignature::of_body(&header));
        }
    }
}
