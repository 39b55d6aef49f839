// Two to four candidates side by side: one row per criterion, with quotations and differences marked.
import { Modal } from "antd";
import { useTranslation } from "react-i18next";
import { FallbackMark } from "@/entities/application/components/FallbackMark";
import { Glyph } from "@/entities/application/components/Glyph";
import { OwnMarkChoice } from "@/entities/application/components/OwnMarkChoice";
import { OwnScore } from "@/entities/application/components/OwnScore";
import { withoutBullet } from "@/entities/application/components/resume/quote";
import { ScoreBreakdown } from "@/entities/application/components/ScoreBreakdown";
import { ScoreText } from "@/entities/application/components/ScoreText";
import { criterionText } from "@/entities/application/criterionText";
import { useLevelName } from "@/entities/application/level";
import { useOwnMarks } from "@/entities/application/ownMarks";
import { useMissingText } from "@/entities/application/useMissingText";
import type { Application, CriterionResult } from "@/lib/api/types";
import { comparisonOf } from "../logic/comparison";
import styles from "./CompareDialog.module.css";

export function CompareDialog({ items, onClose }: { items: readonly Application[]; onClose: () => void }) {
  const { t } = useTranslation(["review", "common"]);
  const missing = useMissingText();
  const levelName = useLevelName();
  const rows = comparisonOf(items.map(({ ai_eval }) => ai_eval?.criteria ?? []));
  return (
    <Modal
      open={items.length > 0}
      className={styles.dialog ?? ""}
      width="min(1200px, 96vw)"
      title={t("compare.title")}
      okText={t("compare.print")}
      onOk={() => window.print()}
      cancelText={t("compare.close")}
      onCancel={onClose}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by the keyboard too */}
      <section className={styles.scroller} aria-label={t("compare.title")} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t("compare.criterion")}</th>
              {items.map((item, at) => {
                const { id, person, ai_eval } = item;
                return (
                  <th key={id} scope="col">
                    <span className={styles.name}>{person.name ?? t("nameless")}</span>
                    <span className={styles.facts}>
                      {[person.current_position, person.current_company].filter(Boolean).join(" · ")}
                    </span>
                    <span className={styles.verdict}>
                      <ScoreText score={ai_eval?.overallScore} />
                      {ai_eval ? levelName(ai_eval.recommendationLevel) : null}
                      <FallbackMark className={styles.facts} reason={ai_eval?.fallbackReason} />
                      <ComparedScore item={item} />
                    </span>
                    {/* Hidden from screen readers: the rows below say the same. */}
                    <span className={styles.strip} aria-hidden="true">
                      {rows.map(({ criterion, cells, differs }) => (
                        <span key={criterion} data-differs={differs}>
                          {cells[at] ? <Glyph verdict={cells[at].verdict} size={12} /> : null}
                        </span>
                      ))}
                    </span>
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ criterion, kind, cells, differs }) => (
              <tr key={criterion} data-differs={differs}>
                <th scope="row">
                  {criterionText(criterion)}
                  <span className={styles.kind}>{t(`common:kind.${kind}`)}</span>
                  {differs ? <span className={styles.differs}>{t("compare.differs")}</span> : null}
                </th>
                {cells.map((cell, at) => (
                  <td key={items[at]?.id ?? at}>
                    {cell ? (
                      <>
                        <span className={styles.mark}>
                          <Glyph verdict={cell.verdict} /> {t(`common:verdict.${cell.verdict}`)}
                        </span>
                        {cell.quote ? (
                          <blockquote className={styles.quote}>{withoutBullet(cell.quote)}</blockquote>
                        ) : null}
                        {missing(cell) ? <p className={styles.missing}>{missing(cell)}</p> : null}
                        <ComparedMark item={items[at]} result={cell} />
                      </>
                    ) : (
                      <span className={styles.kind}>{t("compare.not_judged")}</span>
                    )}
                  </td>
                ))}
              </tr>
            ))}
            <tr>
              <th scope="row">{t("compare.sum")}</th>
              {items.map(({ id, ai_eval }) => (
                <td key={id}>{ai_eval ? <ScoreBreakdown evaluation={ai_eval} /> : null}</td>
              ))}
            </tr>
          </tbody>
        </table>
      </section>
    </Modal>
  );
}

function ComparedScore({ item }: { item: Application }) {
  return <OwnScore marks={useOwnMarks(item.ai_eval ? item.id : null)} />;
}

function ComparedMark({ item, result }: { item: Application | undefined; result: CriterionResult }) {
  const marks = useOwnMarks(item?.ai_eval ? item.id : null);
  const index = item?.ai_eval?.criteria.indexOf(result) ?? -1;
  return marks && index >= 0 ? <OwnMarkChoice marks={marks} index={index} result={result} /> : null;
}
