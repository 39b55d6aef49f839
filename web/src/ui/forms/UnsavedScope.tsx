// The search parameters that choose a page's forms; separate from the dialog, which such pages load with their forms.
import { createContext, type ReactNode, use, useMemo } from "react";

const ScopeContext = createContext<readonly string[]>([]);

/** Names the search parameters that choose what is shown here, so that changing them unmounts the forms within. */
export function UnsavedScope({ params, children }: { params: readonly string[]; children: ReactNode }) {
  const outer = use(ScopeContext);
  const names = params.join(" ");
  const all = useMemo(() => [...outer, ...names.split(" ")], [outer, names]);
  return <ScopeContext value={all}>{children}</ScopeContext>;
}

/** The search parameters whose change unmounts a form here. */
export function useScopeParams(): readonly string[] {
  return use(ScopeContext);
}
