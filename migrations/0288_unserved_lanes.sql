-- Lanes in which tasks wait while no live worker has slots for them, as scans do where no worker has the models, and since when.
CREATE TABLE unserved_lanes (
    lane   smallint PRIMARY KEY,
    since  timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT, INSERT, DELETE ON unserved_lanes TO bole_ledger;
GRANT SELECT ON unserved_lanes TO bole_app;
