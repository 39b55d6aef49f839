// Renders the whole app at a URL with a mocked network: routes, guards, texts and cache are real.
import { act, type RenderResult, render } from "@testing-library/react";
import { http, type RequestHandler } from "msw";
import { createApp } from "@/app/createApp";
import { startI18n } from "@/i18n/i18n";
import type { Language } from "@/i18n/languages";
import type { Membership, Session } from "@/lib/api/types";
import { onReset, resetAppState } from "@/lib/store";
import { aiProviders, judgeMeasurements } from "./ai";
import {
  aiSettings,
  aiState,
  aiUsage,
  membership as ownerMembership,
  preferences,
  profile,
  session as someSession,
} from "./fixtures";
import { on, paged, problem, server } from "./server";
import { setTextLanguage } from "./texts";

interface Options {
  /** The membership; an owner's by default. */
  membership?: Membership;
  /** The session; null for none. */
  session?: Session | null;
  /** Request handlers that take precedence over the default ones. */
  handlers?: readonly RequestHandler[];
  /** The language chosen in this browser; null for none yet, where the browser's own decides. */
  language?: Language | null;
  /** Whether the guided tour was seen in this browser; else it starts by itself. */
  isTourSeen?: boolean;
}

/** Handlers of the requests every signed-in page sends. */
function usualHandlers(membership: Membership, session: Session | null): RequestHandler[] {
  return [
    on("get", "/api/auth/session", () => session ?? problem(401, "auth.unauthenticated")),
    on("post", "/api/auth/refresh", () => session ?? problem(401, "auth.unauthenticated")),
    on("get", "/api/auth/registration", () => ({ open: true })),
    on("get", "/api/me/organizations", () => paged([membership])),
    on("get", "/api/me/invitations", () => paged([])),
    on("get", "/api/me/profile", () => profile()),
    on("get", "/api/me/preferences", () => preferences()),
    on("get", "/api/organizations/{organization_id}/batches", () => paged([])),
    on("get", "/api/organizations/{organization_id}/offers/pending", () => paged([])),
    on("get", "/api/organizations/{organization_id}/settings/ai", () => aiSettings()),
    on("get", "/api/organizations/{organization_id}/settings/{key}", () => ({
      key: "email_receiver_config",
      value: {},
      updated_at: null,
    })),
    on("get", "/api/organizations/{organization_id}/ai/state", () => aiState()),
    on("get", "/api/organizations/{organization_id}/settings/ai/providers", () => ({ items: aiProviders() })),
    on("get", "/api/organizations/{organization_id}/ai-usage", () => aiUsage()),
    on("get", "/api/organizations/{organization_id}/judge-measurements", () => judgeMeasurements()),
    on("get", "/api/organizations/{organization_id}/model-batches", () => ({ items: [] })),
    on("get", "/api/organizations/{organization_id}/tasks", () => paged([])),
    on("get", "/api/organizations/{organization_id}/members", () => paged([])),
    on("get", "/api/organizations/{organization_id}/saved-views", () => paged([])),
    on("get", "/api/organizations/{organization_id}/job-figures", () => ({ items: [] })),
    on("get", "/api/organizations/{organization_id}/jobs/{job_id}/rubric", () => problem(404, "job.not_found")),
    on("post", "/api/organizations/{organization_id}/job-criteria", () => ({ criteria: [], parts: [], protected: [] })),
    on("get", "/api/organizations/{organization_id}/jobs/{job_id}/conversion", () => ({ stages: [] })),
    on("get", "/api/organizations/{organization_id}/jobs/{job_id}/marks", () => paged([])),
    on("get", "/api/organizations/{organization_id}/applications/{application_id}/marks", () => ({
      can_mark: false,
      own: [],
      others: [],
      concealed: 0,
    })),
    on("get", "/api/organizations/{organization_id}/emails", () => paged([])),
    on("get", "/api/organizations/{organization_id}/inbound-messages/unread", () => ({
      reply: 0,
      bounce: 0,
      held: 0,
      automatic: 0,
      application_ids: [],
    })),
    on("get", "/api/organizations/{organization_id}/people/{person_id}/same-contact", () => paged([])),
    on("get", "/api/organizations/{organization_id}/people/{person_id}/merges", () => paged([])),
    on("get", "/api/organizations/{organization_id}/email-service", () => ({
      status: "running",
      failures: 0,
      queued: 0,
    })),
    on("get", "/api/organizations/{organization_id}/interview-locations", () => paged([])),
    on("get", "/api/organizations/{organization_id}/interview-duties", () => paged([])),
    on("get", "/api/organizations/{organization_id}/interview-availability", () => ({
      interviewer: null,
      candidate: null,
      is_reversible: true,
      free: [],
    })),
    // Without events the screens poll.
    http.get("*/api/organizations/:organization_id/events", () => problem(404, "request.not_found")),
  ];
}

let app: ReturnType<typeof createApp> | undefined;

/** Navigates inside the rendered app, as a link would. */
export const navigateTo = (to: string): Promise<void> => act(async () => void (await app?.router.navigate(to)));

// Navigations and requests of an earlier app would change the address and the session of the next one.
onReset(() => {
  app?.router.dispose();
  void app?.client.cancelQueries();
  app?.client.clear();
  app = undefined;
});

/** Renders the app as `main.tsx` does, also a second time in a test, as if the page were reloaded. */
export async function renderApp(route: string, options: Options = {}): Promise<RenderResult> {
  const {
    membership = ownerMembership(),
    session = someSession(),
    handlers = [],
    language = "en-US",
    isTourSeen = true,
  } = options;
  server.use(...handlers, ...usualHandlers(membership, session));
  if (language) localStorage.setItem("language", language);
  else localStorage.removeItem("language");
  if (isTourSeen) localStorage.setItem("bole.tour", "seen");
  await setTextLanguage(language ?? "en-US");
  resetAppState();
  window.history.replaceState(null, "", route);
  // i18next loses its texts when restarted, so it starts before the router uses it.
  await startI18n();
  app = createApp();
  await app.restoreLastLists();
  return render(app.element);
}
