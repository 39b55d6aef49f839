-- Offers: written, approved by somebody else, sent, and answered on a private page. Each sending keeps what was sent.

CREATE TABLE offers (
    id               uuid NOT NULL,
    organization_id  uuid NOT NULL,
    application_id   uuid NOT NULL,
    status           text NOT NULL DEFAULT 'draft' CHECK (status IN (
        'draft', 'submitted', 'approved', 'sent', 'viewed', 'accepted', 'declined', 'withdrawn', 'expired')),
    position         text NOT NULL,
    salary           text NOT NULL,
    start_date       date,
    place            text NOT NULL DEFAULT '',
    terms            text NOT NULL DEFAULT '',
    letter           text NOT NULL DEFAULT '',
    expires_at       timestamptz,
    return_comment   text NOT NULL DEFAULT '',
    -- Only the hash of the link that was sent; a new one replaces it, withdrawing removes it.
    token_hash       bytea,
    answer_name      text,
    answer_reason    text,
    answered_at      timestamptz,
    version          integer NOT NULL DEFAULT 1,
    created_by       uuid REFERENCES users ON DELETE SET NULL,
    submitted_by     uuid REFERENCES users ON DELETE SET NULL,
    approved_by      uuid REFERENCES users ON DELETE SET NULL,
    created_at       timestamptz NOT NULL DEFAULT now(),
    updated_at       timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, application_id) REFERENCES applications ON DELETE CASCADE
);
-- One open offer per application; older ones stay as history.
CREATE UNIQUE INDEX offers_open_key ON offers (organization_id, application_id)
    WHERE status IN ('draft', 'submitted', 'approved', 'sent', 'viewed', 'accepted');
CREATE INDEX offers_of ON offers (organization_id, application_id, id DESC);
CREATE UNIQUE INDEX offers_token_key ON offers (organization_id, token_hash) WHERE token_hash IS NOT NULL;

-- Append-only: what was done to an offer, by whom, and the offer as it then was.
CREATE TABLE offer_events (
    id               uuid NOT NULL,
    organization_id  uuid NOT NULL,
    offer_id         uuid NOT NULL,
    kind             text NOT NULL,
    version          integer NOT NULL,
    snapshot         jsonb NOT NULL,
    actor_kind       text NOT NULL CHECK (actor_kind IN ('person', 'ai', 'clock', 'candidate')),
    actor_user_id    uuid REFERENCES users ON DELETE SET NULL,
    comment          text NOT NULL DEFAULT '',
    -- Where a candidate's answer came from.
    address          text,
    created_at       timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, id),
    CONSTRAINT offer_events_version_key UNIQUE (organization_id, offer_id, version),
    FOREIGN KEY (organization_id, offer_id) REFERENCES offers ON DELETE CASCADE
);

DO $$
DECLARE name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['offers', 'offer_events'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY tenant ON %I TO bole_app USING (organization_id = (SELECT current_organization())) '
                       'WITH CHECK (organization_id = (SELECT current_organization()))', name);
    END LOOP;
END $$;
GRANT SELECT, INSERT, UPDATE ON offers TO bole_app;
GRANT SELECT, INSERT ON offer_events TO bole_app;
CREATE POLICY job_access ON offers AS RESTRICTIVE TO bole_app
    USING ((SELECT sees_all_jobs())
           OR EXISTS (SELECT FROM applications a WHERE a.organization_id = offers.organization_id
                        AND a.id = offers.application_id))
    WITH CHECK (true);
CREATE POLICY job_access ON offer_events AS RESTRICTIVE TO bole_app
    USING ((SELECT sees_all_jobs())
           OR EXISTS (SELECT FROM offers o WHERE o.organization_id = offer_events.organization_id
                        AND o.id = offer_events.offer_id))
    WITH CHECK (true);
