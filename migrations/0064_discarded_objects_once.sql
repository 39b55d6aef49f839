-- Rows that are deleted together may share an object: it is noted once.
CREATE OR REPLACE FUNCTION note_discarded_objects() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = public, pg_temp AS
$$
BEGIN
    INSERT INTO discarded_objects (storage_key)
    SELECT DISTINCT storage_key FROM gone WHERE storage_key IS NOT NULL
    ON CONFLICT (storage_key) DO UPDATE SET discarded_at = excluded.discarded_at;
    RETURN NULL;
END
$$;
