// Invitations nobody answered yet, expired ones included: send again, copy the link, take back.
import { App, Button, Dropdown, Typography } from "antd";
import { Ellipsis } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useWorkplace } from "@/api/session";
import type { Invitation } from "@/api/types";
import { useFormats } from "@/i18n/format";
import { useErrorText } from "@/ui/errorText";
import { StageTag } from "@/ui/StageTag";
import { useCancelInvitation, useLink, useResend } from "../api/invitations";
import { reaches } from "../logic/roles";
import { useWords } from "../logic/words";
import styles from "./Members.module.css";

export function InvitationList({ invitations }: { invitations: readonly Invitation[] }) {
  const { t } = useTranslation("organization");
  return (
    <table className={styles.table} aria-label={t("invitations.title")}>
      <thead>
        <tr>
          <th scope="col">{t("invitations.email")}</th>
          <th scope="col">{t("members.role")}</th>
          <th scope="col">{t("invitations.status")}</th>
          <th scope="col">{t("invitations.sent")}</th>
          <th scope="col">
            <span className="visually-hidden">{t("members.actions")}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {invitations.map((invitation) => (
          <Row key={invitation.id} invitation={invitation} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation("organization");
  const formats = useFormats();
  const words = useWords();
  const { role: own } = useWorkplace().membership;
  const { email, status } = invitation;
  const expired = status === "expired";
  const by = invitation.invited_by_name ?? invitation.invited_by_email;
  const actions = useActions(invitation);
  return (
    <tr>
      <td className={styles.who}>
        <span className={styles.name}>{email}</span>
        {by ? <span className={styles.email}>{t("invitations.by", { name: by })}</span> : null}
      </td>
      <td className={styles.fixed}>{words.role(invitation.role)}</td>
      <td>
        {expired ? (
          <StageTag tone="attention">{t("invitations.expired")}</StageTag>
        ) : (
          <span className={styles.soft} title={formats.dateTime(invitation.expires_at)}>
            {t("invitations.until", { date: formats.date(invitation.expires_at) })}
          </span>
        )}
      </td>
      <td className={styles.soft} title={formats.dateTime(invitation.sent_at)}>
        {formats.ago(invitation.sent_at)}
      </td>
      <td className={styles.actions}>
        {reaches(own, invitation.role) ? (
          <>
            <Button size="small" loading={actions.resending} onClick={actions.resend}>
              {t("invitations.resend")}
            </Button>
            <Dropdown
              trigger={["click"]}
              placement="bottomRight"
              menu={{
                items: [
                  ...(expired ? [] : [{ key: "copy", label: t("invitations.copy"), onClick: actions.copy }]),
                  { key: "cancel", danger: true, label: t("invitations.cancel"), onClick: actions.cancel },
                ],
              }}
            >
              <button type="button" className={styles.more} aria-label={t("invitations.more", { email })}>
                <Ellipsis size={18} aria-hidden="true" />
              </button>
            </Dropdown>
          </>
        ) : null}
      </td>
    </tr>
  );
}

function useActions({ id, email }: Invitation) {
  const { t } = useTranslation("organization");
  const { message, modal } = App.useApp();
  const errorText = useErrorText();
  const resend = useResend();
  const link = useLink();
  const cancel = useCancelInvitation();
  const failed = (error: unknown) => message.error(errorText(error));
  const copy = async () => {
    try {
      const url = (await link.mutateAsync(id)) ?? "";
      try {
        await navigator.clipboard.writeText(url);
        message.success(t("invitations.copied"));
      } catch {
        // Not every browser lets a page copy; then the person does.
        modal.info({ title: t("invitations.link"), content: <Typography.Text copyable>{url}</Typography.Text> });
      }
    } catch (error) {
      failed(error);
    }
  };
  return {
    resending: resend.isPending,
    resend: () =>
      resend.mutate(id, { onSuccess: () => message.success(t("invitations.resent", { email })), onError: failed }),
    copy: () => void copy(),
    cancel: () =>
      modal.confirm({
        title: t("invitations.cancel_ask"),
        content: t("invitations.cancel_text", { email }),
        okText: t("invitations.cancel"),
        okButtonProps: { danger: true },
        cancelText: t("invitations.keep"),
        onOk: () => cancel.mutateAsync(id).catch(failed),
      }),
  };
}
