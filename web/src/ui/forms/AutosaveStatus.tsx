// Says where the text of a form is saved.
import { useTranslation } from "react-i18next";
import { useErrorText, useFieldErrors } from "../errorText";
import styles from "./AutosaveStatus.module.css";
import type { AutosaveState } from "./useAutosave";

interface Props {
  state: AutosaveState;
  /** Why the server refused the last attempt, if it did. */
  error: unknown;
}

export function AutosaveStatus({ state, error }: Props) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const why = useFieldErrors()(error);
  const texts: Record<AutosaveState, string> = {
    none: "",
    saved: t("autosave.saved"),
    saving: t("autosave.saving"),
    local: error ? t("autosave.refused", { why: Object.values(why)[0] ?? errorText(error) }) : t("autosave.local"),
    unsaved: t("autosave.unsaved"),
  };
  return (
    <span className={styles.state} role="status" data-state={state}>
      {texts[state]}
    </span>
  );
}
