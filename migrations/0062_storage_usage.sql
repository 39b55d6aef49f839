-- How many bytes of files, uploaded ZIPs and exports an organization stores, kept by the rows that refer to them.
CREATE TABLE storage_usage (
    organization_id  uuid PRIMARY KEY REFERENCES organizations ON DELETE CASCADE,
    bytes            bigint NOT NULL
);
ALTER TABLE storage_usage ENABLE ROW LEVEL SECURITY;
ALTER TABLE storage_usage FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON storage_usage FOR SELECT TO bole_app USING (organization_id = (SELECT current_organization()));
GRANT SELECT ON storage_usage TO bole_app;
CREATE POLICY pruner ON storage_usage TO bole_pruner USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE ON storage_usage TO bole_pruner;

INSERT INTO storage_usage (organization_id, bytes)
SELECT organization_id, sum(size)
FROM (SELECT organization_id, size FROM files
      UNION ALL SELECT organization_id, size FROM batches WHERE storage_key IS NOT NULL
      UNION ALL SELECT organization_id, size FROM exports WHERE storage_key IS NOT NULL) stored
GROUP BY organization_id;

-- Adds to what organizations store. Rows are taken in one order, so that two statements never wait for each other.
CREATE FUNCTION add_storage_usage(organizations uuid[], more bigint[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS
$$
BEGIN
    PERFORM FROM storage_usage WHERE organization_id = ANY (organizations) ORDER BY organization_id FOR UPDATE;
    WITH changes AS (
        SELECT organization_id, sum(bytes)::bigint AS bytes FROM unnest(organizations, more) AS m (organization_id, bytes)
        GROUP BY organization_id
    ), less AS (
        -- Of an organization that is being deleted nothing is left to count.
        UPDATE storage_usage u SET bytes = u.bytes + c.bytes FROM changes c
        WHERE u.organization_id = c.organization_id AND c.bytes < 0
    )
    INSERT INTO storage_usage AS u (organization_id, bytes)
    SELECT organization_id, bytes FROM changes WHERE bytes > 0 ORDER BY organization_id
    ON CONFLICT (organization_id) DO UPDATE SET bytes = u.bytes + excluded.bytes;
END
$$;

CREATE FUNCTION count_stored_rows() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS
$$
BEGIN
    IF TG_OP = 'INSERT' THEN
        PERFORM add_storage_usage(array_agg(organization_id), array_agg(size)) FROM fresh WHERE storage_key IS NOT NULL;
    ELSIF TG_OP = 'DELETE' THEN
        PERFORM add_storage_usage(array_agg(organization_id), array_agg(-size)) FROM gone WHERE storage_key IS NOT NULL;
    ELSE
        PERFORM add_storage_usage(array_agg(organization_id), array_agg(bytes)) FROM (
            SELECT organization_id, size AS bytes FROM fresh WHERE storage_key IS NOT NULL
            UNION ALL SELECT organization_id, -size FROM gone WHERE storage_key IS NOT NULL) changed;
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER stored_more AFTER INSERT ON files REFERENCING NEW TABLE AS fresh
    FOR EACH STATEMENT EXECUTE FUNCTION count_stored_rows();
CREATE TRIGGER stored_less AFTER DELETE ON files REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION count_stored_rows();
CREATE TRIGGER stored_more AFTER INSERT ON batches REFERENCING NEW TABLE AS fresh
    FOR EACH STATEMENT EXECUTE FUNCTION count_stored_rows();
CREATE TRIGGER stored_else AFTER UPDATE ON batches REFERENCING OLD TABLE AS gone NEW TABLE AS fresh
    FOR EACH STATEMENT EXECUTE FUNCTION count_stored_rows();
CREATE TRIGGER stored_less AFTER DELETE ON batches REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION count_stored_rows();
CREATE TRIGGER stored_else AFTER UPDATE ON exports REFERENCING OLD TABLE AS gone NEW TABLE AS fresh
    FOR EACH STATEMENT EXECUTE FUNCTION count_stored_rows();
CREATE TRIGGER stored_less AFTER DELETE ON exports REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION count_stored_rows();

REVOKE EXECUTE ON FUNCTION add_storage_usage(uuid[], bigint[]), count_stored_rows() FROM PUBLIC;
GRANT CREATE ON SCHEMA public TO bole_pruner;
ALTER FUNCTION add_storage_usage(uuid[], bigint[]) OWNER TO bole_pruner;
ALTER FUNCTION count_stored_rows() OWNER TO bole_pruner;
REVOKE CREATE ON SCHEMA public FROM bole_pruner;
