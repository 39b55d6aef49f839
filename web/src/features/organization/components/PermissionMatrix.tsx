// Permission matrix: resources by actions; on narrow screens actions are listed under their resource.
import { useTranslation } from "react-i18next";
import type { RolePermission } from "@/lib/api/types";
import type { Grants } from "../logic/grants";
import { ACTIONS, usePermissionLabels } from "../logic/permissionLabels";
import styles from "./PermissionMatrix.module.css";

interface Props {
  rows: readonly RolePermission[];
  grants: Grants;
  fixed: boolean;
  onToggle: (key: string, on: boolean) => void;
}

export function PermissionMatrix({ rows, grants, fixed, onToggle }: Props) {
  const { t } = useTranslation("organization");
  const labels = usePermissionLabels();
  const used = new Set(rows.flatMap(({ actions }) => actions));
  const known: readonly RolePermission["actions"][number][] = ACTIONS;
  const columns = [...known.filter((action) => used.has(action)), ...[...used].filter((one) => !known.includes(one))];
  return (
    <table className={styles.matrix} aria-label={t("permissions.actions")}>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{t("permissions.resource")}</span>
          </th>
          {columns.map((action) => (
            <th key={action} scope="col">
              {labels.action(action)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ resource, actions }) => (
          <tr key={resource}>
            <th scope="row">{labels.resource(resource)}</th>
            {columns.map((action) =>
              actions.includes(action) ? (
                <td key={action}>
                  <label className={styles.cell}>
                    <input
                      type="checkbox"
                      disabled={fixed}
                      aria-label={t("permissions.cell", {
                        resource: labels.resource(resource),
                        action: labels.actionOf(resource, action),
                      })}
                      checked={grants.has(`${resource}:${action}`)}
                      onChange={(event) => onToggle(`${resource}:${action}`, event.target.checked)}
                    />
                    <span aria-hidden="true" data-own={labels.actionOf(resource, action) !== labels.action(action)}>
                      {labels.actionOf(resource, action)}
                    </span>
                  </label>
                </td>
              ) : (
                <td key={action} data-empty="true" />
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
