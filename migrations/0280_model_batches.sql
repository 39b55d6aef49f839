-- Requests that a provider answers together within a day, at about half price. An evaluation that may wait records its request
-- here and is postponed; when the answer is here, or none is to be expected any more, the evaluation goes on.
CREATE TABLE model_batches (
    organization_id  uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
    id               uuid NOT NULL,
    -- Identifies the key, as in rate limits: only with it can the batch be read.
    account          text NOT NULL,
    model            text NOT NULL,
    -- submitting: its file is being sent; submitted: at the provider; cancelling: nobody waits for it any more; ended.
    state            text NOT NULL DEFAULT 'submitting'
                     CHECK (state IN ('submitting', 'submitted', 'cancelling', 'ended')),
    -- The provider's names of its file and of itself.
    input_file_id    text,
    provider_id      text,
    -- The provider's word for how it ended.
    outcome          text,
    created_at       timestamptz NOT NULL DEFAULT now(),
    submitted_at     timestamptz,
    ended_at         timestamptz,
    PRIMARY KEY (organization_id, id),
    CONSTRAINT model_batches_at_provider CHECK (state NOT IN ('submitted', 'cancelling') OR provider_id IS NOT NULL),
    CONSTRAINT model_batches_ended CHECK ((state = 'ended') = (ended_at IS NOT NULL))
);
CREATE INDEX model_batches_open ON model_batches (organization_id) WHERE state <> 'ended';

CREATE TABLE model_batch_requests (
    organization_id  uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
    id               uuid NOT NULL,
    -- The evaluation that waits for it: a ledger task and its entry.
    task_id          uuid NOT NULL,
    batch_task_id    uuid NOT NULL,
    model_batch_id   uuid,
    account          text NOT NULL,
    model            text NOT NULL,
    -- Hash of the question: an answer counts only for the question it was given to.
    question_hash    bytea NOT NULL,
    -- Whether the question asks for the profile as well.
    reads_person     boolean NOT NULL,
    -- waiting: recorded or at the provider; answered; released: to be asked now; used: evaluated.
    state            text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'answered', 'released', 'used')),
    -- The request's body while it waits: text, because the order of a schema's keys is that of the answer's.
    body             text,
    -- The completion, until it is used.
    answer           text,
    created_at       timestamptz NOT NULL DEFAULT now(),
    fall_back_at     timestamptz NOT NULL,
    PRIMARY KEY (organization_id, id),
    CONSTRAINT model_batch_requests_task_key UNIQUE (organization_id, task_id),
    CONSTRAINT model_batch_requests_waiting CHECK ((state = 'waiting') = (body IS NOT NULL)),
    CONSTRAINT model_batch_requests_answered CHECK (state = 'answered' OR answer IS NULL),
    FOREIGN KEY (organization_id, batch_task_id) REFERENCES batch_tasks ON DELETE CASCADE,
    FOREIGN KEY (organization_id, model_batch_id) REFERENCES model_batches ON DELETE CASCADE
);
CREATE INDEX model_batch_requests_open ON model_batch_requests (organization_id, fall_back_at) WHERE state = 'waiting';
CREATE INDEX model_batch_requests_settled ON model_batch_requests (organization_id, task_id)
    WHERE state IN ('answered', 'released');
CREATE INDEX model_batch_requests_batch ON model_batch_requests (organization_id, model_batch_id);
CREATE INDEX model_batch_requests_entry ON model_batch_requests (organization_id, batch_task_id);

ALTER TABLE model_batches ENABLE ROW LEVEL SECURITY;
ALTER TABLE model_batches FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON model_batches TO bole_app USING (organization_id = (SELECT current_organization()))
    WITH CHECK (organization_id = (SELECT current_organization()));
GRANT SELECT, INSERT, UPDATE, DELETE ON model_batches TO bole_app;
CREATE POLICY ledger ON model_batches FOR SELECT TO bole_ledger USING (true);
GRANT SELECT (organization_id, state, ended_at) ON model_batches TO bole_ledger;

ALTER TABLE model_batch_requests ENABLE ROW LEVEL SECURITY;
ALTER TABLE model_batch_requests FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON model_batch_requests TO bole_app USING (organization_id = (SELECT current_organization()))
    WITH CHECK (organization_id = (SELECT current_organization()));
GRANT SELECT, INSERT, UPDATE, DELETE ON model_batch_requests TO bole_app;
CREATE POLICY ledger ON model_batch_requests FOR SELECT TO bole_ledger USING (true);
GRANT SELECT (organization_id, state) ON model_batch_requests TO bole_ledger;
