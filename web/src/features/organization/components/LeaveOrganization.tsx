// Leaves the organization: explains the consequences, and hands over the member's own interviews before. The last owner
// sees why they cannot.
import { Alert, Button, Modal, Skeleton } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { HandOver } from "@/entities/interview/components/HandOver";
import { useLoadDuties } from "@/entities/interview/duties";
import { useLeaveOrganization, useMembers } from "@/entities/member/queries";
import { useCurrentOrganization } from "@/entities/session/session";
import { ApiProblem } from "@/lib/api/problem";
import { href } from "@/lib/routes/href";
import { loadPage } from "@/lib/routes/loadPage";
import { useErrorText } from "@/ui/errorText";
import { LinkButton } from "@/ui/LinkButton";
import { isLastOwner } from "../logic/roles";
import styles from "./LeaveOrganization.module.css";

export function LeaveOrganization() {
  const { t } = useTranslation("organization");
  const { role } = useCurrentOrganization().membership;
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button size="small" className={styles.open ?? ""} onClick={() => setOpen(true)}>
        {t("leave.open")}
      </Button>
      {open ? role === "owner" ? <OwnerDialog onClose={close} /> : <Dialog onClose={close} /> : null}
    </>
  );
}

/** An owner can leave only if another one stays. */
function OwnerDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("organization");
  const { membership } = useCurrentOrganization();
  const members = useMembers();
  if (members.data) {
    return isLastOwner(membership.id, members.data) ? <LastOwner onClose={onClose} /> : <Dialog onClose={onClose} />;
  }
  // If the members cannot be loaded, let the server decide.
  if (members.error) return <Dialog onClose={onClose} />;
  return (
    <Modal open title={t("leave.title")} footer={null} onCancel={onClose} width={520}>
      <Skeleton active title={false} paragraph={{ rows: 4 }} />
    </Modal>
  );
}

function LastOwner({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("organization");
  return (
    <Modal
      open
      title={t("leave.last_title")}
      onCancel={onClose}
      width={520}
      footer={
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <LinkButton type="primary" to={href("organizationMembers")}>
            {t("leave.last_members")}
          </LinkButton>
        </>
      }
    >
      {t("leave.last_text")}
    </Modal>
  );
}

function Dialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("organization");
  const { session, membership, memberships } = useCurrentOrganization();
  const errorText = useErrorText();
  const leave = useLeaveOrganization();
  const load = useLoadDuties();
  const { name } = membership.organization;
  const next = memberships.find((other) => other.id !== membership.id)?.organization.name;
  if (leave.error instanceof ApiProblem && leave.error.code === "member.last_owner") {
    return <LastOwner onClose={onClose} />;
  }
  const go = () => leave.mutate(undefined, { onSuccess: () => loadPage(href("welcome")) });
  const confirm = () => load.mutate(session.user.id, { onSuccess: (duties) => (duties ? undefined : go()) });
  if (load.data) {
    return (
      <HandOver
        duties={load.data}
        title={t("leave.ask", { name })}
        okText={t("leave.hand_over")}
        leaveText={t("leave.confirm")}
        onClose={onClose}
        onDone={() => {
          load.reset();
          go();
        }}
      />
    );
  }
  const error = load.error ?? leave.error;
  return (
    <Modal
      open
      title={t("leave.ask", { name })}
      okText={t("leave.confirm")}
      okButtonProps={{ danger: true, loading: load.isPending || leave.isPending || leave.isSuccess }}
      cancelText={t("cancel")}
      onOk={confirm}
      onCancel={onClose}
      width={520}
    >
      <ul className={styles.points}>
        <li>{t("leave.lost")}</li>
        <li>{t("leave.stays")}</li>
        <li>{t("leave.back")}</li>
        <li>{next ? t("leave.next", { name: next }) : t("leave.none")}</li>
      </ul>
      {error ? <Alert type="error" role="alert" title={errorText(error)} /> : null}
    </Modal>
  );
}
