-- Numbers of a file's pages that are pictures without text, whose contents an evaluation cannot know.
ALTER TABLE file_texts ADD COLUMN unread_pages jsonb NOT NULL DEFAULT '[]';
