// The card's context menu; focus returns to the card when it closes.
import { Dropdown } from "antd";
import type { MenuPosition } from "./menuPosition";
import styles from "./Pipeline.module.css";
import type { CommandItem } from "./useCardCommands";

export function CardMenu(props: { place: MenuPosition; items: CommandItem[]; onClose: () => void }) {
  const { place, items, onClose } = props;
  return (
    <Dropdown
      key={`${place.id} ${place.x} ${place.y}`}
      open
      trigger={["click"]}
      autoFocus
      menu={{ items, onClick: onClose }}
      onOpenChange={(open) => {
        if (open) return;
        onClose();
        document.querySelector<HTMLElement>(`[data-card="${place.id}"]`)?.focus();
      }}
    >
      <span className={styles.anchor} style={{ left: place.x, top: place.y }} />
    </Dropdown>
  );
}
