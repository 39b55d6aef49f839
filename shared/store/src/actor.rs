//! Who acts, and for which organization.

use bole_domain::history::EventActor;
use bole_domain::ids::{OrganizationId, UserId};
use bole_domain::organization::Role;

/// Whoever a tenant transaction is opened for. There is no tenant access without one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Actor {
    /// The only organization whose rows the transaction can see.
    pub organization: OrganizationId,
    /// What kind of actor it is.
    pub kind: ActorKind,
}

/// A person with their role, or Bole itself doing what a person or the clock asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ActorKind {
    /// A member of the organization.
    Person {
        /// The user.
        user: UserId,
        /// Their role in this organization.
        role: Role,
    },
    /// A worker carrying out a task.
    Worker {
        /// The person who asked for it, where one did.
        on_behalf_of: Option<UserId>,
    },
    /// A cron.
    Clock,
    /// Whoever follows a link that was mailed to them, before anybody knows who they are.
    Guest,
    /// A candidate using the private link they were sent.
    Candidate,
}

impl Actor {
    /// A member acting for themselves.
    #[must_use]
    pub const fn person(organization: OrganizationId, user: UserId, role: Role) -> Self {
        Self { organization, kind: ActorKind::Person { user, role } }
    }

    /// A worker carrying out a task of this organization.
    #[must_use]
    pub const fn worker(organization: OrganizationId) -> Self {
        Self { organization, kind: ActorKind::Worker { on_behalf_of: None } }
    }

    /// A worker carrying out what this person asked for: the history names the person.
    #[must_use]
    pub const fn worker_for(organization: OrganizationId, user: UserId) -> Self {
        Self { organization, kind: ActorKind::Worker { on_behalf_of: Some(user) } }
    }

    /// A cron acting for this organization.
    #[must_use]
    pub const fn clock(organization: OrganizationId) -> Self {
        Self { organization, kind: ActorKind::Clock }
    }

    /// Somebody who follows a link into this organization.
    #[must_use]
    pub const fn guest(organization: OrganizationId) -> Self {
        Self { organization, kind: ActorKind::Guest }
    }

    /// A candidate using their private link.
    #[must_use]
    pub const fn candidate(organization: OrganizationId) -> Self {
        Self { organization, kind: ActorKind::Candidate }
    }

    /// Who the history names.
    #[must_use]
    pub const fn event_actor(&self) -> EventActor {
        match self.kind {
            ActorKind::Person { .. } | ActorKind::Worker { on_behalf_of: Some(_) } => EventActor::Person,
            ActorKind::Worker { on_behalf_of: None } => EventActor::Ai,
            ActorKind::Clock => EventActor::Clock,
            ActorKind::Guest | ActorKind::Candidate => EventActor::Candidate,
        }
    }

    /// Whether every job is seen, rather than those assigned to the person.
    #[must_use]
    pub const fn sees_all_jobs(&self) -> bool {
        match self.kind {
            ActorKind::Person { role, .. } => role.sees_all_jobs(),
            ActorKind::Worker { .. } | ActorKind::Clock | ActorKind::Candidate => true,
            ActorKind::Guest => false,
        }
    }

    /// The user who acts, or on whose behalf a worker does.
    #[must_use]
    pub const fn user(&self) -> Option<UserId> {
        match self.kind {
            ActorKind::Person { user, .. } => Some(user),
            ActorKind::Worker { on_behalf_of } => on_behalf_of,
            ActorKind::Clock | ActorKind::Guest | ActorKind::Candidate => None,
        }
    }
}
