// A number linked to the candidates it counts, if there are any and the member may see them.
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCanOpenRoute } from "@/entities/session/memberships";
import { useFormats } from "@/i18n/format";
import { type FigurePart, type FigureScope, figureHref, scopeBefore } from "../logic/figures";
import styles from "./FigureTable.module.css";
import { useFigureName } from "./useFigureName";

interface Props {
  value: number;
  scope: FigureScope;
  part: FigurePart;
  /** The member the figure is about. */
  member?: string;
  /** What is computed from the candidates, such as a share; shown instead of their number. */
  measure?: string;
  /** A sentence with the number, shown instead of it. */
  children?: ReactNode;
}

export function FigureLink({ value, scope, part, member, measure, children }: Props) {
  const { t } = useTranslation("dashboard");
  const format = useFormats();
  const figureName = useFigureName();
  const canOpen = useCanOpenRoute("dashboardCandidates");
  const number = measure ?? format.number(value);
  const shown = children ?? number;
  if (value === 0 || !canOpen) return shown;
  // The bare number would be no useful name in a list of links.
  const label = children ? undefined : t("figure.open", { number, name: figureName(part, member) });
  return (
    <Link to={figureHref(scope, part)} aria-label={label}>
      {shown}
    </Link>
  );
}

/** A figure, with that of the previous period below. */
export function ComparedFigure({ before, ...figure }: Omit<Props, "children" | "measure"> & { before: number }) {
  const { t } = useTranslation("dashboard");
  return (
    <>
      <FigureLink {...figure} />
      <span className={styles.before}>
        <FigureLink {...figure} value={before} scope={scopeBefore(figure.scope)}>
          {t("compare.before", { count: before })}
        </FigureLink>
      </span>
    </>
  );
}

interface Measure {
  text: string;
  /** How many candidates it is computed from. */
  count: number;
}

/** What is computed from candidates, linked to them, with that of the previous period below. */
export function ComparedMeasure(props: Pick<Props, "scope" | "part"> & { now: Measure; before: Measure | null }) {
  const { t } = useTranslation("dashboard");
  const { now, before, scope, part } = props;
  return (
    <>
      <FigureLink value={now.count} scope={scope} part={part} measure={now.text} />
      {before ? (
        <span className={styles.before}>
          <FigureLink value={before.count} scope={scopeBefore(scope)} part={part}>
            {t("compare.duration", { value: before.text })}
          </FigureLink>
        </span>
      ) : null}
    </>
  );
}
