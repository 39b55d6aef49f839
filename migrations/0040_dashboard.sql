-- The dashboard reads an organization's history by time.
CREATE INDEX application_events_at ON application_events (organization_id, created_at);
