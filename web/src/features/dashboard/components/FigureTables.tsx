// The figures that are read as tables: the funnel, time in stages, jobs, recommendations, sources and who moved candidates.
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLevelName } from "@/entities/application/level";
import { STAGE, useStageName } from "@/entities/application/stages";
import { useCanOpenPage } from "@/entities/session/memberships";
import { type Formats, useFormats } from "@/i18n/format";
import type { Dashboard } from "@/lib/api/types";
import { href } from "@/lib/routes/href";
import { type FigureScope, scopeBefore } from "../logic/figures";
import { funnelRows } from "../logic/funnel";
import { FigureLink } from "./FigureLink";
import { FigureTable } from "./FigureTable";
import { useSourceName } from "./useSourceName";

interface Props {
  dashboard: Dashboard;
  scope: FigureScope;
}

export function Funnel({ dashboard, scope }: Props) {
  const { t } = useTranslation("dashboard");
  const format = useFormats();
  const stageName = useStageName();
  const { online, onsite, current } = dashboard.timeouts;
  const ranOut = online + onsite;
  const before = scopeBefore(scope);
  return (
    <FigureTable
      title={t("funnel.title")}
      heads={[t("funnel.stage"), t("funnel.entered"), t("funnel.before"), t("funnel.conversion"), t("funnel.now")]}
      empty={t("nothing")}
      note={
        ranOut + current > 0 ? (
          <>
            <FigureLink value={ranOut} scope={scope} part={{ figure: "timed_out" }}>
              {t("timeouts.ended", { count: ranOut })}
            </FigureLink>{" "}
            <FigureLink value={current} scope={scope} part={{ figure: "timed_out_now" }}>
              {t("timeouts.current", { count: current })}
            </FigureLink>
          </>
        ) : null
      }
      rows={funnelRows(dashboard.funnel).map((row) => ({
        key: row.status,
        name: stageName(row.status),
        value: row.entered,
        figures: [
          <FigureLink
            key="entered"
            value={row.entered}
            scope={scope}
            part={{ figure: "entered", status: row.status }}
          />,
          <FigureLink
            key="before"
            value={row.entered_before}
            scope={before}
            part={{ figure: "entered", status: row.status }}
          />,
          row.conversion === null ? "—" : format.percent(row.conversion),
          <FigureLink key="now" value={row.current} scope={scope} part={{ figure: "current", status: row.status }} />,
        ],
      }))}
    />
  );
}

export function StageTimes({ dashboard, scope }: Props) {
  const { t } = useTranslation("dashboard");
  const format = useFormats();
  const stageName = useStageName();
  return (
    <FigureTable
      title={t("time.title")}
      note={t("time.note")}
      heads={[t("funnel.stage"), t("time.median"), t("time.p90"), t("time.count")]}
      empty={t("time.empty")}
      rows={dashboard.stages.map((row) => ({
        key: row.status,
        name: stageName(row.status),
        // A stay of minutes still has a bar to see.
        value: Math.max(row.median_days, 0.01),
        figures: [
          durationText(row.median_days, t, format),
          durationText(row.p90_days, t, format),
          <FigureLink key="count" value={row.count} scope={scope} part={{ figure: "left", status: row.status }} />,
        ],
      }))}
    />
  );
}

/** Days from two on, hours below. */
function durationText(days: number, t: TFunction<"dashboard">, format: Formats): string {
  return days >= 2
    ? t("duration.days", { value: format.number(Math.round(days * 10) / 10) })
    : t("duration.hours", { value: format.number(Math.round(days * 240) / 10) });
}

export function Jobs({ dashboard, scope }: Props) {
  const { t } = useTranslation("dashboard");
  const opensJobs = useCanOpenPage("jobs");
  return (
    <FigureTable
      title={t("jobs.title")}
      heads={[t("job"), t("jobs.applied"), t("jobs.review"), t("jobs.interviews"), t("jobs.offer"), t("jobs.hired")]}
      empty={t("nothing")}
      rows={dashboard.jobs.map((job) => {
        const of = { ...scope, job_id: job.job_id };
        return {
          key: job.job_id,
          name: opensJobs ? <Link to={href("job", { id: job.job_id })}>{job.title}</Link> : job.title,
          value: job.applied + job.in_review + job.in_interviews + job.in_offer + job.hired,
          figures: [
            <FigureLink key="applied" value={job.applied} scope={of} part={{ figure: "applied" }} />,
            <FigureLink
              key="review"
              value={job.in_review}
              scope={of}
              part={{ figure: "current", status: STAGE.aiReview }}
            />,
            <FigureLink key="interviews" value={job.in_interviews} scope={of} part={{ figure: "in_interviews" }} />,
            <FigureLink
              key="offer"
              value={job.in_offer}
              scope={of}
              part={{ figure: "current", status: STAGE.offer }}
            />,
            <FigureLink
              key="hired"
              value={job.hired}
              scope={of}
              part={{ figure: "entered", status: STAGE.onboarding }}
            />,
          ],
        };
      })}
    />
  );
}

export function Scores({ dashboard, scope }: Props) {
  const { t } = useTranslation("dashboard");
  const levelName = useLevelName();
  return (
    <FigureTable
      title={t("scores.title")}
      heads={[t("scores.level"), t("scores.count")]}
      empty={t("nothing")}
      rows={dashboard.scores.levels.map(({ level, count }) => ({
        key: level,
        name: levelName(level),
        value: count,
        figures: [<FigureLink key="count" value={count} scope={scope} part={{ figure: "level", level }} />],
      }))}
    />
  );
}

export function Sources({ dashboard, scope }: Props) {
  const { t } = useTranslation("dashboard");
  const sourceName = useSourceName();
  return (
    <FigureTable
      title={t("sources.title")}
      heads={[t("sources.source"), t("jobs.applied"), t("sources.advanced")]}
      empty={t("nothing")}
      rows={dashboard.sources.map(({ source, applied, advanced }) => ({
        key: source,
        name: sourceName(source),
        value: applied,
        figures: [
          <FigureLink key="applied" value={applied} scope={scope} part={{ figure: "source", source }} />,
          <FigureLink key="advanced" value={advanced} scope={scope} part={{ figure: "advanced", source }} />,
        ],
      }))}
    />
  );
}

export function Members({ dashboard, scope }: Props) {
  const { t } = useTranslation("dashboard");
  return (
    <FigureTable
      title={t("members.title")}
      heads={[t("members.member"), t("members.moves")]}
      empty={t("members.empty")}
      rows={dashboard.members.map(({ user_id, name, moves }) => ({
        key: user_id,
        name,
        value: moves,
        figures: [
          <FigureLink key="moves" value={moves} scope={scope} part={{ figure: "moved", user_id }} member={name} />,
        ],
      }))}
    />
  );
}
