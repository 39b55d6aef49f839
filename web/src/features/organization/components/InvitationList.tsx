// Invitations that were not accepted: resend, copy the link, cancel; declined ones are removed.
import { App, Button } from "antd";
import { useTranslation } from "react-i18next";
import { useCurrentOrganization } from "@/entities/session/session";
import { useFormats } from "@/i18n/format";
import type { Invitation } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { MoreMenu } from "@/ui/MoreMenu";
import { StageTag } from "@/ui/StageTag";
import { RowTable } from "@/ui/tables/RowTable";
import rows from "@/ui/tables/RowTable.module.css";
import { useCopy } from "@/ui/useCopy";
import { useCancelInvitation, useInvitationLink, useResendInvitation } from "../api/invitations";
import { usePermissionLabels } from "../logic/permissionLabels";
import { canManageRole } from "../logic/roles";
import styles from "./Members.module.css";

export function InvitationList({ invitations }: { invitations: readonly Invitation[] }) {
  const { t } = useTranslation("organization");
  return (
    <RowTable
      label={t("invitations.title")}
      heads={[
        { label: t("invitations.email") },
        { label: t("members.role") },
        { label: t("invitations.status") },
        { label: t("invitations.sent") },
      ]}
      actions={t("members.actions")}
    >
      {invitations.map((invitation) => (
        <InvitationRow key={invitation.id} invitation={invitation} />
      ))}
    </RowTable>
  );
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation("organization");
  const formats = useFormats();
  const labels = usePermissionLabels();
  const { role: own } = useCurrentOrganization().membership;
  const { email, status } = invitation;
  const isDeclined = status === "declined";
  const isPending = status === "pending";
  const by = invitation.invited_by_name ?? invitation.invited_by_email;
  const actions = useInvitationActions(invitation);
  return (
    <tr>
      <td className={rows.lead}>
        <span className={styles.name}>{email}</span>
        {by ? <span className={rows.below}>{t("invitations.by", { name: by })}</span> : null}
      </td>
      <td>
        {labels.role(invitation.role)}
        {invitation.job_ids.length > 0 ? (
          <span className={rows.below}>{t("members.some_jobs", { count: invitation.job_ids.length })}</span>
        ) : null}
      </td>
      <td>
        {isDeclined ? (
          <StageTag>{t("invitations.declined")}</StageTag>
        ) : !isPending ? (
          <StageTag tone="attention">{t("invitations.expired")}</StageTag>
        ) : (
          <span className={rows.soft} title={formats.dateTime(invitation.expires_at)}>
            {t("invitations.until", { date: formats.date(invitation.expires_at) })}
          </span>
        )}
      </td>
      <td className={rows.soft} title={formats.dateTime(invitation.sent_at)}>
        {formats.ago(invitation.sent_at)}
      </td>
      <td className={rows.actions}>
        {!canManageRole(own, invitation.role) ? null : isDeclined ? (
          <Button
            size="small"
            type="text"
            loading={actions.isRemoving}
            aria-label={t("invitations.remove_name", { email })}
            onClick={actions.remove}
          >
            {t("invitations.remove")}
          </Button>
        ) : (
          <>
            <Button size="small" loading={actions.resending} onClick={actions.resend}>
              {t("invitations.resend")}
            </Button>
            <MoreMenu
              label={t("invitations.more", { email })}
              items={[
                ...(isPending ? [{ key: "copy", label: t("invitations.copy"), onClick: actions.copy }] : []),
                { key: "cancel", danger: true, label: t("invitations.cancel"), onClick: actions.cancel },
              ]}
            />
          </>
        )}
      </td>
    </tr>
  );
}

function useInvitationActions({ id, email }: Invitation) {
  const { t } = useTranslation("organization");
  const { message, modal } = App.useApp();
  const errorText = useErrorText();
  const resend = useResendInvitation();
  const link = useInvitationLink();
  const cancel = useCancelInvitation();
  const copy = useCopy();
  const failed = (error: unknown) => message.error(errorText(error));
  return {
    resending: resend.isPending,
    resend: () =>
      resend.mutate(id, { onSuccess: () => message.success(t("invitations.resent", { email })), onError: failed }),
    copy: () => link.mutate(id, { onSuccess: (url) => void copy(url ?? "", t("invitations.copied")), onError: failed }),
    isRemoving: cancel.isPending,
    remove: () => cancel.mutate(id, { onError: failed }),
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
