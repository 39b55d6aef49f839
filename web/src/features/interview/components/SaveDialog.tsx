// Before saving an interview: who conducted it, and whether it is completed.

import { Checkbox, Form, type InputRef, Modal } from "antd";
import Input from "antd/es/input/Input";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "@/ui/forms/Field";

interface Props {
  name: string;
  hasEvaluation: boolean;
  isSaving: boolean;
  onCancel: () => void;
  onSave: (name: string, markCompleted: boolean) => void;
}

export function SaveDialog({ name, hasEvaluation, isSaving, onCancel, onSave }: Props) {
  const { t } = useTranslation("interview");
  const [interviewer, setInterviewer] = useState(name);
  const [completed, setCompleted] = useState(true);
  const [tried, setTried] = useState(false);
  const field = useRef<InputRef>(null);
  const isMissing = interviewer.trim() === "";
  const save = () => {
    setTried(true);
    if (isMissing) field.current?.focus();
    else onSave(interviewer.trim(), hasEvaluation && completed);
  };
  return (
    <Modal
      open
      width={440}
      title={t("save.title")}
      okText={t("save.action")}
      cancelText={t("dialog.cancel")}
      confirmLoading={isSaving}
      onOk={save}
      onCancel={onCancel}
    >
      <Form layout="vertical" onFinish={save}>
        <Field
          label={t("interviewer")}
          htmlFor="session-interviewer"
          required
          error={tried && isMissing ? t("save.name_required") : undefined}
        >
          <Input
            id="session-interviewer"
            ref={field}
            maxLength={200}
            value={interviewer}
            onChange={(event) => setInterviewer(event.target.value)}
          />
        </Field>
        {hasEvaluation ? (
          <Checkbox checked={completed} onChange={(event) => setCompleted(event.target.checked)}>
            {t("save.mark_completed")}
          </Checkbox>
        ) : (
          <p>{t("save.no_evaluation")}</p>
        )}
      </Form>
    </Modal>
  );
}
