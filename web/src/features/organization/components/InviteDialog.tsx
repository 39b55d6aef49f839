// Invites several addresses with one role. Those that failed stay, with the reason.

import { App, Form, Input, Modal, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAllJobs } from "@/entities/member/queries";
import { useCan } from "@/entities/session/memberships";
import { useCurrentOrganization } from "@/entities/session/session";
import type { Permission, Role } from "@/lib/api/types";
import { useErrorText, useFieldErrors } from "@/ui/errorText";
import { Field } from "@/ui/forms/Field";
import { UnsavedDialog, useUnsavedGuard } from "@/ui/forms/unsaved";
import { type InviteResult, useCreateInvitations } from "../api/invitations";
import { parseEmailAddresses } from "../logic/emailAddresses";
import { usePermissionLabels } from "../logic/permissionLabels";
import { assignableRoles, grantableTo, seesAllJobs } from "../logic/roles";
import styles from "./InviteDialog.module.css";

export function InviteDialog(props: { onClose: () => void; seatsLeft: number }) {
  const { t } = useTranslation("organization");
  const { message } = App.useApp();
  const labels = usePermissionLabels();
  const { role: own, permissions: mine } = useCurrentOrganization().membership;
  const [text, setText] = useState("");
  const [role, setRole] = useState<Role>("recruiter");
  const [chosen, setChosen] = useState<readonly Permission[]>([]);
  const [jobIds, setJobIds] = useState<readonly string[]>([]);
  const [problems, setProblems] = useState<readonly InviteResult[]>([]);
  const [tried, setTried] = useState(false);
  const invite = useCreateInvitations();
  const { good, bad } = parseEmailAddresses(text);
  const guard = useUnsavedGuard(text.trim() !== "" || chosen.length > 0 || jobIds.length > 0);
  const permissions = grantableTo(role, chosen);
  const hasJobs = useCan("jobs:view") && !seesAllJobs(role);
  const jobs = useAllJobs(hasJobs);
  const empty = good.length + bad.length === 0;

  const send = () => {
    setTried(true);
    if (bad.length > 0 || empty) return;
    invite.mutate(
      { emails: good, role, permissions, jobIds: hasJobs ? jobIds : [] },
      {
        onSuccess: (outcomes) => {
          const refused = outcomes.filter(({ problem }) => problem !== null);
          const sent = outcomes.length - refused.length;
          if (sent > 0) message.success(t("invite.sent", { count: sent }));
          setProblems(refused);
          setText(refused.map(({ email }) => email).join("\n"));
          setTried(false);
          if (refused.length === 0) props.onClose();
        },
      },
    );
  };

  const complaint = !tried
    ? undefined
    : empty
      ? t("invite.required")
      : bad.length > 0
        ? t("invite.invalid", { addresses: bad.join(t("separator")) })
        : undefined;
  return (
    <Modal
      open
      title={t("invite.title")}
      okText={good.length > 1 ? t("invite.submit_many", { count: good.length }) : t("invite.submit")}
      okButtonProps={{ loading: invite.isPending }}
      cancelText={t("cancel")}
      onOk={send}
      onCancel={() => guard.confirm(props.onClose)}
      width={520}
    >
      <Form layout="vertical">
        <Field label={t("invite.emails")} htmlFor="invite-emails" error={complaint} extra={t("invite.emails_hint")}>
          <Input.TextArea
            id="invite-emails"
            autoFocus
            autoSize={{ minRows: 3, maxRows: 8 }}
            value={text}
            placeholder={t("invite.emails_placeholder")}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <Form.Item label={t("invite.role")} htmlFor="invite-role" extra={labels.roleNote(role)}>
          <Select<Role>
            id="invite-role"
            value={role}
            onChange={setRole}
            options={assignableRoles(own).map((value) => ({ value, label: labels.role(value) }))}
          />
        </Form.Item>
        {hasJobs ? (
          <Form.Item label={t("invite.jobs")} htmlFor="invite-jobs" extra={t("invite.jobs_hint")}>
            <Select<readonly string[]>
              id="invite-jobs"
              mode="multiple"
              allowClear
              loading={jobs.isPending}
              placeholder={t("invite.jobs_none")}
              value={jobIds}
              onChange={setJobIds}
              showSearch={{ optionFilterProp: "label" }}
              maxTagCount="responsive"
              notFoundContent={jobs.data?.length === 0 ? t("assign.none") : t("nothing_found")}
              options={(jobs.data ?? []).map(({ id, title }) => ({ value: id, label: title }))}
            />
          </Form.Item>
        ) : null}
        <Form.Item label={t("invite.permissions")} htmlFor="invite-permissions" extra={t("invite.permissions_hint")}>
          <Select<readonly Permission[]>
            id="invite-permissions"
            mode="multiple"
            allowClear
            placeholder={t("invite.permissions_none")}
            value={permissions}
            onChange={setChosen}
            showSearch={{ optionFilterProp: "label" }}
            options={grantableTo(role, mine).map((permission) => ({
              value: permission,
              label: labels.permission(permission),
            }))}
          />
        </Form.Item>
      </Form>
      {problems.length > 0 ? (
        <Problems problems={problems} />
      ) : good.length > props.seatsLeft ? (
        <p className={styles.seats} role="status">
          {t("invite.seats", { count: Math.max(0, props.seatsLeft) })}
        </p>
      ) : null}
      <UnsavedDialog guard={guard} />
    </Modal>
  );
}

function Problems({ problems }: { problems: readonly InviteResult[] }) {
  const { t } = useTranslation("organization");
  const errorText = useErrorText();
  const fieldErrors = useFieldErrors();
  return (
    <div className={styles.problems} role="alert">
      <p>{t("invite.not_sent", { count: problems.length })}</p>
      <ul>
        {problems.map(({ email, problem }) => (
          <li key={email}>
            <strong>{email}</strong> {fieldErrors(problem)["email"] ?? errorText(problem)}
          </li>
        ))}
      </ul>
    </div>
  );
}
