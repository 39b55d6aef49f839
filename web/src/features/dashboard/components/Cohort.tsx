// Cohort conversion: how far those who applied in the period got up to now.
import { useTranslation } from "react-i18next";
import { STAGE, useStageName } from "@/entities/application/stages";
import { useFormats } from "@/i18n/format";
import type { Dashboard } from "@/lib/api/types";
import { cohortRows } from "../logic/cohort";
import type { FigurePart, FigureScope } from "../logic/figures";
import { ComparedFigure, ComparedMeasure } from "./FigureLink";
import { FigureTable } from "./FigureTable";

interface Props {
  dashboard: Dashboard;
  scope: FigureScope;
}

export function Cohort({ dashboard: { cohort }, scope }: Props) {
  const { t } = useTranslation("dashboard");
  const format = useFormats();
  const stageName = useStageName();
  return (
    <FigureTable
      title={t("cohort.title")}
      note={`${t("cohort.note")} ${cohort.open > 0 ? t("cohort.open", { count: cohort.open }) : ""}`}
      heads={[t("funnel.stage"), t("cohort.reached"), t("cohort.share"), t("cohort.passed")]}
      empty={t("nothing")}
      rows={cohortRows(cohort).map((row) => {
        const isFirst = row.status === STAGE.aiReview;
        const part: FigurePart = isFirst ? { figure: "applied" } : { figure: "reached", status: row.status };
        return {
          key: row.status,
          name: isFirst ? t("trend.applied") : stageName(row.status),
          value: row.reached,
          figures: [
            <ComparedFigure key="reached" value={row.reached} before={row.reached_before} scope={scope} part={part} />,
            row.share === null ? (
              "—"
            ) : (
              <ComparedMeasure
                key="share"
                now={{ text: format.percent(row.share), count: row.reached }}
                before={
                  row.share_before === null
                    ? null
                    : { text: format.percent(row.share_before), count: row.reached_before }
                }
                scope={scope}
                part={part}
              />
            ),
            row.passed === null ? "—" : format.percent(row.passed),
          ],
        };
      })}
    />
  );
}
