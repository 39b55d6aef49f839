//! Creates the demo's candidates: their resumes are written, read and evaluated by the built-in engine, their history
//! is imported, and the current state (offers, checklists, the talent pool) is created by the same calls as in
//! production.

use std::collections::HashSet;
use std::sync::Arc;

use anyhow::Context;
use bole_ai::{BuiltIn, DraftRequest, Drafter, JobBrief, JobContext, Judge, Resume, TemplateDrafter};
use bole_documents::{EXTRACTION_VERSION, Limits, extract_bytes, profile};
use bole_domain::email::{EmailLanguage, StageEmail};
use bole_domain::evaluation::{AiEval, Rubric};
use bole_domain::ids::{ApplicationId, JobId};
use bole_domain::interview::ScheduleStatus;
use bole_domain::job::DraftKind;
use bole_domain::offer::{LINK_PLACEHOLDER, OfferAction, OfferText};
use bole_domain::period::YearMonth;
use bole_domain::questions;
use bole_domain::stage::{ArchiveReason, Move, Placement, Stage, State, SubStatus, promoted_sub_status};
use bole_mail::{CandidateMail, html_of, links_in};
use bole_secrets::LinkToken;
use bole_storage::{Key, Storage};
use bole_store::bookings::{self, NewBookingLink};
use bole_store::files::{self, FileText, NewFile};
use bole_store::imports::{
    self, Imported, ImportedCandidate, ImportedEmail, ImportedInterview, ImportedNote, ImportedStep,
};
use bole_store::mailbox::{self, NewCapture};
use bole_store::offers::{self, OfferChange};
use bole_store::onboarding_items::{self, NewOnboardingItem};
use bole_store::people::PersonResume;
use bole_store::people::record::{self, PersonChange};
use bole_store::{Actor, Db, ListPage, TenantTx, rubrics};
use bytes::Bytes;
use futures_util::{StreamExt, TryStreamExt, stream};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use time::{Duration, OffsetDateTime};

use super::SampleJob;
use super::dice::Dice;
use super::people::{Careers, Language, Person, careers, docx};
use super::plan::{Plan, plans, slots};
use super::team::Team;

const WORD: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
/// Files written concurrently.
const AT_ONCE: usize = 16;

/// One of the demo's jobs, with its rubric.
pub struct Job {
    pub id: JobId,
    /// The interview questions, as Markdown.
    pub questions: String,
    company: String,
    context: JobContext,
    fingerprint: Vec<u8>,
    rubric_hash: Vec<u8>,
}

impl Job {
    /// Extracts the rubric of a sample job, and drafts its questions.
    pub async fn read(sample: SampleJob, id: JobId) -> anyhow::Result<Self> {
        let SampleJob { title, core_requirement, jd, ai_evaluation_criteria, company_name: company } = sample;
        let brief = JobBrief { title, core_requirement, jd, ai_evaluation_criteria };
        let request = DraftRequest { kind: DraftKind::Questions, job: brief.clone(), company_name: company.clone() };
        let questions = TemplateDrafter(BuiltIn).draft(&request).await?.text;
        let rubric = BuiltIn.rubric(&brief).await?;
        Ok(Self {
            id,
            questions,
            company,
            fingerprint: brief.fingerprint(BuiltIn.version()),
            rubric_hash: bole_ai::rubric_hash(&rubric)?,
            context: JobContext::new(brief, Arc::new(rubric)),
        })
    }

    fn title(&self) -> &str {
        &self.context.brief.title
    }

    /// The questions in the format of an interview.
    fn sections(&self) -> Value {
        json!({ "sections": questions::parse(&self.questions) })
    }

    fn rubric(&self) -> &Rubric {
        &self.context.rubric
    }
}

/// A candidate to be imported.
struct Applicant {
    plan: Plan,
    person: Person,
    document: Vec<u8>,
    sha256: String,
    text: FileText,
    evaluation: AiEval,
    /// The secret of the last link sent to them.
    link: LinkToken,
}

/// Everything prepared before the database is used.
pub struct History {
    jobs: [Job; 3],
    careers: [Careers; 3],
    applicants: Vec<Applicant>,
    now: OffsetDateTime,
}

/// Candidates' answers to their offers, which need the candidate as actor.
pub struct Answers(Vec<(ApplicationId, Vec<OfferAction>, String)>);

impl History {
    /// Generates the candidates and evaluates their resumes.
    pub async fn prepare(jobs: [Job; 3], actor: &Actor, now: OffsetDateTime) -> anyhow::Result<Self> {
        let organization = actor.organization;
        tokio::task::spawn_blocking(move || {
            let careers = careers()?;
            let (mut dice, mut taken) = (Dice::new(), HashSet::new());
            let plans = plans(&mut dice, now);
            let mut applicants = Vec::with_capacity(plans.len());
            for plan in plans {
                let person = careers[plan.job].person(&mut dice, plan.fit, plan.arrived_at, &mut taken);
                let document = docx(&person.resume)?;
                let (text, evaluation) = judged(&jobs[plan.job], &document, &person.file_name, plan.arrived_at)?;
                let sha256 = Sha256::digest(&document).iter().map(|byte| format!("{byte:02x}")).collect();
                let link = LinkToken::random(organization);
                applicants.push(Applicant { plan, person, document, sha256, text, evaluation, link });
            }
            Ok(Self { jobs, careers, applicants, now })
        })
        .await?
    }

    /// The jobs, in the order of the samples.
    pub const fn jobs(&self) -> &[Job; 3] {
        &self.jobs
    }

    pub async fn store(&self, storage: &Storage, actor: &Actor) -> anyhow::Result<()> {
        let writes = self.applicants.iter().map(|applicant| async {
            let key = Key::file(actor.organization, &applicant.sha256).context("no hash")?;
            let bytes = Bytes::copy_from_slice(&applicant.document);
            let bytes = stream::iter([Ok::<_, std::convert::Infallible>(bytes)]);
            storage.put_stream(&key, bytes, u64::MAX).await?;
            anyhow::Ok(())
        });
        stream::iter(writes).buffer_unordered(AT_ONCE).try_collect().await
    }

    pub async fn add(&self, tx: &mut TenantTx, team: &Team, address: &str) -> anyhow::Result<Answers> {
        for job in &self.jobs {
            rubrics::keep(tx, job.id, "built-in", job.rubric(), &job.fingerprint).await?;
            rubrics::mark_used(tx, &[job.id], "built-in").await?;
        }
        let organization = tx.organization();
        let new = self.applicants.iter().map(|applicant| {
            let key = Key::file(organization, &applicant.sha256).context("no hash")?;
            Ok(NewFile {
                sha256: applicant.sha256.clone(),
                size: i64::try_from(applicant.document.len())?,
                media_type: WORD.to_owned(),
                storage_key: key.as_str().to_owned(),
            })
        });
        let ids = files::record(tx, &new.collect::<anyhow::Result<Vec<_>>>()?).await?;
        let texts: Vec<_> = ids.iter().copied().zip(self.applicants.iter().map(|applicant| &applicant.text)).collect();
        files::keep_texts(tx, &texts).await?;

        let mut dice = Dice::new();
        let mut calendars = [slots(self.now), slots(self.now), slots(self.now)];
        let mut candidates = Vec::with_capacity(self.applicants.len());
        for (applicant, file_id) in self.applicants.iter().zip(ids) {
            let plan = &applicant.plan;
            let steps = self.steps(&mut dice, applicant, team, address)?;
            let interviews = self.interviews(&mut dice, applicant, team, &mut calendars[plan.job]);
            candidates.push(ImportedCandidate {
                candidate: PersonResume {
                    profile: &applicant.text.profile,
                    file_id,
                    file_name: &applicant.person.file_name,
                },
                job_id: self.jobs[plan.job].id,
                source: plan.source,
                evaluation: &applicant.evaluation,
                rubric_hash: &self.jobs[plan.job].rubric_hash,
                arrived_at: plan.arrived_at,
                steps,
                interviews,
                notes: self.notes(&mut dice, plan, team),
            });
        }
        let imported = imports::add(tx, &candidates).await.context("the demo's candidates cannot be brought in")?;
        self.capture(tx, &candidates).await?;
        self.booking_links(tx, team, &imported).await?;
        self.talent_pool(tx, &imported).await?;
        self.offers(tx, &imported).await
    }

    /// The moves, with their actors and emails.
    fn steps(
        &self,
        dice: &mut Dice,
        applicant: &Applicant,
        team: &Team,
        address: &str,
    ) -> anyhow::Result<Vec<ImportedStep>> {
        let plan = &applicant.plan;
        let careers = &self.careers[plan.job];
        let start = promoted_sub_status(applicant.evaluation.recommendation_level)
            .and_then(|sub_status| State::new(Stage::AiReview, sub_status))
            .context("a resume without a level")?;
        let mut placement = Placement::open(start);
        let mut steps = Vec::with_capacity(plan.steps.len());
        for (at, what) in &plan.steps {
            let transition = what.apply(placement).with_context(|| format!("{:?}", what.kind()))?;
            let reason = match what {
                Move::Send(StageEmail::OnlineInvitation) if transition.overrules_ai => careers.overruled.clone(),
                _ if transition.overrules_ai => dice.pick(&careers.rejections).clone(),
                _ => String::new(),
            };
            steps.push(ImportedStep {
                at: *at,
                what: *what,
                by: match what {
                    Move::TimeOut | Move::Book | Move::ViewOffer | Move::AcceptOffer | Move::DeclineOffer => None,
                    Move::CompleteInterview | Move::MarkNoShow => Some(team.interviewer(plan.job).0),
                    Move::PrepareOffer
                    | Move::BeginOnboarding
                    | Move::Onboard
                    | Move::Send(StageEmail::OfferSent | StageEmail::OfferIntent) => Some(team.hr_manager()),
                    _ => Some(team.recruiter(plan.job)),
                },
                reason,
                email: self.email(applicant, *what, address)?,
            });
            placement = transition.to;
        }
        Ok(steps)
    }

    fn email(&self, applicant: &Applicant, what: Move, address: &str) -> anyhow::Result<Option<ImportedEmail>> {
        let kind = match what {
            Move::Send(kind) => kind,
            Move::SendRejectionAndKeep => StageEmail::Rejection,
            _ => return Ok(None),
        };
        let link = match kind {
            StageEmail::OnlineInvitation | StageEmail::OnsiteInvitation => {
                format!("{address}/booking/{}", applicant.link.encode())
            }
            StageEmail::OfferSent => format!("{address}/offer/{LINK_PLACEHOLDER}"),
            StageEmail::OfferIntent | StageEmail::Rejection => String::new(),
        };
        let job = &self.jobs[applicant.plan.job];
        let language = self.email_language(applicant.plan.job);
        let mail = CandidateMail {
            kind: kind.into(),
            language,
            candidate: &applicant.person.name,
            job: job.title(),
            company: &job.company,
            recruiter: Team::recruiter_name(applicant.plan.job),
            link: &link,
            address: "",
        };
        let draft = mail.draft()?;
        let to = applicant.person.email.clone();
        Ok(Some(ImportedEmail { kind: kind.into(), language, to, subject: draft.subject, body: draft.body }))
    }

    fn email_language(&self, job: usize) -> EmailLanguage {
        match self.careers[job].language {
            Language::Zh => EmailLanguage::Zh,
            Language::En => EmailLanguage::En,
            Language::Id => EmailLanguage::Id,
        }
    }

    /// One interview for each booking.
    fn interviews(
        &self,
        dice: &mut Dice,
        applicant: &Applicant,
        team: &Team,
        calendar: &mut impl Iterator<Item = OffsetDateTime>,
    ) -> Vec<ImportedInterview> {
        const LENGTH: Duration = Duration::minutes(45);
        let plan = &applicant.plan;
        let careers = &self.careers[plan.job];
        let mut interviews: Vec<ImportedInterview> = Vec::new();
        let mut is_onsite = false;
        for (place, (_, what)) in plan.steps.iter().enumerate() {
            is_onsite |= *what == Move::Send(StageEmail::OnsiteInvitation);
            if *what != Move::Book {
                continue;
            }
            let (then, after) = (plan.steps.get(place + 1), plan.steps.get(place + 2));
            let (start, status) = match then {
                Some((at, Move::CompleteInterview)) => (*at - LENGTH, ScheduleStatus::Completed),
                Some((at, _)) => (*at - LENGTH, ScheduleStatus::NoShow),
                None => match calendar.next() {
                    Some(slot) => (slot, ScheduleStatus::Scheduled),
                    None => continue,
                },
            };
            let failed = matches!(
                after,
                Some((_, Move::Send(StageEmail::Rejection) | Move::SendRejectionAndKeep | Move::Eliminate))
            );
            let found = if failed { &careers.rejections } else { &careers.evaluations };
            let evaluation = (status == ScheduleStatus::Completed)
                .then(|| (dice.pick(found).clone(), self.jobs[plan.job].sections()));
            interviews.push(ImportedInterview {
                start_time: start,
                end_time: start + LENGTH,
                round: i32::try_from(interviews.len() + 1).unwrap_or(i32::MAX),
                interviewer: team.interviewer(plan.job),
                status,
                location: if is_onsite { self.place(plan.job).to_owned() } else { String::new() },
                meeting_link: if is_onsite { String::new() } else { "https://meet.example.com/bole-demo".to_owned() },
                evaluation,
            });
        }
        interviews
    }

    fn place(&self, job: usize) -> &'static str {
        match self.careers[job].language {
            Language::Zh => "上海张江办公室 3 楼 301 会议室",
            Language::En => "71 Example Street, Singapore, Level 9",
            Language::Id => "Gudang Cikarang, Ruang Rapat 2",
        }
    }

    fn notes(&self, dice: &mut Dice, plan: &Plan, team: &Team) -> Vec<ImportedNote> {
        // A note on every third interviewed candidate, the day after they applied.
        if plan.steps.len() < 2 || dice.below(3) > 0 {
            return Vec::new();
        }
        let text = dice.pick(&self.careers[plan.job].notes).clone();
        vec![ImportedNote { at: plan.arrived_at + Duration::hours(3), by: team.recruiter(plan.job), text }]
    }

    /// Emails of the last days are captured in the local mailbox, where their links can be followed.
    async fn capture(&self, tx: &mut TenantTx, candidates: &[ImportedCandidate<'_>]) -> anyhow::Result<()> {
        let since = self.now - Duration::days(5);
        let steps = candidates.iter().zip(&self.applicants).filter(|(_, applicant)| applicant.plan.is_present);
        let mut emails: Vec<_> = steps
            .flat_map(|(candidate, applicant)| candidate.steps.iter().map(move |step| (step, applicant)))
            .filter_map(|(step, applicant)| Some((step.at, step.email.as_ref()?, applicant)))
            .filter(|(at, ..)| *at > since)
            .collect();
        emails.sort_by_key(|(at, ..)| *at);
        for (_, email, applicant) in emails {
            let ImportedEmail { to, subject, body, language, .. } = email;
            let text = &body.replace(LINK_PLACEHOLDER, &applicant.link.encode());
            let (html, links) = (html_of(subject, text, *language), links_in(text));
            let capture = NewCapture { to, subject, text, html: &html, links: &links, attachments: &[] };
            mailbox::capture_for_tenant(tx, capture).await?;
        }
        Ok(())
    }

    /// Booking links for invited candidates.
    async fn booking_links(&self, tx: &mut TenantTx, team: &Team, imported: &[Imported]) -> anyhow::Result<()> {
        for job in 0..self.jobs.len() {
            let invited = self.applicants.iter().zip(imported).filter(|(applicant, row)| {
                let is_invited = matches!(
                    row.placement.state.sub_status(),
                    SubStatus::OnlineInvitationSent | SubStatus::OnsiteInvitationSent
                );
                applicant.plan.job == job && is_invited && row.placement.archived.is_none()
            });
            let link = |(applicant, row): (&Applicant, &Imported)| NewBookingLink {
                token_hash: applicant.link.hash(),
                application_id: row.application_id,
                interviewer_id: team.interviewer(job).0,
            };
            let links: Vec<_> = invited.map(link).collect();
            bookings::create_links(tx, &links, self.now + Duration::days(30)).await?;
        }
        Ok(())
    }

    /// Adds tags and stars, and blacklists one person.
    async fn talent_pool(&self, tx: &mut TenantTx, imported: &[Imported]) -> anyhow::Result<()> {
        let pool = self
            .applicants
            .iter()
            .zip(imported)
            .filter(|(_, row)| row.placement.archived.is_some_and(|reason| reason != ArchiveReason::Eliminated));
        for (number, (applicant, row)) in pool.enumerate() {
            let careers = &self.careers[applicant.plan.job];
            let change = match number % 4 {
                0 => PersonChange {
                    starred: Some(true),
                    tags: Some(careers.tags[number % careers.tags.len()].clone()),
                    ..PersonChange::default()
                },
                1 => PersonChange {
                    tags: Some(careers.tags[number % careers.tags.len()].clone()),
                    expected_salary: Some(careers.salaries[number % careers.salaries.len()].clone()),
                    ..PersonChange::default()
                },
                2 if number == 2 => PersonChange {
                    blacklisted: Some(true),
                    blacklist_reason: Some(careers.blacklisted.clone()),
                    ..PersonChange::default()
                },
                _ => continue,
            };
            record::change(tx, row.person_id, &change).await?;
        }
        Ok(())
    }

    /// Offers and onboarding checklists.
    async fn offers(&self, tx: &mut TenantTx, imported: &[Imported]) -> anyhow::Result<Answers> {
        let mut answers = Vec::new();
        for (applicant, row) in self.applicants.iter().zip(imported) {
            let sub_status = row.placement.state.sub_status();
            let answer: &[OfferAction] = match sub_status {
                SubStatus::OfferPreparing | SubStatus::OfferSent => &[],
                SubStatus::OfferViewed => &[OfferAction::View],
                SubStatus::OfferAccepted | SubStatus::OnboardingPending => &[OfferAction::View, OfferAction::Accept],
                _ => continue,
            };
            if row.placement.archived.is_some() {
                continue;
            }
            let text = self.offer_text(applicant);
            let mut offer = offers::create(tx, row.application_id, &text).await?;
            let token = applicant.link.hash();
            for action in [OfferAction::Submit, OfferAction::Approve, OfferAction::Send] {
                // Not approved yet.
                if sub_status == SubStatus::OfferPreparing && action != OfferAction::Submit {
                    break;
                }
                let to = offer.status.after(action).context("the offer does not stand there")?;
                let token_hash = (action == OfferAction::Send).then_some(token.as_slice());
                let change = OfferChange { token_hash, ..OfferChange::default() };
                offer = offers::apply(tx, &offer, action, to, &change).await?;
            }
            if !answer.is_empty() {
                answers.push((row.application_id, answer.to_vec(), applicant.person.name.clone()));
            }
            if sub_status == SubStatus::OnboardingPending {
                onboarding_items::add(tx, row.application_id, &self.checklist(applicant)).await?;
            }
        }
        Ok(Answers(answers))
    }

    fn offer_text(&self, applicant: &Applicant) -> OfferText {
        let job = applicant.plan.job;
        let careers = &self.careers[job];
        let (name, title) = (&applicant.person.name, self.jobs[job].title());
        let letter = match careers.language {
            Language::Zh => {
                format!("{name}，您好：\n\n很高兴邀请您加入我们，担任{title}。具体条款如下，期待您的答复。")
            }
            Language::En => {
                format!("Dear {name},\n\nWe're delighted to offer you the position of {title}. The terms are below.")
            }
            Language::Id => {
                format!(
                    "Yth. {name},\n\nDengan senang hati kami menawarkan posisi {title}. Ketentuan tercantum di bawah."
                )
            }
        };
        OfferText {
            position: title.to_owned(),
            salary: careers.salaries[0].clone(),
            start_date: Some((self.now + Duration::days(28)).date()),
            place: self.place(job).to_owned(),
            terms: String::new(),
            letter,
            language: Some(self.email_language(job)),
            expires_at: Some(self.now + Duration::days(7)),
            ..OfferText::default()
        }
    }

    fn checklist(&self, applicant: &Applicant) -> [NewOnboardingItem; 3] {
        let titles = match self.careers[applicant.plan.job].language {
            Language::Zh => ["签署劳动合同", "准备电脑与工位", "开通邮箱和系统权限"],
            Language::En => ["Sign the contract", "Prepare laptop and desk", "Set up email and access"],
            Language::Id => {
                ["Tanda tangan kontrak kerja", "Siapkan laptop dan meja", "Aktifkan email dan akses sistem"]
            }
        };
        let mut days = 7;
        titles.map(|title| {
            days += 7;
            NewOnboardingItem {
                title: title.to_owned(),
                due_date: Some((self.now + Duration::days(days)).date()),
                owner_id: None,
            }
        })
    }
}

impl Answers {
    /// Applies the answers, as the candidates.
    pub async fn give(self, db: &Db, actor: &Actor) -> anyhow::Result<()> {
        let mut tx = db.tenant(&Actor::candidate(actor.organization)).await?;
        for (application_id, actions, name) in self.0 {
            let filter = offers::OfferFilter { application_id: Some(application_id), ..Default::default() };
            let Some(mut offer) = offers::list(&mut tx, filter, ListPage::first(1)).await?.0.pop() else { continue };
            for action in actions {
                let to = offer.status.after(action).context("the offer does not stand there")?;
                let answer_name = (action == OfferAction::Accept).then_some(name.as_str());
                let change = OfferChange { answer_name, ..OfferChange::default() };
                offer = offers::apply(&mut tx, &offer, action, to, &change).await?;
            }
        }
        tx.commit().await?;
        Ok(())
    }
}

/// Reads a resume and evaluates it for the job, as of its date.
fn judged(job: &Job, document: &[u8], file_name: &str, at: OffsetDateTime) -> anyhow::Result<(FileText, AiEval)> {
    let today = YearMonth::new(at.year(), u8::from(at.month())).context("a time of another century")?;
    let read = extract_bytes(document, file_name, &Limits::default())?;
    let profile = profile::read(&read.text, today);
    let resume = Resume { text: &read.text, profile: &profile, hidden_text: &read.hidden_text, today };
    let judging = bole_ai::evaluate(&BuiltIn, &job.context, &resume);
    let mut evaluation = tokio::runtime::Handle::current().block_on(judging)?;
    EXTRACTION_VERSION.clone_into(&mut evaluation.versions.reading);
    let text = FileText {
        text: read.text,
        hidden_text: read.hidden_text,
        profile,
        model_profile: None,
        pages: i32::try_from(read.pages)?,
        unread_pages: read.unread_pages,
        recognized_pages: read.recognized_pages,
        is_recognition_tried: false,
        extraction_version: EXTRACTION_VERSION.to_owned(),
    };
    Ok((text, evaluation))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use bole_domain::evaluation::RecommendationLevel;
    use bole_domain::ids::OrganizationId;
    use time::macros::datetime;

    use super::*;
    use crate::demo;
    use crate::demo::people::Fit;

    #[tokio::test(flavor = "multi_thread")]
    async fn demo_resumes_are_evaluated_by_career_fit() {
        let jobs = demo::jobs().await.unwrap();
        let actor = Actor::owner(OrganizationId::new(), bole_domain::ids::UserId::new());
        let history = History::prepare(jobs, &actor, datetime!(2026-06-01 12:00 UTC)).await.unwrap();
        let mut levels: BTreeMap<(usize, &str), Vec<f64>> = BTreeMap::new();
        for applicant in &history.applicants {
            let Person { name, email, .. } = &applicant.person;
            let read = &applicant.text.profile;
            assert_eq!((read.name.as_ref(), read.email.as_ref()), (Some(name), Some(email)), "{}", applicant.text.text);
            assert!(!read.work_experiences.is_empty() && !read.education.is_empty(), "{}", applicant.text.text);
            let fit = match applicant.plan.fit {
                Fit::Well => "well",
                Fit::Somewhat => "somewhat",
                Fit::Not => "not",
            };
            levels.entry((applicant.plan.job, fit)).or_default().push(applicant.evaluation.overall_score);
            if applicant.plan.fit == Fit::Not {
                assert_ne!(applicant.evaluation.recommendation_level, RecommendationLevel::StronglyRecommend);
            }
        }
        let mean = |job, fit| {
            let scores = &levels[&(job, fit)];
            scores.iter().sum::<f64>() / f64::from(u32::try_from(scores.len()).unwrap())
        };
        for job in 0..3 {
            let (well, somewhat, not) = (mean(job, "well"), mean(job, "somewhat"), mean(job, "not"));
            assert!(well > somewhat && somewhat > not && well > 60.0 && not < 50.0, "{job}: {levels:?}");
        }
    }
}
