// Tests the saved provider, and shows what works and how fast.
import { Alert, Button } from "antd";
import { useTranslation } from "react-i18next";
import { useCan } from "@/entities/session/memberships";
import { useErrorText } from "@/ui/errorText";
import { useTestAi } from "../api/ai";
import styles from "./AiTab.module.css";
import { useAiReason } from "./reason";

/** Whether nothing came back from the provider. */
function isSilent(code: string | null | undefined): boolean {
  return code === "ai.unreachable" || code === "ai.timeout";
}

export function AiTest() {
  const { t } = useTranslation("settings");
  const errorText = useErrorText();
  const reason = useAiReason();
  const test = useTestAi();
  const canEdit = useCan("settings:edit");
  if (!canEdit) return null;
  const answer = test.data;
  const json = {
    schema: t("ai.json.schema"),
    mode: t("ai.json.mode"),
    prompt: t("ai.json.prompt"),
    unusable: t("ai.json.unusable"),
  };
  return (
    <section>
      <div className={styles.actions}>
        <Button loading={test.isPending} onClick={() => test.mutate()}>
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
            description={reason(answer.code ?? "")}
          />
        ) : null}
        {answer?.ok ? (
          <Alert
            type={answer.works?.json === "unusable" ? "warning" : "success"}
            showIcon
            title={t("ai.test_passed", { ms: answer.latency_ms })}
            description={
              answer.works ? (
                <ul className={styles.works}>
                  <li>{json[answer.works.json]}</li>
                  <li>{answer.works.streaming ? t("ai.streaming") : t("ai.no_streaming")}</li>
                  <li>{answer.works.repeatable ? t("ai.repeatable") : t("ai.not_repeatable")}</li>
                </ul>
              ) : null
            }
          />
        ) : null}
      </div>
    </section>
  );
}
