-- Search ignores case, accents, and whether characters are wide or narrow; and a phone number is found with and without its
-- country. Functions in an index see no schema by default, so the names of ours are whole.

-- A text as it is compared: without case, accents and width. Letters that Unicode does not decompose become what people
-- type for them.
CREATE FUNCTION search_fold(said text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS
$$
    SELECT CASE WHEN octet_length(said) = length(said) THEN lower(said) ELSE
        replace(replace(replace(replace(
            translate(lower(normalize(regexp_replace(normalize(said, NFKD), '[\u0300-\u036f]', '', 'g'), NFC)),
                      'łŁđĐøØħĦŧŦıðÐ', 'llddoohhttidd'),
            'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') END
$$;

-- The LIKE pattern for folded texts that contain these words.
CREATE FUNCTION search_pattern(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS
$$ SELECT '%' || replace(replace(replace(public.search_fold(words), '\', '\\'), '%', '\%'), '_', '\_') || '%' $$;

CREATE FUNCTION search_digits(said text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS
$$ SELECT regexp_replace(normalize(said, NFKC), '[^0-9]', '', 'g') $$;

DROP INDEX people_search;

CREATE OR REPLACE FUNCTION search_grams(organization uuid, texts text[], lengths integer[]) RETURNS integer[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000 AS
$$
    SELECT coalesce(array_agg(DISTINCT hashtext((organization::text || substr(t.text, start, size)) COLLATE "C")), '{}')
    FROM (SELECT public.search_fold(text) AS text FROM unnest(texts) AS text) t, unnest(lengths) AS size,
         generate_series(1, length(t.text) - size + 1) AS start
$$;

CREATE INDEX people_search ON people USING gin (
    search_grams(organization_id, ARRAY[name, email, phone, search_digits(phone), current_company, current_position], '{1,2}'));

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
        'SELECT p.id FROM people p
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
        'SELECT p.id FROM people p
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
