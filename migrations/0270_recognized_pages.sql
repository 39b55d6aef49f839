-- Pages whose text was recognised in a picture, and a lane for that: it takes seconds a page.
ALTER TABLE file_texts
    ADD COLUMN recognized_pages jsonb NOT NULL DEFAULT '[]',
    -- Whether the pictures were looked at, also where nothing was found in them.
    ADD COLUMN is_recognition_tried boolean NOT NULL DEFAULT false;

ALTER TABLE tasks DROP CONSTRAINT tasks_lane_check, ADD CONSTRAINT tasks_lane_check CHECK (lane BETWEEN 0 AND 4) NOT VALID;
ALTER TABLE tasks VALIDATE CONSTRAINT tasks_lane_check;

ALTER TABLE workers ADD COLUMN scans integer NOT NULL DEFAULT 0;
