-- Operators, who look after the installation: across organizations they see how work goes, and nothing that it is about.
ALTER TABLE users ADD COLUMN is_operator boolean NOT NULL DEFAULT false;

-- Workers that live: each tells so every fifteen seconds.
CREATE TABLE workers (
    id          uuid PRIMARY KEY,
    name        text NOT NULL,
    version     text NOT NULL,
    documents   integer NOT NULL,
    models      integer NOT NULL,
    mail        integer NOT NULL,
    general     integer NOT NULL,
    started_at  timestamptz NOT NULL DEFAULT now(),
    seen_at     timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT, INSERT, UPDATE, DELETE ON workers TO bole_ledger;

-- Whose work it is.
CREATE POLICY ledger ON organizations FOR SELECT TO bole_ledger USING (true);
GRANT SELECT (id, name, slug) ON organizations TO bole_ledger;
