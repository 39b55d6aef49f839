// A route whose code and texts arrive together, only when somebody goes there.
import type { ComponentType } from "react";
import { loadTexts } from "@/i18n/i18n";
import type { Namespace } from "@/i18n/resources";

/** `lazy` of a route: loads the component and the texts it needs at the same time. */
export function page(load: () => Promise<ComponentType>, ...namespaces: Namespace[]) {
  return async () => {
    const [Component] = await Promise.all([load(), loadTexts(...namespaces)]);
    return { Component };
  };
}
