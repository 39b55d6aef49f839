-- Backups read every row without a superuser: `bole migrate` lets this role read all tables, also those of later versions.
DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'bole_backup') THEN CREATE ROLE bole_backup NOLOGIN; END IF;
END $$;
GRANT bole_backup TO CURRENT_USER;

-- A text sealed with the server key, by which a process notices that it has another one.
CREATE TABLE server_key_probe (
    is_only  boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    sealed   bytea NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON server_key_probe TO bole_ledger;
