// How to read the evidence strip, with two example candidates.
import { useTranslation } from "react-i18next";
import { Glyph } from "@/entities/application/components/Glyph";
import styles from "./Legend.module.css";

const SAMPLE_A = ["met", "met", "met", "partly", "met", "unknown", "met"] as const;
const SAMPLE_B = ["met", "partly", "not", "met", "partly", "unknown", "not"] as const;
const MUSTS = 4;

export function Legend() {
  const { t } = useTranslation("welcome");
  return (
    <section className={styles.legend} aria-labelledby="legend">
      <div>
        <h2 id="legend">{t("legend.title")}</h2>
        <dl className={styles.meanings}>
          <div>
            <dt>
              <Glyph verdict="met" />
            </dt>
            <dd>{t("legend.met")}</dd>
          </div>
          <div>
            <dt>
              <Glyph verdict="partly" />
            </dt>
            <dd>{t("legend.partly")}</dd>
          </div>
          <div>
            <dt>
              <Glyph verdict="not" />
            </dt>
            <dd>{t("legend.not")}</dd>
          </div>
          <div>
            <dt>
              <Glyph verdict="unknown" />
            </dt>
            <dd>{t("legend.unknown")}</dd>
          </div>
        </dl>
      </div>
      <figure className={styles.sample} aria-hidden="true">
        <Sample name={t("legend.name_a")} verdicts={SAMPLE_A} />
        <Sample name={t("legend.name_b")} verdicts={SAMPLE_B} />
        <figcaption>{t("legend.note")}</figcaption>
      </figure>
    </section>
  );
}

function Sample(props: { name: string; verdicts: readonly ("met" | "partly" | "not" | "unknown")[] }) {
  return (
    <div className={styles.candidate}>
      <span>{props.name}</span>
      <span className={styles.strip}>
        {props.verdicts.map((verdict, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed drawing, never reordered
          <span key={position} data-first-nice={position === MUSTS}>
            <Glyph verdict={verdict} size={16} />
          </span>
        ))}
      </span>
    </div>
  );
}
