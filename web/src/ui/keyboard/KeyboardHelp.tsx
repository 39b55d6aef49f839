// `?` shows every shortcut of the page.
import { Modal } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useActiveHotkeys, useHotkeys } from "./hotkeys";
import styles from "./KeyboardHelp.module.css";

export function KeyboardHelp() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  useHotkeys([{ keys: "?", label: t("keyboard.help"), run: () => setOpen(true) }]);
  const hotkeys = useActiveHotkeys();
  return (
    <Modal open={open} onCancel={() => setOpen(false)} footer={null} title={t("keyboard.title")} width={420}>
      <dl>
        {hotkeys.map((hotkey) => (
          <div key={hotkey.keys} className={styles.row}>
            <dt>{hotkey.label}</dt>
            <dd>
              <kbd className={styles.key}>{hotkey.keys}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
