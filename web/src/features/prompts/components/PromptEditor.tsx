// Editor of one prompt type: text by scope, variables, and a preview for a job.
import { Alert, App, Button, Input, Segmented, Switch } from "antd";
import type { TextAreaRef } from "antd/es/input/TextArea";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useJobSearch } from "@/entities/job/queries";
import { useCan } from "@/entities/session/memberships";
import type { Prompt, PromptType } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { FormNotices } from "@/ui/forms/FormNotices";
import { SearchSelect } from "@/ui/forms/SearchSelect";
import { useServerForm } from "@/ui/forms/useServerForm";
import { useActionToast } from "@/ui/useActionToast";
import { useDeletePrompt, usePreviewPrompt, useSavePrompt, useSwitchPrompt } from "../api/prompts";
import { inheritedText, promptOf, SCOPES, type Scope, scopeOf, unknownVariables } from "../logic/scopes";
import styles from "./PromptEditor.module.css";

interface Props {
  type: PromptType;
  prompts: readonly Prompt[];
  /** The chosen scope; without one, that of the prompt in force when opened. */
  scope: Scope | null;
  onScope: (scope: Scope) => void;
}

export function PromptEditor({ type, prompts, scope: chosen, onScope }: Props) {
  const { t } = useTranslation("prompts");
  const inForce = prompts.find((prompt) => prompt.prompt_type === type && prompt.in_force);
  const [first] = useState<Scope>(inForce ? scopeOf(inForce) : "built_in");
  const scope = chosen ?? first;
  const prompt = promptOf(prompts, type, scope);
  return (
    <section className={styles.editor} aria-label={t(`type.${type}`)}>
      <Segmented<Scope>
        aria-label={t("scope.label")}
        value={scope}
        onChange={onScope}
        options={SCOPES.map((value) => ({ value, label: t(`scope.${value}`) }))}
      />
      <p className={styles.note}>{t(`scope_note.${scope}`)}</p>
      {type === "evaluation" ? <p className={styles.note}>{t("evaluation_note")}</p> : null}
      <ScopedPrompt
        key={`${scope} ${prompt?.id}`}
        type={type}
        scope={scope}
        prompt={prompt}
        initial={prompt?.text ?? inheritedText(prompts, type, scope)}
        variables={prompts.find((known) => known.prompt_type === type)?.variables ?? []}
        previewId={(prompt ?? inForce)?.id ?? ""}
      />
    </section>
  );
}

function isPrompt(row: unknown): row is Prompt {
  return typeof row === "object" && row !== null && "version" in row && "prompt_type" in row;
}

interface ScopedProps {
  type: PromptType;
  scope: Scope;
  prompt: Prompt | null;
  initial: string;
  variables: readonly string[];
  /** The prompt whose type the preview uses. */
  previewId: string;
}

function ScopedPrompt({ type, scope, prompt, initial, variables, previewId }: ScopedProps) {
  const { t } = useTranslation("prompts");
  const { message } = App.useApp();
  const errorText = useErrorText();
  const toast = useActionToast();
  const save = useSavePrompt();
  const remove = useDeletePrompt();
  const turn = useSwitchPrompt();
  const canCreate = useCan("prompts:create");
  const canEdit = useCan("prompts:edit");
  const canDelete = useCan("prompts:delete");
  const canManage = useCan("organization:manage");
  const owns = scope === "mine" || (scope === "organization" && canManage);
  const writes = owns && (prompt ? canEdit : canCreate);
  const area = useRef<TextAreaRef>(null);
  const editor = useServerForm<{ text: string }>({
    saved: { text: initial },
    version: prompt?.version ?? 0,
    save: async (_changes, version, value) => {
      const answer = await save.mutateAsync({
        prompt: prompt && { ...prompt, version: Number(version) },
        prompt_type: type,
        text: value.text,
        is_default: scope === "organization",
      });
      return { saved: { text: answer?.text ?? value.text }, version: answer?.version ?? version };
    },
    readCurrent: (row) => (isPrompt(row) ? { saved: { text: row.text }, version: row.version } : null),
    canSave: writes,
  });
  const { isDirty, isSaving } = editor;
  const { text } = editor.value;
  const setText = (next: string) => editor.edit({ text: next });
  const unknown = unknownVariables(text, variables);
  const submit = async () => {
    if (await editor.submit()) message.success(t("saved"));
  };
  const restore = () => {
    if (!prompt) return;
    remove.mutate(prompt.id, {
      onSuccess: () =>
        toast({
          key: `prompt-${type}`,
          text: t("restored"),
          undo: () =>
            save.mutate({ prompt: null, prompt_type: type, text: prompt.text, is_default: scope === "organization" }),
        }),
      onError: (error) => void message.error(errorText(error)),
    });
  };
  const insert = (name: string) => {
    const element = area.current?.resizableTextArea?.textArea;
    const at = element?.selectionStart ?? text.length;
    setText(`${text.slice(0, at)}{{${name}}}${text.slice(element?.selectionEnd ?? at)}`);
    element?.focus();
  };

  return (
    <>
      {editor.error ? <Alert type="error" showIcon title={errorText(editor.error)} /> : null}
      <FormNotices form={editor} labels={{ text: t("text") }} inWords={(value) => value} />
      <label htmlFor="prompt-text" className={styles.label}>
        {t("text")}
      </label>
      <Input.TextArea
        ref={area}
        id="prompt-text"
        readOnly={!writes || isSaving}
        variant={writes ? "outlined" : "filled"}
        autoSize={{ minRows: 10, maxRows: 24 }}
        maxLength={20_000}
        status={unknown.length > 0 ? "error" : ""}
        aria-describedby="prompt-variables"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div id="prompt-variables">
        {unknown.length > 0 ? (
          <p className={styles.unknown} role="alert">
            {t("unknown", { names: unknown.map((name) => `{{${name}}}`).join(" ") })}
          </p>
        ) : null}
        <p className={styles.label}>{t("variables")}</p>
        <ul className={styles.variables}>
          {variables.map((name) => (
            <li key={name}>
              <Button size="small" disabled={!writes} onClick={() => insert(name)}>
                {`{{${name}}}`}
              </Button>
            </li>
          ))}
        </ul>
      </div>
      {prompt && scope !== "built_in" ? (
        <div className={styles.actions}>
          <Switch
            id="prompt-active"
            size="small"
            disabled={!writes}
            loading={turn.isPending}
            checked={prompt.is_active}
            onChange={(is_active) =>
              turn.mutate({ prompt, is_active }, { onError: (error) => void message.error(errorText(error)) })
            }
          />
          <label htmlFor="prompt-active">{t("active")}</label>
          {prompt.is_active ? null : <span className={styles.note}>{t("inactive_note")}</span>}
        </div>
      ) : null}
      {owns ? (
        <div className={styles.actions}>
          <Button
            type="primary"
            loading={isSaving}
            disabled={!writes || !isDirty || unknown.length > 0 || text.trim() === ""}
            onClick={() => void submit()}
          >
            {t("save")}
          </Button>
          {prompt && canDelete ? (
            <Button loading={remove.isPending} onClick={restore}>
              {t("restore")}
            </Button>
          ) : null}
        </div>
      ) : null}
      <PromptPreview id={previewId} text={text} isValid={unknown.length === 0 && text.trim() !== ""} />
    </>
  );
}

function PromptPreview({ id, text, isValid }: { id: string; text: string; isValid: boolean }) {
  const { t } = useTranslation("prompts");
  const errorText = useErrorText();
  const [search, setSearch] = useState("");
  const jobs = useJobSearch(search);
  const preview = usePreviewPrompt();
  return (
    <section className={styles.preview} aria-label={t("preview")}>
      <div className={styles.actions}>
        <h2 className={styles.label}>{t("preview")}</h2>
        <SearchSelect
          onSearch={setSearch}
          className={styles.job ?? ""}
          disabled={!isValid}
          aria-label={t("preview_job")}
          placeholder={t("preview_job")}
          onChange={(jobId) => preview.mutate({ id, text, jobId })}
          options={(jobs.data?.items ?? []).map((job) => ({ value: job.id, label: job.title }))}
        />
      </div>
      {preview.error ? <Alert type="error" showIcon title={errorText(preview.error)} /> : null}
      {preview.data ? (
        <>
          {preview.data.missing.length > 0 ? (
            <p className={styles.note}>{t("missing", { names: preview.data.missing.join(", ") })}</p>
          ) : null}
          <pre className={styles.rendered}>{preview.data.text}</pre>
        </>
      ) : null}
    </section>
  );
}
