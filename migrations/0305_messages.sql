-- Emails that say anything else and move no candidate. Several of them may wait for their time.
ALTER TABLE emails DROP CONSTRAINT emails_type_check,
    ADD CONSTRAINT emails_type_check
        CHECK (type IN ('online_invitation', 'onsite_invitation', 'offer_intent', 'offer_sent', 'rejection', 'message'));

DROP INDEX emails_pending_key;
CREATE UNIQUE INDEX emails_pending_key ON emails (organization_id, application_id, type)
    WHERE status IN ('queued', 'sending') AND type <> 'message';
