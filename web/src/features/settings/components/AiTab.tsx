// The AI tab: provider and model, test, budget and usage.

import { Alert, App, Button, Form, Input, InputNumber, Skeleton, Switch } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useDollars } from "@/entities/ai/money";
import { useCan } from "@/entities/session/memberships";
import { useFormats } from "@/i18n/format";
import type { AiSettings } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { Field } from "@/ui/forms/Field";
import { FormNotices } from "@/ui/forms/FormNotices";
import { useServerForm } from "@/ui/forms/useServerForm";
import { QueryView } from "@/ui/states/QueryView";
import { useAiSettings, useResumeAi, useSaveAiSettings } from "../api/ai";
import { type AiForm, formOf, inputOf, isOtherServer, parsedParameters } from "../logic/aiForm";
import { AiBatches } from "./AiBatches";
import { AiConnection } from "./AiConnection";
import { AiMeasurements } from "./AiMeasurements";
import styles from "./AiTab.module.css";
import { AiTest } from "./AiTest";
import { AiUsage } from "./AiUsage";
import { useAiReason } from "./reason";

export function AiTab() {
  const settings = useAiSettings();
  return (
    <QueryView query={settings} skeleton={<Skeleton active title={false} paragraph={{ rows: 8 }} />}>
      {(found) => (
        <div className={styles.tab}>
          <Notices settings={found} />
          <AiSettingsForm
            settings={found}
            onRefresh={async () => (await settings.refetch({ throwOnError: true })).data ?? found}
          />
          <AiBatches />
          <AiTest />
          <AiMeasurements />
          <AiUsage settings={found} />
        </div>
      )}
    </QueryView>
  );
}

/** Notices: paused, budget nearly or fully used, or no model. */
function Notices({ settings }: { settings: AiSettings }) {
  const { t } = useTranslation("settings");
  const { message } = App.useApp();
  const formats = useFormats();
  const dollars = useDollars();
  const reason = useAiReason();
  const errorText = useErrorText();
  const resume = useResumeAi();
  const canEdit = useCan("settings:edit");
  const { paused, pausedSince, waitsUntil, budgetState, monthlyBudget, spentThisMonth, isPriceKnown } = settings;
  const isInert = isPriceKnown === false && (monthlyBudget ?? 0) > 0;
  const start = () =>
    resume.mutate(undefined, {
      onSuccess: (count) => void message.success(t("ai.resumed", { count })),
      onError: (error) => void message.error(errorText(error)),
    });
  const action = canEdit ? (
    <Button size="small" loading={resume.isPending} onClick={start}>
      {t("ai.resume")}
    </Button>
  ) : null;
  return (
    <>
      {paused ? (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={t("ai.paused", { ago: formats.ago(pausedSince ?? "") })}
          description={reason(paused)}
          action={action}
        />
      ) : waitsUntil ? (
        <Alert
          type="warning"
          showIcon
          role="status"
          title={t("ai.waits", { time: formats.dateTime(waitsUntil) })}
          description={t("ai.waits_hint")}
          action={action}
        />
      ) : null}
      {budgetState === "spent" || budgetState === "warning" ? (
        <Alert
          type={budgetState === "spent" ? "error" : "warning"}
          showIcon
          title={
            monthlyBudget === 0
              ? t("ai.budget_nothing")
              : budgetState === "spent"
                ? t("ai.budget_spent")
                : t("ai.budget_warning")
          }
          description={t("ai.budget_of", { spent: dollars(spentThisMonth), budget: dollars(monthlyBudget ?? 0) })}
        />
      ) : null}
      {isInert ? (
        <Alert
          type="warning"
          showIcon
          role="status"
          title={t("ai.budget_without_price")}
          description={t("ai.budget_without_price_hint")}
        />
      ) : null}
      {settings.isApiKeyUnreadable ? <Alert type="error" showIcon title={t("ai.reason.server_key_changed")} /> : null}
      {settings.hasApiKey || settings.withoutKey || paused ? null : (
        <Alert type="info" showIcon title={settings.serverProvider ? t("ai.by_server") : t("ai.by_built_in")} />
      )}
    </>
  );
}

interface FormProps {
  settings: AiSettings;
  /** Refetches before saving, so that a field changed by someone else is not overwritten. */
  onRefresh: () => Promise<AiSettings>;
}

function AiSettingsForm({ settings, onRefresh }: FormProps) {
  const { t } = useTranslation(["settings", "common"]);
  const { message, modal } = App.useApp();
  const errorText = useErrorText();
  const formats = useFormats();
  const save = useSaveAiSettings();
  const canEdit = useCan("settings:edit");
  const [replaces, setReplaces] = useState(!settings.hasApiKey);
  const editor = useServerForm<AiForm>({
    saved: formOf(settings),
    refresh: async () => formOf(await onRefresh()),
    canSave: canEdit,
    save: async (changes) => {
      const saved = (await save.mutateAsync(inputOf(changes))) ?? settings;
      setReplaces(!saved.hasApiKey);
      return { saved: formOf(saved) };
    },
  });
  const { value: form, edit: set, fieldErrors: refused } = editor;
  const needsKey = settings.hasApiKey && !form.withoutKey && isOtherServer(form.baseUrl, settings.baseUrl ?? "");

  const isParameters = parsedParameters(form.extraParameters) !== null;
  const submit = async () => {
    if (isParameters && (await editor.submit())) message.success(t("ai.saved"));
  };
  const removeKey = () =>
    modal.confirm({
      title: t("ai.remove_ask"),
      content: settings.serverProvider ? t("ai.remove_to_server") : t("ai.remove_to_built_in"),
      okText: t("ai.remove"),
      okButtonProps: { danger: true },
      onOk: () =>
        save.mutate(
          { apiKey: "" },
          {
            onSuccess: (saved) => {
              message.success(t("ai.saved"));
              setReplaces(!saved?.hasApiKey);
            },
            onError: (error) => void message.error(errorText(error)),
          },
        ),
    });
  const problems: Partial<Record<keyof AiForm, string | undefined>> = {
    ...refused,
    ...(isParameters ? {} : { extraParameters: t("ai.parameters_invalid") }),
  };
  const labels: Record<keyof AiForm, string> = {
    baseUrl: t("ai.base_url"),
    modelName: t("ai.model"),
    apiKey: t("ai.key"),
    withoutKey: t("ai.without_key"),
    reasoningEffort: t("ai.effort"),
    extraParameters: t("ai.parameters"),
    fallbackToBuiltIn: t("ai.fallback"),
    requestsPerMinute: t("ai.requests_per_minute"),
    tokensPerMinute: t("ai.tokens_per_minute"),
    concurrency: t("ai.concurrency"),
    monthlyBudget: t("ai.budget"),
    promptPrice: t("ai.price_prompt"),
    cachedPrice: t("ai.price_cached"),
    completionPrice: t("ai.price_completion"),
  };
  const inWords = (value: string | number | boolean | null, field: keyof AiForm) => {
    if (field === "apiKey") return "";
    if (typeof value === "boolean") return value ? t("common:conflict.on") : t("common:conflict.off");
    return typeof value === "number" ? formats.number(value) : (value ?? "");
  };
  const item = (name: keyof AiForm, control: React.ReactNode, hint?: string) => (
    <Field label={labels[name]} htmlFor={`ai-${name}`} error={problems[name]} extra={hint}>
      {control}
    </Field>
  );
  const number = (name: NumberField, hint?: string) =>
    item(
      name,
      <InputNumber
        id={`ai-${name}`}
        min={0}
        disabled={!canEdit}
        value={form[name]}
        onChange={(value) => set({ [name]: value })}
      />,
      hint,
    );
  const prices = settings.listPrices;
  const listed = (price: number | null | undefined) =>
    price === null || price === undefined ? undefined : t("ai.price_listed", { price });
  return (
    <Form layout="vertical" onFinish={() => void submit()}>
      <FormNotices form={editor} labels={labels} inWords={inWords} />
      <AiConnection form={form} set={set} item={item} canEdit={canEdit} settings={settings}>
        {form.withoutKey
          ? null
          : item(
              "apiKey",
              replaces || needsKey ? (
                <Input.Password
                  id="ai-apiKey"
                  autoComplete="off"
                  disabled={!canEdit}
                  value={form.apiKey}
                  onChange={(event) => {
                    setReplaces(true);
                    set({ apiKey: event.target.value });
                  }}
                />
              ) : (
                <div className={styles.actions} id="ai-apiKey">
                  <span>{t("ai.key_set")}</span>
                  <Button size="small" disabled={!canEdit} onClick={() => setReplaces(true)}>
                    {t("ai.key_replace")}
                  </Button>
                  <Button size="small" danger type="text" disabled={!canEdit} onClick={removeKey}>
                    {t("ai.remove")}
                  </Button>
                </div>
              ),
              needsKey ? t("ai.key_for_provider") : t("ai.key_hint"),
            )}
      </AiConnection>
      {item(
        "fallbackToBuiltIn",
        <Switch
          id="ai-fallbackToBuiltIn"
          disabled={!canEdit}
          checked={form.fallbackToBuiltIn}
          onChange={(fallbackToBuiltIn) => set({ fallbackToBuiltIn })}
        />,
        t("ai.fallback_hint"),
      )}
      <h2 className={styles.heading}>{t("ai.limits")}</h2>
      <div className={styles.fields}>
        {number("requestsPerMinute")}
        {number("tokensPerMinute")}
        {number("concurrency", t("ai.concurrency_hint"))}
        {number("monthlyBudget", t("ai.budget_hint"))}
      </div>
      <h2 className={styles.heading}>{t("ai.prices")}</h2>
      {prices ? null : <p className={styles.hint}>{t("ai.price_unknown")}</p>}
      <div className={styles.fields}>
        {number("promptPrice", listed(prices?.prompt))}
        {number("cachedPrice", listed(prices?.cached))}
        {number("completionPrice", listed(prices?.completion))}
      </div>
      {editor.error && Object.keys(refused).length === 0 ? (
        <Form.Item>
          <Alert type="error" showIcon role="alert" title={errorText(editor.error)} />
        </Form.Item>
      ) : null}
      {canEdit ? (
        <Button type="primary" htmlType="submit" loading={editor.isSaving} disabled={!editor.isDirty}>
          {t("ai.save")}
        </Button>
      ) : null}
    </Form>
  );
}

type NumberField = {
  [Name in keyof AiForm]: AiForm[Name] extends number | null ? Name : never;
}[keyof AiForm];
