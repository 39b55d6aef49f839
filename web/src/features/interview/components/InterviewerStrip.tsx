// The evidence strip of an interview: the AI's verdicts, one's own marks on them, and what the interview showed.
import { Dropdown } from "antd";
import { useTranslation } from "react-i18next";
import { Glyph } from "@/entities/application/components/Glyph";
import { OwnMarkCell } from "@/entities/application/components/OwnMarkCell";
import { criterionText } from "@/entities/application/criterionText";
import { criteriaInOrder, isScored } from "@/entities/application/evidence";
import type { OwnMarks } from "@/entities/application/ownMarks";
import type { CriterionResult, Verdict } from "@/lib/api/types";
import { overwrittenFields } from "../logic/draft";
import styles from "./InterviewerStrip.module.css";

const VERDICTS: readonly Verdict[] = ["met", "partly", "not", "unknown"];

interface Props {
  criteria: readonly CriterionResult[];
  marks?: OwnMarks | null;
  verdicts: Readonly<Record<string, Verdict>>;
  isOff: boolean;
  /** Null removes the verdict. */
  onVerdict: (criterion: string, verdict: Verdict | null) => void;
}

export function InterviewerStrip({ criteria, marks = null, verdicts, isOff, onVerdict }: Props) {
  const { t } = useTranslation(["interview", "common", "evaluation"]);
  const items = criteriaInOrder(criteria);
  if (items.length === 0) return null;
  const different = overwrittenFields(criteria, verdicts).length;
  const given = items.filter(({ result }) => verdicts[result.criterion]).length;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by the keyboard too
    <section className={styles.strip} aria-label={t("strip.title")} tabIndex={0}>
      <table>
        <tbody>
          <tr>
            <th scope="row">{t("strip.ai")}</th>
            {items.map(({ index, result }) => (
              <td
                key={index}
                title={t("common:strip.glyph", {
                  criterion: criterionText(result.criterion),
                  verdict: t(`common:verdict.${result.verdict}`),
                })}
              >
                <Glyph verdict={result.verdict} />
                <span className="visually-hidden">
                  {t("common:strip.glyph", {
                    criterion: criterionText(result.criterion),
                    verdict: t(`common:verdict.${result.verdict}`),
                  })}
                </span>
              </td>
            ))}
          </tr>
          {marks?.canMark ? (
            <tr>
              <th scope="row">{t("evaluation:own.you")}</th>
              {items.map(({ index, result }) => (
                <td key={index}>
                  {isScored(result) ? <OwnMarkCell marks={marks} index={index} result={result} /> : null}
                </td>
              ))}
            </tr>
          ) : null}
          <tr>
            <th scope="row">{t("strip.own")}</th>
            {items.map(({ index, result: { criterion, verdict: found } }) => {
              const own = verdicts[criterion];
              const shown = criterionText(criterion);
              const label = own
                ? t("common:strip.glyph", { criterion: shown, verdict: t(`common:verdict.${own}`) })
                : t("strip.none", { criterion: shown });
              return (
                <td key={index}>
                  <Dropdown
                    disabled={isOff}
                    trigger={["click"]}
                    menu={{
                      selectedKeys: own ? [own] : [],
                      items: [
                        ...VERDICTS.map((verdict) => ({
                          key: verdict,
                          icon: <Glyph verdict={verdict} />,
                          label: t(`common:verdict.${verdict}`),
                        })),
                        ...(own ? [{ key: "clear", label: t("strip.clear") }] : []),
                      ],
                      onClick: ({ key }) => onVerdict(criterion, VERDICTS.find((verdict) => verdict === key) ?? null),
                    }}
                  >
                    <button
                      type="button"
                      disabled={isOff}
                      aria-label={label}
                      title={label}
                      data-different={own !== undefined && own !== found}
                    >
                      {own ? <Glyph verdict={own} /> : null}
                    </button>
                  </Dropdown>
                </td>
              );
            })}
          </tr>
        </tbody>
      </table>
      <p>{t("strip.count", { given, total: items.length, different })}</p>
    </section>
  );
}
