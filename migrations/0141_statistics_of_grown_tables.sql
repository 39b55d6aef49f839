-- Analyzes the tables that doubled since they were last analyzed, so that no plan made for an empty table is kept for long.
-- Tables that another process is analyzing are skipped. Returns the number of those that were due.
CREATE FUNCTION analyze_grown_tables() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS
$$
DECLARE
    grown     regclass;
    analyzed  integer := 0;
BEGIN
    FOR grown IN
        SELECT s.relid FROM pg_stat_user_tables s JOIN pg_class c ON c.oid = s.relid
        WHERE s.schemaname = 'public' AND s.n_live_tup > 500 + 2 * greatest(c.reltuples, 0)
    LOOP
        EXECUTE format('ANALYZE (SKIP_LOCKED) %s', grown);
        analyzed := analyzed + 1;
    END LOOP;
    RETURN analyzed;
END
$$;
REVOKE EXECUTE ON FUNCTION analyze_grown_tables() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION analyze_grown_tables() TO bole_ledger;
