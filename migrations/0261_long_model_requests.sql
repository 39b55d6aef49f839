-- A request may take five minutes, so that a permit that is not released counts for a little longer.
CREATE OR REPLACE FUNCTION ai_exchange_requests(of_account text, per_minute integer, tokens_per_minute bigint, at_a_time integer,
                                     ended uuid[], ended_tokens bigint[], permits uuid[], expected_tokens bigint[],
                                     tasks uuid[] DEFAULT '{}',
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
        INSERT INTO ai_requests (account, at, id, tokens, task_id)
        SELECT of_account, moment, new.id, new.tokens, new.task_id
        FROM unnest(permits[:admitted], expected_tokens[:admitted], tasks[:admitted]) AS new (id, tokens, task_id);
    ELSE
        admitted := free;
    END IF;
    INSERT INTO ai_permits (id, account, until, task_id)
    SELECT new.id, of_account, moment + interval '330 s', new.task_id
    FROM unnest(permits[:admitted], tasks[:admitted]) AS new (id, task_id);
END
$$;
