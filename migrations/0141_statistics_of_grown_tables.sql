-- Analyzes the tables that doubled since they were last analyzed, so that no plan made for an empty table is kept for long.
-- A few at a time, so that it ends soon and what is done is kept. Tables that another process is analyzing are skipped.
-- Returns the number of tables it went through.
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
        ORDER BY s.n_live_tup LIMIT 4
    LOOP
        EXECUTE format('ANALYZE (SKIP_LOCKED) %s', grown);
        analyzed := analyzed + 1;
    END LOOP;
    RETURN analyzed;
END
$$;
REVOKE EXECUTE ON FUNCTION analyze_grown_tables() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION analyze_grown_tables() TO bole_ledger;
