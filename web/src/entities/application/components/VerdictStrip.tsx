// The evidence strip as a row of a long list shows it: shapes only, one label for all. The quotations open elsewhere.
import { useTranslation } from "react-i18next";
import type { StripGlyph } from "@/lib/api/types";
import { countVerdicts } from "../evidence";
import { Glyph } from "./Glyph";
import styles from "./VerdictStrip.module.css";

type NamedGlyph = StripGlyph & { criterion?: string };

export function VerdictStrip({ strip }: { strip: readonly NamedGlyph[] }) {
  const { t } = useTranslation();
  const { met, partly, not, unknown } = countVerdicts(strip);
  const musts = strip.filter((glyph) => glyph.kind === "must");
  const nices = strip.filter((glyph) => glyph.kind !== "must");
  return (
    <span className={styles.strip} role="img" aria-label={t("strip.summary", { met, partly, not, unknown })}>
      {[musts, nices].map((group, at) =>
        group.length > 0 ? (
          <span key={at === 0 ? "must" : "nice"} className={styles.group}>
            {group.map(({ verdict, criterion }, position) => (
              <span
                // biome-ignore lint/suspicious/noArrayIndexKey: a mark is its place in the rubric
                key={position}
                className={styles.glyph}
                title={
                  criterion
                    ? t("strip.glyph", { criterion, verdict: t(`verdict.${verdict}`) })
                    : t(`verdict.${verdict}`)
                }
              >
                <Glyph verdict={verdict} size={12} />
              </span>
            ))}
          </span>
        ) : null,
      )}
    </span>
  );
}
