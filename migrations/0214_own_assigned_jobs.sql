-- Before an organization is chosen, a user sees how many jobs are assigned to them.
CREATE POLICY own ON member_jobs FOR SELECT TO bole_app
    USING ((SELECT current_organization()) IS NULL
           AND (organization_id, member_id) IN (SELECT m.organization_id, m.id FROM organization_members m
                                                WHERE m.user_id = (SELECT current_user_id()) AND m.is_active));
