-- Several people can have one address, such as an agency's.
DROP INDEX people_email_key;
CREATE INDEX people_by_email ON people (organization_id, email) WHERE email IS NOT NULL;
