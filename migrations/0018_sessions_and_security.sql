-- Refresh tokens as a family, devices that an account was used on, who did what to accounts and access, and plans that an
-- operator grants.

-- How often something was tried lately, under the field's name.
ALTER TABLE brakes RENAME TO rate_limits;
ALTER INDEX brakes_since RENAME TO rate_limits_since;

-- Every refresh token of a session carries a tag made with this key: one that was replaced is told from one that never was.
ALTER TABLE sessions ADD COLUMN family_key bytea NOT NULL
    DEFAULT sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
CREATE INDEX sessions_over ON sessions (refresh_until);
CREATE INDEX one_time_tokens_expiry ON one_time_tokens (expires_at);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

-- Browsers that signed in to an account before, by the hash of a cookie. Guessing elsewhere does not lock them out.
CREATE TABLE known_devices (
    token_hash    bytea PRIMARY KEY,
    user_id       uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    created_at    timestamptz NOT NULL DEFAULT now(),
    last_used_at  timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX known_devices_user ON known_devices (user_id);
CREATE INDEX known_devices_age ON known_devices (last_used_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON known_devices TO bole_identity;

-- The security log: who, whence, what. No names, no addresses of mail, nothing that was typed. Appended only.
CREATE TABLE security_events (
    id               uuid PRIMARY KEY,
    at               timestamptz NOT NULL DEFAULT now(),
    kind             text NOT NULL,
    status           smallint NOT NULL,
    user_id          uuid,
    organization_id  uuid,
    source           text NOT NULL,
    subject          text,
    detail           text,
    request_id       text NOT NULL
);
CREATE INDEX security_events_at ON security_events (at);
CREATE INDEX security_events_of ON security_events (organization_id, at);
GRANT INSERT ON security_events TO bole_ledger;

-- Prunes what has served its time, a bounded number of rows of each table at a call. It runs as a role of its own, which
-- nobody signs in as or takes.
DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'bole_pruner') THEN CREATE ROLE bole_pruner NOLOGIN; END IF;
END $$;
GRANT bole_pruner TO CURRENT_USER;
GRANT SELECT, DELETE ON sessions, one_time_tokens, known_devices, idempotency_keys, organization_invitations, security_events
    TO bole_pruner;
CREATE POLICY pruner ON idempotency_keys TO bole_pruner USING (true);
CREATE POLICY pruner ON organization_invitations TO bole_pruner USING (true);

CREATE FUNCTION prune_identity(most integer) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS
$$
DECLARE
    pruned bigint := 0;
    here bigint;
BEGIN
    DELETE FROM sessions WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM sessions WHERE least(refresh_until, revoked_at) < now() - interval '30 days' LIMIT most));
    GET DIAGNOSTICS here = ROW_COUNT;
    pruned := pruned + here;
    DELETE FROM one_time_tokens WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM one_time_tokens WHERE expires_at < now() LIMIT most));
    GET DIAGNOSTICS here = ROW_COUNT;
    pruned := pruned + here;
    DELETE FROM known_devices WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM known_devices WHERE last_used_at < now() - interval '400 days' LIMIT most));
    GET DIAGNOSTICS here = ROW_COUNT;
    pruned := pruned + here;
    DELETE FROM idempotency_keys WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM idempotency_keys WHERE created_at < now() - interval '7 days' LIMIT most));
    GET DIAGNOSTICS here = ROW_COUNT;
    pruned := pruned + here;
    DELETE FROM organization_invitations WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM organization_invitations
        WHERE least(accepted_at, declined_at, expires_at) < now() - interval '90 days' LIMIT most));
    GET DIAGNOSTICS here = ROW_COUNT;
    pruned := pruned + here;
    DELETE FROM security_events WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM security_events WHERE at < now() - interval '400 days' LIMIT most));
    GET DIAGNOSTICS here = ROW_COUNT;
    RETURN pruned + here;
END
$$;
GRANT CREATE ON SCHEMA public TO bole_pruner;
ALTER FUNCTION prune_identity(integer) OWNER TO bole_pruner;
REVOKE CREATE ON SCHEMA public FROM bole_pruner;
REVOKE EXECUTE ON FUNCTION prune_identity(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION prune_identity(integer) TO bole_ledger;

-- The plan that somebody wished for where plans are the operator's to give.
ALTER TABLE organizations ADD COLUMN requested_plan text CHECK (requested_plan IN ('free', 'pro', 'enterprise'));

-- Accounts are deleted by their owners.
GRANT DELETE ON users TO bole_identity;
