-- The file of a failed entry can be replaced: the former one may have lost its last reference.
CREATE FUNCTION note_replaced_file() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS
$$
BEGIN
    INSERT INTO released_files (organization_id, file_id) VALUES (OLD.organization_id, OLD.file_id);
    RETURN NULL;
END
$$;
REVOKE EXECUTE ON FUNCTION note_replaced_file() FROM PUBLIC;
CREATE TRIGGER replaced_file AFTER UPDATE OF file_id ON batch_tasks
    FOR EACH ROW WHEN (OLD.file_id IS NOT NULL AND OLD.file_id IS DISTINCT FROM NEW.file_id)
    EXECUTE FUNCTION note_replaced_file();
