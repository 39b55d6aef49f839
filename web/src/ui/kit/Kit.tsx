// Buttons and dialogs of components that stand both on pages with the component library and on pages without it, so
// that every page has one kind of each.
import { type ComponentType, createContext, type ReactNode, use } from "react";
import { LiteButton, LiteLink } from "../lite/LiteButton";
import { LiteDialog, LiteDialogActions } from "../lite/LiteDialog";

interface ButtonProps {
  children: ReactNode;
  primary?: boolean;
  busy?: boolean;
  disabled?: boolean;
  "aria-label"?: string;
  onClick: () => void;
}

interface LinkProps {
  children: ReactNode;
  primary?: boolean;
  to: string;
}

interface DialogProps {
  children: ReactNode;
  open: boolean;
  title: string;
  /** Its buttons. */
  actions: ReactNode;
  onClose: () => void;
}

export interface Kit {
  Button: ComponentType<ButtonProps>;
  Link: ComponentType<LinkProps>;
  Dialog: ComponentType<DialogProps>;
}

function NativeDialog({ children, actions, ...rest }: DialogProps) {
  return (
    <LiteDialog {...rest}>
      {children}
      <LiteDialogActions>{actions}</LiteDialogActions>
    </LiteDialog>
  );
}

const KitContext = createContext<Kit>({ Button: LiteButton, Link: LiteLink, Dialog: NativeDialog });

export const KitProvider = KitContext.Provider;

export function KitButton(props: ButtonProps) {
  const { Button } = use(KitContext);
  return <Button {...props} />;
}

export function KitLink(props: LinkProps) {
  const { Link } = use(KitContext);
  return <Link {...props} />;
}

export function KitDialog(props: DialogProps) {
  const { Dialog } = use(KitContext);
  return <Dialog {...props} />;
}
