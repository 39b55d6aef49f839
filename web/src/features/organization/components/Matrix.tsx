// Resources down, actions across; where there is no room, the actions stand under their resource.
import { useTranslation } from "react-i18next";
import type { RolePermission } from "@/lib/api/types";
import type { Grants } from "../logic/grants";
import { ACTIONS, useWords } from "../logic/words";
import styles from "./Matrix.module.css";

interface Props {
  rows: readonly RolePermission[];
  grants: Grants;
  fixed: boolean;
  onToggle: (key: string, on: boolean) => void;
}

export function Matrix({ rows, grants, fixed, onToggle }: Props) {
  const { t } = useTranslation("organization");
  const words = useWords();
  const used = new Set(rows.flatMap(({ actions }) => actions));
  const ours: readonly string[] = ACTIONS;
  const columns = [...ours.filter((action) => used.has(action)), ...[...used].filter((one) => !ours.includes(one))];
  return (
    <table className={styles.matrix} aria-label={t("permissions.actions")}>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{t("permissions.resource")}</span>
          </th>
          {columns.map((action) => (
            <th key={action} scope="col">
              {words.action(action)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ resource, actions }) => (
          <tr key={resource}>
            <th scope="row">{words.resource(resource)}</th>
            {columns.map((action) =>
              actions.includes(action) ? (
                <td key={action}>
                  <label className={styles.cell}>
                    <input
                      type="checkbox"
                      disabled={fixed}
                      aria-label={t("permissions.cell", {
                        resource: words.resource(resource),
                        action: words.action(action),
                      })}
                      checked={grants.has(`${resource}:${action}`)}
                      onChange={(event) => onToggle(`${resource}:${action}`, event.target.checked)}
                    />
                    <span aria-hidden="true">{words.action(action)}</span>
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
