// Every route of the app, in one place. Public ones first; those inside the shell need a session.
import { createBrowserRouter, Navigate } from "react-router";
import { RouterProvider } from "react-router/dom";
import { RequireGuest } from "./guards/RequireGuest";
import { RequireSession } from "./guards/RequireSession";
import { page } from "./page";
import { ErrorScreen } from "./screens/ErrorScreen";
import { ForbiddenScreen } from "./screens/ForbiddenScreen";
import { NotFoundScreen } from "./screens/NotFoundScreen";
import { Splash } from "./screens/Splash";

const router = createBrowserRouter([
  {
    errorElement: <ErrorScreen />,
    HydrateFallback: Splash,
    children: [
      {
        element: <RequireGuest />,
        children: [
          {
            path: "/login",
            lazy: page(() => import("@/features/auth/routes/LoginRoute").then((m) => m.LoginRoute), "auth"),
          },
        ],
      },
      {
        path: "/register",
        lazy: page(() => import("@/features/auth/routes/RegisterRoute").then((m) => m.RegisterRoute), "auth"),
      },
      {
        path: "/accept-invitation",
        lazy: page(() => import("@/features/auth/routes/InvitationRoute").then((m) => m.InvitationRoute), "auth"),
      },
      {
        path: "/verify",
        lazy: page(() => import("@/features/auth/routes/VerifyRoute").then((m) => m.VerifyRoute), "auth"),
      },
      {
        path: "/reset-password",
        lazy: page(() => import("@/features/auth/routes/ResetPasswordRoute").then((m) => m.ResetPasswordRoute), "auth"),
      },
      {
        path: "/terms",
        lazy: page(() => import("@/features/legal/routes/TermsRoute").then((m) => m.TermsRoute), "legal"),
      },
      {
        path: "/privacy",
        lazy: page(() => import("@/features/legal/routes/PrivacyRoute").then((m) => m.PrivacyRoute), "legal"),
      },
      { path: "/403", element: <ForbiddenScreen /> },
      {
        element: <RequireSession />,
        children: [
          { path: "/", element: <Navigate to="/welcome" replace /> },
          ...["/organization/create", "/organization/setup"].map((path) => ({
            path,
            lazy: page(
              () => import("@/features/organization/routes/CreateRoute").then((m) => m.CreateRoute),
              "organization",
            ),
          })),
          {
            path: "/organization/select",
            lazy: page(
              () => import("@/features/organization/routes/SelectRoute").then((m) => m.SelectRoute),
              "organization",
            ),
          },
          {
            lazy: page(() => import("./layouts/ComponentLibrary").then((m) => m.ComponentLibrary)),
            children: [
              {
                lazy: page(() => import("./layouts/Shell").then((m) => m.Shell)),
                children: [
                  {
                    errorElement: <ErrorScreen />,
                    children: [
                      {
                        path: "/welcome",
                        lazy: page(
                          () => import("@/features/welcome/routes/WelcomeRoute").then((m) => m.WelcomeRoute),
                          "welcome",
                        ),
                      },
                      {
                        path: "/account",
                        lazy: page(
                          () => import("@/features/account/routes/AccountRoute").then((m) => m.AccountRoute),
                          "account",
                        ),
                      },
                      {
                        path: "/jobs",
                        lazy: page(() => import("@/features/jobs/routes/JobsRoute").then((m) => m.JobsRoute), "jobs"),
                      },
                      {
                        path: "/jobs/new",
                        lazy: page(() => import("@/features/jobs/routes/JobRoute").then((m) => m.JobRoute), "jobs"),
                      },
                      {
                        path: "/jobs/:id",
                        lazy: page(() => import("@/features/jobs/routes/JobRoute").then((m) => m.JobRoute), "jobs"),
                      },
                      {
                        path: "/evaluate",
                        lazy: page(
                          () => import("@/features/evaluate/routes/EvaluateRoute").then((m) => m.EvaluateRoute),
                          "evaluate",
                          "evaluation",
                        ),
                      },
                      {
                        path: "/ai-review",
                        lazy: page(
                          () => import("@/features/ai-review/routes/ReviewRoute").then((m) => m.ReviewRoute),
                          "review",
                          "evaluation",
                        ),
                      },
                      {
                        path: "/organization",
                        lazy: page(
                          () =>
                            import("@/features/organization/routes/OrganizationRoute").then((m) => m.OrganizationRoute),
                          "organization",
                        ),
                      },
                      {
                        path: "/organization/settings",
                        lazy: page(
                          () => import("@/features/organization/routes/SettingsRoute").then((m) => m.SettingsRoute),
                          "organization",
                        ),
                      },
                      {
                        path: "/organization/members",
                        lazy: page(
                          () => import("@/features/organization/routes/MembersRoute").then((m) => m.MembersRoute),
                          "organization",
                        ),
                      },
                      {
                        path: "/organization/permissions",
                        lazy: page(
                          () =>
                            import("@/features/organization/routes/PermissionsRoute").then((m) => m.PermissionsRoute),
                          "organization",
                        ),
                      },
                    ],
                  },
                ],
              },
            ],
          },
        ],
      },
      { path: "*", element: <NotFoundScreen /> },
    ],
  },
]);

export function AppRouter() {
  return <RouterProvider router={router} />;
}
