//! The employer as candidates know it.

/// The job's company where it names one, else the organization. Every text that a candidate reads names the same one.
#[must_use]
pub fn employer(company: &str, organization: &str) -> String {
    let company = company.trim();
    if company.is_empty() { organization.to_owned() } else { company.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::employer;

    #[test]
    fn job_names_the_employer_before_the_organization() {
        assert_eq!(employer("上海鲸湾数科有限公司", "Bole Demo"), "上海鲸湾数科有限公司");
        assert_eq!(employer("", "Bole Demo"), "Bole Demo");
        assert_eq!(employer("  ", "Bole Demo"), "Bole Demo");
    }
}
