// All routes of the app. Router, guard, menus, size check and links derive from it; a new screen is one folder and
// one entry.
import type { Namespace } from "@/i18n/resources";
import type { Membership } from "../api/types";

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
  | { page: PageKey; permission?: `${string}:${string}` }
  | { permission: `${string}:${string}` };

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
      | "nav.offers"
      | "nav.dashboard"
      | "nav.talent_pool"
      | "account.guide"
      | "account.organization"
      | "account.settings"
      | "account.prompts"
      | "account.account"
      | "account.ops";
  };
  /** Maximum gzipped kilobytes of the first view, scripts, texts and style sheets; 400 by default and at most. */
  limitKb?: number;
}

/** The limit of pages before sign-in; `npm run size` refuses a higher one. */
const GUEST_KB = 170;
/** The limit of pages after sign-in that come without the component library. */
const BARE_KB = 175;

export const ROUTES = {
  login: {
    path: "/login",
    screen: "auth/LoginRoute",
    access: "guest",
    layout: "bare",
    namespaces: ["auth"],
    query: ["next"],
    limitKb: GUEST_KB,
  },
  register: {
    path: "/register",
    screen: "auth/RegisterRoute",
    access: "public",
    layout: "bare",
    namespaces: ["auth"],
    limitKb: GUEST_KB,
  },
  acceptInvitation: {
    path: "/accept-invitation",
    screen: "auth/InvitationRoute",
    access: "public",
    layout: "bare",
    namespaces: ["auth"],
    limitKb: GUEST_KB,
  },
  verify: {
    path: "/verify",
    screen: "auth/VerifyRoute",
    access: "public",
    layout: "bare",
    namespaces: ["auth"],
    limitKb: GUEST_KB,
  },
  resetPassword: {
    path: "/reset-password",
    screen: "auth/ResetPasswordRoute",
    access: "public",
    layout: "bare",
    namespaces: ["auth"],
    limitKb: GUEST_KB,
  },
  terms: {
    path: "/terms",
    screen: "legal/TermsRoute",
    access: "public",
    layout: "bare",
    namespaces: ["legal"],
    limitKb: GUEST_KB,
  },
  privacy: {
    path: "/privacy",
    screen: "legal/PrivacyRoute",
    access: "public",
    layout: "bare",
    namespaces: ["legal"],
    limitKb: GUEST_KB,
  },
  organizationCreate: {
    path: "/organization/create",
    screen: "organization/CreateRoute",
    access: "signed-in",
    layout: "bare",
    namespaces: ["organization"],
    limitKb: BARE_KB,
  },
  organizationSetup: {
    path: "/organization/setup",
    screen: "organization/CreateRoute",
    access: "signed-in",
    layout: "bare",
    namespaces: ["organization"],
    limitKb: BARE_KB,
  },
  organizationSelect: {
    path: "/organization/select",
    screen: "organization/SelectRoute",
    access: "signed-in",
    layout: "bare",
    namespaces: ["organization"],
    limitKb: BARE_KB,
  },
  welcome: {
    path: "/welcome",
    screen: "welcome/WelcomeRoute",
    access: "member",
    layout: "page",
    namespaces: ["welcome", "review"],
    isOpenToNewcomers: true,
  },
  onboarding: {
    path: "/onboarding",
    screen: "onboarding/OnboardingRoute",
    access: "member",
    layout: "page",
    namespaces: ["onboarding", "user"],
    query: ["step"],
  },
  jobs: {
    path: "/jobs",
    screen: "jobs/JobsRoute",
    access: { page: "jobs" },
    layout: "compact",
    namespaces: ["jobs"],
    query: ["tab", "status", "search", "sort", "page"],
    menu: { place: "main", label: "nav.jobs" },
  },
  jobNew: {
    path: "/jobs/new",
    screen: "jobs/JobRoute",
    access: { page: "jobs" },
    layout: "page",
    namespaces: ["jobs"],
    query: ["copy"],
  },
  job: {
    path: "/jobs/:id",
    screen: "jobs/JobRoute",
    access: { page: "jobs" },
    layout: "page",
    namespaces: ["jobs"],
  },
  evaluate: {
    path: "/evaluate",
    screen: "evaluate/EvaluateRoute",
    access: { page: "evaluate" },
    layout: "compact",
    namespaces: ["evaluate", "evaluation", "review"],
    query: ["job_id", "batch_id"],
    menu: { place: "main", label: "nav.evaluate" },
  },
  aiReview: {
    path: "/ai-review",
    screen: "ai-review/ReviewRoute",
    access: { page: "ai-review" },
    layout: "data",
    namespaces: ["review", "evaluation"],
    query: ["job_id", "id", "search", "tier", "sub_status", "page"],
    menu: { place: "main", label: "nav.review" },
  },
  devTools: {
    path: "/dev-tools",
    screen: "dev-tools/DevToolsRoute",
    access: { page: "dev-tools" },
    layout: "data",
    namespaces: ["devtools"],
    query: ["tab"],
  },
  i18nStatus: {
    path: "/i18n-status",
    screen: "dev-tools/I18nStatusRoute",
    access: { page: "dev-tools" },
    layout: "page",
    namespaces: ["devtools"],
  },
  permissionTest: {
    path: "/permission-test",
    screen: "dev-tools/PermissionTestRoute",
    access: { page: "dev-tools" },
    layout: "page",
    namespaces: ["devtools", "organization"],
  },
  tenantTest: {
    path: "/tenant-test",
    screen: "dev-tools/TenantTestRoute",
    access: { page: "dev-tools" },
    layout: "page",
    namespaces: ["devtools"],
  },
  pipeline: {
    path: "/pipeline",
    screen: "pipeline/PipelineRoute",
    access: { page: "pipeline" },
    layout: "data",
    namespaces: ["pipeline", "review", "evaluation", "interview", "email"],
    query: ["job_id", "id", "search", "sort", "lanes", "online", "onsite", "offer", "onboarding"],
    menu: { place: "main", label: "nav.pipeline" },
  },
  schedule: {
    path: "/schedule",
    screen: "schedule/ScheduleRoute",
    access: { page: "schedule" },
    layout: "page",
    namespaces: ["schedule", "interview", "review"],
    query: ["view", "mine", "day", "id"],
    menu: { place: "main", label: "nav.schedule" },
  },
  interview: {
    path: "/interview/:id",
    screen: "interview/InterviewRoute",
    access: { page: "schedule" },
    layout: "cockpit",
    namespaces: ["interview", "review", "evaluation"],
    query: ["schedule"],
  },
  offerWorkbench: {
    path: "/offer-workbench",
    screen: "offers/OffersRoute",
    access: { page: "offer-workbench" },
    layout: "page",
    namespaces: ["offers", "interview", "review"],
    query: ["id"],
    menu: { place: "main", label: "nav.offers" },
  },
  offerPage: {
    path: "/offer/:token",
    screen: "offer-page/OfferPageRoute",
    access: "public",
    layout: "bare",
    namespaces: ["offer-page"],
    limitKb: GUEST_KB,
  },
  booking: {
    path: "/booking/:token",
    screen: "booking/BookingRoute",
    access: "public",
    layout: "bare",
    namespaces: ["booking"],
    limitKb: GUEST_KB,
  },
  dashboard: {
    path: "/dashboard",
    screen: "dashboard/DashboardRoute",
    access: { page: "dashboard" },
    layout: "data",
    namespaces: ["dashboard", "review"],
    query: ["job_id", "days"],
    menu: { place: "main", label: "nav.dashboard" },
  },
  dashboardCandidates: {
    path: "/dashboard/candidates",
    screen: "dashboard/FigureRoute",
    access: { page: "dashboard", permission: "pipeline:view" },
    layout: "page",
    namespaces: ["dashboard", "review"],
    query: ["figure", "status", "level", "class", "source", "user_id", "from", "to", "job_id", "days", "page"],
  },
  talentPool: {
    path: "/talent-pool",
    screen: "talent-pool/TalentPoolRoute",
    access: { page: "talent-pool" },
    layout: "data",
    namespaces: ["talent-pool", "review"],
    query: ["job_id", "reason", "rank", "search", "level", "starred", "blacklisted", "page"],
    menu: { place: "main", label: "nav.talent_pool" },
  },
  guide: {
    path: "/guide",
    screen: "guide/GuideRoute",
    access: "member",
    layout: "page",
    namespaces: ["guide", "organization", "prompts", "review"],
    menu: { place: "account", label: "account.guide" },
  },
  batchEmail: {
    path: "/batch-email",
    screen: "email/BatchEmailRoute",
    access: { page: "batch-email" },
    layout: "cockpit",
    namespaces: ["email", "review", "evaluation"],
    query: ["job_id", "ids", "type"],
  },
  emailTest: {
    path: "/email-test",
    screen: "email/EmailTestRoute",
    access: { page: "dev-tools" },
    layout: "page",
    namespaces: ["email"],
  },
  styleGuide: {
    path: "/button-style-guide",
    screen: "style-guide/StyleGuideRoute",
    access: { page: "dev-tools" },
    layout: "page",
    namespaces: ["styleguide"],
  },
  cardTest: {
    path: "/unified-card-test",
    screen: "style-guide/CardTestRoute",
    access: { page: "dev-tools" },
    layout: "page",
    namespaces: ["styleguide", "pipeline", "review", "evaluation", "talent-pool"],
  },
  candidate: {
    path: "/candidate/:id",
    screen: "candidate/CandidateRoute",
    access: { page: "talent-pool" },
    layout: "data",
    namespaces: ["candidate", "review", "evaluation", "email", "interview"],
    query: ["application"],
  },
  historicalResumeProcessing: {
    path: "/historical-resume-processing",
    screen: "repair/HistoricalResumeRoute",
    access: { page: "historical-resume-processing" },
    layout: "page",
    namespaces: ["repair"],
    query: ["job_id"],
  },
  workExperienceFix: {
    path: "/work-experience-fix",
    screen: "repair/WorkExperienceFixRoute",
    access: { page: "work-experience-fix" },
    layout: "page",
    namespaces: ["repair"],
    query: ["problem", "page"],
  },
  deepAnalysis: {
    path: "/deep-analysis-v2",
    screen: "repair/DeepAnalysisRoute",
    access: { page: "deep-analysis-v2" },
    layout: "page",
    namespaces: ["repair"],
    query: ["job_id"],
  },
  ops: {
    path: "/ops",
    screen: "ops/OpsRoute",
    access: "operator",
    layout: "data",
    namespaces: ["ops", "evaluate"],
    query: ["state", "lane", "kind", "reason", "organization_id", "finished_within", "account", "requests", "page"],
    menu: { place: "account", label: "account.ops" },
  },
  organization: {
    path: "/organization",
    screen: "organization/OrganizationRoute",
    access: "member",
    layout: "page",
    namespaces: ["organization"],
    menu: { place: "account", label: "account.organization" },
  },
  account: {
    path: "/account",
    screen: "account/AccountRoute",
    access: "member",
    layout: "page",
    namespaces: ["account", "user"],
    menu: { place: "account", label: "account.account" },
  },
  settings: {
    path: "/settings",
    screen: "settings/SettingsRoute",
    access: { page: "settings", permission: "settings:view" },
    layout: "page",
    namespaces: ["settings", "jobs", "email"],
    query: ["tab"],
    menu: { place: "account", label: "account.settings" },
  },
  prompts: {
    path: "/prompts",
    screen: "prompts/PromptsRoute",
    access: { page: "settings", permission: "prompts:view" },
    layout: "page",
    namespaces: ["prompts"],
    query: ["type", "scope"],
    menu: { place: "account", label: "account.prompts" },
  },
  organizationSettings: {
    path: "/organization/settings",
    screen: "organization/SettingsRoute",
    access: { page: "organization", permission: "organization:manage" },
    layout: "page",
    namespaces: ["organization"],
  },
  organizationMembers: {
    path: "/organization/members",
    screen: "organization/MembersRoute",
    access: { page: "organization", permission: "members:view" },
    layout: "page",
    namespaces: ["organization"],
  },
  organizationPermissions: {
    path: "/organization/permissions",
    screen: "organization/PermissionsRoute",
    access: { page: "organization", permission: "organization:manage" },
    layout: "page",
    namespaces: ["organization"],
    query: ["role"],
  },
} as const satisfies Record<string, RouteSpec>;

/** Alternative paths of pages. */
export const ALIASES = {
  "/style-guide": "styleGuide",
} as const satisfies Record<string, keyof typeof ROUTES>;

export type RouteName = keyof typeof ROUTES;

/** The routes with a common type, in the order above. */
export const ROUTE_ENTRIES: readonly (readonly [RouteName, RouteSpec])[] = Object.entries(ROUTES) as [
  RouteName,
  RouteSpec,
][];
