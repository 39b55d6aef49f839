// Signs out after asking about what would be lost: a running upload, unsent notes; and says why if it fails.
import { App } from "antd";
import { useTranslation } from "react-i18next";
import { uploads } from "@/entities/batch/uploads";
import { useSignOut } from "@/entities/session/signOut";
import { hasUnsentPrivate } from "@/lib/storage/privateStorage";
import { useErrorText } from "@/ui/errorText";

export function useSignOutAction(): { signOut: () => void; isPending: boolean } {
  const { t } = useTranslation("shell");
  const { message, modal } = App.useApp();
  const errorText = useErrorText();
  const { mutateAsync, isPending } = useSignOut();
  // The panel or palette that asked for it may be closed before the answer.
  const run = () => mutateAsync().catch((error: unknown) => void message.error(errorText(error)));
  const signOut = () => {
    const isUploading = uploads.all().some(({ state }) => state === "sending");
    const hasUnsent = hasUnsentPrivate();
    if (!isUploading && !hasUnsent) {
      void run();
      return;
    }
    const lost = [
      ...(isUploading ? [t("account.sign_out_uploading")] : []),
      ...(hasUnsent ? [t("account.sign_out_unsent")] : []),
    ];
    modal.confirm({ title: t("account.sign_out"), content: lost.join(" "), onOk: run });
  };
  return { signOut, isPending };
}
