-- What people tell about themselves, and how they want to be told.
ALTER TABLE users
    ADD COLUMN phone                text CHECK (length(phone) <= 40),
    ADD COLUMN job_title            text CHECK (length(job_title) <= 120),
    ADD COLUMN bio                  text CHECK (length(bio) <= 2000),
    ADD COLUMN timezone             text CHECK (length(timezone) <= 64),
    ADD COLUMN date_format          text NOT NULL DEFAULT 'language'
        CHECK (date_format IN ('language', 'iso', 'day_first', 'month_first')),
    ADD COLUMN email_notifications  boolean NOT NULL DEFAULT true,
    ADD COLUMN candidate_updates    boolean NOT NULL DEFAULT false,
    ADD COLUMN interview_reminders  boolean NOT NULL DEFAULT true,
    ADD COLUMN onboarded_at         timestamptz;

-- Reminders and digests go by them.
GRANT SELECT (timezone, date_format, email_notifications, candidate_updates, interview_reminders) ON users TO bole_app;
