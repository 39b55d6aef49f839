// The search parameters with one setter for the lifetime of the component: the router's changes with every navigation,
// and memoized rows that receive it would all render again.
import { useCallback, useLayoutEffect, useRef } from "react";
import { useSearchParams as useRouterParams } from "react-router";

export function useSearchParams(): ReturnType<typeof useRouterParams> {
  const [params, setParams] = useRouterParams();
  const latest = useRef(setParams);
  // Before any effect or event of this render can call it.
  useLayoutEffect(() => {
    latest.current = setParams;
  });
  const setStable = useCallback<typeof setParams>((next, options) => latest.current(next, options), []);
  return [params, setStable];
}
