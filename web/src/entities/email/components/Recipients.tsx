// Who gets an email, and who can't because no valid address of theirs is known.
import { useTranslation } from "react-i18next";
import { useCandidatesByIds } from "@/entities/application/candidatesByIds";
import type { Application } from "@/lib/api/types";
import { recipientOf } from "../model";

type Recipient = Pick<Application["person"], "name" | "email" | "contact">;

/** More than these are counted, not named. */
const MAX_NAMES = 8;

export function Recipients({ people }: { people: readonly Recipient[] }) {
  const { t, i18n } = useTranslation("review");
  const named = (group: readonly Recipient[]) => {
    const names = group.slice(0, MAX_NAMES).map(({ name }) => name ?? t("nameless"));
    const others = group.length - names.length;
    return new Intl.ListFormat(i18n.language).format(
      others > 0 ? [...names, t("eliminate.others", { count: others })] : names,
    );
  };
  const reached = people.filter((person) => recipientOf(person) !== null);
  const missing = people.filter((person) => recipientOf(person) === null);
  const [only] = reached;
  return (
    <>
      {only ? (
        <p>
          {people.length === 1
            ? t("recipients.address", { address: recipientOf(only) ?? "" })
            : t("recipients.reached", { count: reached.length, names: named(reached) })}
        </p>
      ) : null}
      {missing.length > 0 ? (
        <p role="status">{t("recipients.missing", { count: missing.length, names: named(missing) })}</p>
      ) : null}
    </>
  );
}

/** For candidates known by id only; shows nothing until they are loaded. */
export function RecipientsByIds({ ids, jobId }: { ids: readonly string[]; jobId: string }) {
  const candidates = useCandidatesByIds(ids, jobId).data;
  return candidates ? <Recipients people={candidates.map(({ person }) => person)} /> : null;
}
