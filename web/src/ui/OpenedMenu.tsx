// A button whose menu is initially open.
import { Button, Dropdown } from "antd";
import { useState } from "react";
import type { MenuButtonProps } from "./MenuButton";

export function OpenedMenu({ items, placement, ...rest }: MenuButtonProps) {
  const [open, setOpen] = useState(true);
  return (
    <Dropdown
      open={open}
      onOpenChange={setOpen}
      trigger={["click"]}
      autoFocus
      {...(placement && { placement })}
      menu={{ items, onClick: () => setOpen(false) }}
    >
      <Button {...rest} aria-haspopup="menu" aria-expanded={open} />
    </Dropdown>
  );
}
