-- A mailbox of gmail.com has one address however its dots are written, and with any tag after a plus. Addresses are compared by
-- key and stay as they are written. The same rule as `domain::email::address_key`, which a test compares; here because people
-- are looked up by it.
CREATE FUNCTION email_key(written text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$
    SELECT CASE WHEN address LIKE '_%@gmail.com' AND mailbox <> '' THEN mailbox || '@gmail.com' ELSE address END
    FROM (SELECT address, replace(split_part(split_part(address, '@', 1), '+', 1), '.', '') AS mailbox
          FROM (SELECT lower(written) AS address) folded) read
$$;

ALTER TABLE people ADD COLUMN email_key text GENERATED ALWAYS AS (email_key(email)) STORED;
DROP INDEX people_by_email;
CREATE INDEX people_by_email ON people (organization_id, email_key) WHERE email_key IS NOT NULL;
ALTER TABLE batch_tasks ADD COLUMN person_email_key text GENERATED ALWAYS AS (email_key(person_email)) STORED;
DROP INDEX batch_tasks_email;
CREATE INDEX batch_tasks_email ON batch_tasks (organization_id, job_id, person_email_key) WHERE person_email_key IS NOT NULL;
