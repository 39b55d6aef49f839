// Candidates behind a figure, one per row.
import { useTranslation } from "react-i18next";
import { ScoreText } from "@/entities/application/components/ScoreText";
import { useLevelName } from "@/entities/application/level";
import { useStageName, useSubStatusName } from "@/entities/application/stages";
import { useFormats } from "@/i18n/format";
import type { FigureCandidates } from "@/lib/api/types";
import { RowTable } from "@/ui/tables/RowTable";
import rows from "@/ui/tables/RowTable.module.css";
import { CandidateLink } from "./CandidateLink";
import { useSourceName } from "./useSourceName";

export function FigureCandidateTable({ candidates }: { candidates: FigureCandidates["items"] }) {
  const { t } = useTranslation("dashboard");
  const format = useFormats();
  const stageName = useStageName();
  const subStatusName = useSubStatusName();
  const levelName = useLevelName();
  const sourceName = useSourceName();
  return (
    <RowTable
      label={t("histogram.count")}
      heads={[
        { label: t("column.candidate") },
        { label: t("funnel.stage") },
        { label: t("histogram.score"), number: true },
        { label: t("sources.source") },
        { label: t("column.applied") },
        { label: t("column.since") },
      ]}
    >
      {candidates.map((candidate) => (
        <tr key={candidate.application_id}>
          <td className={rows.lead}>
            <CandidateLink candidate={candidate}>{candidate.name ?? t("waiting.unnamed")}</CandidateLink>
            {candidate.times > 1 ? <span className={rows.soft}> × {format.number(candidate.times)}</span> : null}
            <span className={rows.below}>{candidate.job_title}</span>
          </td>
          <td data-label={t("funnel.stage")}>
            {stageName(candidate.status)}
            <span className={rows.below}>
              {[subStatusName(candidate.sub_status), candidate.is_archived ? t("figure.archived") : null]
                .filter(Boolean)
                .join(" · ")}
            </span>
          </td>
          <td className={rows.number} data-label={t("histogram.score")}>
            <ScoreText score={candidate.score ?? null} />
            {candidate.level ? <span className={rows.below}>{levelName(candidate.level)}</span> : null}
          </td>
          <td data-label={t("sources.source")}>{sourceName(candidate.source)}</td>
          <td data-label={t("column.applied")}>{format.date(candidate.applied_at)}</td>
          <td data-label={t("column.since")}>{format.ago(candidate.since)}</td>
        </tr>
      ))}
    </RowTable>
  );
}
