-- Columns whose values the code has as lists are held to those lists here too.
ALTER TABLE applications
    ADD CONSTRAINT applications_source CHECK (source IN ('batch', 'email', 'manual', 'import', 'pool', 'careers'));

ALTER TABLE users
    ADD CONSTRAINT users_user_type CHECK (user_type IN ('tenant_owner', 'member'));
