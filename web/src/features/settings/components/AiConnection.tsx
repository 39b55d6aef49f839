// Which model evaluates: the provider by name, its address, key and model; and rarely needed settings of its requests.
import { Input, Select, Switch } from "antd";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { AiProvider, AiSettings } from "@/lib/api/types";
import { Field } from "@/ui/forms/Field";
import { useAiProviders } from "../api/ai";
import { type AiForm, choiceOf, DEFAULT_BASE_URL, presetOf } from "../logic/aiForm";
import { AiModelField } from "./AiModelField";
import styles from "./AiTab.module.css";

/** A part of the AI form. */
export interface AiFieldsProps {
  form: AiForm;
  set: (change: Partial<AiForm>) => void;
  /** A field with its label and error. */
  item: (name: keyof AiForm, control: ReactNode, hint?: string) => ReactNode;
  canEdit: boolean;
  settings: AiSettings;
}

interface Props extends AiFieldsProps {
  /** The key's field. */
  children: ReactNode;
}

export function AiConnection({ form, set, item, canEdit, settings, children }: Props) {
  const { t } = useTranslation("settings");
  const presets = useAiProviders().data?.items ?? [];
  // Providers whose address has to be typed are not known by it.
  const [chosen, setChosen] = useState<string | null>(null);
  const isUnset = !settings.hasApiKey && !settings.withoutKey && form.baseUrl === "" && chosen === null;
  const byAddress = isUnset ? undefined : presetOf(presets, form.baseUrl);
  const byChoice = presets.find((preset) => preset.id === (chosen ?? settings.provider));
  const isTyped = (preset: AiProvider | undefined) => preset !== undefined && !preset.baseUrl;
  const other = presets.find((preset) => preset.id === "other");
  const preset = isTyped(byChoice) ? byChoice : (byAddress ?? (form.baseUrl === "" ? undefined : other));
  const options = [
    { label: t("ai.provider_hosted"), options: optionsOf(presets.filter((one) => !one.isLocal)) },
    { label: t("ai.provider_local"), options: optionsOf(presets.filter((one) => one.isLocal)) },
  ];
  const choose = (id: string) => {
    const found = presets.find((one) => one.id === id);
    if (!found) return;
    setChosen(id);
    set(choiceOf(found));
  };
  return (
    <>
      <Field label={t("ai.provider")} htmlFor="ai-provider" extra={preset?.isLocal ? t("ai.local_hint") : undefined}>
        <Select
          id="ai-provider"
          disabled={!canEdit}
          placeholder={t("ai.provider_choose")}
          options={options}
          virtual={false}
          value={preset?.id ?? null}
          onChange={choose}
        />
      </Field>
      {preset && !preset.isAllowed ? <p className={styles.hint}>{t("ai.host_not_allowed")}</p> : null}
      {item(
        "baseUrl",
        <Input
          id="ai-baseUrl"
          type="url"
          disabled={!canEdit}
          placeholder={preset?.baseUrlExample ?? DEFAULT_BASE_URL}
          value={form.baseUrl}
          onChange={(event) => set({ baseUrl: event.target.value })}
        />,
        t("ai.base_url_hint"),
      )}
      {form.withoutKey || preset?.isLocal || preset?.id === "other"
        ? item(
            "withoutKey",
            <Switch
              id="ai-withoutKey"
              disabled={!canEdit}
              checked={form.withoutKey}
              onChange={(withoutKey) => set({ withoutKey, apiKey: "" })}
            />,
          )
        : null}
      {children}
      <AiModelField form={form} set={set} item={item} canEdit={canEdit} settings={settings} preset={preset} />
      <Advanced form={form} set={set} item={item} canEdit={canEdit} />
    </>
  );
}

function optionsOf(presets: readonly AiProvider[]) {
  return presets.map(({ id, name }) => ({ value: id, label: name }));
}

function Advanced({ form, set, item, canEdit }: Omit<AiFieldsProps, "settings">) {
  const { t } = useTranslation("settings");
  const efforts = [
    { value: "", label: t("ai.effort_default") },
    { value: "none", label: t("ai.effort_none") },
    { value: "minimal", label: t("ai.effort_minimal") },
    { value: "low", label: t("ai.effort_low") },
    { value: "medium", label: t("ai.effort_medium") },
    { value: "high", label: t("ai.effort_high") },
  ];
  const [isOpen, setOpen] = useState(form.reasoningEffort !== "" || form.extraParameters !== "");
  return (
    <details className={styles.advanced} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t("ai.advanced")}</summary>
      {item(
        "reasoningEffort",
        <Select
          id="ai-reasoningEffort"
          disabled={!canEdit}
          options={efforts}
          value={form.reasoningEffort}
          onChange={(reasoningEffort) => set({ reasoningEffort })}
        />,
        t("ai.effort_hint"),
      )}
      {item(
        "extraParameters",
        <Input.TextArea
          id="ai-extraParameters"
          className={styles.code ?? ""}
          autoSize={{ minRows: 2, maxRows: 10 }}
          spellCheck={false}
          disabled={!canEdit}
          placeholder={'{ "top_p": 0.9 }'}
          value={form.extraParameters}
          onChange={(event) => set({ extraParameters: event.target.value })}
        />,
        t("ai.parameters_hint"),
      )}
    </details>
  );
}
