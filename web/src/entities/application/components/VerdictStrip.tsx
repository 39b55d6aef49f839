// The evidence strip as a row of a long list shows it: shapes only, one label for all. The quotations open elsewhere.
import { useTranslation } from "react-i18next";
import type { StripGlyph } from "@/lib/api/types";
import { countVerdicts } from "../evidence";
import { Glyph } from "./Glyph";
import styles from "./VerdictStrip.module.css";

export function VerdictStrip({ strip }: { strip: readonly StripGlyph[] }) {
  const { t } = useTranslation();
  const { met, partly, not, unknown } = countVerdicts(strip);
  const musts = strip.filter((glyph) => glyph.kind === "must");
  const nices = strip.filter((glyph) => glyph.kind !== "must");
  return (
    <span className={styles.strip} role="img" aria-label={t("strip.summary", { met, partly, not, unknown })}>
      {[musts, nices].map((group, at) =>
        group.length > 0 ? (
          <span key={at === 0 ? "must" : "nice"} className={styles.group}>
            {group.map(({ verdict }, position) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a glyph is its place in the rubric
              <Glyph key={position} verdict={verdict} size={12} />
            ))}
          </span>
        ) : null,
      )}
    </span>
  );
}
