// Members with role, jobs and join date, and actions for those who may manage them.
import { Button, Select } from "antd";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { HandOver } from "@/entities/interview/components/HandOver";
import { useCan } from "@/entities/session/memberships";
import { useCurrentOrganization } from "@/entities/session/session";
import { useFormats } from "@/i18n/format";
import type { Member, Role } from "@/lib/api/types";
import { lazyPart } from "@/ui/late/lazyPart";
import { StageTag } from "@/ui/StageTag";
import { RowTable } from "@/ui/tables/RowTable";
import rows from "@/ui/tables/RowTable.module.css";
import { usePermissionLabels } from "../logic/permissionLabels";
import { assignableRoles, canManageRole } from "../logic/roles";
import styles from "./Members.module.css";
import { useMemberActions } from "./useMemberActions";

const AssignJobs = lazyPart(async () => ({ default: (await import("./AssignJobs")).AssignJobs }), "overlay");

export function MemberTable({ members }: { members: readonly Member[] }) {
  const { t } = useTranslation("organization");
  const moves = useMemberActions();
  const [assigning, setAssigning] = useState<Member | null>(null);
  return (
    <>
      <RowTable
        label={t("members.title")}
        heads={[
          { label: t("members.member") },
          { label: t("members.role") },
          { label: t("members.jobs") },
          { label: t("members.joined") },
        ]}
        actions={t("members.actions")}
      >
        {members.map((member) => (
          <MemberRow key={member.id} member={member} moves={moves} onAssign={() => setAssigning(member)} />
        ))}
      </RowTable>
      {assigning ? (
        <Suspense>
          <AssignJobs member={assigning} onClose={() => setAssigning(null)} />
        </Suspense>
      ) : null}
      {moves.leaving ? (
        <HandOver
          duties={moves.leaving.duties}
          title={t("members.deactivate_ask", { name: moves.leaving.duties.name })}
          okText={t("members.hand_over")}
          leaveText={t("members.deactivate")}
          onClose={moves.keep}
          onDone={moves.leave}
        />
      ) : null}
    </>
  );
}

interface MemberRowProps {
  member: Member;
  moves: ReturnType<typeof useMemberActions>;
  onAssign: () => void;
}

function MemberRow({ member, moves, onAssign }: MemberRowProps) {
  const { t } = useTranslation("organization");
  const formats = useFormats();
  const { membership } = useCurrentOrganization();
  const canManage = useCan("members:manage");
  const me = member.id === membership.id;
  const changeable = canManage && !me && canManageRole(membership.role, member.role);
  const name = member.full_name || member.email;
  return (
    <tr>
      <td className={rows.lead}>
        <span className={styles.name} data-inactive={!member.is_active}>
          {name}
          {me ? <span className={styles.me}> {t("members.me")}</span> : null}
        </span>
        {member.full_name ? <span className={rows.below}>{member.email}</span> : null}
      </td>
      <td>
        <RoleCell member={member} changeable={changeable && member.is_active} moves={moves} />
      </td>
      <td className={rows.soft}>
        {!member.is_active ? null : member.assigned_jobs === null || member.assigned_jobs === undefined ? (
          t("members.all_jobs")
        ) : changeable ? (
          <Button size="small" type="text" className={styles.jobs ?? ""} onClick={onAssign}>
            <JobCount count={member.assigned_jobs} />
            <span className="visually-hidden"> {t("members.assign_to", { name })}</span>
          </Button>
        ) : (
          <JobCount count={member.assigned_jobs} />
        )}
      </td>
      <td className={rows.soft} title={formats.dateTime(member.joined_at)}>
        {formats.date(member.joined_at)}
      </td>
      <td className={rows.actions}>
        {!changeable ? null : member.is_active ? (
          <Button
            size="small"
            type="text"
            disabled={moves.busy === member.id}
            aria-label={t("members.deactivate_name", { name })}
            onClick={() => moves.deactivate(member)}
          >
            {t("members.deactivate")}
          </Button>
        ) : (
          <Button
            size="small"
            disabled={moves.busy === member.id}
            aria-label={t("members.bring_back_name", { name })}
            onClick={() => moves.bringBack(member)}
          >
            {t("members.bring_back")}
          </Button>
        )}
      </td>
    </tr>
  );
}

function RoleCell({ member, changeable, moves }: Omit<MemberRowProps, "onAssign"> & { changeable: boolean }) {
  const { t } = useTranslation("organization");
  const { role } = useCurrentOrganization().membership;
  const labels = usePermissionLabels();
  if (!member.is_active) return <StageTag>{t("members.inactive")}</StageTag>;
  if (!changeable) return labels.role(member.role);
  return (
    <Select<Role>
      className={styles.role ?? ""}
      variant="borderless"
      aria-label={t("members.role_of", { name: member.full_name || member.email })}
      value={member.role}
      loading={moves.busy === member.id}
      popupMatchSelectWidth={false}
      onChange={(next) => moves.setRole(member, next)}
      options={assignableRoles(role).map((value) => ({ value, label: labels.role(value) }))}
    />
  );
}

/** A member without jobs sees none, which is rarely intended. */
function JobCount({ count }: { count: number }) {
  const { t } = useTranslation("organization");
  if (count === 0) return <StageTag tone="attention">{t("members.no_jobs")}</StageTag>;
  return <>{t("members.some_jobs", { count })}</>;
}
