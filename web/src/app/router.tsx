// The router, built from the route manifest: guard, layout, code and texts of each page.
import { createBrowserRouter, Navigate, type RouteObject } from "react-router";
import { loadTexts, startLanguage } from "@/i18n/i18n";
import { loadPart } from "@/lib/loadPart";
import { FORBIDDEN, HOME, href } from "@/lib/routes/href";
import { ALIASES, ROUTE_ENTRIES } from "@/lib/routes/manifest";
import type { RouteSpec } from "@/lib/routes/spec";
import { RequireGuest } from "./guards/RequireGuest";
import { RequireSession } from "./guards/RequireSession";
import type { ScreenModule } from "./screenModules";
import { ErrorScreen } from "./screens/ErrorScreen";
import { ForbiddenScreen } from "./screens/ForbiddenScreen";
import { NotFoundScreen } from "./screens/NotFoundScreen";
import { Splash } from "./screens/Splash";

/** Screens for guests are part of the entry chunk, which saves a request. */
const entryModules = import.meta.glob<ScreenModule>("../features/{auth,legal}/routes/*Route.tsx");

async function loadScreen(path: string): Promise<ScreenModule | undefined> {
  const load = entryModules[path] ?? (await import("./screenModules")).screenModules[path];
  return load?.();
}

/** Loads a page's code and texts together on navigation. */
function page({ path, screen, namespaces, layout }: RouteSpec): RouteObject {
  const [feature, name = ""] = screen.split("/");
  return {
    path,
    handle: { layout },
    lazy: async () => {
      const path = `../features/${feature}/routes/${name}.tsx`;
      const [module] = await Promise.all([loadPart(() => loadScreen(path)), loadTexts(...namespaces)]);
      const Component = module?.[name];
      if (!Component) throw new Error(`no screen ${screen}`);
      return { Component };
    },
  };
}

/** The component library with its words. */
function loadComponentLibrary() {
  return loadPart(async () => {
    const [{ ComponentLibrary }] = await Promise.all([
      import("./layouts/ComponentLibrary"),
      import("@/i18n/locale").then(({ loadLocale }) => loadLocale(startLanguage())),
    ]);
    return { Component: ComponentLibrary };
  });
}

function pages(belongs: (route: RouteSpec) => boolean): RouteObject[] {
  return ROUTE_ENTRIES.filter(([, route]) => belongs(route)).map(([, route]) => page(route));
}

const routes: RouteObject[] = [
  {
    errorElement: <ErrorScreen />,
    HydrateFallback: Splash,
    children: [
      { element: <RequireGuest />, children: pages((route) => route.access === "guest") },
      ...pages((route) => route.access === "public"),
      {
        element: <RequireSession />,
        children: [
          { path: HOME, element: <Navigate to={href("welcome")} replace /> },
          ...Object.entries(ALIASES).map(([path, name]) => ({ path, element: <Navigate to={href(name)} replace /> })),
          ...pages((route) => route.access === "signed-in"),
          {
            lazy: loadComponentLibrary,
            children: [
              {
                lazy: () => loadPart(async () => ({ Component: (await import("./layouts/Shell")).Shell })),
                children: [
                  {
                    errorElement: <ErrorScreen />,
                    children: [
                      ...pages(
                        ({ access }) => access === "member" || access === "operator" || typeof access === "object",
                      ),
                      { path: FORBIDDEN, element: <ForbiddenScreen /> },
                      { path: "*", element: <NotFoundScreen /> },
                    ],
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  },
];

export const createRouter = () => createBrowserRouter(routes);
