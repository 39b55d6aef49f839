//! The actor of a transaction, and their organization.

use bole_domain::access::Access;
use bole_domain::history::EventActor;
use bole_domain::ids::{OrganizationId, UserId};
use bole_domain::organization::Role;

/// The actor a tenant transaction is opened for. There is no tenant access without one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Actor {
    /// The only organization whose rows the transaction can see.
    pub organization: OrganizationId,
    pub kind: ActorKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ActorKind {
    /// A member of the organization.
    Person {
        /// The username.
        user: UserId,
        /// Their role in this organization.
        role: Role,
        /// Whether they may schedule interviews, and so see those of nobody's job.
        schedules_interviews: bool,
    },
    /// A worker carrying out a task.
    Worker {
        /// The user who requested the task, if any.
        on_behalf_of: Option<UserId>,
    },
    /// A cron.
    Clock,
    /// A visitor following an emailed link, not yet authenticated.
    Guest,
    /// A candidate using their private link.
    Candidate,
}

impl Actor {
    /// A member acting for themselves.
    #[must_use]
    pub fn member(organization: OrganizationId, user: UserId, access: &Access) -> Self {
        let schedules_interviews = access.schedules_interviews();
        Self { organization, kind: ActorKind::Person { user, role: access.role, schedules_interviews } }
    }

    /// The owner of an organization, who has every permission.
    #[must_use]
    pub const fn owner(organization: OrganizationId, user: UserId) -> Self {
        Self { organization, kind: ActorKind::Person { user, role: Role::Owner, schedules_interviews: true } }
    }

    /// A worker carrying out a task of this organization.
    #[must_use]
    pub const fn worker(organization: OrganizationId) -> Self {
        Self { organization, kind: ActorKind::Worker { on_behalf_of: None } }
    }

    /// A worker acting for a user, whom the history names.
    #[must_use]
    pub const fn worker_for(organization: OrganizationId, user: UserId) -> Self {
        Self { organization, kind: ActorKind::Worker { on_behalf_of: Some(user) } }
    }

    /// A cron acting for this organization.
    #[must_use]
    pub const fn clock(organization: OrganizationId) -> Self {
        Self { organization, kind: ActorKind::Clock }
    }

    /// A visitor following a link into this organization.
    #[must_use]
    pub const fn guest(organization: OrganizationId) -> Self {
        Self { organization, kind: ActorKind::Guest }
    }

    /// A candidate using their private link.
    #[must_use]
    pub const fn candidate(organization: OrganizationId) -> Self {
        Self { organization, kind: ActorKind::Candidate }
    }

    /// The actor recorded in the history.
    #[must_use]
    pub const fn event_actor(&self) -> EventActor {
        match self.kind {
            ActorKind::Person { .. } | ActorKind::Worker { on_behalf_of: Some(_) } => EventActor::Person,
            ActorKind::Worker { on_behalf_of: None } => EventActor::Ai,
            ActorKind::Clock => EventActor::Clock,
            ActorKind::Guest | ActorKind::Candidate => EventActor::Candidate,
        }
    }

    /// Whether the actor can access every job instead of the assigned ones.
    #[must_use]
    pub const fn sees_all_jobs(&self) -> bool {
        match self.kind {
            ActorKind::Person { role, .. } => role.sees_all_jobs(),
            ActorKind::Worker { .. } | ActorKind::Clock | ActorKind::Candidate => true,
            ActorKind::Guest => false,
        }
    }

    /// Whether the actor can access interviews that are not linked to a candidate, besides their own.
    #[must_use]
    pub const fn schedules_interviews(&self) -> bool {
        match self.kind {
            ActorKind::Person { schedules_interviews, .. } => schedules_interviews,
            ActorKind::Worker { .. } | ActorKind::Clock | ActorKind::Candidate => true,
            ActorKind::Guest => false,
        }
    }

    /// The acting user, or the one a worker acts for.
    #[must_use]
    pub const fn user(&self) -> Option<UserId> {
        match self.kind {
            ActorKind::Person { user, .. } => Some(user),
            ActorKind::Worker { on_behalf_of } => on_behalf_of,
            ActorKind::Clock | ActorKind::Guest | ActorKind::Candidate => None,
        }
    }
}
