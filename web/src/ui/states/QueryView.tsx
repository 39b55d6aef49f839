// Renders a query: data takes precedence. A failed refetch is a notice above the data; a failure without data is an
// error state.
import { Button } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ErrorState } from "./ErrorState";
import styles from "./States.module.css";

export interface QueryLike<T> {
  data: T | undefined;
  error: unknown;
  refetch: () => unknown;
}

interface Props<T> {
  query: QueryLike<T>;
  /** Shown until the first response. */
  skeleton: ReactNode;
  children: (data: T) => ReactNode;
}

export function QueryView<T>({ query, skeleton, children }: Props<T>) {
  if (query.data !== undefined) {
    return (
      <>
        {query.error ? <StaleNotice retry={() => void query.refetch()} /> : null}
        {children(query.data)}
      </>
    );
  }
  return query.error ? <ErrorState error={query.error} retry={() => void query.refetch()} /> : skeleton;
}

/** Notice that the shown data may be outdated. */
export function StaleNotice({ retry }: { retry: () => void }) {
  const { t } = useTranslation();
  return (
    <p className={styles.stale} role="status">
      {t("stale.text")}
      <Button type="link" size="small" onClick={retry}>
        {t("action.retry")}
      </Button>
    </p>
  );
}
