// A component whose code is loaded when it is first shown. If that fails, a notice takes its place and the page stays.
import { Component, type ComponentProps, type ComponentType, lazy, type ReactNode, useState } from "react";
import { loadPart, PartLoadError } from "@/lib/loadPart";
import { PartNotice, type PartPlace } from "./PartNotice";

interface BoundaryProps {
  onFailure: () => void;
  notice: ReactNode;
  children: ReactNode;
}

class PartBoundary extends Component<BoundaryProps, { failure: Error | null }> {
  override state: { failure: Error | null } = { failure: null };

  static getDerivedStateFromError(failure: Error) {
    return { failure };
  }

  override componentDidCatch() {
    this.props.onFailure();
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (failure === null) return this.props.children;
    // Faults of the component itself are for the page's boundary.
    if (!(failure instanceof PartLoadError)) throw failure;
    return this.props.notice;
  }
}

/** Like `lazy`. An overlay, such as a dialog or a menu, shows its notice above the page. */
// biome-ignore lint/suspicious/noExplicitAny: as in the type of `lazy`
export function lazyPart<T extends ComponentType<any>>(
  load: () => Promise<{ default: T }>,
  place: PartPlace = "inline",
): ComponentType<ComponentProps<T>> {
  const create = () => lazy(() => loadPart(load));
  let current = create();

  return function LatePart(props: ComponentProps<T>) {
    const [{ Part, attempt }, setState] = useState(() => ({ Part: current, attempt: 0 }));
    // A failure is shown before the next attempt, so that whatever shows the part next loads it again.
    const forget = () => {
      if (current === Part) current = create();
    };
    const retry = () => setState({ Part: current, attempt: attempt + 1 });
    return (
      <PartBoundary key={attempt} onFailure={forget} notice={<PartNotice place={place} onRetry={retry} />}>
        <Part {...props} />
      </PartBoundary>
    );
  };
}
