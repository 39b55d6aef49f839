//! Organizations: roles, plans and slugs.

use crate::wire_enum;

wire_enum! {
    /// A member's role.
    pub enum Role {
        /// Everything; cannot be changed by others.
        Owner => "owner",
        /// Everything except deleting the organization or, permanently, a job.
        Admin => "admin",
        /// The whole recruiting process.
        HrManager => "hr_manager",
        /// The recruiting process of assigned jobs.
        Recruiter => "recruiter",
        /// Their own interviews.
        Interviewer => "interviewer",
        /// Read-only access to dashboards.
        Viewer => "viewer",
    }
}

impl Role {
    /// Owner or admin.
    #[must_use]
    pub const fn is_admin_level(self) -> bool {
        matches!(self, Self::Owner | Self::Admin)
    }

    /// Whether the role has access to every job instead of the assigned ones.
    #[must_use]
    pub const fn sees_all_jobs(self) -> bool {
        self.is_admin_level()
    }

    /// Whether a member with this role may assign `other`, or change or remove a member who has it: never a role
    /// above their own.
    #[must_use]
    pub fn reaches(self, other: Self) -> bool {
        // Declared from highest to lowest.
        self <= other
    }
}

wire_enum! {
    /// The status of an invitation.
    pub enum InvitationStatus {
        /// It can be accepted.
        Pending => "pending",
        /// Accepted.
        Accepted => "accepted",
        /// Declined.
        Declined => "declined",
        /// Expired without an answer.
        Expired => "expired",
    }
}

wire_enum! {
    /// A subscription plan.
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
    /// The status of an organization's plan.
    pub enum SubscriptionStatus {
        /// Active.
        Active => "active",
        /// Suspended.
        Inactive => "inactive",
        /// Trial.
        Trialing => "trialing",
        /// Expired.
        Expired => "expired",
    }
}

impl Plan {
    /// Parses a plan's name, including old names: starter, professional and basic are pro.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "starter" | "professional" | "basic" => Some(Self::Pro),
            other => other.parse().ok(),
        }
    }

    /// Maximum active members.
    #[must_use]
    pub const fn max_users(self) -> i32 {
        match self {
            Self::Free => 5,
            Self::Pro => 50,
            Self::Enterprise => 9999,
        }
    }

    /// Maximum batches uploaded per day.
    #[must_use]
    pub const fn max_batches_a_day(self) -> i64 {
        match self {
            Self::Free => 200,
            Self::Pro => 2_000,
            Self::Enterprise => 100_000,
        }
    }

    /// Maximum bytes uploaded per day, and maximum bytes unpacked from them.
    #[must_use]
    pub const fn max_bytes_a_day(self) -> i64 {
        const GIB: i64 = 1 << 30;
        match self {
            Self::Free => 10 * GIB,
            Self::Pro => 100 * GIB,
            Self::Enterprise => 10_000 * GIB,
        }
    }

    /// Maximum emails per day through the server's mail server. An organization that the operator has not verified may send
    /// at most `unverified`, if that is limited.
    #[must_use]
    pub fn max_emails_a_day(self, is_verified: bool, unverified: Option<i64>) -> i64 {
        let of_plan = match self {
            Self::Free => 1_000,
            Self::Pro => 10_000,
            Self::Enterprise => 100_000,
        };
        unverified.filter(|_| !is_verified).map_or(of_plan, |unverified| unverified.min(of_plan))
    }

    /// Maximum uploads in progress at a time.
    #[must_use]
    pub const fn max_concurrent_uploads(self) -> u64 {
        match self {
            Self::Free => 8,
            Self::Pro => 32,
            Self::Enterprise => 128,
        }
    }

    /// Maximum jobs that are not archived.
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
    /// An organization's industry.
    pub enum Industry {
        /// Software, hardware, internet.
        Tech => "tech",
        /// Banking, insurance, funds.
        Finance => "finance",
        /// Hospitals, medicine.
        Healthcare => "healthcare",
        /// Schools, training.
        Education => "education",
        /// Shops, including online.
        Retail => "retail",
        /// Manufacturing.
        Manufacturing => "manufacturing",
        /// Other.
        Other => "other",
    }
}

wire_enum! {
    /// The number of employees of an organization.
    pub enum EmployeeCount {
        /// Up to ten.
        UpTo10 => "1-10",
        /// Up to fifty.
        UpTo50 => "11-50",
        /// Up to two hundred.
        UpTo200 => "51-200",
        /// Up to five hundred.
        UpTo500 => "201-500",
        /// More than five hundred.
        More => "500+",
    }
}

/// Whether a slug consists only of a–z, 0–9 and hyphens.
#[must_use]
pub fn is_valid_slug(slug: &str) -> bool {
    (1..=63).contains(&slug.len()) && slug.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unverified_organizations_send_few_emails_whatever_plan_they_chose() {
        assert_eq!(Plan::Enterprise.max_emails_a_day(false, Some(50)), 50);
        assert_eq!(Plan::Free.max_emails_a_day(false, Some(5_000)), 1_000);
        assert_eq!(Plan::Pro.max_emails_a_day(true, Some(50)), 10_000);
        assert_eq!(Plan::Pro.max_emails_a_day(false, None), 10_000);
    }

    #[test]
    fn slugs_are_lower_case_letters_digits_and_hyphens() {
        assert!(is_valid_slug("acme-2"));
        for slug in ["", "Acme", "a b", "公司", "a_b", &"a".repeat(64)] {
            assert!(!is_valid_slug(slug), "{slug}");
        }
    }

    #[test]
    fn members_cannot_act_above_their_level() {
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
