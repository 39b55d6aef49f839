-- The version of an interview that its people were last told of: what was to tell of an earlier one is not sent any more.
ALTER TABLE interview_schedules ADD COLUMN announced_version integer NOT NULL DEFAULT 0;
