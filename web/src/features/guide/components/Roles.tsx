// What each role is for, and the pages it opens by default.
import type { RoleEntry } from "../logic/content";
import styles from "./Guide.module.css";

export function Roles({ roles }: { roles: readonly RoleEntry[] }) {
  return (
    <dl className={styles.roles}>
      {roles.map(({ key, title, text, pages }) => (
        <div key={key}>
          <dt>{title}</dt>
          <dd>
            {text}
            <span className={styles.pages}>{pages.join(" · ")}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
