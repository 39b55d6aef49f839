// All active shortcuts.
import { Checkbox, Modal } from "antd";
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { useActiveHotkeys } from "./hotkeys";
import styles from "./KeyboardHelp.module.css";
import { keyLabel } from "./keyLabel";
import { setSingleKeys, singleKeys } from "./singleKeys";

export function KeyboardHelpDialog(props: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const hotkeys = useActiveHotkeys();
  const areSingleKeysOn = useSyncExternalStore(singleKeys.subscribe, singleKeys.get);
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
      <Checkbox
        className={styles.single ?? ""}
        checked={areSingleKeysOn}
        onChange={(event) => setSingleKeys(event.target.checked)}
      >
        {t("keyboard.single")}
      </Checkbox>
    </Modal>
  );
}
