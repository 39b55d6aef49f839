// A row's further actions, in a menu.
import { Dropdown, type MenuProps } from "antd";
import { Ellipsis } from "lucide-react";
import styles from "./MoreMenu.module.css";

export function MoreMenu(props: { label: string; items: NonNullable<MenuProps["items"]> }) {
  if (props.items.length === 0) return null;
  return (
    <Dropdown trigger={["click"]} placement="bottomRight" menu={{ items: props.items }}>
      <button type="button" className={styles.more} aria-label={props.label}>
        <Ellipsis size={18} aria-hidden="true" />
      </button>
    </Dropdown>
  );
}
