-- Employments corrected by hand, found by what is wrong with them; and the analysis of a resume's working life.
ALTER TABLE work_experiences
    ADD COLUMN version integer NOT NULL DEFAULT 1,
    ADD COLUMN edited_by uuid REFERENCES users ON DELETE SET NULL,
    ADD COLUMN edited_at timestamptz;
ALTER TABLE resumes
    ADD CONSTRAINT resumes_analysis_status CHECK (analysis_status IN ('pending', 'completed', 'failed')),
    ADD COLUMN analysis jsonb,
    ADD COLUMN analyzed_at timestamptz;

-- The month's number, for comparing and subtracting.
CREATE FUNCTION month_number(month text) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT left(month, 4)::integer * 12 + right(month, 2)::integer $$;
