// Signs out after asking about a running upload, and says why if it fails.
import { App } from "antd";
import { useTranslation } from "react-i18next";
import { uploads } from "@/entities/batch/uploads";
import { useSignOut } from "@/entities/session/signOut";
import { useErrorText } from "@/ui/errorText";

export function useSignOutAction(): { signOut: () => void; isPending: boolean } {
  const { t } = useTranslation("shell");
  const { message, modal } = App.useApp();
  const errorText = useErrorText();
  const { mutateAsync, isPending } = useSignOut();
  // The panel or palette that asked for it may be closed before the answer.
  const run = () => mutateAsync().catch((error: unknown) => void message.error(errorText(error)));
  const signOut = () => {
    if (!uploads.all().some(({ state }) => state === "sending")) {
      void run();
      return;
    }
    modal.confirm({ title: t("account.sign_out"), content: t("account.sign_out_uploading"), onOk: run });
  };
  return { signOut, isPending };
}
