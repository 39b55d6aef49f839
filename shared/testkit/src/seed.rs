//! An organization for a test.

use bole_domain::ids::{JobId, OrganizationId, UserId};
use bole_store::Actor;

use crate::TestDatabase;

/// An organization with an owner and a job, inserted by the superuser.
#[derive(Debug, Clone, Copy)]
pub struct Seed {
    pub organization: OrganizationId,
    pub owner: UserId,
    /// An open job.
    pub job: JobId,
}

impl Seed {
    /// Inserts another organization.
    ///
    /// # Panics
    /// When the database refuses.
    pub async fn new(database: &TestDatabase) -> Self {
        match Self::create(database).await {
            Ok(seed) => seed,
            Err(error) => panic!("cannot seed the test database: {error}"),
        }
    }

    async fn create(database: &TestDatabase) -> Result<Self, sqlx::Error> {
        let seed = Self { organization: OrganizationId::new(), owner: UserId::new(), job: JobId::new() };
        let mut connection = database.connection().await;
        sqlx::query("INSERT INTO users (id, email, full_name, email_confirmed_at) VALUES ($1, $2, 'Owner', now())")
            .bind(seed.owner.0)
            .bind(format!("owner-{}@example.com", seed.owner))
            .execute(&mut connection)
            .await?;
        sqlx::query(
            "INSERT INTO organizations (id, name, slug, subscription_tier, max_users, max_jobs)
             VALUES ($1, 'Organization', $2, 'free', 5, 10)",
        )
        .bind(seed.organization.0)
        .bind(format!("o-{}", seed.organization))
        .execute(&mut connection)
        .await?;
        sqlx::query(
            "INSERT INTO organization_members (id, organization_id, user_id, role) VALUES ($1, $2, $3, 'owner')",
        )
        .bind(uuid::Uuid::now_v7())
        .bind(seed.organization.0)
        .bind(seed.owner.0)
        .execute(&mut connection)
        .await?;
        sqlx::query("INSERT INTO jobs (id, organization_id, title, jd) VALUES ($1, $2, 'Job', 'Description')")
            .bind(seed.job.0)
            .bind(seed.organization.0)
            .execute(&mut connection)
            .await?;
        Ok(seed)
    }

    /// The owner as actor.
    #[must_use]
    pub const fn actor(&self) -> Actor {
        Actor::owner(self.organization, self.owner)
    }
}
