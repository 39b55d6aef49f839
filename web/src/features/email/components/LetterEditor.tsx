// Subject and body of one email; chips insert facts about the candidate.
import { Button } from "antd";
import Input from "antd/es/input/Input";
import type { TextAreaRef } from "antd/es/input/TextArea";
import TextArea from "antd/es/input/TextArea";
import { type Ref, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { loadTexts } from "@/i18n/i18n";
import type { Application } from "@/lib/api/types";
import { lazyPart } from "@/ui/late/lazyPart";
import type { Letter } from "../logic/letters";
import styles from "./LetterEditor.module.css";

const AddressField = lazyPart(async () => {
  const [module] = await Promise.all([import("./AddressField"), loadTexts("compose")]);
  return { default: module.AddressField };
});

export interface Variable {
  key: string;
  label: string;
  value: string;
}

interface Props {
  ref: Ref<TextAreaRef>;
  letter: Letter;
  candidate: Application;
  variables: readonly Variable[];
  isLocked: boolean;
  onChange: (text: Partial<Pick<Letter, "subject" | "body">>) => void;
  onInsert: (text: string) => void;
}

export function LetterEditor({ ref, letter, candidate, variables, isLocked, onChange, onInsert }: Props) {
  const { t } = useTranslation("email");
  return (
    <div className={styles.editor}>
      <Suspense fallback={<p className={styles.to}>{letter.to ?? t("no_address")}</p>}>
        <AddressField key={candidate.id} candidate={candidate} to={letter.to} isLocked={isLocked} />
      </Suspense>
      <label className={styles.label} htmlFor="letter-subject">
        {t("subject")}
      </label>
      <Input
        id="letter-subject"
        maxLength={200}
        readOnly={isLocked}
        value={letter.subject}
        onChange={(event) => onChange({ subject: event.target.value })}
      />
      <label className={styles.label} htmlFor="letter-body">
        {t("body")}
      </label>
      <TextArea
        ref={ref}
        id="letter-body"
        className={styles.body ?? ""}
        readOnly={isLocked}
        value={letter.body}
        onChange={(event) => onChange({ body: event.target.value })}
      />
      {variables.length > 0 ? (
        <fieldset className={styles.variables} disabled={isLocked}>
          <legend className={styles.label}>{t("insert")}</legend>
          {variables.map(({ key, label, value }) => (
            <Button key={key} size="small" shape="round" title={value} onClick={() => onInsert(value)}>
              {label}
            </Button>
          ))}
        </fieldset>
      ) : null}
    </div>
  );
}
