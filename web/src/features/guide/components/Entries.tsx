// Steps, answers and tips: optional title, and text.
import type { GuideEntry } from "../logic/content";
import styles from "./Guide.module.css";

export function Entries({ items, isNumbered = false }: { items: readonly GuideEntry[]; isNumbered?: boolean }) {
  const List = isNumbered ? "ol" : "ul";
  return (
    <List className={styles.entries} data-numbered={isNumbered}>
      {items.map(({ key, title, text }) => (
        <li key={key}>
          {title ? <h3>{title}</h3> : null}
          <p>{text}</p>
        </li>
      ))}
    </List>
  );
}
