//! Who acts, and for which organization.

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
    Worker,
    /// A cron.
    Clock,
    /// Whoever follows a link that was mailed to them, before anybody knows who they are.
    Guest,
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
        Self { organization, kind: ActorKind::Worker }
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

    /// Whether every job is seen, rather than those assigned to the person.
    #[must_use]
    pub const fn sees_all_jobs(&self) -> bool {
        match self.kind {
            ActorKind::Person { role, .. } => role.sees_all_jobs(),
            ActorKind::Worker | ActorKind::Clock => true,
            ActorKind::Guest => false,
        }
    }

    /// The user, where a person acts.
    #[must_use]
    pub const fn user(&self) -> Option<UserId> {
        match self.kind {
            ActorKind::Person { user, .. } => Some(user),
            ActorKind::Worker | ActorKind::Clock | ActorKind::Guest => None,
        }
    }
}
