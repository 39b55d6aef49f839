-- The language of an offer's letter; NULL for those written before it was asked for, whose text tells.
ALTER TABLE offers ADD COLUMN language text CHECK (language IN ('zh', 'en', 'id'));

-- What captured mail carried: [{name, media_type, size, text}], the text of those that are text.
ALTER TABLE captured_mails ADD COLUMN attachments jsonb NOT NULL DEFAULT '[]';
