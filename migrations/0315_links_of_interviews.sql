-- A link in an email about one interview leads to that one, among several of its candidate.
ALTER TABLE booking_links
    ADD COLUMN schedule_id uuid,
    ADD CONSTRAINT booking_links_schedule_fkey FOREIGN KEY (organization_id, schedule_id)
        REFERENCES interview_schedules ON DELETE SET NULL (schedule_id);
CREATE INDEX booking_links_of_schedule ON booking_links (organization_id, schedule_id) WHERE schedule_id IS NOT NULL;
