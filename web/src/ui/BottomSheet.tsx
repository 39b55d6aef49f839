// A full-height sheet on a phone. Its content has a heading of its own, so the title is its accessible name only.
import type { ReactNode } from "react";
import { LazyDrawer } from "./LazyDrawer";

interface Props {
  open: boolean;
  title: string;
  onClose: () => void;
  children: ReactNode;
}

// The close icon, four pixels within its button, is flush with the text below.
const STYLES = {
  header: { padding: "12px 16px" },
  close: { marginInlineStart: -4 },
  body: { padding: "12px 16px 48px" },
};

export function BottomSheet({ open, title, onClose, children }: Props) {
  return (
    <LazyDrawer
      open={open}
      placement="bottom"
      size="100%"
      title={<span className="visually-hidden">{title}</span>}
      onClose={onClose}
      styles={STYLES}
      destroyOnHidden
    >
      {children}
    </LazyDrawer>
  );
}
