-- What a provider batch is expected to cost counts towards the monthly budget until its real cost is known. The key that it was
-- sent with is kept, sealed, until it is over, so that it can be cancelled and read after the settings have changed.
ALTER TABLE model_batches
    -- In millionths of a US dollar.
    ADD COLUMN reserved_micros bigint NOT NULL DEFAULT 0 CHECK (reserved_micros >= 0),
    -- The organization's own address and key; null for the default provider's address, and for the server's key.
    ADD COLUMN base_url text,
    ADD COLUMN api_key_sealed bytea,
    -- Since when it is to be cancelled at the provider: its day is over, or a person has stopped waiting.
    ADD COLUMN withdrawn_at timestamptz,
    ADD CONSTRAINT model_batches_key CHECK (state <> 'ended' OR api_key_sealed IS NULL);
