// The entries of the talent pool in each state.
import { useTranslation } from "react-i18next";
import { ARCHIVE_REASONS, ELIMINATED } from "@/entities/application/archive";
import { SAMPLE_LEVELS, SAMPLE_SINCE, sampleId, useSamples } from "@/entities/application/samples";
import { STAGE, SUB_STATUS } from "@/entities/application/stages";
import type { TalentPoolEntry } from "@/lib/api/types";
import { Sample } from "@/ui/samples/Sample";
import { PoolTable } from "../components/PoolTable";
import type { PoolActions } from "../components/usePoolActions";

const NOTHING = () => undefined;
const ACTIONS: PoolActions = {
  restore: NOTHING,
  recalling: [],
  openRecall: NOTHING,
  closeRecall: NOTHING,
  recall: NOTHING,
  isMoving: false,
  star: NOTHING,
  blacklisting: null,
  openBlacklist: NOTHING,
  closeBlacklist: NOTHING,
  blacklist: NOTHING,
  unblacklisting: null,
  openUnblacklist: NOTHING,
  closeUnblacklist: NOTHING,
  unblacklist: NOTHING,
};

export function CardSamples() {
  const { t } = useTranslation("styleguide");
  const samples = useSamples();
  const entry = (at: number, change: Partial<TalentPoolEntry> = {}): TalentPoolEntry => {
    const [level, score] = SAMPLE_LEVELS[at % SAMPLE_LEVELS.length] ?? [null, null];
    return {
      id: sampleId(at),
      version: 1,
      archive_reason: ARCHIVE_REASONS[at % ARCHIVE_REASONS.length] ?? "other",
      archived_at: SAMPLE_SINCE,
      job_id: sampleId(901),
      job_title: samples.job,
      person: {
        id: sampleId(100 + at),
        name: samples.name,
        current_position: samples.position,
        current_company: samples.company,
        years: 6,
        starred: false,
        blacklisted: false,
      },
      status: STAGE.online,
      sub_status: SUB_STATUS.interviewCompleted,
      level,
      score,
      summary: level ? samples.summary : null,
      ...change,
    };
  };
  const marked = (at: number, marks: Partial<TalentPoolEntry["person"]>) =>
    entry(at, { person: { ...entry(at).person, ...marks } });
  const groups = [
    { name: t("card.state.levels"), entries: SAMPLE_LEVELS.map((_, at) => entry(at)) },
    { name: t("card.state.selected"), entries: [entry(5)], selected: new Set([sampleId(5)]) },
    { name: t("card.state.starred"), entries: [marked(6, { starred: true })] },
    { name: t("card.state.blacklisted"), entries: [marked(7, { blacklisted: true })] },
    {
      name: t("card.state.final"),
      entries: [entry(8, { archive_reason: ELIMINATED, status: STAGE.archived, sub_status: SUB_STATUS.rejectionSent })],
    },
  ];
  return groups.map(({ name, entries, selected = new Set<string>() }) => (
    <Sample key={name} name={name}>
      <PoolTable entries={entries} selected={selected} onSelect={NOTHING} actions={ACTIONS} />
    </Sample>
  ));
}
