// Tables of figures: funnel, time in stages, jobs, recommendations, sources and moves by member.
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLevelName } from "@/entities/application/level";
import { STAGE, useStageName } from "@/entities/application/stages";
import { useCanOpenPage } from "@/entities/session/memberships";
import { type Formats, useFormats } from "@/i18n/format";
import type { Dashboard } from "@/lib/api/types";
import { href } from "@/lib/routes/href";
import { type FigurePart, type FigureScope, scopeBefore } from "../logic/figures";
import { ComparedFigure, ComparedMeasure, FigureLink } from "./FigureLink";
import { FigureTable } from "./FigureTable";
import { useSourceName } from "./useSourceName";

interface Props {
  dashboard: Dashboard;
  scope: FigureScope;
}

type Pace = Pick<Dashboard["stages"][number], "count" | "median_days" | "p90_days">;

export function Funnel({ dashboard, scope }: Props) {
  const { t } = useTranslation("dashboard");
  const stageName = useStageName();
  const { online, onsite, online_before, onsite_before, current } = dashboard.timeouts;
  const ranOut = online + onsite;
  const ranOutBefore = online_before + onsite_before;
  const before = scopeBefore(scope);
  return (
    <FigureTable
      title={t("funnel.title")}
      heads={[t("funnel.stage"), t("funnel.entered"), t("funnel.before"), t("funnel.now")]}
      empty={t("nothing")}
      note={
        ranOut + ranOutBefore + current > 0 ? (
          <>
            <FigureLink value={ranOut} scope={scope} part={{ figure: "timed_out" }}>
              {t("timeouts.ended", { count: ranOut })}
            </FigureLink>{" "}
            <FigureLink value={ranOutBefore} scope={before} part={{ figure: "timed_out" }}>
              {t("timeouts.before", { count: ranOutBefore })}
            </FigureLink>{" "}
            <FigureLink value={current} scope={scope} part={{ figure: "timed_out_now" }}>
              {t("timeouts.current", { count: current })}
            </FigureLink>
          </>
        ) : null
      }
      rows={dashboard.funnel.map((row) => ({
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
  const measure = (days: number, count: number) => ({ text: durationText(days, t, format), count });
  const row = (name: string, now: Pace, before: Pace | null, part: FigurePart) => ({
    key: name,
    name,
    // A minimum, so that a stay of minutes still has a visible bar.
    value: Math.max(now.median_days, 0.01),
    figures: [
      <ComparedMeasure
        key="median"
        now={measure(now.median_days, now.count)}
        before={before ? measure(before.median_days, before.count) : null}
        scope={scope}
        part={part}
      />,
      <ComparedMeasure
        key="p90"
        now={measure(now.p90_days, now.count)}
        before={before ? measure(before.p90_days, before.count) : null}
        scope={scope}
        part={part}
      />,
      <ComparedFigure key="count" value={now.count} before={before?.count ?? 0} scope={scope} part={part} />,
    ],
  });
  const { now, before } = dashboard.time_to_hire;
  const toHire = now
    ? [row(t("time.to_hire"), now, before ?? null, { figure: "entered", status: STAGE.onboarding })]
    : [];
  return (
    <FigureTable
      title={t("time.title")}
      note={t("time.note")}
      heads={[t("funnel.stage"), t("time.median"), t("time.p90"), t("time.count")]}
      empty={t("time.empty")}
      rows={[
        ...dashboard.stages.map((stage) =>
          row(stageName(stage.status), stage, stage.before ?? null, { figure: "left", status: stage.status }),
        ),
        ...toHire,
      ]}
    />
  );
}

/** In days from two days on, else in hours. */
function durationText(days: number, t: TFunction<"dashboard">, format: Formats): string {
  return days >= 2
    ? t("duration.days", { value: format.number(Math.round(days * 10) / 10) })
    : t("duration.hours", { value: format.number(Math.round(days * 240) / 10) });
}

export function Jobs({ dashboard, scope }: Props) {
  const { t } = useTranslation("dashboard");
  const canOpenJobs = useCanOpenPage("jobs");
  return (
    <FigureTable
      title={t("jobs.title")}
      heads={[t("job"), t("jobs.applied"), t("jobs.review"), t("jobs.interviews"), t("jobs.offer"), t("jobs.hired")]}
      empty={t("nothing")}
      rows={dashboard.jobs.map((job) => {
        const of = { ...scope, job_id: job.job_id };
        return {
          key: job.job_id,
          name: canOpenJobs ? <Link to={href("job", { id: job.job_id })}>{job.title}</Link> : job.title,
          value: job.applied + job.in_review + job.in_interviews + job.in_offer + job.hired,
          figures: [
            <ComparedFigure
              key="applied"
              value={job.applied}
              before={job.applied_before}
              scope={of}
              part={{ figure: "applied" }}
            />,
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
            <ComparedFigure
              key="hired"
              value={job.hired}
              before={job.hired_before}
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
      rows={dashboard.scores.levels.map(({ level, count, count_before }) => ({
        key: level,
        name: levelName(level),
        value: count,
        figures: [
          <ComparedFigure
            key="count"
            value={count}
            before={count_before}
            scope={scope}
            part={{ figure: "level", level }}
          />,
        ],
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
      rows={dashboard.sources.map(({ source, applied, advanced, applied_before, advanced_before }) => ({
        key: source,
        name: sourceName(source),
        value: applied,
        figures: [
          <ComparedFigure
            key="applied"
            value={applied}
            before={applied_before}
            scope={scope}
            part={{ figure: "source", source }}
          />,
          <ComparedFigure
            key="advanced"
            value={advanced}
            before={advanced_before}
            scope={scope}
            part={{ figure: "advanced", source }}
          />,
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
      rows={dashboard.members.map(({ user_id, name, moves, moves_before }) => ({
        key: user_id,
        name,
        value: moves,
        figures: [
          <ComparedFigure
            key="moves"
            value={moves}
            before={moves_before}
            scope={scope}
            part={{ figure: "moved", user_id }}
            member={name}
          />,
        ],
      }))}
    />
  );
}

/** Open candidates per member. */
export function Workload({ dashboard, scope }: Props) {
  const { t } = useTranslation("dashboard");
  const format = useFormats();
  return (
    <FigureTable
      title={t("workload.title")}
      note={t("workload.note")}
      heads={[
        t("members.member"),
        t("workload.open"),
        t("workload.waiting"),
        t("workload.jobs"),
        t("workload.interviews"),
      ]}
      empty={t("workload.empty")}
      rows={dashboard.workload.map(({ user_id, name, jobs, open, waiting, interviews }) => ({
        key: user_id,
        name,
        // Members without open candidates are listed too.
        value: Math.max(open, 0.01),
        figures: [
          <FigureLink key="open" value={open} scope={scope} part={{ figure: "workload", user_id }} member={name} />,
          <FigureLink
            key="waiting"
            value={waiting}
            scope={scope}
            part={{ figure: "workload_waiting", user_id }}
            member={name}
          />,
          format.number(jobs),
          <FigureLink
            key="interviews"
            value={interviews}
            scope={scope}
            part={{ figure: "interviewing", user_id }}
            member={name}
          />,
        ],
      }))}
    />
  );
}
