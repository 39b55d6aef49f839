// The component library's buttons and dialogs.
import { Button, Modal } from "antd";
import { LinkButton } from "../LinkButton";
import type { Kit } from "./Kit";

const typeOf = (primary = false) => (primary ? "primary" : "default");

export const ANTD_KIT: Kit = {
  Button: ({ primary, busy = false, ...rest }) => <Button {...rest} type={typeOf(primary)} loading={busy} />,
  Link: ({ primary, ...rest }) => <LinkButton {...rest} type={typeOf(primary)} />,
  Dialog: ({ open, title, actions, onClose, children }) => (
    <Modal open={open} title={title} footer={actions} width={440} onCancel={onClose}>
      {children}
    </Modal>
  ),
};
