// Query states of a guest's page with a private link: loading, and an invalid link.
import type { ReactNode } from "react";
import { isNotFound } from "@/lib/api/problem";
import { useErrorText } from "../errorText";
import { GuestPage } from "./GuestPage";

interface Props<T> {
  query: { data: T | undefined; error: unknown };
  texts: { loading: string; goneTitle: string; gone: string };
  children: (data: T) => ReactNode;
}

export function GuestQuery<T>({ query, texts, children }: Props<T>) {
  const errorText = useErrorText();
  if (query.data !== undefined) return children(query.data);
  if (!query.error) return <GuestPage title={texts.loading} />;
  return <GuestPage title={texts.goneTitle} lead={isNotFound(query.error) ? texts.gone : errorText(query.error)} />;
}
