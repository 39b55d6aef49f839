// What the tab and a screen reader call the page.
import { useEffect } from "react";

export function usePageTitle(title: string | null): void {
  useEffect(() => {
    if (title !== null) document.title = `${title} · Bole`;
  }, [title]);
}
