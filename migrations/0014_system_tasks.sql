-- Work that belongs to no organization, such as the mail that confirms an account: its organization is the nil UUID,
-- which no row of organizations has. Accounts write it, the ledger runs it, and no organization sees it.
--
-- The ledger finds tasks by (organization, id), and NULL cannot be found by such a key. So the foreign key goes, and what
-- it did at the end of an organization a trigger does, at the end of the transaction, when nothing points at tasks anymore.
ALTER TABLE tasks DROP CONSTRAINT tasks_organization_id_fkey;

CREATE FUNCTION forget_tasks_of_deleted_organization() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM tasks WHERE organization_id = OLD.id;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER organization_deleted AFTER DELETE ON organizations DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION forget_tasks_of_deleted_organization();

DO $$
DECLARE name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['tasks', 'queue', 'queue_later', 'task_keys'] LOOP
        EXECUTE format('CREATE POLICY system ON %I TO bole_identity USING (organization_id = %L) '
                       'WITH CHECK (organization_id = %L)', name, '00000000-0000-0000-0000-000000000000',
                       '00000000-0000-0000-0000-000000000000');
        EXECUTE format('GRANT SELECT, INSERT ON %I TO bole_identity', name);
        EXECUTE format('CREATE POLICY not_system ON %I AS RESTRICTIVE TO bole_app '
                       'USING (organization_id <> %L)', name, '00000000-0000-0000-0000-000000000000');
    END LOOP;
END $$;

-- What a payload says is forgotten when the task is over, because it is a secret.
ALTER TABLE tasks ADD COLUMN is_secret boolean NOT NULL DEFAULT false;

-- An invitation is mailed by its organization.
GRANT INSERT ON captured_mails TO bole_app;
