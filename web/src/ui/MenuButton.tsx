// A button with a menu, whose code is loaded on first use.

import { Button, type ButtonProps, type DropdownProps, type MenuProps } from "antd";
import { Suspense, useState } from "react";
import { lazyPart } from "@/ui/late/lazyPart";

const OpenedMenu = lazyPart(async () => ({ default: (await import("./OpenedMenu")).OpenedMenu }), "overlay");

export interface MenuButtonProps extends Omit<ButtonProps, "onClick"> {
  items: NonNullable<MenuProps["items"]>;
  placement?: NonNullable<DropdownProps["placement"]>;
}

export function MenuButton(props: MenuButtonProps) {
  const [isAsked, setAsked] = useState(false);
  const { items: _, placement: __, ...rest } = props;
  const button = <Button {...rest} aria-haspopup="menu" aria-expanded={false} onClick={() => setAsked(true)} />;
  if (!isAsked) return button;
  return (
    <Suspense fallback={button}>
      <OpenedMenu {...props} />
    </Suspense>
  );
}
