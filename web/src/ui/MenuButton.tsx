// A button with a menu, whose code is loaded on first use.
import { Button, type ButtonProps, type DropdownProps, type MenuProps } from "antd";
import { lazy, Suspense, useState } from "react";

const OpenedMenu = lazy(async () => ({ default: (await import("./OpenedMenu")).OpenedMenu }));

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
