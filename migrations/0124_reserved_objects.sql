-- An object is noted as discarded before it is stored. Its row takes it off the list; without a row, it is deleted like one
-- whose row is gone.
CREATE FUNCTION reserve_objects(keys text[]) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS
$$
    INSERT INTO discarded_objects (storage_key)
    SELECT DISTINCT key FROM unnest(keys) AS key WHERE key LIKE 'organizations/' || current_organization() || '/%'
    ON CONFLICT (storage_key) DO UPDATE SET discarded_at = excluded.discarded_at
$$;
REVOKE EXECUTE ON FUNCTION reserve_objects(text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION reserve_objects(text[]) TO bole_app;

-- Those of the discarded objects that a file has: a content may be reserved again while its row is there.
CREATE FUNCTION recorded_objects(keys text[]) RETURNS text[] LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = public, pg_temp AS
$$
    SELECT coalesce(array_agg(f.storage_key), '{}')
    FROM (SELECT key, split_part(key, '/', 2)::uuid AS organization_id, split_part(key, '/', -1) AS sha256
          FROM unnest(keys) AS key
          WHERE key ~ '^organizations/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/files/') k
    JOIN files f ON f.organization_id = k.organization_id AND f.sha256 = k.sha256 AND f.storage_key = k.key
$$;
GRANT SELECT (sha256) ON files TO bole_pruner;
GRANT CREATE ON SCHEMA public TO bole_pruner;
ALTER FUNCTION recorded_objects(text[]) OWNER TO bole_pruner;
REVOKE CREATE ON SCHEMA public FROM bole_pruner;
REVOKE EXECUTE ON FUNCTION recorded_objects(text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION recorded_objects(text[]) TO bole_ledger;
