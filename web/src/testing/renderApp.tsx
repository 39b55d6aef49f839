// Opens the whole app at an address over a mocked network: routes, guards, texts and cache as in the browser.
import { type RenderResult, render } from "@testing-library/react";
import { http, type RequestHandler } from "msw";
import { vi } from "vitest";
import type { Language } from "@/i18n/languages";
import type { Membership, Session } from "@/lib/api/types";
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
  /** What the signed-in person may do; an owner by default. */
  membership?: Membership;
  /** Who is signed in; null for nobody. */
  session?: Session | null;
  /** Answers of the API; they go before the usual ones. */
  handlers?: readonly RequestHandler[];
  language?: Language;
  /** Whether the guided tour was seen in this browser; else it starts by itself. */
  isTourSeen?: boolean;
}

/** What every signed-in page asks. */
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
    on("get", "/api/organizations/{organization_id}/settings/ai", () => aiSettings()),
    on("get", "/api/organizations/{organization_id}/settings/{key}", () => ({
      key: "email_receiver_config",
      value: {},
      updated_at: null,
    })),
    on("get", "/api/organizations/{organization_id}/ai/state", () => aiState()),
    on("get", "/api/organizations/{organization_id}/ai-usage", () => aiUsage()),
    on("get", "/api/organizations/{organization_id}/tasks", () => paged([])),
    on("get", "/api/organizations/{organization_id}/job-figures", () => ({ items: [] })),
    on("get", "/api/organizations/{organization_id}/jobs/{job_id}/conversion", () => ({ stages: [] })),
    on("get", "/api/organizations/{organization_id}/emails", () => paged([])),
    on("get", "/api/organizations/{organization_id}/interview-locations", () => paged([])),
    // Without events the screens poll.
    http.get("*/api/organizations/:organization_id/events", () => problem(404, "request.not_found")),
  ];
}

/** Renders the app as `main.tsx` does. The modules are loaded anew, so that nothing of an earlier test remains. */
export async function renderApp(route: string, options: Options = {}): Promise<RenderResult> {
  const {
    membership = ownerMembership(),
    session = someSession(),
    handlers = [],
    language = "en-US",
    isTourSeen = true,
  } = options;
  server.use(...handlers, ...usualHandlers(membership, session));
  localStorage.setItem("language", language);
  if (isTourSeen) localStorage.setItem("bole.tour", "seen");
  await setTextLanguage(language);
  window.history.replaceState(null, "", route);
  vi.resetModules();
  // i18next outlives the modules and forgets its texts when it starts again, so it starts before the router asks for any.
  const { startI18n } = await import("@/i18n/i18n");
  await startI18n();
  const [{ Providers }, { AppRouter }] = await Promise.all([import("@/app/providers"), import("@/app/router")]);
  return render(
    <Providers>
      <AppRouter />
    </Providers>,
  );
}
