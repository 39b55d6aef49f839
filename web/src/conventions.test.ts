// Source code conventions that neither the compiler nor the linter checks.
import { describe, expect, it } from "vitest";
import { ARCHIVED_TO_POOL, LEVEL, STAGE, SUB_STATUS } from "@/entities/application/stages";
import { BOARD_VIEWS } from "@/features/pipeline/logic/view";
import { POOL_VIEWS } from "@/features/talent-pool/logic/view";
import { ALIASES, ROUTE_ENTRIES, ROUTES } from "@/lib/routes/manifest";

const files = import.meta.glob<string>("./**/*.{ts,tsx}", { query: "?raw", import: "default", eager: true });
/** Browser sources, by path under src. */
const sources = Object.entries(files)
  .map(([path, text]) => ({ path: path.replace("./", ""), text }))
  .filter(({ path }) => !/\.test\.tsx?$|^testing\/|schema\.d\.ts$/.test(path));

const isAllowed = (path: string, allowed: readonly string[]) =>
  allowed.some((one) => path === one || (one.endsWith("/") && path.startsWith(one)));

/** Files matching the pattern, except allowed ones. */
function offenders(says: RegExp, allowed: readonly string[]): string[] {
  return sources.filter(({ path, text }) => says.test(text) && !isAllowed(path, allowed)).map(({ path }) => path);
}

describe("forms", () => {
  /** Forms without concurrent edits. */
  const NO_SERVER_FORM = [
    // Before and at sign-in; a password and a calendar's address are never returned.
    "features/auth/",
    "features/account/components/EmailForm.tsx",
    "features/account/components/PasswordForm.tsx",
    "features/schedule/components/CalendarSection.tsx",
    // Each choice is sent at once.
    "app/layouts/AccountPanel.tsx",
    "features/evaluate/components/useFailedActions.tsx",
    "features/jobs/components/SubmissionEmailField.tsx",
    "features/offers/components/Attachments.tsx",
    "features/offers/components/OnboardingList.tsx",
    "features/organization/components/LogoField.tsx",
    "entities/view/components/SavedViewsMenu.tsx",
    // Only changes of a set are kept, and applied to its current value.
    "features/organization/components/AssignJobs.tsx",
    // Makes something new, or starts work.
    "features/candidate/components/EvaluationHistory.tsx",
    "features/candidate/components/Notes.tsx",
    "features/dashboard/components/ExportDialog.tsx",
    "features/organization/components/InviteDialog.tsx",
    "features/repair/routes/DeepAnalysisRoute.tsx",
    "features/repair/routes/HistoricalResumeRoute.tsx",
    "features/settings/components/BookingHook.tsx",
    "features/talent-pool/components/RankDialog.tsx",
    "entities/email/components/CandidateEmails.tsx",
    "entities/email/components/AddressCorrection.tsx",
    "entities/email/components/SmtpTest.tsx",
    "entities/interview/components/HandOverDialog.tsx",
    // Confirms a deletion.
    "features/account/components/DeleteAccount.tsx",
    "features/candidate/components/DeletePersonDialog.tsx",
    "features/jobs/components/JobDeleteDialog.tsx",
    "features/organization/components/DeleteOrganization.tsx",
    // Drafts with a merge of their own.
    "features/email/components/",
    "features/inbox/",
    "features/interview/components/Cockpit.tsx",
  ];
  const FIELD =
    /<(?:Form|form|Input|InputNumber|Select|DatePicker|DateField|Checkbox|Radio|Switch|Segmented|input|select|textarea)\b/;

  /** The hooks that send changes. */
  const mutationHooks = sources.flatMap(({ text }) =>
    text
      .split(/^(?=(?:export )?(?:async )?(?:function|const|interface|type) )/m)
      .filter((part) => /\buseMutation[(<]/.test(part))
      .flatMap((part) => /^(?:export )?(?:function|const) (use\w+)/.exec(part)?.[1] ?? []),
  );

  it("use useServerForm to change server data", () => {
    expect(mutationHooks.length).toBeGreaterThan(80);
    const sends = new RegExp(`\\b(?:${mutationHooks.join("|")})\\(`);
    const saving = sources.filter(({ text }) => sends.test(text) && FIELD.test(text));
    expect(saving.length).toBeGreaterThan(40);
    const without = saving.filter(({ text }) => !text.includes("useServerForm")).map(({ path }) => path);
    expect(without.filter((path) => !isAllowed(path, NO_SERVER_FORM))).toEqual([]);
  });

  it("keep typed text when a newer version arrives", () => {
    expect(offenders(/key=\{(?:`[^`]*version[^`]*`|JSON\.stringify)/, [])).toEqual([]);
  });

  it("start no field from server data, which would keep a stale copy", () => {
    // Suggestions, and what only this browser knows: not read again from the server.
    const allowed = [
      "entities/email/components/SmtpTest.tsx",
      "features/booking/routes/BookingRoute.tsx",
      "features/dashboard/components/PeriodFields.tsx",
      "features/interview/components/SaveDialog.tsx",
      "ui/SearchBox.tsx",
    ];
    const fieldsOf = (text: string) =>
      [...text.matchAll(/const \[(\w+),[^\]]*\] = useState(?:<[^;]*?>)?\(([^;]*?)\);/gs)].filter(
        ([, name = "", start = ""]) =>
          /(?<!\bi18n\b)\??\.[a-z]\w*(?!\w*\()|^(?!true$|false$|null$)[a-z]\w*$/.test(start) &&
          new RegExp(`\\b(?:value|checked|defaultValue)=\\{${name}\\b`).test(text),
      );
    expect(fieldsOf("const [a, setA] = useState(row.notes);\n<Input value={a} />")).toHaveLength(1);
    expect(fieldsOf("const [a, setA] = useState(notes);\n<Input value={a} />")).toHaveLength(1);
    expect(fieldsOf('const [a, setA] = useState("");\n<Input value={a} />')).toHaveLength(0);
    const found = sources.filter(({ path, text }) => fieldsOf(text).length > 0 && !isAllowed(path, allowed));
    expect(found.map(({ path }) => path)).toEqual([]);
  });

  it("show others' changes, a lost permission and the question before discarding", () => {
    const users = sources.filter(({ path, text }) => /\buseServerForm(?:<|\()/.test(text) && !path.startsWith("ui/"));
    expect(users.length).toBeGreaterThan(10);
    expect(users.filter(({ text }) => !text.includes("<FormNotices")).map(({ path }) => path)).toEqual([]);
    const guarded = sources.filter(({ path, text }) => text.includes("useUnsavedGuard(") && !path.startsWith("ui/"));
    expect(guarded.length).toBeGreaterThan(1);
    expect(guarded.filter(({ text }) => !text.includes("<UnsavedDialog")).map(({ path }) => path)).toEqual([]);
    const drafts = sources.filter(({ path, text }) => text.includes("registerUnsaved(") && !path.startsWith("ui/"));
    expect(drafts.length).toBeGreaterThan(0);
    expect(drafts.filter(({ text }) => !text.includes("<PermissionLostNotice")).map(({ path }) => path)).toEqual([]);
  });

  it("are read only without the permission to save", () => {
    const always = [
      "entities/user/components/AboutMeForm.tsx",
      "entities/user/components/PreferencesForm.tsx",
      "features/account/components/ProfileForm.tsx",
    ];
    expect(offenders(/\bcanSave: true\b/, always)).toEqual([]);
  });

  it("ask before a dialog or panel closes over unsaved changes", () => {
    const allowed = [
      // One line or a few choices, made again at once.
      "app/palette/PaletteDialog.tsx",
      "ui/keyboard/KeyboardHelpDialog.tsx",
      "features/account/components/DeleteAccount.tsx",
      "features/candidate/components/DeletePersonDialog.tsx",
      "features/dashboard/components/ExportDialog.tsx",
      // What is typed is kept as a draft.
      "features/email/components/EmailComposer.tsx",
      "features/email/components/SendLaterDialog.tsx",
      "features/interview/components/SaveDialog.tsx",
      "features/jobs/components/JobDeleteDialog.tsx",
      "features/organization/components/DeleteOrganization.tsx",
      "features/talent-pool/components/RankDialog.tsx",
      "entities/application/components/EliminateDialog.tsx",
      "entities/interview/components/HandOverDialog.tsx",
    ];
    const field =
      /<(?:Input|InputNumber|Select|DatePicker|DateField|SendTimePicker|Checkbox|Radio|Switch|input|select|textarea)\b/;
    const closing = sources.filter(
      ({ text }) =>
        /<(?:Modal|Drawer|LazyDrawer|SidePanel|BottomSheet)\b/.test(text) &&
        (text.includes("useServerForm") || field.test(text)),
    );
    expect(closing.length).toBeGreaterThan(10);
    const silent = closing.filter(
      ({ text }) =>
        !text.includes(".confirm(") ||
        /\bon(?:Cancel|Close)=\{(?:\(\) => )?(?:props\.)?on(?:Close|Cancel)\b/.test(text),
    );
    expect(silent.map(({ path }) => path).filter((path) => !isAllowed(path, allowed))).toEqual([]);
  });

  it("search on the server only after typing pauses", () => {
    expect(offenders(/showSearch=\{\{[^}]*onSearch: (?!typing\.type)/, [])).toEqual([]);
  });
});

describe("queries", () => {
  it("show failures without hiding data: only QueryView uses ErrorState", () => {
    // The others show list pages, which handle their own state.
    expect(
      offenders(/states\/ErrorState"/, [
        "ui/states/",
        "features/style-guide/",
        "features/ai-review/routes/ReviewRoute.tsx",
        "features/evaluate/components/Queue.tsx",
        "features/pipeline/components/Lane.tsx",
      ]),
    ).toEqual([]);
  });
});

describe("API paths", () => {
  /** Lists the persisted paths, in a layer below the queries. */
  const NAMED_AGAIN = ["lib/persistentCache.ts"];

  it("are defined in one file each, next to their queries", () => {
    const files = new Map<string, Set<string>>();
    for (const { path, text } of sources.filter(({ path }) => !NAMED_AGAIN.includes(path))) {
      for (const [, literal = ""] of text.matchAll(/["'`](\/api\/[^"'`\s]+)["'`]/g)) {
        files.set(literal, (files.get(literal) ?? new Set()).add(path));
      }
    }
    expect(files.size).toBeGreaterThan(150);
    const repeated = [...files].filter(([, paths]) => paths.size > 1);
    expect(repeated.map(([literal, paths]) => `${literal}: ${[...paths].join(", ")}`)).toEqual([]);
  });
});

describe("search parameters", () => {
  /** What is open on a page, and links of emails: not restored by the menus. */
  const TRANSIENT: Record<string, readonly string[]> = {
    auth: ["token", "token_hash", "type"],
    pipeline: ["pool"],
    schedule: ["older"],
  };
  /** Read outside of the features: for one of them, or for every page. */
  const SHARED: Record<string, string> = { "entities/application/queries.ts": "ai-review" };
  const EVERYWHERE = ["app/guards/RequireGuest.tsx", "entities/job/"];

  const reads = ({ text }: { text: string }) => [
    ...[...text.matchAll(/\bparams\.(?:get|getAll|has)\("(\w+)"\)/g)].map(([, name = ""]) => name),
    ...(/\buseJobId\(\)/.test(text) ? ["job_id"] : []),
  ];
  const listed = new Map<string, Set<string>>();
  for (const [, { screen, query }] of ROUTE_ENTRIES) {
    const [feature = ""] = screen.split("/");
    listed.set(feature, new Set([...(listed.get(feature) ?? []), ...(query ?? []), ...(TRANSIENT[feature] ?? [])]));
  }

  it("that a page reads are in its route's entry, so that menus open it as it was left", () => {
    const missing = sources.flatMap(({ path, text }) => {
      const feature = SHARED[path] ?? /^features\/([^/]+)\//.exec(path)?.[1];
      if (feature === undefined) return [];
      return reads({ text })
        .filter((name) => !listed.get(feature)?.has(name))
        .map((name) => `${path}: ${name}`);
    });
    expect(missing).toEqual([]);
    const read = new Set(sources.flatMap(reads));
    expect(read.size).toBeGreaterThan(30);
    const unassigned = sources.filter(
      (source) => reads(source).length > 0 && !source.path.startsWith("features/") && !(source.path in SHARED),
    );
    expect(unassigned.map(({ path }) => path).filter((path) => !isAllowed(path, EVERYWHERE))).toEqual([]);
  });

  it("are set by a stable function, so that memoized rows don't render with every navigation", () => {
    expect(offenders(/\buseSearchParams\b[^;]*from "react-router"/, ["lib/routes/useSearchParams.ts"])).toEqual([]);
  });

  it("of a saved view are in its page's entry, also those with computed names", () => {
    const screens = [
      { page: ROUTES.pipeline, screen: BOARD_VIEWS },
      { page: ROUTES.talentPool, screen: POOL_VIEWS },
    ];
    const missing = screens.flatMap(({ page, screen }) =>
      screen.params.filter((name) => !(page.query as readonly string[]).includes(name)),
    );
    expect(missing).toEqual([]);
  });
});

describe("addresses", () => {
  it("of own pages are built with href", () => {
    const literal = /\bto=(?:\{)?["`]\/|\b(?:navigate|assign)\(["`]\/|\bto: ["`]\/|\? "\/\w|[?&]\w+_id=\$\{/;
    expect(offenders(literal, [])).toEqual([]);
  });

  it("of pages stand in the manifest only", () => {
    // Ends of API paths.
    const allowed = ["app/layouts/liveTopics.ts", "lib/routes/"];
    const paths = new Set([...ROUTE_ENTRIES.map(([, { path }]) => path), ...Object.keys(ALIASES)]);
    const found = sources.flatMap(({ path, text }) =>
      [...text.matchAll(/["'`](\/[\w/:-]+)(?=["'`?])/g)]
        .filter(([, literal = ""]) => paths.has(literal) && !isAllowed(path, allowed))
        .map(([, literal]) => `${path}: ${literal}`),
    );
    expect(found).toEqual([]);
  });
});

describe("the wire's Chinese values", () => {
  const browserTests = import.meta.glob<string>("../e2e/**/*.ts", { query: "?raw", import: "default", eager: true });
  const values = [...Object.values(STAGE), ...Object.values(SUB_STATUS), ...Object.values(LEVEL), ARCHIVED_TO_POOL];
  const isGenerated = (path: string) => /\.gen\.ts$|schema\.d\.ts$/.test(path);

  it("appear in one file only, also in tests", () => {
    const literals = values.map((value) => `"${value}"`);
    const found = Object.entries({ ...files, ...browserTests })
      .filter(([path]) => path !== "./entities/application/stages.ts" && !isGenerated(path))
      .filter(([, text]) => literals.some((literal) => text.includes(literal)))
      .map(([path]) => path);
    expect(found).toEqual([]);
  });

  it("are the only Chinese in the source except names and language words", () => {
    const allowed = ["entities/application/stages.ts", "i18n/languages.ts", "i18n/format.ts", "i18n/timeZones.ts"];
    expect(offenders(/\p{Script=Han}/u, allowed).filter((path) => !isGenerated(path))).toEqual([]);
  });
});

describe("moves", () => {
  it("exist only in the generated table: no other code pairs a stage with a target sub-status", () => {
    // The offer workbench lists states, card samples are in one, and a card's next step depends on one; nothing is moved
    // by them.
    const lists = [
      "entities/offer/queries.ts",
      "features/pipeline/components/useCardCommands.tsx",
      "features/pipeline/samples/",
      "features/talent-pool/samples/",
      "features/style-guide/",
    ];
    expect(offenders(/status: STAGE\.\w+,\s*sub_status: SUB_STATUS\./, lists)).toEqual([]);
  });

  it("are looked up in one place", () => {
    const readers = ["entities/application/moves.ts", "features/guide/logic/statuses.ts"];
    expect(offenders(/\bMOVES\b.*from "(?:@\/entities\/application|\.)\/moves\.gen"/, readers)).toEqual([]);
  });
});

describe("numbers and dates", () => {
  it("are written in the language of the interface", () => {
    expect(offenders(/\.toFixed\(|\.toLocale(?:Date|Time)?String\(/, ["i18n/format.ts"])).toEqual([]);
  });

  it("are not checked by the browser, whose messages are in its own language", () => {
    expect(offenders(/<(?:Input|input)\b[^<]*\spattern=/, [])).toEqual([]);
  });
});

describe("texts", () => {
  const locales = import.meta.glob<Record<string, string>>("./i18n/locales/*/*.json", {
    import: "default",
    eager: true,
  });

  it("format counts by locale", () => {
    const raw = Object.entries(locales).flatMap(([path, texts]) =>
      Object.entries(texts)
        .filter(([, text]) => /\{\{count\}\}/.test(text))
        .map(([key]) => `${path} ${key}`),
    );
    expect(Object.keys(locales).length).toBeGreaterThan(60);
    expect(raw).toEqual([]);
  });

  it("format a number everywhere or nowhere", () => {
    // Of another name's kind, or written by the code: with a unit, a sign or a decimal.
    const written =
      /\/(?:evaluate\.json (?:changes\.some|queue\.progress|upload\.progress)|dashboard\.json figure\.open|evaluation\.json (?:criteria\.points|sum\.|work\.total|years\.)|repair\.json analysis\.years|common\.json strip\.meta_points|organization\.json usage\.up_to|(?:schedule|pipeline|talent-pool)\.json failed\.why)/;
    const all = Object.entries(locales).flatMap(([path, texts]) =>
      Object.entries(texts).map(([key, text]) => ({ at: `${path} ${key}`, text })),
    );
    const numbers = new Set(
      all.flatMap(({ text }) => [...text.matchAll(/\{\{(\w+), number\}\}/g)].map(([, name]) => name)),
    );
    expect(numbers.size).toBeGreaterThan(30);
    const raw = all.filter(({ text }) => [...text.matchAll(/\{\{(\w+)\}\}/g)].some(([, name]) => numbers.has(name)));
    expect(raw.map(({ at }) => at).filter((at) => !written.test(at))).toEqual([]);
  });
});

describe("requests", () => {
  it("are sent by the API client, except where it can't be used", () => {
    const allowed = [
      "lib/api/client.ts",
      // Below the client, which waits for it.
      "lib/auth/environment.ts",
      // The build's files.
      "lib/importFiles.ts",
      // The page itself, to compare its version.
      "lib/loadPart.ts",
      // The mailbox of a development server.
      "entities/email/mailbox.ts",
      // A form's progress, which fetch does not report.
      "entities/batch/uploads.ts",
    ];
    expect(offenders(/(?<![.\w])fetch\((?!context\))|\bnew (?:XMLHttpRequest|EventSource)\(/, allowed)).toEqual([]);
  });
});

describe("rows and cards", () => {
  it("are compiled: what renders in large numbers says so", () => {
    const large = sources.flatMap(({ path, text }) => [
      ...[...text.matchAll(/\bmemo\(function (\w+)[\s\S]*?\) \{\n(.*)\n/g)].map(([, name, first]) => ({
        path,
        name,
        first,
      })),
      ...[...text.matchAll(/^(?:export )?function (DropTarget|LaneList|Draggable)\([\s\S]*?\) \{\n(.*)\n/gm)].map(
        ([, name, first]) => ({ path, name, first }),
      ),
    ]);
    expect(large).toHaveLength(6);
    expect(
      large.filter(({ first }) => first?.trim() !== '"use memo";').map(({ path, name }) => `${path}: ${name}`),
    ).toEqual([]);
  });

  it("read context values that are not made at every render", () => {
    const made = /<\w*Context(?:\.Provider)? value=\{(?:[[{]|\([^)]*\) =>|\w+ =>)/;
    expect(offenders(made, [])).toEqual([]);
  });
});

describe("files", () => {
  const MAX_LINES = 450;
  /** Tests of one screen share its fixtures. */
  const MAX_TEST_LINES = 600;
  const others = import.meta.glob<string>(["../e2e/**/*.ts", "../scripts/**/*.mjs", "../*.ts"], {
    query: "?raw",
    import: "default",
    eager: true,
  });

  it("are short enough to be read as a whole", () => {
    const written = Object.entries({ ...files, ...others }).filter(([path]) => !/\.gen\.ts$|schema\.d\.ts$/.test(path));
    expect(written.length).toBeGreaterThan(800);
    const long = written
      .map(([path, text]) => ({ path, lines: text.split("\n").length - 1 }))
      .filter(({ path, lines }) => lines > (/\.(?:test|spec)\.tsx?$/.test(path) ? MAX_TEST_LINES : MAX_LINES));
    expect(long).toEqual([]);
  });
});

describe("browser tests", () => {
  const specs = import.meta.glob<string>("../e2e/*.spec.ts", { query: "?raw", import: "default", eager: true });

  it("open other browsers by the fixture that closes them", () => {
    expect(Object.keys(specs).length).toBeGreaterThan(20);
    const opening = Object.entries(specs).filter(([, text]) => text.includes("newContext("));
    const closing = opening.filter(([, text]) => text.includes("context.close()"));
    expect(closing.map(([path]) => path)).toEqual(opening.map(([path]) => path));
  });

  it("find things by keys of the locale files, not by sentences", () => {
    const locales = import.meta.glob<Record<string, string>>("./i18n/locales/*/*.json", {
      import: "default",
      eager: true,
    });
    // Samples and examples in empty fields resemble what tests enter.
    const shown = Object.entries(locales)
      .filter(([path]) => !path.endsWith("styleguide.json"))
      .flatMap(([, texts]) => Object.entries(texts).filter(([key]) => !key.includes("placeholder")))
      .map(([, text]) => text);
    const whole = new Set(shown);
    const literally = (part: string) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    const withValues = shown
      .map((text) => text.split(/\{\{[^}]*\}\}/))
      .filter((parts) => parts.length > 1 && parts.join("").trim().length >= 4)
      .map((parts) => new RegExp(`^${parts.map(literally).join(".+")}$`));
    const finder =
      /\b(?:getBy(?:Text|Label|Placeholder|Title|AltText)\(\s*|(?:hasText|hasNotText|name): |to(?:Have|Contain)(?:Text|AccessibleName)\(\s*)(?:"((?:[^"\\]|\\.)+)"|\/((?:[^/\\\n]|\\.)+)\/)/g;
    const all = import.meta.glob<string>("../e2e/**/*.ts", { query: "?raw", import: "default", eager: true });
    const found = Object.entries(all).flatMap(([path, text]) =>
      [...text.matchAll(finder)].flatMap(([, literal, source]) => {
        const words = (literal ?? source ?? "").replace(/^\^|\$$/g, "").trim();
        return words.length > 1 && (whole.has(words) || withValues.some((one) => one.test(words)))
          ? [`${path}: ${words}`]
          : [];
      }),
    );
    expect(found).toEqual([]);
  });
});

describe("exported functions and values", () => {
  it("are used outside tests", () => {
    const uses = new Map<string, number>();
    for (const word of sources.flatMap(({ text }) => text.match(/\w+/g) ?? [])) {
      uses.set(word, (uses.get(word) ?? 0) + 1);
    }
    const declaration = /^export (?:async )?(?:function|const|class) (\w+)/gm;
    const exported = sources.flatMap(({ path, text }) =>
      [...text.matchAll(declaration)].map(([, name = ""]) => ({ path, name })),
    );
    expect(exported.length).toBeGreaterThan(1_000);
    // Once is the declaration.
    const unused = exported.filter(({ name }) => uses.get(name) === 1);
    expect(unused.map(({ path, name }) => `${path}: ${name}`)).toEqual([]);
  });
});

describe("test code", () => {
  it("is not imported by production code", () => {
    expect(offenders(/from "@\/testing\/|from "(?:\.\.?\/)+testing\//, [])).toEqual([]);
  });
});
