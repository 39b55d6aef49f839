-- Live events leave a transaction as rows, which are sent after its commit. A notification inside of it takes a lock of the
-- whole server until the commit is durable, so that all commits that move candidates waited for each other.
--
-- Unlogged: a crash that empties the table also ends the listeners' connections, and a listener that connects reloads.
CREATE UNLOGGED TABLE live_events (
    id               bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    organization_id  uuid NOT NULL,
    kind             text NOT NULL,
    job_id           uuid,
    ids              uuid[] NOT NULL
);
ALTER TABLE live_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE live_events FORCE ROW LEVEL SECURITY;
CREATE POLICY gate ON live_events FOR INSERT TO bole_gate WITH CHECK (true);
CREATE POLICY ledger ON live_events TO bole_ledger USING (true) WITH CHECK (true);
GRANT INSERT ON live_events TO bole_gate;
-- Rows are locked to send each once.
GRANT SELECT, UPDATE, DELETE ON live_events TO bole_ledger;

CREATE OR REPLACE FUNCTION notify_live_event(kind text, organization uuid, job uuid, ids uuid[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    INSERT INTO live_events (organization_id, kind, job_id, ids)
    VALUES (organization, kind, job, CASE WHEN cardinality(ids) <= 100 THEN ids ELSE '{}' END);
END
$$;
GRANT CREATE ON SCHEMA public TO bole_gate;
ALTER FUNCTION notify_live_event(text, uuid, uuid, uuid[]) OWNER TO bole_gate;
REVOKE CREATE ON SCHEMA public FROM bole_gate;
