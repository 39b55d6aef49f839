-- Many requests of a key are admitted, and many ended, in one call; and operators see what the limits are.

ALTER TABLE ai_accounts
    -- As last used; null where there is none, or before it is known.
    ADD COLUMN requests_per_minute  integer,
    ADD COLUMN tokens_per_minute    bigint,
    ADD COLUMN concurrency          integer,
    ADD COLUMN used_at              timestamptz;

-- As `ai_admit_request`, for many: ends requests, then admits the first of the others that the limits allow. `wait` is the
-- number of seconds until the next one can be admitted, 0 where it waits for a slot. A request that alone needs more tokens
-- than the limit goes when nothing else was sent.
CREATE FUNCTION ai_exchange_requests(of_account text, per_minute integer, tokens_per_minute bigint, at_a_time integer,
                                     ended uuid[], ended_tokens bigint[], permits uuid[], expected_tokens bigint[],
                                     OUT admitted integer, OUT wait double precision)
LANGUAGE plpgsql SET search_path = public, pg_temp AS
$$
DECLARE
    moment  timestamptz;
    paused  timestamptz;
    oldest  timestamptz;
    sent    bigint;
    used    bigint;
    free    bigint;
BEGIN
    admitted := 0;
    wait := 0;
    INSERT INTO ai_accounts (account) VALUES (of_account) ON CONFLICT DO NOTHING;
    SELECT paused_until INTO paused FROM ai_accounts WHERE account = of_account FOR UPDATE;
    moment := clock_timestamp();
    IF cardinality(ended) > 0 THEN
        DELETE FROM ai_permits WHERE id = ANY (ended);
        UPDATE ai_requests SET tokens = ended_tokens[array_position(ended, id)]
        WHERE id = ANY (ended) AND ended_tokens[array_position(ended, id)] IS NOT NULL;
    END IF;
    IF cardinality(permits) = 0 THEN
        RETURN;
    END IF;
    IF paused > moment THEN
        wait := extract(epoch FROM paused - moment);
        RETURN;
    END IF;
    DELETE FROM ai_permits WHERE account = of_account AND until < moment;
    free := at_a_time - (SELECT count(*) FROM ai_permits WHERE account = of_account);
    IF free <= 0 THEN
        RETURN;
    END IF;
    free := least(free, cardinality(permits));
    IF per_minute IS NOT NULL OR tokens_per_minute IS NOT NULL THEN
        DELETE FROM ai_requests WHERE account = of_account AND at <= moment - interval '61 s';
        SELECT count(*), coalesce(sum(tokens), 0), min(at) INTO sent, used, oldest
        FROM ai_requests WHERE account = of_account;
        WHILE admitted < free LOOP
            IF sent >= per_minute OR (sent > 0 AND used + expected_tokens[admitted + 1] > tokens_per_minute) THEN
                wait := greatest(0.01, extract(epoch FROM coalesce(oldest, moment) + interval '61 s' - moment));
                EXIT;
            END IF;
            used := used + expected_tokens[admitted + 1];
            sent := sent + 1;
            admitted := admitted + 1;
        END LOOP;
        INSERT INTO ai_requests (account, at, id, tokens)
        SELECT of_account, moment, new.id, new.tokens
        FROM unnest(permits[:admitted], expected_tokens[:admitted]) AS new (id, tokens);
    ELSE
        admitted := free;
    END IF;
    INSERT INTO ai_permits (id, account, until)
    SELECT new.id, of_account, moment + interval '150 s' FROM unnest(permits[:admitted]) AS new (id);
END
$$;
REVOKE EXECUTE ON FUNCTION ai_exchange_requests(text, integer, bigint, integer, uuid[], bigint[], uuid[], bigint[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ai_exchange_requests(text, integer, bigint, integer, uuid[], bigint[], uuid[], bigint[]) TO bole_ledger;
