//! The demo's members: its owner and their colleagues.

use anyhow::Context;
use bole_api::PasswordCost;
use bole_api::auth::password::Passwords;
use bole_domain::ids::{JobId, MemberId, UserId};
use bole_domain::organization::Role;
use bole_store::users::{self, NewUser};
use bole_store::{Db, StoreError, TenantTx, members, operations, organizations};

/// The owner's address, which receives no email.
pub const OWNER: &str = "demo@bole.example.com";

/// A colleague: address, name, role, language, and assigned jobs.
struct Colleague {
    email: &'static str,
    name: &'static str,
    role: Role,
    language: &'static str,
    jobs: &'static [usize],
}

const COLLEAGUES: [Colleague; 7] = [
    Colleague {
        email: "su.min@bole.example.com",
        name: "苏敏",
        role: Role::HrManager,
        language: "zh-CN",
        jobs: &[0, 1, 2],
    },
    Colleague {
        email: "zhou.yutong@bole.example.com",
        name: "周雨彤",
        role: Role::Recruiter,
        language: "zh-CN",
        jobs: &[0],
    },
    Colleague {
        email: "hannah.lim@bole.example.com",
        name: "Hannah Lim",
        role: Role::Recruiter,
        language: "en-US",
        jobs: &[1],
    },
    Colleague {
        email: "rizky.pratama@bole.example.com",
        name: "Rizky Pratama",
        role: Role::Recruiter,
        language: "id-ID",
        jobs: &[2],
    },
    Colleague {
        email: "gao.yuan@bole.example.com",
        name: "高远",
        role: Role::Interviewer,
        language: "zh-CN",
        jobs: &[0],
    },
    Colleague {
        email: "marcus.tan@bole.example.com",
        name: "Marcus Tan",
        role: Role::Interviewer,
        language: "en-US",
        jobs: &[1],
    },
    Colleague {
        email: "ayu.wulandari@bole.example.com",
        name: "Ayu Wulandari",
        role: Role::Interviewer,
        language: "id-ID",
        jobs: &[2],
    },
];

#[derive(Debug, Clone, Copy)]
pub struct Team {
    /// Its owner.
    pub owner: UserId,
    colleagues: [UserId; 7],
}

impl Team {
    /// Handles offers and onboarding.
    pub const fn hr_manager(&self) -> UserId {
        self.colleagues[0]
    }

    /// The recruiter of the job with this index.
    pub const fn recruiter(&self, job: usize) -> UserId {
        self.colleagues[1 + job]
    }

    /// The recruiter's name.
    pub const fn recruiter_name(job: usize) -> &'static str {
        COLLEAGUES[1 + job].name
    }

    /// The interviewer of the job with this index.
    pub fn interviewer(&self, job: usize) -> (UserId, String) {
        (self.colleagues[4 + job], COLLEAGUES[4 + job].name.to_owned())
    }

    /// Adds them as members with their jobs.
    pub async fn join(&self, tx: &mut TenantTx, jobs: [JobId; 3]) -> anyhow::Result<()> {
        for (user, colleague) in self.colleagues.iter().zip(&COLLEAGUES) {
            members::insert(tx, MemberId::new(), *user, colleague.role).await?;
            for job in colleague.jobs {
                members::assign(tx, *user, jobs[*job]).await?;
            }
        }
        Ok(())
    }
}

/// Creates the demo's accounts with this password; `None` if the installation already has accounts.
pub async fn accounts(db: &Db, password: &str) -> anyhow::Result<Option<Team>> {
    let emails: Vec<&str> = COLLEAGUES.iter().map(|colleague| colleague.email).chain([OWNER]).collect();
    let mut tx = db.identity().await?;
    let others = users::any_besides(&mut tx, &emails).await?;
    let owner = match users::by_email(&mut tx, OWNER).await {
        Ok(found) => Some(found.user.id),
        Err(StoreError::NotFound) => None,
        Err(error) => return Err(error.into()),
    };
    tx.rollback().await?;
    if others {
        return Ok(None);
    }
    if let Some(id) = owner {
        let mut tx = db.user(id).await?;
        let made = !organizations::of_user(&mut tx).await?.is_empty();
        tx.rollback().await?;
        if made {
            return Ok(None);
        }
    }
    let passwords =
        Passwords::new(PasswordCost::default()).map_err(|_| anyhow::anyhow!("passwords cannot be hashed"))?;
    let hash =
        passwords.hash(password.to_owned()).await.map_err(|_| anyhow::anyhow!("the password cannot be hashed"))?;
    let mut tx = db.identity().await?;
    let mut ids = Vec::with_capacity(COLLEAGUES.len());
    // The demo speaks the language of the browser that opens it.
    let owner = (OWNER, "Demo", None, users::UserType::TenantOwner);
    let colleagues = COLLEAGUES.iter().map(|it| (it.email, it.name, Some(it.language), users::UserType::Member));
    for (email, full_name, language, user_type) in std::iter::once(owner).chain(colleagues) {
        let id = UserId::new();
        let new = NewUser { id, email, full_name, password_hash: &hash, language, confirmed: true, user_type };
        if users::insert(&mut tx, &new).await? {
            ids.push(id);
        } else {
            let found = users::by_email(&mut tx, email).await?.user.id;
            ids.push(users::change(&mut tx, found, None, Some(&hash)).await?.id);
        }
    }
    // The user who starts the demo is its operator.
    operations::set_operator(&mut tx, OWNER, true).await?;
    tx.commit().await?;
    let (owner, colleagues) = ids.split_first().context("the demo has no owner")?;
    Ok(Some(Team { owner: *owner, colleagues: colleagues.try_into()? }))
}
