// The marks of others, and those of criteria that only earlier evaluations have.
import { useTranslation } from "react-i18next";
import type { EvaluationMark } from "@/lib/api/types";
import { criterionText } from "../criterionText";
import type { OwnMarks } from "../ownMarks";
import { Glyph } from "./Glyph";
import styles from "./OwnMarks.module.css";

export function OthersMark({ mark }: { mark: EvaluationMark }) {
  const { t } = useTranslation(["evaluation", "common"]);
  return (
    <p className={styles.note}>
      <Glyph verdict={mark.verdict} size={12} />{" "}
      {t("own.other", {
        name: mark.user_name ?? t("own.former_member"),
        verdict: t(`common:verdict.${mark.verdict}`),
      })}
      {mark.reason ? <span className={styles.words}>{mark.reason}</span> : null}
      {mark.is_earlier ? <span>{t("own.earlier")}</span> : null}
    </p>
  );
}

export function EarlierMarks({ marks }: { marks: OwnMarks | null }) {
  const { t } = useTranslation("evaluation");
  if (!marks || marks.earlier.length === 0) return null;
  return (
    <section className={styles.earlier}>
      <h4>{t("own.earlier_title")}</h4>
      <ul>
        {marks.earlier.map((mark) => (
          <li key={`${mark.user_id} ${mark.text}`}>
            {criterionText(mark.text)}
            <OthersMark mark={mark} />
          </li>
        ))}
      </ul>
    </section>
  );
}
