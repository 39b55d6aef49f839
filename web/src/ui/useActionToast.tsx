// A toast for a completed action, with undo.
import { App, Button } from "antd";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";

interface ActionToast {
  /** A newer message with the same key replaces this one. */
  key: string;
  text: string;
  undo?: (() => void) | undefined;
  type?: "success" | "info" | "warning" | "error";
  seconds?: number;
}

export function useActionToast(): (toast: ActionToast) => void {
  const { t } = useTranslation();
  const { message } = App.useApp();
  return useCallback(
    ({ key, text, undo, type = "success", seconds }: ActionToast) => {
      const takeBack = () => {
        message.destroy(key);
        undo?.();
      };
      void message.open({
        key,
        type,
        ...(seconds === undefined ? {} : { duration: seconds }),
        content: undo ? (
          <>
            {text}
            <Button type="link" size="small" onClick={takeBack}>
              {t("action.undo")}
            </Button>
          </>
        ) : (
          text
        ),
      });
    },
    [message, t],
  );
}
