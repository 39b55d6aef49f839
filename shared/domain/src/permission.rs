//! Who may do what: roles × resource:action, as the product's section on roles tells it.

use crate::organization::Role;
use crate::wire_enum;

wire_enum! {
    /// What a permission is about: mostly a page, or what a page shows.
    pub enum Resource {
        /// The organization itself.
        Organization => "organization",
        /// Its members and invitations.
        Members => "members",
        /// Settings: AI, mail, interview links.
        Settings => "settings",
        /// Prompts.
        Prompts => "prompts",
        /// Jobs.
        Jobs => "jobs",
        /// Batch evaluation.
        Evaluate => "evaluate",
        /// AI review.
        AiReview => "ai-review",
        /// The board.
        Pipeline => "pipeline",
        /// Interviews.
        Schedule => "schedule",
        /// Figures.
        Dashboard => "dashboard",
        /// Archived candidates.
        TalentPool => "talent-pool",
        /// Offers.
        OfferWorkbench => "offer-workbench",
    }
}

wire_enum! {
    /// What is done to a resource.
    pub enum Action {
        /// See it.
        View => "view",
        /// Make one.
        Create => "create",
        /// Change one.
        Edit => "edit",
        /// Delete one for good.
        Delete => "delete",
        /// Take data out as files.
        Export => "export",
        /// Start its work.
        Execute => "execute",
        /// Judge.
        Review => "review",
        /// Put away, or bring back.
        Archive => "archive",
        /// Move between stages.
        Move => "move",
        /// Write to candidates.
        Email => "email",
        /// Plan interviews.
        Schedule => "schedule",
        /// Search.
        Search => "search",
        /// Send.
        Send => "send",
        /// Everything that governs it.
        Manage => "manage",
    }
}

/// One right, `resource:action`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Permission {
    /// On what.
    pub resource: Resource,
    /// To do what.
    pub action: Action,
}

impl Permission {
    /// The right to do this to that.
    #[must_use]
    pub const fn new(resource: Resource, action: Action) -> Self {
        Self { resource, action }
    }

    /// Change the organization's settings.
    pub const ORGANIZATION_MANAGE: Self = Self::new(Resource::Organization, Action::Manage);
    /// Delete the organization.
    pub const ORGANIZATION_DELETE: Self = Self::new(Resource::Organization, Action::Delete);
    /// See who the members are.
    pub const MEMBERS_VIEW: Self = Self::new(Resource::Members, Action::View);
    /// Invite, and cancel invitations.
    pub const MEMBERS_CREATE: Self = Self::new(Resource::Members, Action::Create);
    /// Change roles, remove members.
    pub const MEMBERS_MANAGE: Self = Self::new(Resource::Members, Action::Manage);
    /// See jobs.
    pub const JOBS_VIEW: Self = Self::new(Resource::Jobs, Action::View);
    /// Make jobs.
    pub const JOBS_CREATE: Self = Self::new(Resource::Jobs, Action::Create);
    /// Change, activate and deactivate jobs.
    pub const JOBS_EDIT: Self = Self::new(Resource::Jobs, Action::Edit);
    /// Archive and restore jobs.
    pub const JOBS_ARCHIVE: Self = Self::new(Resource::Jobs, Action::Archive);
    /// Delete jobs for good.
    pub const JOBS_DELETE: Self = Self::new(Resource::Jobs, Action::Delete);
    /// See batches and their queue.
    pub const EVALUATE_VIEW: Self = Self::new(Resource::Evaluate, Action::View);
    /// Upload, retry.
    pub const EVALUATE_EXECUTE: Self = Self::new(Resource::Evaluate, Action::Execute);
    /// Delete entries of a batch.
    pub const EVALUATE_DELETE: Self = Self::new(Resource::Evaluate, Action::Delete);
    /// Promote evaluations to the board.
    pub const EVALUATE_MOVE: Self = Self::new(Resource::Evaluate, Action::Move);
    /// See evaluated candidates.
    pub const AI_REVIEW_VIEW: Self = Self::new(Resource::AiReview, Action::View);
    /// Confirm or overrule the AI.
    pub const AI_REVIEW_REVIEW: Self = Self::new(Resource::AiReview, Action::Review);
    /// See the board.
    pub const PIPELINE_VIEW: Self = Self::new(Resource::Pipeline, Action::View);
    /// Move candidates on the board.
    pub const PIPELINE_MOVE: Self = Self::new(Resource::Pipeline, Action::Move);
    /// See the talent pool.
    pub const TALENT_POOL_VIEW: Self = Self::new(Resource::TalentPool, Action::View);
    /// Change people in the talent pool.
    pub const TALENT_POOL_EDIT: Self = Self::new(Resource::TalentPool, Action::Edit);
}

impl std::fmt::Display for Permission {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.resource, self.action)
    }
}

impl Role {
    /// Whether the role has the permission.
    #[must_use]
    pub fn allows(self, permission: Permission) -> bool {
        match self {
            Self::Owner => true,
            Self::Admin => !matches!(permission, Permission::ORGANIZATION_DELETE | Permission::JOBS_DELETE),
            _ => granted(self)
                .iter()
                .any(|(resource, actions)| *resource == permission.resource && actions.contains(&permission.action)),
        }
    }

    /// Every permission of the role, in the order of resources and actions.
    pub fn permissions(self) -> impl Iterator<Item = Permission> {
        Resource::ALL
            .iter()
            .flat_map(|resource| Action::ALL.iter().map(|action| Permission::new(*resource, *action)))
            .filter(move |permission| self.allows(*permission))
    }
}

/// What the roles below admin are given; the two above need no list.
const fn granted(role: Role) -> &'static [(Resource, &'static [Action])] {
    use Action as A;
    use Resource as R;
    match role {
        Role::Owner | Role::Admin => &[],
        Role::HrManager => &[
            (R::Organization, &[A::View]),
            (R::Members, &[A::View, A::Create]),
            (R::Settings, &[A::View, A::Edit]),
            (R::Prompts, &[A::View, A::Create, A::Edit, A::Delete]),
            (R::Jobs, &[A::View, A::Create, A::Edit, A::Archive, A::Export, A::Execute, A::Search]),
            (R::Evaluate, &[A::View, A::Execute, A::Delete, A::Move, A::Export]),
            (R::AiReview, &[A::View, A::Review, A::Move, A::Archive, A::Email, A::Export, A::Search]),
            (
                R::Pipeline,
                &[A::View, A::Edit, A::Move, A::Archive, A::Email, A::Schedule, A::Export, A::Search, A::Send],
            ),
            (R::Schedule, &[A::View, A::Create, A::Edit, A::Delete, A::Schedule]),
            (R::Dashboard, &[A::View, A::Export]),
            (R::TalentPool, &[A::View, A::Edit, A::Archive, A::Move, A::Search, A::Export, A::Email]),
            (R::OfferWorkbench, &[A::View, A::Create, A::Edit, A::Move, A::Email, A::Send]),
        ],
        Role::Recruiter => &[
            (R::Organization, &[A::View]),
            (R::Jobs, &[A::View, A::Search]),
            (R::AiReview, &[A::View, A::Review, A::Move, A::Archive, A::Email, A::Search]),
            (R::Pipeline, &[A::View, A::Edit, A::Move, A::Archive, A::Email, A::Schedule, A::Search, A::Send]),
            (R::Schedule, &[A::View, A::Create, A::Edit, A::Schedule]),
            (R::TalentPool, &[A::View, A::Edit, A::Archive, A::Move, A::Search, A::Email]),
        ],
        Role::Interviewer => &[
            (R::Organization, &[A::View]),
            (R::Schedule, &[A::View, A::Edit, A::Review]),
            (R::TalentPool, &[A::View, A::Search]),
        ],
        Role::Viewer => &[(R::Organization, &[A::View]), (R::Dashboard, &[A::View])],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn has(role: Role, permission: Permission) -> bool {
        role.allows(permission)
    }

    #[test]
    fn the_owner_may_do_everything() {
        assert_eq!(Role::Owner.permissions().count(), Resource::ALL.len() * Action::ALL.len());
    }

    #[test]
    fn an_admin_misses_only_the_two_deletions() {
        let missing: Vec<_> = Role::Owner.permissions().filter(|p| !has(Role::Admin, *p)).collect();
        assert_eq!(missing, [Permission::ORGANIZATION_DELETE, Permission::JOBS_DELETE]);
    }

    #[test]
    fn managing_is_for_admin_level_alone() {
        for role in Role::ALL {
            for resource in Resource::ALL {
                assert_eq!(has(*role, Permission::new(*resource, Action::Manage)), role.is_admin_level(), "{role}");
            }
        }
    }

    #[test]
    fn inviting_is_for_admin_level_and_hr_managers() {
        let who: Vec<_> = Role::ALL.iter().filter(|role| has(**role, Permission::MEMBERS_CREATE)).collect();
        assert_eq!(who, [&Role::Owner, &Role::Admin, &Role::HrManager]);
    }

    #[test]
    fn batches_are_for_those_who_run_the_recruiting_flow() {
        let who: Vec<_> = Role::ALL.iter().filter(|role| has(**role, Permission::EVALUATE_EXECUTE)).collect();
        assert_eq!(who, [&Role::Owner, &Role::Admin, &Role::HrManager]);
    }

    #[test]
    fn a_viewer_changes_nothing() {
        assert!(Role::Viewer.permissions().all(|permission| permission.action == Action::View));
    }

    #[test]
    fn whoever_may_act_on_a_resource_may_see_it() {
        for role in Role::ALL {
            for permission in role.permissions().filter(|p| *p != Permission::ORGANIZATION_DELETE) {
                let view = Permission::new(permission.resource, Action::View);
                assert!(has(*role, view), "{role} has {permission} without {view}");
            }
        }
    }

    #[test]
    fn permissions_read_resource_colon_action() {
        assert_eq!(Permission::ORGANIZATION_MANAGE.to_string(), "organization:manage");
    }
}
