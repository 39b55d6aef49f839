-- What a member named and kept of a screen's filters, to open it again.

CREATE TABLE saved_views (
    organization_id  uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
    id               uuid NOT NULL,
    user_id          uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    screen           text NOT NULL CHECK (screen ~ '^[a-z-]{1,40}$'),
    name             text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
    -- The search parameters of the screen's address.
    query            text NOT NULL CHECK (length(query) <= 2000),
    created_at       timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, id),
    CONSTRAINT saved_views_name_key UNIQUE (organization_id, user_id, screen, name)
);
CREATE INDEX saved_views_user ON saved_views (user_id);

ALTER TABLE saved_views ENABLE ROW LEVEL SECURITY;
ALTER TABLE saved_views FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON saved_views TO bole_app
    USING (organization_id = (SELECT current_organization()))
    WITH CHECK (organization_id = (SELECT current_organization()));
GRANT SELECT, INSERT, UPDATE, DELETE ON saved_views TO bole_app;
