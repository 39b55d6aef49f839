-- The moves that the last digest reported of the minutes before it, in which others may still be recorded.
ALTER TABLE update_digests ADD COLUMN reported_late uuid[] NOT NULL DEFAULT '{}';
