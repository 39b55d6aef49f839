// What was typed and can't be saved anymore, to be copied.
import { useTranslation } from "react-i18next";
import type { Application } from "@/lib/api/types";
import { PermissionLostNotice } from "@/ui/forms/PermissionLostNotice";
import { isUnsaved, type Letters } from "../logic/letters";

interface Props {
  letters: Letters;
  candidates: readonly Application[];
}

export function UnsavedLettersNotice({ letters, candidates }: Props) {
  const { t } = useTranslation("email");
  const fields = candidates.flatMap(({ id, person }) => {
    const letter = letters.get(id);
    if (!letter || !isUnsaved(letter)) return [];
    const name = person.name ?? t("unnamed");
    return [
      { label: `${name} · ${t("subject")}`, value: letter.subject },
      { label: `${name} · ${t("body")}`, value: letter.body },
    ];
  });
  return fields.length === 0 ? null : <PermissionLostNotice fields={fields} />;
}
