// Generates the texts of letters by AI, with progress; former texts can be taken again.
import { App } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useGenerateEmails } from "@/entities/email/queries";
import type { EmailLanguage, EmailType, Task } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { type Letters, withFailed, withGenerated, withGenerating } from "../logic/letters";
import type { SetLetters } from "./useLetters";

interface Options {
  letters: Letters;
  setLetters: SetLetters;
  type: EmailType;
  languageOf: (applicationId: string) => EmailLanguage;
  calendarLink: string;
  interviewerId: string | null;
}

export function useLetterGeneration({ letters, setLetters, type, languageOf, ...options }: Options): {
  generate: (applicationIds: readonly string[]) => void;
  isGenerating: boolean;
  /** Null until the number of emails is known. */
  progress: Task["progress"] | null;
} {
  const { t } = useTranslation("email");
  const { message } = App.useApp();
  const errorText = useErrorText();
  const [task, setTask] = useState<Task | null>(null);
  const generation = useGenerateEmails(setTask);

  const generate = (applicationIds: readonly string[]) => {
    const draftVersions = new Map([...letters.values()].map((one) => [one.applicationId, one.version]));
    const calendarLink = options.calendarLink.trim();
    setLetters((former) => withGenerating(former, applicationIds));
    generation.mutate(
      { applicationIds, draftVersions, type, languageOf, calendarLink, interviewerId: options.interviewerId },
      {
        onSuccess: (results) => {
          setLetters((former) => withGenerated(former, applicationIds, results, languageOf));
          if (results.length === 0) message.error(t("write.invalid"));
        },
        onError: (error) => {
          setLetters((former) => withFailed(former, applicationIds));
          message.error(`${t("write.failed")} ${errorText(error)}`);
        },
        onSettled: () => setTask(null),
      },
    );
  };
  return {
    generate,
    isGenerating: generation.isPending,
    progress: task && task.progress.total > 0 ? task.progress : null,
  };
}
