-- Which entry another one repeats is looked up when it is shown: kept, it missed entries that were evaluated at the same
-- time, and went on naming entries that had been deleted.

ALTER TABLE batch_tasks DROP COLUMN duplicate_of;
