-- Recruiters may email candidates, but the page on which emails are written was not among theirs.
ALTER TABLE role_permissions NO FORCE ROW LEVEL SECURITY;
UPDATE role_permissions pages
SET actions = pages.actions || ARRAY['batch-email'], updated_at = now()
WHERE pages.role = 'recruiter' AND pages.resource = 'pages' AND NOT 'batch-email' = ANY (pages.actions)
  AND EXISTS (
      SELECT FROM role_permissions email
      WHERE email.organization_id = pages.organization_id AND email.role = pages.role
        AND email.resource = 'pipeline' AND 'email' = ANY (email.actions)
  );
ALTER TABLE role_permissions FORCE ROW LEVEL SECURITY;
