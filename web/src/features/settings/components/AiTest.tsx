// Tests the saved provider: what it can do, how fast it is, what a resume costs, and how it judges one.
import { Alert, Button } from "antd";
import { useTranslation } from "react-i18next";
import { useDollars } from "@/entities/ai/money";
import { Glyph } from "@/entities/application/components/Glyph";
import { useCan } from "@/entities/session/memberships";
import { useFormats } from "@/i18n/format";
import { matchLanguage } from "@/i18n/languages";
import type { AiTest as Answer } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { useTestAi } from "../api/ai";
import styles from "./AiTab.module.css";
import { useAiReason } from "./reason";

/** As many resumes as a busy month has. */
const MANY_RESUMES = 1_000;

const SILENT = new Set([
  "ai.unreachable",
  "ai.timeout",
  "ai.host_unknown",
  "ai.host_forbidden",
  "ai.certificate_invalid",
]);

/** Whether nothing came back from the provider. */
function isSilent(code: string | null | undefined): boolean {
  return SILENT.has(code ?? "");
}

export function AiTest() {
  const { t, i18n } = useTranslation("settings");
  const errorText = useErrorText();
  const reason = useAiReason();
  const language = matchLanguage(i18n.language) ?? "en-US";
  const test = useTestAi();
  const canEdit = useCan("settings:edit");
  if (!canEdit) return null;
  const answer = test.data;
  return (
    <section>
      <div className={styles.actions}>
        <Button loading={test.isPending} onClick={() => test.mutate(language)}>
          {t("ai.test")}
        </Button>
        <span className={styles.soft}>{t("ai.test_hint")}</span>
      </div>
      <div className={styles.answer} role="status">
        {test.error ? <Alert type="error" showIcon title={errorText(test.error)} /> : null}
        {answer && !answer.ok ? (
          <Alert
            type="error"
            showIcon
            title={isSilent(answer.code) ? t("ai.test_failed") : t("ai.test_refused")}
            description={
              <>
                {reason(answer.code ?? "")}
                <Said words={answer.detail} />
              </>
            }
          />
        ) : null}
        {answer?.ok ? (
          <Alert
            type={answer.works?.json === "unusable" || answer.is_prompt_cut ? "warning" : "success"}
            showIcon
            title={t("ai.test_passed", { ms: answer.latency_ms })}
            description={<Findings answer={answer} />}
          />
        ) : null}
      </div>
      {answer?.ok ? <JudgedSample sample={answer.sample} /> : null}
    </section>
  );
}

/** The provider's own words. */
function Said({ words }: { words: string | null | undefined }) {
  const { t } = useTranslation("settings");
  if (!words) return null;
  return (
    <p className={styles.finding}>
      {t("ai.said")} <q className={styles.said}>{words}</q>
    </p>
  );
}

function Findings({ answer }: { answer: Answer }) {
  const { t } = useTranslation("settings");
  const formats = useFormats();
  const dollars = useDollars();
  const { works, model, replaced_model, resume } = answer;
  const json = {
    schema: t("ai.json.schema"),
    mode: t("ai.json.mode"),
    prompt: t("ai.json.prompt"),
    unusable: t("ai.json.unusable"),
  };
  const cost = resume?.cost;
  const tokens = resume ? resume.prompt_tokens + resume.completion_tokens : 0;
  return (
    <>
      <ul className={styles.works}>
        {model ? (
          <li>
            {replaced_model
              ? t("ai.model_replaced", { model, replaced: replaced_model })
              : t("ai.model_used", { model })}
          </li>
        ) : null}
        {works ? (
          <>
            <li>{json[works.json]}</li>
            <li>{works.streaming ? t("ai.streaming") : t("ai.no_streaming")}</li>
            <li>{works.temperature ? t("ai.temperature") : t("ai.no_temperature")}</li>
            {works.reasoning ? <li>{works.reasoning_effort ? t("ai.reasoning") : t("ai.reasoning_fixed")}</li> : null}
          </>
        ) : null}
        {answer.is_prompt_cut ? <li>{t("ai.prompt_cut")}</li> : null}
        {resume ? (
          <li>
            {t("ai.resume_took", {
              seconds: formats.number(Math.round(resume.ms / 100) / 10),
              tokens: formats.number(tokens),
            })}
          </li>
        ) : null}
        {resume ? (
          <li>
            {typeof cost === "number"
              ? t("ai.resume_cost", {
                  cost: dollars(cost),
                  many: formats.number(MANY_RESUMES),
                  sum: dollars(cost * MANY_RESUMES),
                })
              : t("ai.resume_cost_unknown")}
          </li>
        ) : null}
      </ul>
      <Said words={answer.detail} />
    </>
  );
}

/** The fictional resume that was judged for show. */
function JudgedSample({ sample }: { sample: Answer["sample"] }) {
  const { t } = useTranslation(["settings", "common"]);
  const formats = useFormats();
  if (!sample) return null;
  return (
    <details className={styles.sample}>
      <summary>{t("ai.sample", { job: sample.job, score: formats.number(sample.score) })}</summary>
      <ul className={styles.judged}>
        {sample.criteria.map((criterion) => (
          <li key={criterion.text}>
            <Glyph verdict={criterion.verdict} />
            <div>
              <strong>{criterion.text}</strong> {t(`common:verdict.${criterion.verdict}`)}
              {criterion.quote ? <q className={styles.said}>{criterion.quote}</q> : null}
              {criterion.missing ? <span className={styles.soft}> {criterion.missing}</span> : null}
            </div>
          </li>
        ))}
      </ul>
      <p className={styles.soft}>{t("ai.sample_resume")}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by the keyboard too */}
      <pre className={styles.resume} tabIndex={0}>
        {sample.resume}
      </pre>
    </details>
  );
}
