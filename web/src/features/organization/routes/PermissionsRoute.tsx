// /organization/permissions: what each role may open and do here, role by role. Drafts are kept until saved or discarded.
import { App, Skeleton, Tabs } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useCan } from "@/entities/session/memberships";
import type { Role, RoleInOrganization } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { PermissionLostNotice } from "@/ui/forms/PermissionLostNotice";
import { UnsavedDialog, useUnsavedGuard } from "@/ui/forms/unsaved";
import { PageHeader } from "@/ui/PageHeader";
import { QueryView } from "@/ui/states/QueryView";
import { useRoles, useSaveRole } from "../api/roles";
import { Back } from "../components/Back";
import { RoleEditor } from "../components/RoleEditor";
import { type Grants, grantsOf, isSame, rowsOf } from "../logic/grants";
import { useWords } from "../logic/words";
import styles from "./PermissionsRoute.module.css";

type Drafts = Partial<Record<Role, Grants>>;

export function PermissionsRoute() {
  const { t } = useTranslation("organization");
  const roles = useRoles();
  return (
    <>
      <Back />
      <PageHeader title={t("permissions.title")} />
      <p className={styles.lead}>{t("permissions.lead")}</p>
      <QueryView query={roles} skeleton={<Skeleton active paragraph={{ rows: 10 }} />}>
        {({ items }) => <Roles roles={items} />}
      </QueryView>
    </>
  );
}

function Roles({ roles }: { roles: readonly RoleInOrganization[] }) {
  const { t } = useTranslation("organization");
  const { message } = App.useApp();
  const errorText = useErrorText();
  const words = useWords();
  const [params, setParams] = useSearchParams();
  const [drafts, setDrafts] = useState<Drafts>({});
  const save = useSaveRole();
  const writes = useCan("organization:manage");
  const firstEditable = roles.find(({ is_editable }) => is_editable) ?? roles[0];
  const shown = roles.find(({ role }) => role === params.get("role")) ?? firstEditable;
  const isDirty = ({ role, permissions }: RoleInOrganization) => {
    const draft = drafts[role];
    return draft !== undefined && !isSame(draft, grantsOf(permissions));
  };
  const guard = useUnsavedGuard(roles.some(isDirty));
  if (!shown) return null;

  const setDraft = (role: Role, draft: Grants | undefined) =>
    setDrafts(({ [role]: _former, ...others }) => (draft ? { ...others, [role]: draft } : others));
  const keep = (edited: RoleInOrganization, draft: Grants) => {
    const { role } = edited;
    // As given by default is the default again, also when that changes one day.
    const permissions = isSame(draft, grantsOf(edited.defaults)) ? null : rowsOf(draft, edited.grantable);
    save.mutate(
      { role, permissions },
      {
        onSuccess: () => {
          setDraft(role, undefined);
          message.success(t("permissions.saved", { role: words.role(role) }));
        },
        onError: (error) => message.error(t("permissions.save_failed", { why: errorText(error) })),
      },
    );
  };

  return (
    <>
      {writes ? null : <PermissionLostNotice />}
      <Tabs
        activeKey={shown.role}
        onChange={(role) => setParams({ role }, { replace: true })}
        items={roles.map((one) => ({
          key: one.role,
          label: (
            <>
              {words.role(one.role)}
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
        grants={drafts[shown.role] ?? grantsOf(shown.permissions)}
        dirty={isDirty(shown)}
        busy={save.isPending}
        readOnly={!writes}
        onChange={(draft) => setDraft(shown.role, draft)}
        onDiscard={() => setDraft(shown.role, undefined)}
        onSave={(draft) => keep(shown, draft)}
      />
      <UnsavedDialog guard={guard} />
    </>
  );
}
