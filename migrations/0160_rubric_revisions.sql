-- Counts the changes of a job's rubric by hand, resets included, so that two editors do not overwrite each other.
ALTER TABLE jobs ADD COLUMN rubric_revision integer NOT NULL DEFAULT 0;
