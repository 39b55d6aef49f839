// Timeline of employments with gaps and overlaps.
import { useTranslation } from "react-i18next";
import { useFormats } from "@/i18n/format";
import type { Timeline, WorkExperience } from "@/lib/api/types";
import { type Bar, type Scale, timelineScale } from "../timeline";
import styles from "./WorkTimeline.module.css";

interface Props {
  experiences: readonly WorkExperience[];
  timeline: Timeline | null;
}

export function WorkTimeline({ experiences, timeline }: Props) {
  const { t } = useTranslation("evaluation");
  const scale = timelineScale(experiences, timeline, new Date());
  const bars: Bar[] = scale?.bars ?? experiences.map((experience) => ({ experience, span: null, months: null }));
  if (experiences.length === 0) return <p className={styles.none}>{t("work.none")}</p>;
  return (
    <div className={styles.timeline}>
      <ol>
        {bars.map((bar, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two employments may be alike in every field
          <Row key={at} bar={bar} scale={scale} />
        ))}
      </ol>
      {scale ? (
        <>
          <div className={styles.axis} aria-hidden="true">
            {scale.years.map(({ year, left }) => (
              <span key={year} style={{ left: `${left}%` }}>
                {year}
              </span>
            ))}
          </div>
          <GapsAndOverlaps scale={scale} />
        </>
      ) : null}
    </div>
  );
}

function Row({ bar, scale }: { bar: Bar; scale: Scale | null }) {
  const { t } = useTranslation("evaluation");
  const duration = useDuration();
  const formats = useFormats();
  const { experience, span, months } = bar;
  const start = experience.start_date ? formats.month(experience.start_date) : null;
  const end = experience.is_current ? t("work.present") : experience.end_date && formats.month(experience.end_date);
  const dates = [start, end].filter(Boolean).join(" – ");
  return (
    <li className={styles.row}>
      <p className={styles.line}>
        <strong>{experience.company_name ?? t("work.unknown_company")}</strong>
        <span className={styles.position}>{experience.position_title}</span>
        <span className={styles.dates}>
          {dates || t("work.undated")}
          {months ? ` · ${duration(months)}` : null}
        </span>
      </p>
      {scale ? (
        <div className={styles.track} aria-hidden="true">
          {scale.gaps.map((gap) => (
            <span key={gap.start} className={styles.gap} style={{ left: `${gap.left}%`, width: `${gap.width}%` }} />
          ))}
          {span ? (
            <span
              className={styles.bar}
              data-current={experience.is_current}
              style={{ left: `${span.left}%`, width: `${span.width}%` }}
            />
          ) : null}
          {span
            ? scale.overlaps
                .filter((overlap) => overlap.left < span.left + span.width && overlap.left + overlap.width > span.left)
                .map((overlap) => (
                  <span
                    key={overlap.start}
                    className={styles.overlap}
                    style={{ left: `${overlap.left}%`, width: `${overlap.width}%` }}
                  />
                ))
            : null}
        </div>
      ) : null}
    </li>
  );
}

function GapsAndOverlaps({ scale }: { scale: Scale }) {
  const { t } = useTranslation("evaluation");
  const duration = useDuration();
  const { month } = useFormats();
  if (scale.gaps.length + scale.overlaps.length === 0) return null;
  return (
    <ul className={styles.stretches}>
      {scale.gaps.map((gap) => (
        <li key={`gap ${gap.start}`}>
          <span className={styles.gapKey} aria-hidden="true" />
          {t("work.gap", { start: month(gap.start), end: month(gap.end), duration: duration(gap.months) })}
        </li>
      ))}
      {scale.overlaps.map((overlap) => (
        <li key={`overlap ${overlap.start}`}>
          <span className={styles.overlapKey} aria-hidden="true" />
          {t("work.overlap", {
            start: month(overlap.start),
            end: month(overlap.end),
            duration: duration(overlap.months),
          })}
        </li>
      ))}
    </ul>
  );
}

/** "3 years 2 months" in the interface language. */
function useDuration(): (months: number) => string {
  const { t } = useTranslation("evaluation");
  return (months) => {
    const years = Math.floor(months / 12);
    const rest = months % 12;
    if (years === 0) return t("work.months", { count: rest });
    if (rest === 0) return t("work.years", { count: years });
    return t("work.years_months", { years, months: rest });
  };
}
