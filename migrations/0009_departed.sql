-- What an organization stored outlives its rows until the files are deleted as well: a row per deleted organization whose
-- files may still be there. Written with the deletion itself, so that none is forgotten.
CREATE TABLE departed_organizations (
    id           uuid PRIMARY KEY,
    departed_at  timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT, DELETE ON departed_organizations TO bole_ledger;

CREATE FUNCTION note_departure() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS
$$
BEGIN
    INSERT INTO departed_organizations (id) VALUES (OLD.id) ON CONFLICT DO NOTHING;
    RETURN NULL;
END
$$;
REVOKE EXECUTE ON FUNCTION note_departure() FROM PUBLIC;
CREATE TRIGGER note_departure AFTER DELETE ON organizations FOR EACH ROW EXECUTE FUNCTION note_departure();
