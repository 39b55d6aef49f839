// What the manifest says about a route.
import type { Namespace } from "@/i18n/resources";
import type { Membership, Permission } from "../api/types";

export type PageKey = Membership["pages"][number];

/**
 * Who may open a route: anyone, guests, signed-in users even without an organization, members, operators, or members
 * with a page key and a permission.
 */
export type RouteAccess =
  | "public"
  | "guest"
  | "signed-in"
  | "member"
  | "operator"
  | { page: PageKey; permission?: Permission }
  | { permission: Permission };

export interface RouteSpec {
  /** A react-router pattern. */
  path: string;
  /** `jobs/JobsRoute` is the component `JobsRoute` in `features/jobs/routes/JobsRoute.tsx`. */
  screen: string;
  access: RouteAccess;
  /**
   * `bare` has no navigation; `page` is a column of reading width, `compact` the same with less space above; `data`
   * uses the full width; `cockpit` fills the window.
   */
  layout: "bare" | "page" | "compact" | "data" | "cockpit";
  /** Texts loaded together with the code. */
  namespaces: readonly Namespace[];
  /** Search parameters that links may set, and with which a menu opens the page again. */
  query?: readonly string[];
  /** Whether it is also shown to users without an organization. */
  isOpenToNewcomers?: boolean;
  /** Position in a menu, in the order of the entries; `label` is a key of the `shell` namespace. */
  menu?: {
    place: "main" | "account";
    label:
      | "nav.jobs"
      | "nav.evaluate"
      | "nav.review"
      | "nav.pipeline"
      | "nav.schedule"
      | "nav.inbox"
      | "nav.offers"
      | "nav.dashboard"
      | "nav.talent_pool"
      | "account.guide"
      | "account.organization"
      | "account.settings"
      | "account.scheduled_emails"
      | "account.prompts"
      | "account.account"
      | "account.ops";
  };
  /** Maximum gzipped kilobytes of the first view, scripts, texts and style sheets; 400 by default and at most. */
  limitKb?: number;
}
