// Moves the focus to the heading of a page that was navigated to, which is how a screen reader learns of it.
import { type RefObject, useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** `content` contains the page. */
export function useNavigationFocus(content: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    const page = content.current;
    if (last.current === pathname || !page) return;
    last.current = pathname;
    const before = document.activeElement;
    const focusHeading = () => {
      const focused = document.activeElement;
      // The person, or a field of the page, was faster.
      if (focused !== before && focused !== document.body) return true;
      const heading = page.querySelector("h1");
      if (!heading) return false;
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
      return true;
    };
    if (focusHeading()) return;
    // The page is still loading.
    const observer = new MutationObserver(() => {
      if (focusHeading()) observer.disconnect();
    });
    observer.observe(page, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [pathname, content]);
}
