-- What an offer's salary is made of, notes that stay in the house, and files that go with it.
ALTER TABLE offers
    -- [{name, amount}], as written.
    ADD COLUMN salary_parts jsonb NOT NULL DEFAULT '[]',
    ADD COLUMN notes        text NOT NULL DEFAULT '';

CREATE TABLE offer_attachments (
    organization_id  uuid NOT NULL,
    id               uuid NOT NULL,
    offer_id         uuid NOT NULL,
    name             text NOT NULL CHECK (name <> ''),
    size             bigint NOT NULL CHECK (size > 0),
    storage_key      text NOT NULL,
    created_by       uuid REFERENCES users ON DELETE SET NULL,
    created_at       timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, offer_id) REFERENCES offers ON DELETE CASCADE
);
CREATE INDEX offer_attachments_of ON offer_attachments (organization_id, offer_id, id);
ALTER TABLE offer_attachments ENABLE ROW LEVEL SECURITY;
ALTER TABLE offer_attachments FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON offer_attachments TO bole_app USING (organization_id = (SELECT current_organization()))
    WITH CHECK (organization_id = (SELECT current_organization()));
CREATE POLICY job_access ON offer_attachments AS RESTRICTIVE TO bole_app
    USING ((SELECT sees_all_jobs())
           OR EXISTS (SELECT FROM offers o WHERE o.organization_id = offer_attachments.organization_id
                        AND o.id = offer_attachments.offer_id))
    WITH CHECK (true);
GRANT SELECT, INSERT, DELETE ON offer_attachments TO bole_app;

-- Their bytes are counted, and discarded with their rows.
CREATE TRIGGER stored_more AFTER INSERT ON offer_attachments REFERENCING NEW TABLE AS fresh
    FOR EACH STATEMENT EXECUTE FUNCTION count_stored_rows();
CREATE TRIGGER stored_less AFTER DELETE ON offer_attachments REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION count_stored_rows();
CREATE TRIGGER discarded_objects AFTER DELETE ON offer_attachments REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION note_discarded_objects();
