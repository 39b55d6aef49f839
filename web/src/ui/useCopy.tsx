// Copies text; if the browser denies it, the text is shown for manual copying.
import { App, Input } from "antd";
import { useTranslation } from "react-i18next";

export function useCopy() {
  const { t } = useTranslation();
  const { message, modal } = App.useApp();
  return async (text: string, done: string) => {
    try {
      await navigator.clipboard.writeText(text);
      message.success(done);
    } catch {
      modal.info({
        title: t("copy.yourself"),
        content: (
          <Input.TextArea
            autoFocus
            readOnly
            aria-label={t("copy.yourself")}
            autoSize={{ maxRows: 12 }}
            value={text}
            onFocus={(event) => event.target.select()}
          />
        ),
      });
    }
  };
}
