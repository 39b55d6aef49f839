// Hands a member's upcoming interviews and open invitations over to another.
import { Alert, App, Form, Modal, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCurrentOrganization } from "@/entities/session/session";
import type { InterviewDuties } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { useHandOver } from "../duties";
import { useInterviewers } from "../interviewers";
import { DutyList } from "./DutyList";
import styles from "./HandOverDialog.module.css";

interface Props {
  duties: InterviewDuties;
  title: string;
  /** The label of the button that hands over. */
  okText: string;
  /** Allows leaving them as they are, with the label of the button that does. */
  leaveText?: string;
  onClose: () => void;
  /** Called once they are handed over, or left. */
  onDone: () => void;
}

export function HandOverDialog({ duties, title, okText, leaveText, onClose, onDone }: Props) {
  const { t } = useTranslation("interview");
  const { message } = App.useApp();
  const errorText = useErrorText();
  const isOwn = duties.user_id === useCurrentOrganization().session.user.id;
  const others = useInterviewers().filter(({ user_id }) => user_id !== duties.user_id);
  const handOver = useHandOver();
  const [to, setTo] = useState<string | null>(null);
  const target = others.find(({ user_id }) => user_id === to);

  const submit = () => {
    if (!target) {
      onDone();
      return;
    }
    handOver.mutate(
      { from: duties.user_id, to: target.user_id },
      {
        onSuccess: (done) => {
          const count = done?.conflicts ?? 0;
          if (count > 0) message.warning(t("handover.conflicts", { count, name: target.name }));
          else message.success(t("handover.done", { name: target.name }));
          onDone();
        },
      },
    );
  };
  return (
    <Modal
      open
      title={title}
      okText={target || !leaveText ? okText : leaveText}
      okButtonProps={{ loading: handOver.isPending, disabled: !target && !leaveText }}
      cancelText={t("dialog.cancel")}
      onOk={submit}
      onCancel={onClose}
      width={520}
    >
      <p>{isOwn ? t("handover.text_own") : t("handover.text", { name: duties.name })}</p>
      <div className={styles.duties}>
        <DutyList duties={duties} />
      </div>
      {handOver.error ? <Alert type="error" role="alert" title={errorText(handOver.error)} /> : null}
      <Form layout="vertical">
        <Form.Item label={t("handover.to")} htmlFor="hand-over-to" extra={t("handover.hint")}>
          <Select<string | null>
            id="hand-over-to"
            autoFocus
            allowClear={leaveText !== undefined}
            placeholder={leaveText ? t("handover.leave") : t("handover.choose")}
            value={to}
            onChange={(chosen) => setTo(chosen ?? null)}
            showSearch={{ optionFilterProp: "label" }}
            notFoundContent={t("handover.nobody")}
            options={others.map(({ user_id, label }) => ({ value: user_id, label }))}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
