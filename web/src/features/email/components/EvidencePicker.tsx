// The candidate's evaluation; a click on a quotation inserts its sentence into the text.
import { Skeleton } from "antd";
import { useTranslation } from "react-i18next";
import { Glyph } from "@/entities/application/components/Glyph";
import { criterionText } from "@/entities/application/criterionText";
import { stripOrder } from "@/entities/application/evidence";
import { useCandidate } from "@/entities/application/queries";
import { QueryView } from "@/ui/states/QueryView";
import styles from "./EvidencePicker.module.css";

interface Props {
  applicationId: string;
  isLocked: boolean;
  onInsert: (sentence: string) => void;
}

export function EvidencePicker({ applicationId, isLocked, onInsert }: Props) {
  const { t } = useTranslation(["email", "common"]);
  const candidate = useCandidate(applicationId);
  return (
    <section className={styles.evidence} aria-label={t("evidence.title")}>
      <h2 className={styles.title}>{t("evidence.title")}</h2>
      <QueryView query={candidate} skeleton={<Skeleton active title={false} paragraph={{ rows: 5 }} />}>
        {({ ai_eval }) =>
          ai_eval ? (
            <ul className={styles.list}>
              {stripOrder(ai_eval.criteria).map(({ index, result }) => (
                <li key={index}>
                  <button
                    type="button"
                    className={styles.mark}
                    disabled={isLocked || !result.quote}
                    onClick={() => onInsert(result.quote ?? "")}
                  >
                    <Glyph verdict={result.verdict} />
                    <span className={styles.criterion}>
                      {criterionText(result.criterion)}
                      <span className="visually-hidden"> {t(`common:verdict.${result.verdict}`)}</span>
                    </span>
                    {result.quote ? <q className={styles.quote}>{result.quote}</q> : null}
                  </button>
                </li>
              ))}
            </ul>
          ) : (
            <p className={styles.none}>{t("evidence.none")}</p>
          )
        }
      </QueryView>
    </section>
  );
}
