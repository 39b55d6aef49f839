// Compact evidence strip for long lists: icons with one label.
import { useTranslation } from "react-i18next";
import type { StripGlyph } from "@/lib/api/types";
import { criterionText } from "../criterionText";
import { countVerdicts, isScored } from "../evidence";
import { Glyph } from "./Glyph";
import { withoutBullet } from "./resume/quote";
import styles from "./VerdictStrip.module.css";

type NamedGlyph = StripGlyph & { criterion?: string; quote?: string | null; weight?: number };

interface Props {
  strip: readonly NamedGlyph[];
  /** Whether icons carry their index instead of a title, because the surrounding list shows their details. */
  marked?: boolean;
}

export function VerdictStrip({ strip, marked = false }: Props) {
  const { t } = useTranslation();
  const scored = strip.filter(isScored);
  const { met, partly, not, unknown } = countVerdicts(scored);
  // Must-haves first; marks keep their index among the scored ones.
  const placed = scored.map((glyph, at) => ({ glyph, at }));
  const musts = placed.filter(({ glyph }) => glyph.kind === "must");
  const nices = placed.filter(({ glyph }) => glyph.kind !== "must");
  const titleOf = ({ criterion, verdict, quote }: NamedGlyph) => {
    const name = criterion
      ? t("strip.glyph", { criterion: criterionText(criterion), verdict: t(`verdict.${verdict}`) })
      : t(`verdict.${verdict}`);
    return quote ? `${name}\n${withoutBullet(quote)}` : name;
  };
  return (
    <span className={styles.strip} role="img" aria-label={t("strip.summary", { met, partly, not, unknown })}>
      {[...musts, ...nices].map(({ glyph, at }, position) => (
        <span
          key={at}
          className={styles.glyph}
          data-first-nice={musts.length > 0 && position === musts.length}
          data-mark={marked ? at : undefined}
          data-criterion={marked ? glyph.criterion : undefined}
          title={marked ? undefined : titleOf(glyph)}
        >
          <Glyph verdict={glyph.verdict} size={12} />
        </span>
      ))}
    </span>
  );
}
