-- What a session needs to refresh its tokens safely, and a sign-up to be worth exactly its own link.

-- The tokens before the last refresh go on working for a moment, for tabs that asked at the same time. The seed makes the
-- refresh repeatable: who presents the previous token again gets the same new ones, which nobody can compute from the
-- database alone.
ALTER TABLE sessions
    ADD COLUMN previous_access_hash bytea,
    ADD COLUMN previous_refresh_hash bytea,
    ADD COLUMN rotation_seed bytea;

-- The name and password chosen by the sign-up that asked for this link. They become the account's when the link is
-- followed, so nobody can plant a password on another's address by signing up first.
ALTER TABLE one_time_tokens
    ADD COLUMN full_name text,
    ADD COLUMN password_hash text;
