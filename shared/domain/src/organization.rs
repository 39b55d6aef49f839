//! Organizations: roles, plans and slugs.

use crate::wire_enum;

wire_enum! {
    /// What a member may do, in broad strokes.
    pub enum Role {
        /// Everything; cannot be changed by others.
        Owner => "owner",
        /// Everything but deleting the organization or, for good, a job.
        Admin => "admin",
        /// The whole recruiting flow.
        HrManager => "hr_manager",
        /// The flow of the jobs assigned.
        Recruiter => "recruiter",
        /// What they interview.
        Interviewer => "interviewer",
        /// Reads dashboards.
        Viewer => "viewer",
    }
}

impl Role {
    /// Owner or admin.
    #[must_use]
    pub const fn is_admin_level(self) -> bool {
        matches!(self, Self::Owner | Self::Admin)
    }

    /// Whether the role reaches every job, rather than those assigned to the member.
    #[must_use]
    pub const fn sees_all_jobs(self) -> bool {
        self.is_admin_level()
    }

    /// Whether somebody with this role may give `other` to somebody, or change or remove somebody who has it: nobody
    /// reaches above themselves.
    #[must_use]
    pub fn reaches(self, other: Self) -> bool {
        // Declared from the most to the least.
        self <= other
    }
}

wire_enum! {
    /// What became of an invitation.
    pub enum InvitationStatus {
        /// It can be accepted.
        Pending => "pending",
        /// Somebody joined with it.
        Accepted => "accepted",
        /// They said no.
        Declined => "declined",
        /// Nobody answered in time.
        Expired => "expired",
    }
}

wire_enum! {
    /// What an organization pays for.
    pub enum Plan {
        /// 5 users, 10 jobs.
        Free => "free",
        /// 50 users, 100 jobs.
        Pro => "pro",
        /// Practically unlimited.
        Enterprise => "enterprise",
    }
}

wire_enum! {
    /// How an organization's plan stands.
    pub enum SubscriptionStatus {
        /// In force.
        Active => "active",
        /// Put aside.
        Inactive => "inactive",
        /// On trial.
        Trialing => "trialing",
        /// Over.
        Expired => "expired",
    }
}

impl Plan {
    /// Reads a plan's name, old names included: starter, professional and basic are pro.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "starter" | "professional" | "basic" => Some(Self::Pro),
            other => other.parse().ok(),
        }
    }

    /// Most active members.
    #[must_use]
    pub const fn max_users(self) -> i32 {
        match self {
            Self::Free => 5,
            Self::Pro => 50,
            Self::Enterprise => 9999,
        }
    }

    /// Most batches uploaded in a day.
    #[must_use]
    pub const fn max_batches_a_day(self) -> i64 {
        match self {
            Self::Free => 200,
            Self::Pro => 2_000,
            Self::Enterprise => 100_000,
        }
    }

    /// Most bytes of a day's uploads, and of what is unpacked from them.
    #[must_use]
    pub const fn max_bytes_a_day(self) -> i64 {
        const GIB: i64 = 1 << 30;
        match self {
            Self::Free => 10 * GIB,
            Self::Pro => 100 * GIB,
            Self::Enterprise => 10_000 * GIB,
        }
    }

    /// Most jobs that are not archived.
    #[must_use]
    pub const fn max_jobs(self) -> i32 {
        match self {
            Self::Free => 10,
            Self::Pro => 100,
            Self::Enterprise => 9999,
        }
    }
}

wire_enum! {
    /// What an organization does.
    pub enum Industry {
        /// Software, hardware, the net.
        Tech => "tech",
        /// Banks, insurers, funds.
        Finance => "finance",
        /// Hospitals, medicine.
        Healthcare => "healthcare",
        /// Schools, courses.
        Education => "education",
        /// Shops, on the net as well.
        Retail => "retail",
        /// Factories.
        Manufacturing => "manufacturing",
        /// Anything else.
        Other => "other",
    }
}

wire_enum! {
    /// How many people work for an organization.
    pub enum EmployeeCount {
        /// Up to ten.
        UpTo10 => "1-10",
        /// Up to fifty.
        UpTo50 => "11-50",
        /// Up to two hundred.
        UpTo200 => "51-200",
        /// Up to five hundred.
        UpTo500 => "201-500",
        /// More.
        More => "500+",
    }
}

/// Whether a slug is made of a–z, 0–9 and hyphens, and nothing else.
#[must_use]
pub fn is_valid_slug(slug: &str) -> bool {
    (1..=63).contains(&slug.len()) && slug.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_are_lower_case_letters_digits_and_hyphens() {
        assert!(is_valid_slug("acme-2"));
        for slug in ["", "Acme", "a b", "公司", "a_b", &"a".repeat(64)] {
            assert!(!is_valid_slug(slug), "{slug}");
        }
    }

    #[test]
    fn nobody_reaches_above_themselves() {
        assert!(Role::Owner.reaches(Role::Owner));
        assert!(Role::Admin.reaches(Role::HrManager));
        assert!(!Role::Admin.reaches(Role::Owner));
        assert!(!Role::HrManager.reaches(Role::Admin));
    }

    #[test]
    fn old_plan_names_are_pro() {
        assert_eq!(Plan::parse("starter"), Some(Plan::Pro));
        assert_eq!(Plan::parse("gold"), None);
    }
}
