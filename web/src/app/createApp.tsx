// An app with its own router and cache: one per page, and one per test.
import { RouterProvider } from "react-router/dom";
import { expectedUserId } from "@/entities/session/session";
import { restoreLists } from "@/lib/persistentCache";
import { createQueryClient, Providers } from "./providers";
import { createRouter } from "./router";

export function createApp() {
  const client = createQueryClient();
  const router = createRouter();
  return {
    client,
    router,
    element: (
      <Providers client={client}>
        <RouterProvider router={router} />
      </Providers>
    ),
    /** Restores the page's last lists for the user who is expected; before the first render. */
    restoreLastLists: () => restoreLists(client, expectedUserId(client)),
  };
}
