-- Files that nothing refers to any longer are deleted, their rows first and their bytes a while later.

-- Bytes in storage whose row is gone.
CREATE TABLE discarded_objects (
    storage_key   text PRIMARY KEY,
    discarded_at  timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX discarded_objects_at ON discarded_objects (discarded_at);
GRANT SELECT, UPDATE, DELETE ON discarded_objects TO bole_ledger;

-- Files that lost a reference, to be looked at: another may be left.
CREATE TABLE released_files (
    organization_id  uuid NOT NULL,
    file_id          uuid NOT NULL,
    PRIMARY KEY (organization_id, file_id)
);

CREATE FUNCTION note_released_files() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS
$$
BEGIN
    INSERT INTO released_files (organization_id, file_id)
    SELECT DISTINCT organization_id, file_id FROM gone WHERE file_id IS NOT NULL ON CONFLICT DO NOTHING;
    RETURN NULL;
END
$$;
CREATE TRIGGER released_files AFTER DELETE ON batch_tasks REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION note_released_files();
CREATE TRIGGER released_files AFTER DELETE ON resumes REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION note_released_files();

CREATE FUNCTION note_discarded_objects() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS
$$
BEGIN
    INSERT INTO discarded_objects (storage_key)
    SELECT storage_key FROM gone WHERE storage_key IS NOT NULL
    ON CONFLICT (storage_key) DO UPDATE SET discarded_at = excluded.discarded_at;
    RETURN NULL;
END
$$;
CREATE TRIGGER discarded_objects AFTER DELETE ON files REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION note_discarded_objects();
CREATE TRIGGER discarded_objects AFTER DELETE ON batches REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION note_discarded_objects();

-- A content that comes back is kept: its bytes are not deleted after its new row is there.
CREATE FUNCTION keep_recorded_objects() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS
$$
BEGIN
    DELETE FROM discarded_objects d USING fresh f WHERE d.storage_key = f.storage_key;
    RETURN NULL;
END
$$;
CREATE TRIGGER keep_recorded_objects AFTER INSERT ON files REFERENCING NEW TABLE AS fresh
    FOR EACH STATEMENT EXECUTE FUNCTION keep_recorded_objects();

-- Nor while it is on its way: whoever stores bytes calls this first, and waits here for a deletion that is under way.
CREATE FUNCTION keep_objects(keys text[]) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS
$$
    DELETE FROM discarded_objects
    WHERE storage_key = ANY (keys) AND storage_key LIKE 'organizations/' || current_organization() || '/%'
$$;
REVOKE EXECUTE ON FUNCTION note_released_files(), note_discarded_objects(), keep_recorded_objects(), keep_objects(text[])
    FROM PUBLIC;
GRANT EXECUTE ON FUNCTION keep_objects(text[]) TO bole_app;

CREATE INDEX batch_tasks_of_file ON batch_tasks (organization_id, file_id) WHERE file_id IS NOT NULL;
CREATE INDEX batches_stored ON batches (created_at) WHERE storage_key IS NOT NULL;

-- The ZIP of an upload goes before its batch does.
ALTER TABLE batches DROP CONSTRAINT batches_zip,
    ADD CONSTRAINT batches_zip CHECK (source <> 'upload' OR unpack_task_id IS NOT NULL);

GRANT SELECT, UPDATE, DELETE ON released_files TO bole_pruner;
GRANT SELECT, INSERT, UPDATE ON discarded_objects TO bole_pruner;
GRANT SELECT (organization_id, id, storage_key), DELETE ON files TO bole_pruner;
GRANT SELECT (organization_id, file_id) ON batch_tasks, resumes TO bole_pruner;
GRANT SELECT (organization_id, id, storage_key, unpack_task_id, created_at), UPDATE (storage_key) ON batches TO bole_pruner;
GRANT SELECT (organization_id, id, state, finished_at) ON tasks TO bole_pruner;
CREATE POLICY pruner ON files TO bole_pruner USING (true);
CREATE POLICY pruner ON batch_tasks FOR SELECT TO bole_pruner USING (true);
CREATE POLICY pruner ON resumes FOR SELECT TO bole_pruner USING (true);
CREATE POLICY pruner ON batches TO bole_pruner USING (true);
CREATE POLICY pruner ON tasks FOR SELECT TO bole_pruner USING (true);

-- Deletes the rows of released files that nothing refers to, a bounded number at a call; how many were looked at.
CREATE FUNCTION discard_released_files(most integer) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS
$$
DECLARE
    looked bigint;
BEGIN
    WITH due AS (
        DELETE FROM released_files WHERE ctid = ANY (ARRAY(
            SELECT ctid FROM released_files LIMIT most FOR UPDATE SKIP LOCKED))
        RETURNING organization_id, file_id
    ), gone AS (
        DELETE FROM files f USING due d
        WHERE f.organization_id = d.organization_id AND f.id = d.file_id
          AND NOT EXISTS (SELECT FROM resumes r WHERE r.organization_id = f.organization_id AND r.file_id = f.id)
          AND NOT EXISTS (SELECT FROM batch_tasks b WHERE b.organization_id = f.organization_id AND b.file_id = f.id)
    )
    SELECT count(*) INTO looked FROM due;
    RETURN looked;
END
$$;

-- Discards ZIPs that were unpacked, or failed to be, so long ago; how many.
CREATE FUNCTION discard_archives(most integer, after_unpacking interval, after_failing interval) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS
$$
DECLARE
    discarded bigint;
BEGIN
    WITH due AS (
        SELECT b.organization_id, b.id, b.storage_key
        FROM batches b JOIN tasks t ON t.organization_id = b.organization_id AND t.id = b.unpack_task_id
        WHERE b.storage_key IS NOT NULL AND b.created_at < now() - least(after_unpacking, after_failing)
          AND t.finished_at < now() - CASE WHEN t.state = 'completed' THEN after_unpacking ELSE after_failing END
        ORDER BY b.created_at LIMIT most FOR UPDATE OF b SKIP LOCKED
    ), forgotten AS (
        UPDATE batches b SET storage_key = NULL FROM due d WHERE b.organization_id = d.organization_id AND b.id = d.id
    ), noted AS (
        INSERT INTO discarded_objects (storage_key) SELECT storage_key FROM due ON CONFLICT DO NOTHING
    )
    SELECT count(*) INTO discarded FROM due;
    RETURN discarded;
END
$$;
GRANT CREATE ON SCHEMA public TO bole_pruner;
ALTER FUNCTION discard_released_files(integer) OWNER TO bole_pruner;
ALTER FUNCTION discard_archives(integer, interval, interval) OWNER TO bole_pruner;
REVOKE CREATE ON SCHEMA public FROM bole_pruner;
REVOKE EXECUTE ON FUNCTION discard_released_files(integer), discard_archives(integer, interval, interval) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION discard_released_files(integer), discard_archives(integer, interval, interval) TO bole_ledger;
