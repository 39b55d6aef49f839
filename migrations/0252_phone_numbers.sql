-- Phone numbers are compared by country and number, however they are written: with or without blanks, the country, or the zero
-- for calls within it. The same rule as `domain::phone`, which a test compares; here because it is looked up by index.

-- The digits of a number, and whether they begin with those of a country.
CREATE FUNCTION phone_digits(written text, OUT digits text, OUT has_country boolean) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$
    SELECT CASE WHEN is_abroad THEN substr(d, 3) ELSE d END,
           has_plus OR is_abroad OR d ~ '^861[3-9][0-9]{9}$' OR d ~ '^628[0-9]{8,11}$'
    FROM (SELECT d, has_plus, NOT has_plus AND d LIKE '00%' AS is_abroad
          FROM (SELECT regexp_replace(w, '[^0-9]', '', 'g') AS d, w ~ '^[^0-9]*[+]' AS has_plus
                FROM (SELECT translate(written, '０１２３４５６７８９＋', '0123456789+') AS w) folded) read) kinds
$$;

-- The calling code that some digits begin with.
CREATE FUNCTION calling_code(digits text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$
    SELECT CASE WHEN digits ~ '^[17]' THEN substr(digits, 1, 1)
                WHEN digits ~ '^(2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])' THEN substr(digits, 1, 2)
                WHEN length(digits) >= 3 THEN substr(digits, 1, 3) END
$$;

-- The calling code of a number, if it is written with its country.
CREATE FUNCTION phone_country(written text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT CASE WHEN has_country THEN public.calling_code(digits) END FROM public.phone_digits(written) $$;

-- The number within its country, if it has five digits or more.
CREATE FUNCTION phone_key(written text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$
    SELECT CASE WHEN length(number) >= 5 THEN number END
    FROM (SELECT ltrim(CASE WHEN has_country THEN substr(digits, length(public.calling_code(digits)) + 1) ELSE digits END, '0')
                     AS number
          FROM public.phone_digits(written)) within
$$;

-- Whether two numbers with the same key can be one: a country that only one of them names is also the other's.
CREATE FUNCTION can_be_one_phone(one text, other text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT coalesce(public.phone_country(one) = public.phone_country(other), true) $$;

ALTER TABLE people ADD COLUMN phone_key text GENERATED ALWAYS AS (phone_key(phone)) STORED;
DROP INDEX people_phone;
CREATE INDEX people_phone ON people (organization_id, phone_key) WHERE phone_key IS NOT NULL;
ALTER TABLE batch_tasks ADD COLUMN person_phone_key text GENERATED ALWAYS AS (phone_key(person_phone)) STORED;
DROP INDEX batch_tasks_phone;
CREATE INDEX batch_tasks_phone ON batch_tasks (organization_id, job_id, person_phone_key) WHERE person_phone_key IS NOT NULL;

GRANT SELECT (phone_key) ON people TO bole_gate;
CREATE OR REPLACE FUNCTION people_found(words text) RETURNS SETOF uuid LANGUAGE plpgsql STABLE ROWS 100
SECURITY DEFINER SET search_path = public, pg_temp
-- The index holds every gram, and its entries stay exact: grams are never made again for a row, which costs far more than
-- comparing its texts.
SET enable_seqscan = off SET enable_indexscan = off SET work_mem = '64MB' AS
$$
DECLARE
    number text := ltrim(search_digits(words), '0');
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

    IF search_fold(words) !~ '^[0-9+(). /-]+$' OR length(number) < 5 THEN
        RETURN;
    END IF;
    RETURN QUERY EXECUTE
        'SELECT coalesce(p.merged_into, p.id) FROM people p
         WHERE p.organization_id = $1
           AND search_grams(p.organization_id, ARRAY[p.name, p.email, p.phone, search_digits(p.phone), p.current_company,
                                                     p.current_position], ''{1,2}'') @> $2
           AND (search_digits(p.phone) LIKE $3 OR p.phone_key LIKE $4 AND can_be_one_phone(p.phone, $5))'
        USING current_organization(),
              search_grams(current_organization(), ARRAY[coalesce(phone_key(words), number)], '{2}'),
              '%' || number || '%',
              -- What is written after a country begins the number.
              CASE WHEN phone_country(words) IS NULL THEN '%' ELSE '' END || phone_key(words) || '%',
              words;
END
$$;
