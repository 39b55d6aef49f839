-- The claim: $1 lease, $2 slots, $3 last organization served, $4 seconds, $5 most running per organization or NULL,
-- $6 most newcomers, $7 organizations served lately, $8 lane, $9 kinds the worker knows, $10 and $11 how many tasks of which
-- organizations the worker holds in the lane, $12 most it holds of one or NULL.
--
-- hasty     a claim that a crash of the server undoes is only run again, so it need not wait for the disk
-- newcomer  the organizations of the newest tasks, without those served lately; of the last 1,024, however many are held
-- turn      the organizations after the last one served, wrapping around, by skipping along the index
-- share     newcomers with one task each, then the turns with an equal share each
-- pick      each share's first tasks, locked; what another claimer has locked is skipped
-- picked    the same in the order they begin in
WITH RECURSIVE hasty AS MATERIALIZED (
    SELECT set_config('synchronous_commit', 'off', true) AS set
), newcomer AS MATERIALIZED (
    SELECT organization_id AS org
    FROM (SELECT organization_id, row_number() OVER (ORDER BY id DESC) AS n
          FROM (SELECT id, organization_id, lease, lane, kind FROM queue
                WHERE $6::bigint > 0 ORDER BY id DESC LIMIT 1024) last
          WHERE lease IS NULL AND lane = $8 AND kind = ANY ($9::text[]) ORDER BY id DESC LIMIT 64) newest
    WHERE organization_id <> ALL ($7::uuid[])
    GROUP BY organization_id ORDER BY min(n) LIMIT $6
), turn(n, org, wrapped) AS (
    SELECT 0, $3::uuid, false
    UNION ALL
    SELECT o.n + 1, coalesce(next.org, first.org), o.wrapped OR next.org IS NULL
    FROM turn o
    CROSS JOIN LATERAL (
        SELECT (SELECT organization_id FROM queue
                WHERE lease IS NULL AND lane = $8 AND organization_id > o.org AND kind = ANY ($9::text[])
                ORDER BY organization_id LIMIT 1) AS org
        OFFSET 0
    ) next
    CROSS JOIN LATERAL (
        SELECT CASE WHEN next.org IS NULL AND NOT o.wrapped THEN (
            SELECT organization_id FROM queue
            WHERE lease IS NULL AND lane = $8 AND kind = ANY ($9::text[])
            ORDER BY organization_id LIMIT 1) END AS org
        OFFSET 0
    ) first
    WHERE o.n < $2::bigint AND o.org IS NOT NULL AND NOT (o.wrapped AND o.org > $3)
), round AS MATERIALIZED (
    SELECT n, org FROM turn WHERE n > 0 AND org IS NOT NULL AND NOT (wrapped AND org > $3)
), share AS MATERIALIZED (
    SELECT 0 AS n, org, 1::bigint AS most FROM newcomer
    UNION ALL
    SELECT n, org, ($2 + (SELECT count(*) FROM round) - 1) / (SELECT count(*) FROM round) FROM round
), pick AS (
    SELECT x.id, x.priority, share.n
    FROM share CROSS JOIN LATERAL (
        SELECT id, priority FROM queue q
        WHERE q.lane = $8 AND q.organization_id = share.org AND q.lease IS NULL AND q.kind = ANY ($9::text[])
        ORDER BY q.priority, q.id
        LIMIT least(
            CASE WHEN $5::bigint IS NULL THEN share.most ELSE least(share.most, greatest($5 - (
                SELECT count(*) FROM queue r
                WHERE r.lane = $8 AND r.organization_id = share.org AND r.lease IS NOT NULL), 0)) END,
            CASE WHEN $12::bigint IS NULL THEN share.most ELSE greatest($12 - coalesce((
                SELECT h.held FROM unnest($10::uuid[], $11::bigint[]) AS h (org, held)
                WHERE h.org = share.org), 0), 0) END)
        FOR UPDATE SKIP LOCKED
    ) x
    LIMIT $2
), picked AS MATERIALIZED (
    SELECT id, min(n) AS n, row_number() OVER (ORDER BY min(n), priority, id) AS place
    FROM pick GROUP BY id, priority
), taken AS (
    UPDATE queue q
    SET lease = $1, lease_until = now() + make_interval(secs => $4::double precision), leased_at = now(),
        attempts = attempts + 1
    WHERE q.id = ANY (ARRAY(SELECT id FROM picked)) AND (SELECT set FROM hasty) IS NOT NULL
    RETURNING q.id, q.organization_id, q.attempts, q.kind
)
SELECT taken.id AS "id!", taken.organization_id AS "organization_id!", taken.attempts AS "attempts!",
       picked.n AS "turn!", picked.place AS "place!", (SELECT count(*) FROM round) AS "turns!",
       taken.kind AS "kind!", t.payload, t.max_attempts, t.request_id
FROM taken
JOIN picked ON picked.id = taken.id
JOIN tasks t ON t.organization_id = taken.organization_id AND t.id = taken.id
