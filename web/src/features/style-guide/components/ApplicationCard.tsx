// The head of a candidate on panels and pages, in each state.
import { useTranslation } from "react-i18next";
import { CandidateHeader } from "@/entities/application/components/Candidate";
import { SAMPLE_LEVELS, useSamples } from "@/entities/application/samples";
import { STAGE, SUB_STATUS } from "@/entities/application/stages";
import type { ApplicationDetail } from "@/lib/api/types";
import { Sample } from "@/ui/samples/Sample";

const NOTHING = () => undefined;

export function ApplicationCard() {
  const { t } = useTranslation("styleguide");
  const { application } = useSamples();
  const detail = (at: number, change: Partial<ApplicationDetail> = {}): ApplicationDetail => ({
    ...application(at),
    history: [],
    timeline: { gaps: [], overlaps: [], total_months: 72 },
    work_experiences: [],
    ...change,
  });
  const states = [
    ...SAMPLE_LEVELS.map((_, at) => ({ name: t("card.state.level", { number: at + 1 }), detail: detail(at) })),
    {
      name: t("card.state.booked"),
      detail: detail(1, { status: STAGE.online, sub_status: SUB_STATUS.onlineScheduled }),
    },
    {
      name: t("card.state.final"),
      detail: detail(3, { status: STAGE.archived, sub_status: SUB_STATUS.rejectionSent, is_archived: true }),
    },
  ];
  return states.map(({ name, detail: shown }) => (
    <Sample key={name} name={name}>
      <CandidateHeader detail={shown} onQuote={NOTHING} isSample />
    </Sample>
  ));
}
