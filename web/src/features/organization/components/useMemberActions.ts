// Member actions with toast and undo.
import { App } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLoadDuties } from "@/entities/interview/duties";
import { useChangeMember } from "@/entities/member/queries";
import type { InterviewDuties, Member, Role } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { useActionToast } from "@/ui/useActionToast";
import { usePermissionLabels } from "../logic/permissionLabels";

export function useMemberActions() {
  const { t } = useTranslation("organization");
  const { message } = App.useApp();
  const toast = useActionToast();
  const errorText = useErrorText();
  const labels = usePermissionLabels();
  const change = useChangeMember();
  const load = useLoadDuties();
  const [leaving, setLeaving] = useState<{ member: Member; duties: InterviewDuties } | null>(null);

  const run = (member: Member, to: { role?: Role; is_active?: boolean }, back: typeof to, text: string) => {
    const key = `member-${member.id}`;
    const failed = (error: unknown) => message.error({ key, content: errorText(error) });
    const undo = () => {
      change.mutate({ id: member.id, ...back }, { onError: failed });
    };
    change.mutate(
      { id: member.id, ...to },
      {
        onSuccess: () => toast({ key, text, undo }),
        onError: failed,
      },
    );
  };
  const name = (member: Member) => member.full_name || member.email;
  const deactivate = (member: Member) =>
    run(member, { is_active: false }, { is_active: true }, t("members.deactivated", { name: name(member) }));

  return {
    /** Id of the member being changed. */
    busy: change.isPending ? change.variables.id : null,
    /** The member to deactivate once their interviews are handed over or left. */
    leaving,
    keep: () => setLeaving(null),
    leave: () => {
      setLeaving(null);
      if (leaving) deactivate(leaving.member);
    },
    setRole: (member: Member, role: Role) =>
      run(
        member,
        { role },
        { role: member.role },
        t("members.role_changed", { name: name(member), role: labels.role(role) }),
      ),
    deactivate: (member: Member) =>
      load.mutate(member.user_id, {
        onSuccess: (duties) => (duties ? setLeaving({ member, duties }) : deactivate(member)),
        onError: (error) => message.error({ key: `member-${member.id}`, content: errorText(error) }),
      }),
    bringBack: (member: Member) =>
      run(member, { is_active: true }, { is_active: false }, t("members.brought_back", { name: name(member) })),
  };
}
