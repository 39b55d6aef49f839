-- Lanes: tasks of different nature have slots of their own, so that slow ones hold up nobody else's. A claim names its
-- lane and the kinds its worker knows; what an old worker does not know is left for a new one.
--
--   lane  0 documents, 1 models, 2 mail, 3 general
--   kind  as in tasks, so that a claim reads nothing but this table
ALTER TABLE tasks ADD COLUMN lane smallint NOT NULL DEFAULT 0 CHECK (lane BETWEEN 0 AND 3);
ALTER TABLE tasks ALTER COLUMN lane DROP DEFAULT;

ALTER TABLE queue ADD COLUMN lane smallint, ADD COLUMN kind text;
UPDATE queue q SET lane = t.lane, kind = t.kind FROM tasks t WHERE t.organization_id = q.organization_id AND t.id = q.id;
DELETE FROM queue WHERE kind IS NULL;
ALTER TABLE queue ALTER COLUMN lane SET NOT NULL, ALTER COLUMN kind SET NOT NULL;

DROP INDEX queue_ready, queue_leased;
CREATE INDEX queue_ready ON queue (lane, organization_id, priority, id) WHERE lease IS NULL;
CREATE INDEX queue_leased ON queue (lane, organization_id) WHERE lease IS NOT NULL;
