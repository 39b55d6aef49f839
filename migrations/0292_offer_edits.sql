-- A member who goes on editing a draft replaces the version of their last edit, because drafts are saved as they are typed.
-- What was submitted, approved, sent or answered stays as it was recorded.
GRANT UPDATE (version, snapshot, created_at) ON offer_events TO bole_app;
CREATE POLICY edits ON offer_events AS RESTRICTIVE FOR UPDATE TO bole_app
    USING (kind = 'edit') WITH CHECK (kind = 'edit');
