// The model's name, with those that the provider offers and their prices.
import { AutoComplete, Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useDollars } from "@/entities/ai/money";
import type { AiModels, AiProvider } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { useListAiModels } from "../api/ai";
import type { AiFieldsProps } from "./AiConnection";
import styles from "./AiTab.module.css";
import { useAiReason } from "./reason";

interface Props extends AiFieldsProps {
  preset: AiProvider | undefined;
}

export function AiModelField(props: Props) {
  const { form, set, item, canEdit, settings, preset } = props;
  const { t } = useTranslation("settings");
  const errorText = useErrorText();
  const reason = useAiReason();
  const dollars = useDollars();
  const list = useListAiModels();
  const asked = `${form.baseUrl} ${form.withoutKey}`;
  // The answer of another address is not shown.
  const [answeredFor, setAnsweredFor] = useState("");
  const answer = answeredFor === asked ? list.data : undefined;
  const ask = () =>
    list.mutate(
      {
        baseUrl: form.baseUrl.trim(),
        ...(form.withoutKey ? { apiKey: "" } : form.apiKey ? { apiKey: form.apiKey } : {}),
      },
      { onSettled: () => setAnsweredFor(asked) },
    );
  const label = ({ id, prices }: AiModels["items"][number]) =>
    typeof prices?.prompt === "number" && typeof prices.completion === "number"
      ? t("ai.model_priced", { model: id, prompt: dollars(prices.prompt), completion: dollars(prices.completion) })
      : id;
  const listed = answer?.ok ? answer.items.map((one) => ({ value: one.id, label: label(one) })) : [];
  const options = listed.length > 0 ? listed : (preset?.models ?? []).map((id) => ({ value: id, label: id }));
  const standard = settings.isDefaultModel ? (settings.usedModel ?? settings.modelName) : undefined;
  const failed = answeredFor === asked ? list.error : null;
  return (
    <>
      {item(
        "modelName",
        <AutoComplete
          id="ai-modelName"
          disabled={!canEdit}
          maxLength={200}
          options={options}
          showSearch={{ filterOption: (typed, option) => option?.value.includes(typed) === true }}
          placeholder={preset?.suggestedModel ?? standard ?? ""}
          value={form.modelName}
          onChange={(modelName: string) => set({ modelName })}
        />,
        standard && form.modelName === "" && !preset?.isLocal ? t("ai.model_default", { model: standard }) : undefined,
      )}
      {canEdit ? (
        <div className={styles.models}>
          <Button size="small" loading={list.isPending} onClick={ask}>
            {t("ai.models_list")}
          </Button>
          <span role="status">
            {failed ? errorText(failed) : null}
            {answer?.ok ? t("ai.models_found", { count: answer.items.length }) : null}
            {answer && !answer.ok ? reason(answer.code ?? "") : null}
          </span>
          {answer?.detail ? <q className={styles.said}>{answer.detail}</q> : null}
        </div>
      ) : null}
    </>
  );
}
