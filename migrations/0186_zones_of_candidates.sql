-- The time zone of the browser in which a candidate booked: their emails name times in it, too.
ALTER TABLE booking_links ADD COLUMN candidate_zone text;
