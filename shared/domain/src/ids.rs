//! Newtype identifiers. All are UUIDv7, made by the application, so that their order is the order of creation.

/// Declares one newtype id over a UUID.
macro_rules! id {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize, utoipa::ToSchema)]
        #[serde(transparent)]
        #[schema(value_type = uuid::Uuid)]
        pub struct $name(pub uuid::Uuid);

        impl $name {
            /// A new id; later calls sort after earlier ones.
            #[must_use]
            #[expect(clippy::new_without_default, reason = "an id is an identity, not a default value")]
            pub fn new() -> Self {
                Self(uuid::Uuid::now_v7())
            }
        }

        impl From<uuid::Uuid> for $name {
            fn from(value: uuid::Uuid) -> Self {
                Self(value)
            }
        }

        impl From<$name> for uuid::Uuid {
            fn from(value: $name) -> Self {
                value.0
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl std::str::FromStr for $name {
            type Err = uuid::Error;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                text.parse().map(Self)
            }
        }
    )+};
}

id! {
    /// A tenant.
    OrganizationId,
    /// A person who signs in.
    UserId,
    /// A user's membership of one organization.
    MemberId,
    /// An invitation to an organization.
    InvitationId,
    /// A sign-in on one device.
    SessionId,
    /// An interview link of an organization.
    LocationId,
    /// A prompt somebody wrote.
    PromptId,
    /// An open position.
    JobId,
    /// A mail that was received.
    InboundMessageId,
    /// One uploaded ZIP.
    BatchId,
    /// One entry of an uploaded ZIP: a row of the live queue.
    BatchTaskId,
    /// A candidate as a person, whatever they applied for.
    PersonId,
    /// One person applying for one job.
    ApplicationId,
    /// An email to a candidate.
    EmailId,
    /// A note on a person.
    NoteId,
    /// A change of a person's record.
    PersonEventId,
    /// A screen's filters that a member named.
    SavedViewId,
    /// An offer.
    OfferId,
    /// A file that goes with an offer.
    OfferAttachmentId,
    /// A file of figures that somebody asked for.
    ExportId,
    /// An employment read from a resume.
    WorkExperienceId,
    /// A planned interview.
    InterviewScheduleId,
    /// One thing to do until somebody's first day.
    OnboardingItemId,
    /// A conducted interview.
    InterviewSessionId,
    /// One resume file of a person.
    ResumeId,
    /// A row of the task ledger.
    TaskId,
    /// A stored file.
    FileId,
    /// A resume judged for a job.
    EvaluationId,
}

impl OrganizationId {
    /// What stands for the organization where work belongs to none. No organization has it.
    pub const SYSTEM: Self = Self(uuid::Uuid::nil());
}
