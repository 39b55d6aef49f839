//! Recognition of known people.

use std::collections::HashMap;

use bole_domain::email::address_key;
use bole_domain::ids::{FileId, PersonId};
use bole_domain::person_name::can_be_one;
use bole_domain::phone::PhoneNumber;
use bole_domain::profile::Profile;

use super::PersonResume;
use crate::{StoreResult, TenantTx};

/// A person with an address or number, and a name of theirs.
#[derive(Debug, Clone, PartialEq)]
struct Owner {
    person: PersonId,
    name: Option<String>,
    /// The number as one of its owners writes it.
    phone: Option<PhoneNumber>,
}

/// People who share the key of an address or number, earliest first.
type Sharing = HashMap<String, Vec<Owner>>;

/// Known people, by their identifying data.
pub(super) struct Known {
    emails: Sharing,
    phones: Sharing,
    files: HashMap<FileId, PersonId>,
}

/// The person with this address or number whose name is the candidate's, else the first whose name can be.
fn named(sharing: &Sharing, key: &str, phone: Option<&PhoneNumber>, name: Option<&str>) -> Option<PersonId> {
    let has_phone = |owner: &&Owner| match (&owner.phone, phone) {
        (Some(known), Some(phone)) => known.is_same(phone),
        _ => true,
    };
    let people = || sharing.get(key).into_iter().flatten().filter(has_phone);
    let same = people().find(|owner| owner.name.is_some() && owner.name.as_deref() == name);
    same.or_else(|| people().find(|owner| can_be_one(owner.name.as_deref(), name))).map(|owner| owner.person)
}

fn share(sharing: &mut Sharing, key: &str, owner: Owner) {
    let people = sharing.entry(key.to_owned()).or_default();
    if !people.contains(&owner) {
        people.push(owner);
    }
}

impl Known {
    pub(super) async fn load(tx: &mut TenantTx, candidates: &[PersonResume<'_>]) -> StoreResult<Self> {
        let organization = tx.organization().0;
        let emails: Vec<String> =
            candidates.iter().filter_map(|c| c.profile.email.as_deref()).map(address_key).collect();
        let numbers = candidates.iter().filter_map(|c| PhoneNumber::read(c.profile.phone.as_deref()?));
        let phones: Vec<String> = numbers.map(|number| number.key().to_owned()).collect();
        let files: Vec<uuid::Uuid> = candidates.iter().map(|c| c.file_id.0).collect();
        let mut known = Self { emails: HashMap::new(), phones: HashMap::new(), files: HashMap::new() };
        let people = sqlx::query!(
            // Each by its own index. Names and addresses of merged people lead to the kept one.
            r#"SELECT coalesce(merged_into, id) AS "id!", name, email, phone FROM people
               WHERE organization_id = $1 AND email_key = ANY ($2)
               UNION SELECT coalesce(merged_into, id), name, email, phone FROM people
               WHERE organization_id = $1 AND phone_key = ANY ($3)
               ORDER BY 1"#,
            organization,
            &emails,
            &phones,
        )
        .fetch_all(&mut *tx.conn()?)
        .await?;
        for row in people {
            let id = PersonId(row.id);
            known.own(id, row.name.as_ref(), row.email.as_deref(), row.phone.as_deref());
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
        same_file.or_else(|| named(&self.emails, &address_key(email.as_deref()?), None, name.as_deref())).or_else(
            || {
                let phone = PhoneNumber::read(phone.as_deref()?)?;
                named(&self.phones, phone.key(), Some(&phone), name.as_deref())
            },
        )
    }

    pub(super) fn learn(&mut self, candidate: &PersonResume<'_>, person: PersonId) {
        let Profile { name, email, phone, .. } = candidate.profile;
        self.own(person, name.as_ref(), email.as_deref(), phone.as_deref());
        self.files.insert(candidate.file_id, person);
    }

    fn own(&mut self, person: PersonId, name: Option<&String>, email: Option<&str>, phone: Option<&str>) {
        let owner = |phone| Owner { person, name: name.cloned(), phone };
        if let Some(email) = email {
            share(&mut self.emails, &address_key(email), owner(None));
        }
        if let Some(phone) = phone.and_then(PhoneNumber::read) {
            share(&mut self.phones, phone.key(), owner(Some(phone.clone())));
        }
    }
}
