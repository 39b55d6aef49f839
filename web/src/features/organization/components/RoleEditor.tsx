// Editor of a role: presets, pages, and the permission matrix.
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import type { RoleInOrganization } from "@/lib/api/types";
import { hasRoute } from "@/lib/routes/access";
import { StageTag } from "@/ui/StageTag";
import { type Grants, isSame, PAGES, PRESETS, type Preset, presetGrants, toggleGrant } from "../logic/grants";
import { usePermissionLabels } from "../logic/permissionLabels";
import { PermissionMatrix } from "./PermissionMatrix";
import styles from "./RoleEditor.module.css";

interface Props {
  role: RoleInOrganization;
  grants: Grants;
  dirty: boolean;
  busy: boolean;
  /** Disables editing and saving; unsaved changes stay visible. */
  readOnly: boolean;
  onChange: (grants: Grants) => void;
  onDiscard: () => void;
  onSave: () => void;
}

export function RoleEditor({ role, grants, dirty, busy, readOnly, onChange, onDiscard, onSave }: Props) {
  const { t } = useTranslation("organization");
  const labels = usePermissionLabels();
  const pages = role.grantable.find(({ resource }) => resource === PAGES)?.actions.filter(hasRoute) ?? [];
  const resources = role.grantable.filter(({ resource }) => resource !== PAGES);
  const fixed = readOnly || !role.is_editable;
  const set = (key: string, on: boolean) => onChange(toggleGrant(grants, key, on, role.grantable));
  return (
    <>
      <div className={styles.head}>
        <p className={styles.note}>
          {labels.roleNote(role.role)}
          {role.is_customised && !dirty ? (
            <>
              {" "}
              <StageTag>{t("permissions.customised")}</StageTag>
            </>
          ) : null}
        </p>
        {!role.is_editable ? (
          <p className={styles.note}>{t("permissions.fixed")}</p>
        ) : readOnly ? null : (
          <Presets role={role} grants={grants} onChange={onChange} />
        )}
      </div>
      <section aria-labelledby="role-pages">
        <h2 className={styles.heading} id="role-pages">
          {t("permissions.pages")}
        </h2>
        <ul className={styles.pages}>
          {pages.map((page) => {
            const key = `${PAGES}:${page}`;
            const canView = grants.has(`${page}:view`);
            const hasView = resources.some(({ resource, actions }) => resource === page && actions.includes("view"));
            const view = labels.action("view");
            return (
              <li key={page}>
                <label className={styles.page}>
                  <input
                    type="checkbox"
                    disabled={fixed}
                    checked={grants.has(key)}
                    onChange={(event) => set(key, event.target.checked)}
                  />
                  {labels.page(page)}
                </label>
                {hasView && grants.has(key) !== canView ? (
                  <p className={styles.mismatch}>
                    {canView ? t("permissions.without_page", { view }) : t("permissions.without_view", { view })}
                  </p>
                ) : null}
              </li>
            );
          })}
        </ul>
      </section>
      <section aria-labelledby="role-actions">
        <h2 className={styles.heading} id="role-actions">
          {t("permissions.actions")}
        </h2>
        <PermissionMatrix rows={resources} grants={grants} fixed={fixed} onToggle={set} />
      </section>
      {fixed ? null : (
        <div className={styles.bar} data-dirty={dirty} data-bottom-bar="full">
          <p role="status">{dirty ? t("permissions.unsaved") : ""}</p>
          <Button disabled={!dirty || busy} onClick={onDiscard}>
            {t("permissions.discard")}
          </Button>
          <Button type="primary" disabled={!dirty} loading={busy} onClick={() => onSave()}>
            {t("save")}
          </Button>
        </div>
      )}
    </>
  );
}

function Presets({ role, grants, onChange }: Pick<Props, "role" | "grants" | "onChange">) {
  const { t } = useTranslation("organization");
  const names: Record<Preset, string> = {
    view_only: t("preset.view_only"),
    executor: t("preset.executor"),
    manager: t("preset.manager"),
    select_all: t("preset.select_all"),
    clear_all: t("preset.clear_all"),
    restore_defaults: t("preset.restore_defaults"),
  };
  return (
    <fieldset className={styles.presets}>
      <legend className="visually-hidden">{t("preset.title")}</legend>
      {PRESETS.map((which) => {
        const given = presetGrants(which, role);
        return (
          <button
            key={which}
            type="button"
            className={styles.preset}
            aria-pressed={isSame(given, grants)}
            onClick={() => onChange(given)}
          >
            {names[which]}
          </button>
        );
      })}
    </fieldset>
  );
}
