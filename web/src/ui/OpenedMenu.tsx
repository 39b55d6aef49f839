// A button whose menu is initially open.
import { Button, Dropdown } from "antd";
import { useState } from "react";
import type { MenuButtonProps } from "./MenuButton";

export function OpenedMenu({ items, children }: MenuButtonProps) {
  const [open, setOpen] = useState(true);
  return (
    <Dropdown
      open={open}
      onOpenChange={setOpen}
      trigger={["click"]}
      autoFocus
      menu={{ items, onClick: () => setOpen(false) }}
    >
      <Button aria-haspopup="menu" aria-expanded={open}>
        {children}
      </Button>
    </Dropdown>
  );
}
