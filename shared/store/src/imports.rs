//! Imports candidates with their history, from another system or for a demo.
//!
//! Nothing else writes history with past times. Every step is checked against the table of moves, as in
//! [`crate::moves`], so that imported history is consistent with native history.

use std::collections::HashSet;

use bole_domain::application::ApplicationSource;
use bole_domain::email::{EmailLanguage, EmailType};
use bole_domain::evaluation::AiEval;
use bole_domain::history::EventActor;
use bole_domain::ids::{ApplicationId, EmailId, JobId, PersonId, ResumeId, UserId};
use bole_domain::interview::{Appointment, ScheduleStatus};
use bole_domain::stage::{ArchiveReason, Move, MoveNotAllowed, Placement, Stage, State, promoted_sub_status};
use serde_json::Value;
use sqlx::types::Json;
use time::OffsetDateTime;
use uuid::{NoContext, Timestamp, Uuid};

use crate::people::{self, PersonResume};
use crate::{StoreError, StoreResult, TenantTx, evaluations, moves};

/// A candidate with their history.
#[derive(Debug, Clone)]
pub struct ImportedCandidate<'a> {
    /// The person, and the recorded file of their resume.
    pub candidate: PersonResume<'a>,
    /// The job applied for.
    pub job_id: JobId,
    pub source: ApplicationSource,
    pub evaluation: &'a AiEval,
    /// SHA-256 of the evaluation's rubric.
    pub rubric_hash: &'a [u8],
    /// When they entered AI review.
    pub arrived_at: OffsetDateTime,
    /// The moves since then, in chronological order.
    pub steps: Vec<ImportedStep>,
    pub interviews: Vec<ImportedInterview>,
    pub notes: Vec<ImportedNote>,
}

/// One move.
#[derive(Debug, Clone)]
pub struct ImportedStep {
    pub at: OffsetDateTime,
    pub what: Move,
    /// The member who made it; without one, the clock for an expiry, else the candidate.
    pub by: Option<UserId>,
    /// The reason; may be empty.
    pub reason: String,
    /// The email sent with it.
    pub email: Option<ImportedEmail>,
}

/// An email captured by the local mailbox.
#[derive(Debug, Clone)]
pub struct ImportedEmail {
    pub kind: EmailType,
    pub language: EmailLanguage,
    /// The recipient.
    pub to: String,
    pub subject: String,
    /// Plain text.
    pub body: String,
}

/// A scheduled or past interview.
#[derive(Debug, Clone)]
pub struct ImportedInterview {
    pub start_time: OffsetDateTime,
    pub end_time: OffsetDateTime,
    /// Number of the interview within the application.
    pub round: i32,
    /// The interviewer's user and name.
    pub interviewer: (UserId, String),
    pub status: ScheduleStatus,
    pub location: String,
    pub meeting_link: String,
    /// The overall evaluation and the questions, if recorded.
    pub evaluation: Option<(String, Value)>,
}

/// A note on the person.
#[derive(Debug, Clone)]
pub struct ImportedNote {
    pub at: OffsetDateTime,
    /// The author.
    pub by: UserId,
    pub text: String,
}

/// An imported candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Imported {
    pub application_id: ApplicationId,
    pub person_id: PersonId,
    pub placement: Placement,
}

/// Imports candidates with their people, evaluations and history, in the given order. No two may be the same person.
///
/// # Errors
/// [`StoreError::Corrupt`] where a step is no move from where the candidate would be, or lies before the one
/// above it; [`StoreError::Constraint`] `applications_job_person_key` if the person has already applied for the job;
/// or the database does not answer.
pub async fn add(tx: &mut TenantTx, candidates: &[ImportedCandidate<'_>]) -> StoreResult<Vec<Imported>> {
    let paths = candidates.iter().map(Path::of).collect::<StoreResult<Vec<_>>>()?;
    people::lock_identities(tx).await?;
    let known: Vec<PersonResume<'_>> = candidates.iter().map(|imported| imported.candidate.clone()).collect();
    let people = people::find_or_add(tx, &known).await?;
    if people.iter().map(|(person, _)| person).collect::<HashSet<_>>().len() < people.len() {
        return Err(StoreError::Corrupt("two candidates are one person".to_owned()));
    }
    let judged: Vec<_> = candidates
        .iter()
        .map(|imported| evaluations::Judged {
            file_id: imported.candidate.file_id,
            job_id: imported.job_id,
            rubric_hash: imported.rubric_hash,
            eval: imported.evaluation,
            at: Some(imported.arrived_at),
        })
        .collect();
    let evaluations = evaluations::insert(tx, &judged).await?.ids;
    add_applications(tx, candidates, &paths, &people, &evaluations).await?;
    set_times(tx, candidates, &paths, &people).await?;
    add_events(tx, &paths).await?;
    add_emails(tx, candidates, &paths, &people).await?;
    add_interviews(tx, candidates, &paths).await?;
    add_notes(tx, candidates, &people).await?;
    let imported = paths.iter().zip(&people).map(|(path, (person, _))| Imported {
        application_id: path.application,
        person_id: *person,
        placement: path.end,
    });
    Ok(imported.collect())
}

/// An id that sorts at that time.
fn id_of(at: OffsetDateTime) -> Uuid {
    let seconds = u64::try_from(at.unix_timestamp()).unwrap_or_default();
    Uuid::new_v7(Timestamp::from_unix(NoContext, seconds, at.nanosecond()))
}

/// A candidate's path through the table of moves.
struct Path<'a> {
    application: ApplicationId,
    start: State,
    arrived_at: OffsetDateTime,
    changes: Vec<Change<'a>>,
    end: Placement,
    since: OffsetDateTime,
    archived_at: Option<OffsetDateTime>,
    is_kept: bool,
}

struct Change<'a> {
    step: &'a ImportedStep,
    email: Option<EmailId>,
    from: State,
    to: State,
}

impl<'a> Path<'a> {
    fn of(imported: &'a ImportedCandidate<'_>) -> StoreResult<Self> {
        let start = promoted_sub_status(imported.evaluation.recommendation_level)
            .and_then(|sub_status| State::new(Stage::AiReview, sub_status))
            .ok_or_else(|| StoreError::Corrupt("a candidate without a level".to_owned()))?;
        let mut path = Self {
            application: ApplicationId(id_of(imported.arrived_at)),
            start,
            arrived_at: imported.arrived_at,
            changes: Vec::with_capacity(imported.steps.len()),
            end: Placement::open(start),
            since: imported.arrived_at,
            archived_at: None,
            is_kept: false,
        };
        for step in &imported.steps {
            path.go(step)?;
        }
        Ok(path)
    }

    fn go(&mut self, step: &'a ImportedStep) -> StoreResult<()> {
        let last = self.changes.last().map_or(self.arrived_at, |change| change.step.at);
        if step.at < last {
            return Err(StoreError::Corrupt(format!("{} lies before what went before it", step.what.kind())));
        }
        let transition = step.what.apply(self.end).map_err(|MoveNotAllowed| {
            let sub_status = self.end.state.sub_status();
            StoreError::Corrupt(format!("{} is no move from {sub_status}", step.what.kind()))
        })?;
        if transition.overrules_ai && step.reason.is_empty() {
            return Err(StoreError::Corrupt(format!("{} overrules the AI without a reason", step.what.kind())));
        }
        let email = step.email.as_ref().map(|_| EmailId(id_of(step.at)));
        self.changes.push(Change { step, email, from: self.end.state, to: transition.to.state });
        if transition.restarts_clock {
            self.since = step.at;
        }
        if transition.to.archived != self.end.archived {
            self.archived_at = transition.to.archived.map(|_| step.at);
        }
        self.is_kept |= matches!(step.what, Move::Archive(_) | Move::SendRejectionAndKeep);
        self.end = transition.to;
        Ok(())
    }

    fn updated_at(&self) -> OffsetDateTime {
        self.changes.last().map_or(self.arrived_at, |change| change.step.at)
    }
}

impl ImportedStep {
    fn actor(&self) -> EventActor {
        match (self.by, self.what) {
            (Some(_), _) => EventActor::Person,
            (None, Move::TimeOut) => EventActor::Clock,
            (None, _) => EventActor::Candidate,
        }
    }
}

async fn add_applications(
    tx: &mut TenantTx,
    candidates: &[ImportedCandidate<'_>],
    paths: &[Path<'_>],
    people: &[(PersonId, ResumeId)],
    evaluations: &[Uuid],
) -> StoreResult<()> {
    let ids: Vec<Uuid> = paths.iter().map(|path| path.application.0).collect();
    let jobs: Vec<Uuid> = candidates.iter().map(|imported| imported.job_id.0).collect();
    let persons: Vec<Uuid> = people.iter().map(|(person, _)| person.0).collect();
    let resumes: Vec<Uuid> = people.iter().map(|(_, resume)| resume.0).collect();
    let stages: Vec<&str> = paths.iter().map(|path| path.end.state.stage().as_str()).collect();
    let sub_statuses: Vec<&str> = paths.iter().map(|path| path.end.state.sub_status().as_str()).collect();
    let scores: Vec<f64> = candidates.iter().map(|imported| imported.evaluation.overall_score).collect();
    let levels: Vec<&str> =
        candidates.iter().map(|imported| imported.evaluation.recommendation_level.as_str()).collect();
    let reasons: Vec<Option<&str>> = paths.iter().map(|path| path.end.archived.map(ArchiveReason::as_str)).collect();
    let are_archived: Vec<bool> = reasons.iter().map(Option::is_some).collect();
    let archived: Vec<Option<OffsetDateTime>> = paths.iter().map(|path| path.archived_at).collect();
    let sources: Vec<&str> = candidates.iter().map(|imported| imported.source.as_str()).collect();
    let versions: Vec<i32> =
        paths.iter().map(|path| i32::try_from(path.changes.len() + 1).unwrap_or(i32::MAX)).collect();
    let since: Vec<OffsetDateTime> = paths.iter().map(|path| path.since).collect();
    let created: Vec<OffsetDateTime> = paths.iter().map(|path| path.arrived_at).collect();
    let updated: Vec<OffsetDateTime> = paths.iter().map(Path::updated_at).collect();
    sqlx::query!(
        "INSERT INTO applications (organization_id, id, job_id, person_id, resume_id, evaluation_id, status, sub_status,
                                   overall_score, recommendation_level, is_archived, archive_reason, archived_at, source,
                                   version, sub_status_since, created_at, updated_at)
         SELECT $1, a.* FROM unnest(
             $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[], $7::text[], $8::text[], $9::double precision[],
             $10::text[], $11::bool[], $12::text[], $13::timestamptz[], $14::text[], $15::int[], $16::timestamptz[],
             $17::timestamptz[], $18::timestamptz[]) AS a",
        tx.organization().0,
        &ids,
        &jobs,
        &persons,
        &resumes,
        evaluations,
        &stages as _,
        &sub_statuses as _,
        &scores,
        &levels as _,
        &are_archived,
        &reasons as _,
        &archived as _,
        &sources as _,
        &versions,
        &since,
        &created,
        &updated,
    )
    .execute(&mut *tx.conn()?)
    .await?;
    Ok(())
}

/// Adjusts the times of people and resumes, and marks people as in the talent pool.
async fn set_times(
    tx: &mut TenantTx,
    candidates: &[ImportedCandidate<'_>],
    paths: &[Path<'_>],
    people: &[(PersonId, ResumeId)],
) -> StoreResult<()> {
    let persons: Vec<Uuid> = people.iter().map(|(person, _)| person.0).collect();
    let resumes: Vec<Uuid> = people.iter().map(|(_, resume)| resume.0).collect();
    let times: Vec<OffsetDateTime> = candidates.iter().map(|imported| imported.arrived_at).collect();
    let updated: Vec<OffsetDateTime> = paths.iter().map(Path::updated_at).collect();
    let kept: Vec<bool> = paths.iter().map(|path| path.is_kept).collect();
    sqlx::query!(
        "WITH row AS (
             SELECT * FROM unnest($2::uuid[], $3::uuid[], $4::timestamptz[], $5::timestamptz[], $6::bool[])
                 AS r (person, resume, at, updated_at, kept)),
         person AS (
             UPDATE people p SET created_at = least(p.created_at, row.at), updated_at = row.updated_at,
                                 is_in_talent_pool = p.is_in_talent_pool OR row.kept
             FROM row WHERE p.organization_id = $1 AND p.id = row.person)
         UPDATE resumes r SET created_at = row.at
         FROM row WHERE r.organization_id = $1 AND r.id = row.resume",
        tx.organization().0,
        &persons,
        &resumes,
        &times,
        &updated,
        &kept,
    )
    .execute(&mut *tx.conn()?)
    .await?;
    Ok(())
}

/// Events column by column, for `unnest`.
#[derive(Default)]
struct Events<'a> {
    ids: Vec<Uuid>,
    applications: Vec<Uuid>,
    moves: Vec<Option<&'static str>>,
    from_statuses: Vec<Option<&'static str>>,
    from_sub_statuses: Vec<Option<&'static str>>,
    to_statuses: Vec<&'static str>,
    to_sub_statuses: Vec<&'static str>,
    actors: Vec<&'static str>,
    users: Vec<Option<Uuid>>,
    reasons: Vec<&'a str>,
    emails: Vec<Option<Uuid>>,
    letters: Vec<Option<bool>>,
    versions: Vec<i32>,
    times: Vec<OffsetDateTime>,
}

impl<'a> Events<'a> {
    fn arrive(&mut self, path: &Path<'_>, actor: EventActor, user: Option<UserId>) {
        self.push(path.application, path.start, 1, path.arrived_at);
        self.moves.push(None);
        self.from_statuses.push(None);
        self.from_sub_statuses.push(None);
        self.actors.push(actor.as_str());
        self.users.push(user.map(|user| user.0));
        self.reasons.push("");
        self.emails.push(None);
        self.letters.push(None);
    }

    fn change(&mut self, path: &Path<'_>, change: &Change<'a>, version: i32) {
        let Change { step, email, from, to } = change;
        let kind = step.what.kind();
        self.push(path.application, *to, version, step.at);
        self.moves.push(Some(kind.as_str()));
        self.from_statuses.push(Some(from.stage().as_str()));
        self.from_sub_statuses.push(Some(from.sub_status().as_str()));
        self.actors.push(step.actor().as_str());
        self.users.push(step.by.map(|user| user.0));
        self.reasons.push(moves::recorded_reason(Some(&step.reason), step.what));
        self.emails.push(email.map(|id| id.0));
        self.letters.push(moves::letter_sent(kind));
    }

    fn push(&mut self, application: ApplicationId, to: State, version: i32, at: OffsetDateTime) {
        self.ids.push(id_of(at));
        self.applications.push(application.0);
        self.to_statuses.push(to.stage().as_str());
        self.to_sub_statuses.push(to.sub_status().as_str());
        self.versions.push(version);
        self.times.push(at);
    }
}

async fn add_events(tx: &mut TenantTx, paths: &[Path<'_>]) -> StoreResult<()> {
    let (organization, actor) = (tx.organization().0, *tx.actor());
    let mut events = Events::default();
    for path in paths {
        events.arrive(path, actor.event_actor(), actor.user());
        for (version, change) in (2..).zip(&path.changes) {
            events.change(path, change, version);
        }
    }
    sqlx::query!(
        "INSERT INTO application_events (organization_id, id, application_id, move, from_status, from_sub_status, to_status,
                                         to_sub_status, actor_kind, actor_user_id, reason, email_id, letter_sent, version,
                                         created_at)
         SELECT $1, e.* FROM unnest(
             $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::uuid[],
             $11::text[], $12::uuid[], $13::bool[], $14::int[], $15::timestamptz[]) AS e",
        organization,
        &events.ids,
        &events.applications,
        &events.moves as _,
        &events.from_statuses as _,
        &events.from_sub_statuses as _,
        &events.to_statuses as _,
        &events.to_sub_statuses as _,
        &events.actors as _,
        &events.users as _,
        &events.reasons as _,
        &events.emails as _,
        &events.letters as _,
        &events.versions,
        &events.times,
    )
    .execute(&mut *tx.conn()?)
    .await?;
    Ok(())
}

async fn add_emails(
    tx: &mut TenantTx,
    candidates: &[ImportedCandidate<'_>],
    paths: &[Path<'_>],
    people: &[(PersonId, ResumeId)],
) -> StoreResult<()> {
    let (mut ids, mut applications, mut jobs, mut persons) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let (mut kinds, mut recipients, mut subjects, mut bodies) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let (mut languages, mut users, mut times) = (Vec::new(), Vec::new(), Vec::new());
    for ((imported, path), (person, _)) in candidates.iter().zip(paths).zip(people) {
        for change in &path.changes {
            let (Some(email), Some(id)) = (&change.step.email, change.email) else { continue };
            ids.push(id.0);
            applications.push(path.application.0);
            jobs.push(imported.job_id.0);
            persons.push(person.0);
            kinds.push(email.kind.as_str());
            recipients.push(email.to.as_str());
            subjects.push(email.subject.as_str());
            bodies.push(email.body.as_str());
            languages.push(email.language.as_str());
            users.push(change.step.by.map(|user| user.0));
            times.push(change.step.at);
        }
    }
    sqlx::query!(
        "INSERT INTO emails (id, organization_id, application_id, job_id, person_id, type, recipient, subject, body, language,
                             status, is_captured, message_id, created_by, sent_at, created_at, updated_at)
         SELECT e.id, $1, e.application, e.job, e.person, e.type, e.recipient, e.subject, e.body, e.language, 'sent', true,
                '<' || e.id || '@localhost.localdomain>', e.by, e.at, e.at, e.at
         FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::text[], $8::text[], $9::text[],
                     $10::text[], $11::uuid[], $12::timestamptz[])
              AS e (id, application, job, person, type, recipient, subject, body, language, by, at)",
        tx.organization().0,
        &ids,
        &applications,
        &jobs,
        &persons,
        &kinds as _,
        &recipients as _,
        &subjects as _,
        &bodies as _,
        &languages as _,
        &users as _,
        &times,
    )
    .execute(&mut *tx.conn()?)
    .await?;
    Ok(())
}

/// Inserts the interviews, and the sessions of recorded ones.
async fn add_interviews(
    tx: &mut TenantTx,
    candidates: &[ImportedCandidate<'_>],
    paths: &[Path<'_>],
) -> StoreResult<()> {
    let (mut ids, mut applications, mut starts, mut ends) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let (mut rounds, mut users, mut names, mut statuses) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let (mut locations, mut links) = (Vec::new(), Vec::new());
    let (mut evaluations, mut questions, mut announced) = (Vec::new(), Vec::new(), Vec::new());
    for (imported, path) in candidates.iter().zip(paths) {
        for interview in &imported.interviews {
            ids.push(Uuid::now_v7());
            applications.push(path.application.0);
            starts.push(interview.start_time);
            ends.push(interview.end_time);
            rounds.push(interview.round);
            users.push(interview.interviewer.0.0);
            names.push(interview.interviewer.1.as_str());
            statuses.push(interview.status.as_str());
            locations.push(interview.location.as_str());
            links.push(interview.meeting_link.as_str());
            evaluations.push(interview.evaluation.as_ref().map(|(text, _)| text.as_str()));
            questions.push(interview.evaluation.as_ref().map(|(_, questions)| Json(questions)));
            // Their participants know them.
            announced.push(Json(Appointment {
                status: interview.status,
                start: interview.start_time,
                end: interview.end_time,
                location: interview.location.clone(),
                meeting_link: interview.meeting_link.clone(),
                interviewer: Some(interview.interviewer.0),
                has_candidate: true,
            }));
        }
    }
    sqlx::query!(
        "WITH row AS (
             SELECT * FROM unnest($2::uuid[], $3::uuid[], $4::timestamptz[], $5::timestamptz[], $6::int[], $7::uuid[],
                                  $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::jsonb[],
                                  $14::jsonb[])
                 AS r (id, application, starts, ends, round, member, name, status, location, link, evaluation, questions,
                       announced)),
         planned AS (
             INSERT INTO interview_schedules (id, organization_id, application_id, start_time, end_time, round,
                                              interviewer_id, interviewer_name, status, location, meeting_link, created_by,
                                              times_set_at, announced)
             SELECT id, $1, application, starts, ends, round, member, name, status, location, link, member,
                    least(now(), starts - interval '2 days'), announced
             FROM row)
         INSERT INTO interview_sessions (id, organization_id, application_id, schedule_id, round_number, interviewer_id,
                                         interviewer_name, question_snapshot, notes_by_question, adhoc_notes,
                                         overall_evaluation, started_at, ended_at, created_by, created_at, updated_at)
         SELECT gen_random_uuid(), $1, application, id, round, member, name, questions, '{}', '', evaluation, starts, ends,
                member, ends, ends
         FROM row WHERE evaluation IS NOT NULL",
        tx.organization().0,
        &ids,
        &applications,
        &starts,
        &ends,
        &rounds,
        &users,
        &names as _,
        &statuses as _,
        &locations as _,
        &links as _,
        &evaluations as _,
        &questions as _,
        &announced as _,
    )
    .execute(&mut *tx.conn()?)
    .await?;
    Ok(())
}

async fn add_notes(
    tx: &mut TenantTx,
    candidates: &[ImportedCandidate<'_>],
    people: &[(PersonId, ResumeId)],
) -> StoreResult<()> {
    let notes = || {
        candidates
            .iter()
            .zip(people)
            .flat_map(|(imported, (person, _))| imported.notes.iter().map(move |note| (person, note)))
    };
    let ids: Vec<Uuid> = notes().map(|(_, note)| id_of(note.at)).collect();
    let persons: Vec<Uuid> = notes().map(|(person, _)| person.0).collect();
    let texts: Vec<&str> = notes().map(|(_, note)| note.text.as_str()).collect();
    let users: Vec<Uuid> = notes().map(|(_, note)| note.by.0).collect();
    let times: Vec<OffsetDateTime> = notes().map(|(_, note)| note.at).collect();
    sqlx::query!(
        "INSERT INTO person_notes (organization_id, id, person_id, text, created_by, created_at)
         SELECT $1, n.* FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::uuid[], $6::timestamptz[]) AS n",
        tx.organization().0,
        &ids,
        &persons,
        &texts as _,
        &users,
        &times,
    )
    .execute(&mut *tx.conn()?)
    .await?;
    Ok(())
}
