// How many upcoming interviews and open invitations name a member.
import { useTranslation } from "react-i18next";
import type { InterviewDuties } from "@/lib/api/types";

export function DutyList({ duties }: { duties: InterviewDuties }) {
  const { t } = useTranslation("interview");
  return (
    <ul>
      {duties.interviews > 0 ? <li>{t("handover.interviews", { count: duties.interviews })}</li> : null}
      {duties.invitations > 0 ? <li>{t("handover.invitations", { count: duties.invitations })}</li> : null}
    </ul>
  );
}
