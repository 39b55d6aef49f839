// The palette's commands: search results, page shortcuts, actions, and pages of the user's role.
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useOptionalJobSearch } from "@/entities/job/queries";
import { useStoredJob } from "@/entities/job/selection";
import { usePeopleSearch } from "@/entities/person/queries";
import { useCan, useCanOpenRoute } from "@/entities/session/memberships";
import { switchLanguage } from "@/i18n/i18n";
import { LANGUAGE_NAMES, LANGUAGES } from "@/i18n/languages";
import { href } from "@/lib/routes/href";
import { useActiveHotkeys } from "@/ui/keyboard/hotkeys";
import { keyLabel } from "@/ui/keyboard/keyLabel";
import { chooseAppearance, useAppearance } from "@/ui/theme/appearance";
import { useNavigation } from "../layouts/navigation";
import { useSignOutAction } from "../useSignOutAction";
import { type Command, filterCommands } from "./commands";
import { useViewCommands } from "./useViewCommands";

/** The most candidates and jobs listed. */
const FOUND = 6;

/** `typed` filters local commands, `search` is sent to the server. */
export function useCommands(typed: string, search: string): { commands: Command[]; isSearching: boolean } {
  const { t, i18n } = useTranslation("shell");
  const { appearance } = useAppearance();
  const navigate = useNavigate();
  const hotkeys = useActiveHotkeys();
  const main = useNavigation("main");
  const account = useNavigation("account");
  const rememberedJob = useStoredJob();
  const opens = {
    candidate: useCanOpenRoute("candidate"),
    pipeline: useCanOpenRoute("pipeline"),
    aiReview: useCanOpenRoute("aiReview"),
    evaluate: useCanOpenRoute("evaluate"),
    jobs: useCanOpenRoute("job"),
    batchEmail: useCanOpenRoute("batchEmail"),
  };
  const canCreateJobs = useCan("jobs:create");
  const canReadJobs = useCan("jobs:view");
  const canRank = [useCan("evaluate:execute"), useCanOpenRoute("talentPool")].every(Boolean);
  const canSchedule = [useCan("schedule:create"), useCanOpenRoute("schedule")].every(Boolean);
  const canInvite = [useCan("members:create"), useCanOpenRoute("organizationMembers")].every(Boolean);
  const { signOut } = useSignOutAction();
  const people = usePeopleSearch(search, FOUND, opens.candidate);
  const jobs = useOptionalJobSearch(search, FOUND, canReadJobs);
  const views = useViewCommands();
  const goTo = (to: string) => () => void navigate(to);

  const found: Command[] = [];
  if (search !== "" && typed !== "") {
    for (const { id, name, email, current_position, current_company } of people.data?.items ?? []) {
      found.push({
        key: `candidate ${id}`,
        group: "candidates",
        label: name ?? email ?? t("palette.nameless"),
        hint: [current_position, current_company].filter(Boolean).join(" · ") || (email ?? undefined),
        run: goTo(href("candidate", { id })),
      });
    }
    for (const { id, title } of jobs.data?.items ?? []) {
      const places = [
        { opens: opens.pipeline, to: href("pipeline", { job_id: id }), place: t("nav.pipeline") },
        { opens: opens.aiReview, to: href("aiReview", { job_id: id }), place: t("nav.review") },
        { opens: opens.evaluate, to: href("evaluate", { job_id: id }), place: t("nav.evaluate") },
        { opens: opens.jobs, to: href("job", { id }), place: t("palette.edit_job") },
      ];
      for (const { to, place } of places.filter((one) => one.opens)) {
        found.push({ key: to, group: "jobs", label: title, hint: place, run: goTo(to) });
      }
    }
  }

  const here: Command[] = hotkeys
    // Of two keys for the same, the first.
    .filter(({ keys, label }, at, all) => keys !== "Mod+k" && all.findIndex((one) => one.label === label) === at)
    .map(({ keys, label, run }) => ({
      key: `key ${keys}`,
      group: "page",
      label,
      hint: keyLabel(keys),
      // After the palette has closed, so that the new focus is kept.
      run: () => requestAnimationFrame(() => run(new KeyboardEvent("keydown", { key: keys }))),
    }));
  const actions: Command[] = [
    ...(canCreateJobs
      ? [{ key: "new job", group: "actions" as const, label: t("palette.new_job"), run: goTo(href("jobNew")) }]
      : []),
    ...(opens.evaluate
      ? [
          {
            key: "upload",
            group: "actions" as const,
            label: t("palette.evaluate"),
            run: goTo(href("evaluate", { job_id: rememberedJob })),
          },
        ]
      : []),
    ...[
      {
        key: "rank pool",
        may: canRank,
        label: t("palette.rank_pool"),
        run: goTo(href("talentPool", { rank: "open" })),
      },
      {
        key: "emails",
        may: opens.batchEmail,
        label: t("palette.write_emails"),
        run: goTo(href("batchEmail", { job_id: rememberedJob })),
      },
      { key: "schedule", may: canSchedule, label: t("palette.schedule"), run: goTo(href("schedule")) },
      { key: "invite", may: canInvite, label: t("palette.invite_member"), run: goTo(href("organizationMembers")) },
      { key: "sign out", may: true, label: t("palette.sign_out"), run: signOut },
    ]
      .filter(({ may }) => may)
      .map(({ key, label, run }) => ({ key, group: "actions" as const, label, run })),
    ...LANGUAGES.filter((language) => language !== i18n.language).map((language) => ({
      key: `language ${language}`,
      group: "actions" as const,
      label: t("palette.language", { language: LANGUAGE_NAMES[language] }),
      run: () => void switchLanguage(language),
    })),
    {
      key: "appearance",
      group: "actions",
      label: appearance === "dark" ? t("palette.light") : t("palette.dark"),
      run: () => chooseAppearance(appearance === "dark" ? "light" : "dark"),
    },
  ];
  const pages: Command[] = [...main, ...account].map(({ key, label, to }) => ({
    key: `page ${key}`,
    group: "go_to",
    label,
    run: goTo(to),
  }));
  return {
    commands: [...found, ...filterCommands([...here, ...actions, ...views, ...pages], typed)],
    isSearching: typed !== "" && (typed !== search || people.isFetching || jobs.isFetching),
  };
}
