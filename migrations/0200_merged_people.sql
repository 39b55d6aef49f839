-- People who turn out to be one: the other's row stays, refers to the one that is kept, and has nothing of its own until
-- the merge is undone. Its name and addresses still lead to the kept person.
ALTER TABLE people
    ADD COLUMN merged_into uuid,
    ADD CONSTRAINT people_merged_into_fkey FOREIGN KEY (organization_id, merged_into) REFERENCES people ON DELETE CASCADE,
    ADD CONSTRAINT people_merged_into_other CHECK (merged_into <> id);
CREATE INDEX people_merged ON people (organization_id, merged_into) WHERE merged_into IS NOT NULL;

-- After a merge a person can have two applications for a job; all but one are marked, so that there is still one to find.
ALTER TABLE applications
    ADD COLUMN is_second boolean NOT NULL DEFAULT false,
    DROP CONSTRAINT applications_job_person_key;
CREATE UNIQUE INDEX applications_job_person_key ON applications (organization_id, job_id, person_id) WHERE NOT is_second;

-- What each merge moved and changed, to undo it.
CREATE TABLE person_merges (
    id                    uuid NOT NULL,
    organization_id       uuid NOT NULL,
    person_id             uuid NOT NULL,
    merged_id             uuid NOT NULL,
    applications          uuid[] NOT NULL,
    -- Those of them that are second ones since.
    second_applications   uuid[] NOT NULL,
    resumes               uuid[] NOT NULL,
    -- Applications whose resume both people had, and the resume each had before.
    relinked_applications uuid[] NOT NULL,
    relinked_resumes      uuid[] NOT NULL,
    notes                 uuid[] NOT NULL,
    events                uuid[] NOT NULL,
    -- People merged into the merged one before.
    people                uuid[] NOT NULL,
    -- Fields of the kept person's record, with the values before and after.
    changes               jsonb NOT NULL,
    merged_by             uuid REFERENCES users ON DELETE SET NULL,
    created_at            timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, id),
    CONSTRAINT person_merges_merged_key UNIQUE (organization_id, merged_id),
    FOREIGN KEY (organization_id, person_id) REFERENCES people ON DELETE CASCADE,
    FOREIGN KEY (organization_id, merged_id) REFERENCES people ON DELETE CASCADE
);
CREATE INDEX person_merges_of ON person_merges (organization_id, person_id, id);
CREATE INDEX person_merges_by ON person_merges (merged_by) WHERE merged_by IS NOT NULL;

-- Pairs that share an address or number and are two people, as members decided.
CREATE TABLE people_kept_apart (
    organization_id  uuid NOT NULL,
    person_id        uuid NOT NULL,
    other_id         uuid NOT NULL CHECK (person_id < other_id),
    decided_by       uuid REFERENCES users ON DELETE SET NULL,
    decided_at       timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, person_id, other_id),
    FOREIGN KEY (organization_id, person_id) REFERENCES people ON DELETE CASCADE,
    FOREIGN KEY (organization_id, other_id) REFERENCES people ON DELETE CASCADE
);
CREATE INDEX people_kept_apart_of_other ON people_kept_apart (organization_id, other_id);
CREATE INDEX people_kept_apart_by ON people_kept_apart (decided_by) WHERE decided_by IS NOT NULL;

DO $$
DECLARE name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['person_merges', 'people_kept_apart'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY tenant ON %I TO bole_app USING (organization_id = (SELECT current_organization())) '
                       'WITH CHECK (organization_id = (SELECT current_organization()))', name);
    END LOOP;
END $$;
CREATE POLICY job_access ON person_merges AS RESTRICTIVE TO bole_app
    USING ((SELECT sees_all_jobs()) OR EXISTS (
        SELECT FROM applications a
        WHERE a.organization_id = person_merges.organization_id AND a.person_id = person_merges.person_id))
    WITH CHECK (true);
GRANT SELECT, INSERT, DELETE ON person_merges TO bole_app;
GRANT SELECT, INSERT ON people_kept_apart TO bole_app;
-- Notes and changes follow their person; their contents stay as they are.
GRANT UPDATE (person_id) ON person_notes, person_events TO bole_app;

-- Finds the kept person by the name and addresses of those merged into them.
GRANT SELECT (merged_into) ON people TO bole_gate;
CREATE OR REPLACE FUNCTION people_found(words text) RETURNS SETOF uuid LANGUAGE plpgsql STABLE ROWS 100
SECURITY DEFINER SET search_path = public, pg_temp
-- The index holds every gram, and its entries stay exact: grams are never made again for a row, which costs far more than
-- comparing its texts.
SET enable_seqscan = off SET enable_indexscan = off SET work_mem = '64MB' AS
$$
DECLARE
    number text := search_digits(words);
    -- The same number as written within its country: without the country's one to three digits.
    rests text[];
BEGIN
    -- Planned for these words, not for any.
    RETURN QUERY EXECUTE
        'SELECT coalesce(p.merged_into, p.id) FROM people p
         WHERE p.organization_id = $1
           AND search_grams(p.organization_id, ARRAY[p.name, p.email, p.phone, search_digits(p.phone), p.current_company,
                                                     p.current_position], ''{1,2}'') @> $2
           AND (search_fold(p.name) LIKE $3 OR search_fold(p.email) LIKE $3 OR search_fold(p.phone) LIKE $3
                OR search_fold(p.current_company) LIKE $3 OR search_fold(p.current_position) LIKE $3)'
        USING current_organization(),
              search_grams(current_organization(), ARRAY[words], ARRAY[least(length(search_fold(words)), 2)]),
              search_pattern(words);

    IF search_fold(words) !~ '^[0-9+(). /-]+$' OR length(ltrim(number, '0')) < 5 THEN
        RETURN;
    END IF;
    IF search_fold(words) ~ '^\s*(\+|00)' THEN
        rests := ARRAY(SELECT zero || substr(ltrim(number, '0'), country + 1) || '%'
                       FROM generate_series(1, 3) AS country, unnest(ARRAY['', '0']) AS zero
                       WHERE length(ltrim(number, '0')) >= country + 6);
    END IF;
    number := ltrim(number, '0');
    RETURN QUERY EXECUTE
        'SELECT coalesce(p.merged_into, p.id) FROM people p
         WHERE p.organization_id = $1
           AND search_grams(p.organization_id, ARRAY[p.name, p.email, p.phone, search_digits(p.phone), p.current_company,
                                                     p.current_position], ''{1,2}'') @> $2
           AND (search_digits(p.phone) LIKE $3 OR search_digits(p.phone) LIKE ANY ($4))'
        USING current_organization(),
              search_grams(current_organization(),
                           ARRAY[CASE WHEN cardinality(rests) > 0 THEN substr(number, 4) ELSE number END], '{2}'),
              '%' || number || '%',
              coalesce(rests, '{}');
END
$$;
