//! Permissions: each role's defaults, an organization's changes to them, and a member's effective access.

use std::collections::BTreeSet;

use crate::organization::Role;
use crate::permission::{Action, Page, Permission, Resource};
use crate::wire::UnknownWireValue;

impl Role {
    /// Whether the role has the permission by default.
    #[must_use]
    pub fn allows(self, permission: Permission) -> bool {
        Grants::of(self).allows(permission)
    }

    /// Every permission of the role by default, in the order of resources and actions.
    pub fn permissions(self) -> impl Iterator<Item = Permission> {
        Grants::of(self).permissions.into_iter()
    }
}

/// Permissions, and the pages shown in the menu.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Grants {
    /// The permissions.
    pub permissions: BTreeSet<Permission>,
    /// The pages.
    pub pages: BTreeSet<Page>,
}

/// The pseudo-resource whose actions are page keys.
pub const PAGES: &str = "pages";

impl Grants {
    /// The default grants of a role, before an organization's changes.
    #[must_use]
    pub fn of(role: Role) -> Self {
        if role.is_admin_level() {
            let every = Resource::ALL.iter().flat_map(|resource| with(*resource, resource.actions()));
            let kept = |permission: &Permission| {
                role == Role::Owner || !matches!(*permission, Permission::ORGANIZATION_DELETE | Permission::JOBS_DELETE)
            };
            return Self { permissions: every.filter(kept).collect(), pages: Page::ALL.iter().copied().collect() };
        }
        let granted = granted(role).iter().flat_map(|(resource, actions)| with(*resource, actions));
        Self { permissions: granted.collect(), pages: opened(role).iter().copied().collect() }
    }

    /// Whether the permission is included.
    #[must_use]
    pub fn allows(&self, permission: Permission) -> bool {
        self.permissions.contains(&permission)
    }

    /// Reads rows of resource and actions, the resource `pages` listing pages. Any action on a resource implies
    /// `view`.
    ///
    /// # Errors
    /// The first word that is not a resource, an action of its resource, or a page.
    pub fn from_rows<'a, A: AsRef<str> + 'a>(
        rows: impl IntoIterator<Item = (&'a str, &'a [A])>,
    ) -> Result<Self, UnknownWireValue> {
        let mut grants = Self::default();
        for (resource, actions) in rows {
            if resource == PAGES {
                for page in actions {
                    grants.pages.insert(page.as_ref().parse()?);
                }
                continue;
            }
            let known: Resource = resource.parse()?;
            for action in actions {
                grants.permissions.insert(format!("{resource}:{}", action.as_ref()).parse()?);
            }
            if !actions.is_empty() {
                grants.permissions.insert(Permission::new(known, Action::View));
            }
        }
        Ok(grants)
    }

    /// Rows of resource and actions, pages first; resources without actions are left out.
    #[must_use]
    pub fn rows(&self) -> Vec<(&'static str, Vec<&'static str>)> {
        let mut rows = vec![(PAGES, self.pages.iter().map(|page| page.as_str()).collect::<Vec<_>>())];
        for permission in &self.permissions {
            match rows.last_mut() {
                Some((resource, actions)) if *resource == permission.resource.as_str() => {
                    actions.push(permission.action.as_str());
                }
                _ => rows.push((permission.resource.as_str(), vec![permission.action.as_str()])),
            }
        }
        rows
    }
}

fn with(resource: Resource, actions: &'static [Action]) -> impl Iterator<Item = Permission> {
    actions.iter().map(move |action| Permission::new(resource, *action))
}

/// A member's access within an organization: their role, as the organization customized it, and their individual
/// grants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Access {
    /// The member's role.
    pub role: Role,
    grants: Grants,
}

impl Access {
    /// `custom` replaces the role's default grants, if set; owners and admins cannot be customized.
    #[must_use]
    pub fn new(role: Role, custom: Option<Grants>, beside: impl IntoIterator<Item = Permission>) -> Self {
        let mut grants = custom.filter(|_| !role.is_admin_level()).unwrap_or_else(|| Grants::of(role));
        grants.permissions.extend(beside);
        // Checked again, because the grant may have been stored before the permission was reserved.
        grants.permissions.retain(|permission| !permission.is_reserved_from(role));
        Self { role, grants }
    }

    /// Whether the member has the permission.
    #[must_use]
    pub fn allows(&self, permission: Permission) -> bool {
        self.grants.allows(permission)
    }

    /// Whether the member may schedule interviews.
    #[must_use]
    pub fn schedules_interviews(&self) -> bool {
        Permission::SCHEDULES_INTERVIEWS.iter().any(|permission| self.allows(*permission))
    }

    /// Every permission, in the order of resources and actions.
    pub fn permissions(&self) -> impl Iterator<Item = Permission> {
        self.grants.permissions.iter().copied()
    }

    /// The pages shown in the member's menu.
    pub fn pages(&self) -> impl Iterator<Item = Page> {
        self.grants.pages.iter().copied()
    }
}

/// Default permissions of the roles below admin; owners and admins have all.
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

/// Default pages of the roles below admin; owners and admins have all.
const fn opened(role: Role) -> &'static [Page] {
    use Page as P;
    match role {
        Role::Owner | Role::Admin => &[],
        Role::HrManager => &[
            P::Jobs,
            P::Evaluate,
            P::AiReview,
            P::Pipeline,
            P::Schedule,
            P::Dashboard,
            P::TalentPool,
            P::OfferWorkbench,
            P::Organization,
            P::Settings,
            P::Prompts,
            P::BatchEmail,
        ],
        Role::Recruiter => &[P::AiReview, P::Pipeline, P::Schedule, P::TalentPool, P::BatchEmail],
        Role::Interviewer => &[P::Schedule, P::TalentPool],
        Role::Viewer => &[P::Dashboard],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn has(role: Role, permission: Permission) -> bool {
        role.allows(permission)
    }

    #[test]
    fn owner_has_every_permission() {
        let every = Resource::ALL.iter().map(|resource| resource.actions().len()).sum::<usize>();
        assert_eq!(Role::Owner.permissions().count(), every);
        assert_eq!(Grants::of(Role::Owner).pages.len(), Page::ALL.len());
    }

    #[test]
    fn admin_lacks_only_the_two_deletions() {
        let missing: Vec<_> = Role::Owner.permissions().filter(|p| !has(Role::Admin, *p)).collect();
        assert_eq!(missing, [Permission::ORGANIZATION_DELETE, Permission::JOBS_DELETE]);
    }

    #[test]
    fn management_requires_admin_level() {
        for role in Role::ALL {
            for permission in [Permission::ORGANIZATION_MANAGE, Permission::MEMBERS_MANAGE] {
                assert_eq!(has(*role, permission), role.is_admin_level(), "{role} {permission}");
            }
        }
    }

    #[test]
    fn inviting_requires_admin_level_or_hr_manager() {
        let who: Vec<_> = Role::ALL.iter().filter(|role| has(**role, Permission::MEMBERS_CREATE)).collect();
        assert_eq!(who, [&Role::Owner, &Role::Admin, &Role::HrManager]);
    }

    #[test]
    fn batches_require_a_recruiting_role() {
        let who: Vec<_> = Role::ALL.iter().filter(|role| has(**role, Permission::EVALUATE_EXECUTE)).collect();
        assert_eq!(who, [&Role::Owner, &Role::Admin, &Role::HrManager]);
    }

    #[test]
    fn who_may_email_candidates_can_open_the_composer() {
        for role in Role::ALL {
            let opens = Grants::of(*role).pages.contains(&Page::BatchEmail);
            assert_eq!(opens, has(*role, Permission::PIPELINE_EMAIL), "{role}");
        }
    }

    #[test]
    fn viewer_changes_nothing() {
        assert!(Role::Viewer.permissions().all(|permission| permission.action == Action::View));
    }

    #[test]
    fn every_action_implies_viewing_the_resource() {
        for role in Role::ALL {
            for permission in role.permissions().filter(|p| *p != Permission::ORGANIZATION_DELETE) {
                let view = Permission::new(permission.resource, Action::View);
                assert!(has(*role, view), "{role} has {permission} without {view}");
            }
        }
    }

    #[test]
    fn roles_grant_only_defined_permissions() {
        for role in Role::ALL {
            for permission in role.permissions() {
                assert_eq!(permission.to_string().parse(), Ok(permission));
                assert!(!permission.is_reserved_from(*role), "{role} {permission}");
            }
        }
    }

    #[test]
    fn grants_round_trip_through_storage() {
        for role in Role::ALL {
            let grants = Grants::of(*role);
            let rows: Vec<(&str, Vec<String>)> = grants
                .rows()
                .into_iter()
                .map(|(resource, actions)| (resource, actions.into_iter().map(str::to_owned).collect()))
                .collect();
            let read = Grants::from_rows(rows.iter().map(|(resource, actions)| (*resource, actions.as_slice())));
            assert_eq!(read, Ok(grants));
        }
    }

    #[test]
    fn action_permissions_include_viewing() {
        let grants = Grants::from_rows([("jobs", ["edit".to_owned()].as_slice()), ("pipeline", &[])]).unwrap();
        assert!(grants.allows(Permission::JOBS_VIEW) && grants.allows(Permission::JOBS_EDIT));
        assert!(!grants.allows(Permission::PIPELINE_VIEW));
    }

    #[test]
    fn hr_managers_approve_offers_only_where_they_are_allowed_to() {
        let approve = Permission::OFFER_WORKBENCH_MANAGE;
        let roles: Vec<_> = Role::ALL.iter().filter(|role| has(**role, approve)).collect();
        assert_eq!(roles, [&Role::Owner, &Role::Admin]);
        for role in [Role::HrManager, Role::Recruiter, Role::Viewer] {
            assert_eq!(Access::new(role, None, [approve]).allows(approve), role == Role::HrManager, "{role}");
        }
    }

    #[test]
    fn organization_changes_only_roles_below_admin_and_no_reserved_permissions() {
        let none = || Some(Grants::default());
        assert_eq!(Access::new(Role::Recruiter, none(), []).permissions().count(), 0);
        assert!(Access::new(Role::Admin, none(), []).allows(Permission::JOBS_EDIT));
        let all = Some(Grants::of(Role::Owner));
        let access = Access::new(Role::Recruiter, all, [Permission::MEMBERS_MANAGE, Permission::EVALUATE_VIEW]);
        for reserved in [Permission::MEMBERS_MANAGE, Permission::MEMBERS_CREATE, Permission::JOBS_DELETE] {
            assert!(!access.allows(reserved), "{reserved}");
        }
        assert!(access.allows(Permission::JOBS_CREATE));
        assert!(Access::new(Role::Viewer, None, [Permission::EVALUATE_VIEW]).allows(Permission::EVALUATE_VIEW));
    }
}
