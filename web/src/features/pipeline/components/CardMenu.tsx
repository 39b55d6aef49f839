// The menu of a card, at the point where it was asked for; when it closes, the focus is back on the card.
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
