// Copies text; if the browser denies it, the text is shown for manual copying.

import { App } from "antd";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "@/ui/late/lazyPart";

const TextArea = lazyPart(() => import("antd/es/input/TextArea"));

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
          <Suspense fallback={null}>
            <TextArea
              autoFocus
              readOnly
              aria-label={t("copy.yourself")}
              autoSize={{ maxRows: 12 }}
              value={text}
              onFocus={(event) => event.target.select()}
            />
          </Suspense>
        ),
      });
    }
  };
}
