//! Recognition of known people.

use std::collections::HashMap;

use bole_domain::ids::{FileId, PersonId};
use bole_domain::person_name::can_be_one;
use bole_domain::profile::Profile;

use super::PersonResume;
use crate::{StoreResult, TenantTx};

/// People who share an address or number, earliest first, with their names.
type Sharing = HashMap<String, Vec<(PersonId, Option<String>)>>;

/// Known people, by their identifying data.
pub(super) struct Known {
    emails: Sharing,
    phones: Sharing,
    files: HashMap<FileId, PersonId>,
}

/// The person with this address or number whose name is the candidate's, else the first whose name can be.
fn named(sharing: &Sharing, key: Option<&String>, name: Option<&str>) -> Option<PersonId> {
    let people = sharing.get(key?)?;
    let same = people.iter().find(|(_, known)| known.is_some() && known.as_deref() == name);
    same.or_else(|| people.iter().find(|(_, known)| can_be_one(known.as_deref(), name))).map(|(id, _)| *id)
}

fn share(sharing: &mut Sharing, key: Option<String>, person: PersonId, name: Option<&String>) {
    let Some(people) = key.map(|key| sharing.entry(key).or_default()) else { return };
    if !people.iter().any(|(known, written)| *known == person && written.as_ref() == name) {
        people.push((person, name.cloned()));
    }
}

impl Known {
    pub(super) async fn load(tx: &mut TenantTx, candidates: &[PersonResume<'_>]) -> StoreResult<Self> {
        let organization = tx.organization().0;
        let emails: Vec<String> = candidates.iter().filter_map(|c| c.profile.email.clone()).collect();
        let phones: Vec<String> = candidates.iter().filter_map(|c| c.profile.phone.clone()).collect();
        let files: Vec<uuid::Uuid> = candidates.iter().map(|c| c.file_id.0).collect();
        let mut known = Self { emails: HashMap::new(), phones: HashMap::new(), files: HashMap::new() };
        let people = sqlx::query!(
            // Each by its own index. Names and addresses of merged people lead to the kept one.
            r#"SELECT coalesce(merged_into, id) AS "id!", name, email, phone FROM people
               WHERE organization_id = $1 AND email = ANY ($2)
               UNION SELECT coalesce(merged_into, id), name, email, phone FROM people
               WHERE organization_id = $1 AND phone = ANY ($3)
               ORDER BY 1"#,
            organization,
            &emails,
            &phones,
        )
        .fetch_all(&mut *tx.conn()?)
        .await?;
        for row in people {
            let id = PersonId(row.id);
            share(&mut known.emails, row.email, id, row.name.as_ref());
            share(&mut known.phones, row.phone, id, row.name.as_ref());
        }
        let resumes = sqlx::query!(
            r#"SELECT r.file_id, coalesce(p.merged_into, p.id) AS "person_id!"
               FROM resumes r JOIN people p ON p.organization_id = r.organization_id AND p.id = r.person_id
               WHERE r.organization_id = $1 AND r.file_id = ANY ($2) ORDER BY r.id DESC"#,
            organization,
            &files,
        )
        .fetch_all(&mut *tx.conn()?)
        .await?;
        known.files.extend(resumes.into_iter().map(|row| (FileId(row.file_id), PersonId(row.person_id))));
        Ok(known)
    }

    pub(super) fn find(&self, candidate: &PersonResume<'_>) -> Option<PersonId> {
        let Profile { name, email, phone, .. } = candidate.profile;
        // The file first: members may have corrected the name that was read from it.
        let same_file = self.files.get(&candidate.file_id).copied();
        same_file
            .or_else(|| named(&self.emails, email.as_ref(), name.as_deref()))
            .or_else(|| named(&self.phones, phone.as_ref(), name.as_deref()))
    }

    pub(super) fn learn(&mut self, candidate: &PersonResume<'_>, person: PersonId) {
        let Profile { name, email, phone, .. } = candidate.profile;
        share(&mut self.emails, email.clone(), person, name.as_ref());
        share(&mut self.phones, phone.clone(), person, name.as_ref());
        self.files.insert(candidate.file_id, person);
    }
}
