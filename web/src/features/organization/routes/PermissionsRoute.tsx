// /organization/permissions: permissions of each role. Drafts are kept until saved or discarded.
import { App, Skeleton, Tabs } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "@/entities/session/memberships";
import type { Role, RoleInOrganization } from "@/lib/api/types";
import { useSearchParams } from "@/lib/routes/useSearchParams";
import { type SetChanges, setChanges, withChanges } from "@/lib/setChanges";
import { useErrorText } from "@/ui/errorText";
import { PermissionLostNotice } from "@/ui/forms/PermissionLostNotice";
import { UnsavedDialog, useUnsavedGuard } from "@/ui/forms/unsaved";
import { PageHeader } from "@/ui/PageHeader";
import { QueryView } from "@/ui/states/QueryView";
import { useRoles, useSaveRole } from "../api/roles";
import { OrganizationBackLink } from "../components/OrganizationBackLink";
import { RoleEditor } from "../components/RoleEditor";
import { type Grants, isSame, toGrants, toRolePermissions } from "../logic/grants";
import { usePermissionLabels } from "../logic/permissionLabels";
import styles from "./PermissionsRoute.module.css";

/** Unsaved changes per role, relative to the saved permissions. */
type Drafts = Partial<Record<Role, SetChanges<string>>>;

export function PermissionsRoute() {
  const { t } = useTranslation("organization");
  const roles = useRoles();
  return (
    <>
      <OrganizationBackLink />
      <PageHeader title={t("permissions.title")} />
      <p className={styles.lead}>{t("permissions.lead")}</p>
      <QueryView query={roles} skeleton={<Skeleton active paragraph={{ rows: 10 }} />}>
        {({ items }) => (
          <Roles
            roles={items}
            onRefresh={async () => (await roles.refetch({ throwOnError: true })).data?.items ?? items}
          />
        )}
      </QueryView>
    </>
  );
}

interface RolesProps {
  roles: readonly RoleInOrganization[];
  /** Refetches before saving: a role is sent as a whole, including others' changes. */
  onRefresh: () => Promise<readonly RoleInOrganization[]>;
}

function Roles({ roles, onRefresh }: RolesProps) {
  const { t } = useTranslation("organization");
  const { message } = App.useApp();
  const errorText = useErrorText();
  const labels = usePermissionLabels();
  const [params, setParams] = useSearchParams();
  const [drafts, setDrafts] = useState<Drafts>({});
  const [isSaving, setSaving] = useState(false);
  const save = useSaveRole();
  const canWrite = useCan("organization:manage");
  const firstEditable = roles.find(({ is_editable }) => is_editable) ?? roles[0];
  const shown = roles.find(({ role }) => role === params.get("role")) ?? firstEditable;
  const grantsNow = ({ role, permissions }: RoleInOrganization): Grants => {
    const changes = drafts[role];
    return changes ? withChanges(toGrants(permissions), changes) : toGrants(permissions);
  };
  const isDirty = (one: RoleInOrganization) => !isSame(grantsNow(one), toGrants(one.permissions));
  const guard = useUnsavedGuard(roles.some(isDirty));
  if (!shown) return null;

  const setDraft = (role: Role, draft: SetChanges<string> | undefined) =>
    setDrafts(({ [role]: _former, ...others }) => (draft ? { ...others, [role]: draft } : others));
  const keep = async ({ role }: RoleInOrganization) => {
    setSaving(true);
    try {
      const current = (await onRefresh()).find((one) => one.role === role);
      if (!current) return;
      const grants = grantsNow(current);
      // Equal to the defaults is sent as default, so that it follows later changes of the defaults.
      const permissions = isSame(grants, toGrants(current.defaults))
        ? null
        : toRolePermissions(grants, current.grantable);
      await save.mutateAsync({ role, permissions });
      setDraft(role, undefined);
      message.success(t("permissions.saved", { role: labels.role(role) }));
    } catch (error) {
      message.error(t("permissions.save_failed", { why: errorText(error) }));
    } finally {
      setSaving(false);
    }
  };

  return (
    <>
      {canWrite ? null : <PermissionLostNotice />}
      <Tabs
        activeKey={shown.role}
        onChange={(role) => setParams({ role }, { replace: true })}
        items={roles.map((one) => ({
          key: one.role,
          label: (
            <>
              {labels.role(one.role)}
              {isDirty(one) ? (
                <span className={styles.unsaved} role="img" aria-label={t("permissions.unsaved")} />
              ) : null}
            </>
          ),
        }))}
      />
      <RoleEditor
        key={shown.role}
        role={shown}
        grants={grantsNow(shown)}
        dirty={isDirty(shown)}
        busy={isSaving}
        readOnly={!canWrite}
        onChange={(grants) => setDraft(shown.role, setChanges(toGrants(shown.permissions), grants))}
        onDiscard={() => setDraft(shown.role, undefined)}
        onSave={() => void keep(shown)}
      />
      <UnsavedDialog guard={guard} />
    </>
  );
}
