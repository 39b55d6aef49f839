-- Operators see what ended in the last day and what failed, of all organizations. Summaries of blocks find it without an entry
-- per task, and leave updates of tasks within their blocks, as no other kind of index over a changing column does.
CREATE INDEX tasks_ended ON tasks USING brin (finished_at) WITH (pages_per_range = 16, autosummarize = on);
CREATE INDEX tasks_failed ON tasks USING brin (lane) WITH (pages_per_range = 1, autosummarize = on)
    WHERE state = 'failed';

-- Operators see how many emails an organization sent today, and whether it is verified, which limits them.
CREATE POLICY ledger ON daily_usage FOR SELECT TO bole_ledger USING (true);
GRANT SELECT (organization_id, day, emails) ON daily_usage TO bole_ledger;
GRANT SELECT (verified_at) ON organizations TO bole_ledger;
