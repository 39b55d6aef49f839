// The members that a new job is assigned to, of roles that only see assigned jobs.
import { Select } from "antd";
import { useTranslation } from "react-i18next";
import { useMembers } from "@/entities/member/queries";
import { useCan } from "@/entities/session/memberships";
import { useSession } from "@/entities/session/session";
import { Field } from "@/ui/forms/Field";

interface Props {
  value: string[];
  onChange: (team: string[]) => void;
}

export function HiringTeam({ value, onChange }: Props) {
  const { t } = useTranslation(["jobs", "shell"]);
  const canAssign = useCan("members:create");
  const userId = useSession().data?.user.id;
  const members = useMembers(canAssign);
  const choices = members.data?.filter(
    ({ assigned_jobs, is_active, user_id }) => assigned_jobs != null && is_active && user_id !== userId,
  );
  if (!choices || choices.length === 0) return null;
  return (
    <Field label={t("field.team")} htmlFor="job-team" tooltip={t("field.team_hint")}>
      <Select<string[]>
        id="job-team"
        mode="multiple"
        optionFilterProp="label"
        placeholder={t("field.team_placeholder")}
        value={value}
        onChange={onChange}
        options={choices.map(({ id, full_name, email, role }) => ({
          value: id,
          label: `${full_name || email} · ${t(`shell:role.${role}`)}`,
        }))}
      />
    </Field>
  );
}
