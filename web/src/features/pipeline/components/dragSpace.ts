// State shared by the board and dnd-kit: elements of cards and lanes, what is dragged, and over which lane.
import type { UniqueIdentifier } from "@dnd-kit/core";
import { createContext, type SyntheticEvent, use } from "react";
import { type Drop, dropOn } from "@/entities/application/boardLogic";
import type { Stage } from "@/lib/api/types";

export type Handlers = Record<string, (event: SyntheticEvent) => void>;

interface Dragged {
  id: string;
  from: Stage;
}

type Place = readonly [id: string, node: HTMLElement];

/** Id of the screen reader text on how to drag. */
export const DRAG_INSTRUCTIONS = "drag-instructions";

/** The props by which a card's events begin a drag. */
const HANDLER_OF: Record<string, string> = {
  mousedown: "onMouseDown",
  touchstart: "onTouchStart",
  keydown: "onKeyDown",
};

/** Elements by id; listeners are notified once of all elements added or removed together. */
class Places {
  private readonly nodes = new Map<string, HTMLElement>();
  private readonly listeners = new Set<() => void>();
  private list: readonly Place[] = [];
  private isNotifying = false;

  /** Ref callback of an element. */
  readonly put = (id: string, node: HTMLElement) => {
    this.nodes.set(id, node);
    this.notify();
    return () => {
      if (this.nodes.get(id) !== node) return;
      this.nodes.delete(id);
      this.notify();
    };
  };

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly all = () => this.list;

  private notify() {
    if (this.isNotifying) return;
    this.isNotifying = true;
    queueMicrotask(() => {
      this.isNotifying = false;
      this.list = [...this.nodes];
      for (const listener of this.listeners) listener();
    });
  }
}

export class DragSpace {
  readonly cards = new Places();
  readonly lanes = new Places();
  /** dnd-kit's listeners of each card. */
  readonly handlers = new Map<string, Handlers>();
  private dragged: Dragged | null = null;
  private over: UniqueIdentifier | null = null;
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Passes a card's event on to dnd-kit. */
  readonly begin = (event: SyntheticEvent<HTMLElement>) => {
    const { card } = event.currentTarget.dataset;
    this.handlers.get(card ?? "")?.[HANDLER_OF[event.type] ?? ""]?.(event);
  };

  setDragged(dragged: Dragged | null) {
    this.dragged = dragged;
    if (!dragged) this.over = null;
    this.notify();
  }

  setOver(over: UniqueIdentifier | null) {
    this.over = over;
    this.notify();
  }

  isDragged(id: string): boolean {
    return this.dragged?.id === id;
  }

  /** Whether what is dragged may be dropped there. */
  dropOn(stage: Stage): Drop | undefined {
    return this.dragged ? dropOn(this.dragged.from, stage) : undefined;
  }

  isOver(stage: Stage): boolean {
    return this.over === stage;
  }

  private notify() {
    for (const listener of this.listeners) listener();
  }
}

const Context = createContext<DragSpace | null>(null);

export const DragSpaceProvider = Context.Provider;

export function useDragSpace(): DragSpace {
  const space = use(Context);
  if (!space) throw new Error("cards and lanes are dragged inside a board only");
  return space;
}
