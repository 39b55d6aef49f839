//! Resources, actions, permissions and pages.

use crate::organization::Role;
use crate::wire::UnknownWireValue;
use crate::wire_enum;

wire_enum! {
    /// The resource of a permission: usually a page, or what a page shows.
    pub enum Resource {
        /// The organization itself.
        Organization => "organization",
        /// Its members and invitations.
        Members => "members",
        /// Settings: AI, email, interview links.
        Settings => "settings",
        /// Prompts.
        Prompts => "prompts",
        /// Jobs.
        Jobs => "jobs",
        /// Batch evaluation.
        Evaluate => "evaluate",
        /// AI review.
        AiReview => "ai-review",
        /// The pipeline.
        Pipeline => "pipeline",
        /// Interviews.
        Schedule => "schedule",
        /// The dashboard.
        Dashboard => "dashboard",
        /// Archived candidates.
        TalentPool => "talent-pool",
        /// Offers.
        OfferWorkbench => "offer-workbench",
    }
}

wire_enum! {
    /// A page that can be hidden from a role.
    pub enum Page {
        /// Jobs: list and editor.
        Jobs => "jobs",
        /// Batch evaluation.
        Evaluate => "evaluate",
        /// AI review.
        AiReview => "ai-review",
        /// The pipeline.
        Pipeline => "pipeline",
        /// Interviews.
        Schedule => "schedule",
        /// The dashboard.
        Dashboard => "dashboard",
        /// Archived candidates.
        TalentPool => "talent-pool",
        /// Offers.
        OfferWorkbench => "offer-workbench",
        /// The organization's pages.
        Organization => "organization",
        /// Settings.
        Settings => "settings",
        /// Prompts.
        Prompts => "prompts",
        /// Reprocessing of resumes.
        HistoricalResumeProcessing => "historical-resume-processing",
        /// Correcting work experience.
        WorkExperienceFix => "work-experience-fix",
        /// Deep analysis.
        DeepAnalysis => "deep-analysis-v2",
        /// Bulk email.
        BatchEmail => "batch-email",
        /// Tools for operators.
        DevTools => "dev-tools",
    }
}

wire_enum! {
    /// An action on a resource.
    pub enum Action {
        /// View.
        View => "view",
        /// Create.
        Create => "create",
        /// Edit.
        Edit => "edit",
        /// Delete permanently.
        Delete => "delete",
        /// Export data as files.
        Export => "export",
        /// Run.
        Execute => "execute",
        /// Review.
        Review => "review",
        /// Archive or restore.
        Archive => "archive",
        /// Move between stages.
        Move => "move",
        /// Email candidates.
        Email => "email",
        /// Schedule interviews.
        Schedule => "schedule",
        /// Search.
        Search => "search",
        /// Send.
        Send => "send",
        /// Manage.
        Manage => "manage",
    }
}

/// A permission, `resource:action`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Permission {
    /// The resource.
    pub resource: Resource,
    /// The action.
    pub action: Action,
}

impl Permission {
    /// The permission for this action on this resource.
    #[must_use]
    pub const fn new(resource: Resource, action: Action) -> Self {
        Self { resource, action }
    }

    /// Change the organization's settings.
    pub const ORGANIZATION_MANAGE: Self = Self::new(Resource::Organization, Action::Manage);
    /// Delete the organization.
    pub const ORGANIZATION_DELETE: Self = Self::new(Resource::Organization, Action::Delete);
    /// View members.
    pub const MEMBERS_VIEW: Self = Self::new(Resource::Members, Action::View);
    /// Invite, and cancel invitations.
    pub const MEMBERS_CREATE: Self = Self::new(Resource::Members, Action::Create);
    /// Change roles, remove members.
    pub const MEMBERS_MANAGE: Self = Self::new(Resource::Members, Action::Manage);
    /// View the settings.
    pub const SETTINGS_VIEW: Self = Self::new(Resource::Settings, Action::View);
    /// Change the settings.
    pub const SETTINGS_EDIT: Self = Self::new(Resource::Settings, Action::Edit);
    /// View jobs.
    pub const JOBS_VIEW: Self = Self::new(Resource::Jobs, Action::View);
    /// Create jobs.
    pub const JOBS_CREATE: Self = Self::new(Resource::Jobs, Action::Create);
    /// Change, activate and deactivate jobs.
    pub const JOBS_EDIT: Self = Self::new(Resource::Jobs, Action::Edit);
    /// Archive and restore jobs.
    pub const JOBS_ARCHIVE: Self = Self::new(Resource::Jobs, Action::Archive);
    /// Delete jobs permanently.
    pub const JOBS_DELETE: Self = Self::new(Resource::Jobs, Action::Delete);
    /// View batches and their queue.
    pub const EVALUATE_VIEW: Self = Self::new(Resource::Evaluate, Action::View);
    /// Upload, retry.
    pub const EVALUATE_EXECUTE: Self = Self::new(Resource::Evaluate, Action::Execute);
    /// Delete entries of a batch.
    pub const EVALUATE_DELETE: Self = Self::new(Resource::Evaluate, Action::Delete);
    /// Add evaluated candidates to the pipeline.
    pub const EVALUATE_MOVE: Self = Self::new(Resource::Evaluate, Action::Move);
    /// View evaluated candidates.
    pub const AI_REVIEW_VIEW: Self = Self::new(Resource::AiReview, Action::View);
    /// Confirm or override the AI's recommendation.
    pub const AI_REVIEW_REVIEW: Self = Self::new(Resource::AiReview, Action::Review);
    /// Move candidates out of AI review.
    pub const AI_REVIEW_MOVE: Self = Self::new(Resource::AiReview, Action::Move);
    /// Archive candidates from AI review.
    pub const AI_REVIEW_ARCHIVE: Self = Self::new(Resource::AiReview, Action::Archive);
    /// Email candidates in AI review.
    pub const AI_REVIEW_EMAIL: Self = Self::new(Resource::AiReview, Action::Email);
    /// View the pipeline.
    pub const PIPELINE_VIEW: Self = Self::new(Resource::Pipeline, Action::View);
    /// Set a candidate's status by hand.
    pub const PIPELINE_EDIT: Self = Self::new(Resource::Pipeline, Action::Edit);
    /// Move candidates in the pipeline.
    pub const PIPELINE_MOVE: Self = Self::new(Resource::Pipeline, Action::Move);
    /// Archive candidates from the pipeline.
    pub const PIPELINE_ARCHIVE: Self = Self::new(Resource::Pipeline, Action::Archive);
    /// Email candidates in the pipeline.
    pub const PIPELINE_EMAIL: Self = Self::new(Resource::Pipeline, Action::Email);
    /// Record interviews.
    pub const PIPELINE_SCHEDULE: Self = Self::new(Resource::Pipeline, Action::Schedule);
    /// View interviews.
    pub const SCHEDULE_VIEW: Self = Self::new(Resource::Schedule, Action::View);
    /// Schedule interviews.
    pub const SCHEDULE_CREATE: Self = Self::new(Resource::Schedule, Action::Create);
    /// Change interviews and record their outcome.
    pub const SCHEDULE_EDIT: Self = Self::new(Resource::Schedule, Action::Edit);
    /// Record interview feedback.
    pub const SCHEDULE_REVIEW: Self = Self::new(Resource::Schedule, Action::Review);
    /// View the talent pool.
    pub const TALENT_POOL_VIEW: Self = Self::new(Resource::TalentPool, Action::View);
    /// Edit people in the talent pool.
    pub const TALENT_POOL_EDIT: Self = Self::new(Resource::TalentPool, Action::Edit);
    /// Restore archived candidates.
    pub const TALENT_POOL_ARCHIVE: Self = Self::new(Resource::TalentPool, Action::Archive);
    /// Recall candidates into the pipeline.
    pub const TALENT_POOL_MOVE: Self = Self::new(Resource::TalentPool, Action::Move);
    /// Email archived candidates.
    pub const TALENT_POOL_EMAIL: Self = Self::new(Resource::TalentPool, Action::Email);
    /// View offers.
    pub const OFFER_WORKBENCH_VIEW: Self = Self::new(Resource::OfferWorkbench, Action::View);
    /// Create offers.
    pub const OFFER_WORKBENCH_CREATE: Self = Self::new(Resource::OfferWorkbench, Action::Create);
    /// Edit offers.
    pub const OFFER_WORKBENCH_EDIT: Self = Self::new(Resource::OfferWorkbench, Action::Edit);
    /// Move candidates through offer and onboarding.
    pub const OFFER_WORKBENCH_MOVE: Self = Self::new(Resource::OfferWorkbench, Action::Move);
    /// Send offers.
    pub const OFFER_WORKBENCH_SEND: Self = Self::new(Resource::OfferWorkbench, Action::Send);
    /// Approve offers.
    pub const OFFER_WORKBENCH_MANAGE: Self = Self::new(Resource::OfferWorkbench, Action::Manage);
    /// View the dashboard.
    pub const DASHBOARD_VIEW: Self = Self::new(Resource::Dashboard, Action::View);
    /// Export metrics as files.
    pub const DASHBOARD_EXPORT: Self = Self::new(Resource::Dashboard, Action::Export);
}

impl Permission {
    /// Any of these allows scheduling interviews.
    pub const SCHEDULES_INTERVIEWS: [Self; 2] = [Self::SCHEDULE_CREATE, Self::PIPELINE_SCHEDULE];

    /// Whether only owners and admins may have it, whatever an organization configures; HR managers may also invite, and
    /// may be allowed to approve offers.
    #[must_use]
    pub fn is_reserved_from(self, role: Role) -> bool {
        if role.is_admin_level() {
            return false;
        }
        match self {
            Self::MEMBERS_CREATE | Self::OFFER_WORKBENCH_MANAGE => role != Role::HrManager,
            Self::ORGANIZATION_DELETE | Self::JOBS_DELETE => true,
            _ => self.action == Action::Manage,
        }
    }
}

impl Permission {
    /// Every permission, by resource in display order.
    pub fn all() -> impl Iterator<Item = Self> {
        Resource::ALL.iter().flat_map(|resource| resource.actions().iter().map(|action| Self::new(*resource, *action)))
    }
}

impl serde::Serialize for Permission {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl utoipa::PartialSchema for Permission {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        utoipa::openapi::schema::ObjectBuilder::new()
            .schema_type(utoipa::openapi::schema::Type::String)
            .enum_values(Some(Self::all().map(|permission| permission.to_string())))
            .into()
    }
}

impl utoipa::ToSchema for Permission {
    fn name() -> std::borrow::Cow<'static, str> {
        std::borrow::Cow::Borrowed("Permission")
    }
}

impl std::fmt::Display for Permission {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.resource, self.action)
    }
}

crate::stored_as_text!(Permission);

impl std::str::FromStr for Permission {
    type Err = UnknownWireValue;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let unknown = || UnknownWireValue { kind: "Permission", value: text.to_owned() };
        let (resource, action) = text.split_once(':').ok_or_else(unknown)?;
        let permission = Self::new(resource.parse()?, action.parse()?);
        permission.resource.actions().contains(&permission.action).then_some(permission).ok_or_else(unknown)
    }
}

impl Resource {
    /// The actions available on this resource, in display order.
    #[must_use]
    pub const fn actions(self) -> &'static [Action] {
        use Action as A;
        match self {
            Self::Organization => &[A::View, A::Delete, A::Manage],
            Self::Members => &[A::View, A::Create, A::Manage],
            Self::Settings => &[A::View, A::Edit],
            Self::Prompts => &[A::View, A::Create, A::Edit, A::Delete],
            Self::Jobs => &[A::View, A::Create, A::Edit, A::Delete, A::Export, A::Execute, A::Archive, A::Search],
            Self::Evaluate => &[A::View, A::Delete, A::Export, A::Execute, A::Move],
            Self::AiReview => &[A::View, A::Export, A::Review, A::Archive, A::Move, A::Email, A::Search],
            Self::Pipeline => {
                &[A::View, A::Edit, A::Export, A::Archive, A::Move, A::Email, A::Schedule, A::Search, A::Send]
            }
            Self::Schedule => &[A::View, A::Create, A::Edit, A::Delete, A::Review, A::Schedule],
            Self::Dashboard => &[A::View, A::Export],
            Self::TalentPool => &[A::View, A::Edit, A::Export, A::Archive, A::Move, A::Email, A::Search],
            Self::OfferWorkbench => &[A::View, A::Create, A::Edit, A::Move, A::Email, A::Send, A::Manage],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permissions_are_written_resource_colon_action() {
        assert_eq!(Permission::ORGANIZATION_MANAGE.to_string(), "organization:manage");
        assert_eq!("organization:manage".parse(), Ok(Permission::ORGANIZATION_MANAGE));
        for nonsense in ["jobs", "jobs:fly", "moon:view", "dashboard:delete", ""] {
            assert!(nonsense.parse::<Permission>().is_err(), "{nonsense}");
        }
        for permission in Permission::all() {
            assert_eq!(permission.to_string().parse(), Ok(permission));
        }
    }
}
