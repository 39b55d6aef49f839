-- Finds people by a part of their name, address, number or work without reading every person of the organization.
--
-- A text is indexed by its characters and its pairs of characters, for a Chinese name has two: trigrams find none of it.
-- The organization is part of each gram's hash, so that an index entry is one organization's.
CREATE FUNCTION search_grams(organization uuid, texts text[], lengths integer[]) RETURNS integer[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000 AS
$$
    SELECT coalesce(array_agg(DISTINCT hashtext((organization::text || substr(t.text, start, size)) COLLATE "C")), '{}')
    FROM (SELECT lower(text) AS text FROM unnest(texts) AS text) t, unnest(lengths) AS size,
         generate_series(1, length(t.text) - size + 1) AS start
$$;

CREATE INDEX people_search ON people USING gin (
    search_grams(organization_id, ARRAY[name, email, phone, current_company, current_position], '{1,2}'));

-- The organization's people of whom one of these texts contains the words. It belongs to a role that row security leaves
-- alone, for under a policy no index answers a question about grams.
CREATE FUNCTION people_found(words text) RETURNS SETOF uuid LANGUAGE plpgsql STABLE ROWS 100
SECURITY DEFINER SET search_path = public, pg_temp
-- The index holds every gram, and its entries stay exact: grams are never made again for a row, which costs far more than
-- comparing its texts.
SET enable_seqscan = off SET enable_indexscan = off SET work_mem = '64MB' AS
$$
BEGIN
    -- Planned for these words, not for any.
    RETURN QUERY EXECUTE
        'SELECT p.id FROM people p
         WHERE p.organization_id = $1
           AND search_grams(p.organization_id, ARRAY[p.name, p.email, p.phone, p.current_company, p.current_position], ''{1,2}'')
               @> $2
           AND (p.name ILIKE $3 OR p.email ILIKE $3 OR p.phone ILIKE $3 OR p.current_company ILIKE $3
                OR p.current_position ILIKE $3)'
        USING current_organization(),
              search_grams(current_organization(), ARRAY[words], ARRAY[least(length(words), 2)]),
              '%' || replace(replace(replace(words, '\', '\\'), '%', '\%'), '_', '\_') || '%';
END
$$;
GRANT SELECT (organization_id, id, name, email, phone, current_company, current_position) ON people TO bole_gate;
CREATE POLICY gate ON people FOR SELECT TO bole_gate USING (true);
GRANT CREATE ON SCHEMA public TO bole_gate;
ALTER FUNCTION people_found(text) OWNER TO bole_gate;
REVOKE CREATE ON SCHEMA public FROM bole_gate;
REVOKE EXECUTE ON FUNCTION people_found(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION people_found(text) TO bole_app;
