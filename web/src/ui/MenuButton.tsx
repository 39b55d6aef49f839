// A button with a menu, whose code is loaded on first use.
import { Button, type MenuProps } from "antd";
import { lazy, type ReactNode, Suspense, useState } from "react";

const OpenedMenu = lazy(async () => ({ default: (await import("./OpenedMenu")).OpenedMenu }));

export interface MenuButtonProps {
  items: NonNullable<MenuProps["items"]>;
  children: ReactNode;
}

export function MenuButton({ items, children }: MenuButtonProps) {
  const [isAsked, setAsked] = useState(false);
  const button = (
    <Button aria-haspopup="menu" aria-expanded={false} onClick={() => setAsked(true)}>
      {children}
    </Button>
  );
  if (!isAsked) return button;
  return (
    <Suspense fallback={button}>
      <OpenedMenu items={items}>{children}</OpenedMenu>
    </Suspense>
  );
}
