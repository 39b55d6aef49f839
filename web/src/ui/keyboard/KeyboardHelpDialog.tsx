// All active shortcuts.
import { Modal } from "antd";
import { useTranslation } from "react-i18next";
import { useActiveHotkeys } from "./hotkeys";
import styles from "./KeyboardHelp.module.css";
import { keyLabel } from "./keyLabel";

export function KeyboardHelpDialog(props: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const hotkeys = useActiveHotkeys();
  return (
    <Modal open={props.open} onCancel={props.onClose} footer={null} title={t("keyboard.title")} width={440}>
      <dl>
        {hotkeys.map((hotkey) => (
          <div key={hotkey.keys} className={styles.row}>
            <dt>{hotkey.label}</dt>
            <dd>
              <kbd className={styles.key}>{keyLabel(hotkey.keys)}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
