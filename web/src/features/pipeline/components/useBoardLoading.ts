// Refreshing the board, loading all of its cards, and checking timeouts, with a progress message.
import { App } from "antd";
import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { useRefreshBoard } from "@/entities/application/board";
import { useErrorText } from "@/ui/errorText";
import type { Message } from "@/ui/MessageModal";
import type { LaneReport } from "./Lane";
import { useTimeoutCheck } from "./useTimeoutCheck";

interface BoardLoading {
  message: Message | null;
  closeMessage: () => void;
  reload: () => Promise<void>;
  checkTimeouts: () => Promise<void>;
  /** Loads the remaining cards of the lanes, one lane after the other. */
  loadAll: (lanes: readonly LaneReport[]) => Promise<void>;
}

/** How many candidates the lanes have loaded, and how many there are; lanes that are loading or failed don't count. */
export function loadedOf(lanes: readonly LaneReport[]): { loaded: number; total: number } {
  const counted = lanes.filter(({ total }) => total !== null);
  return {
    loaded: counted.reduce((sum, { cards }) => sum + cards.length, 0),
    total: counted.reduce((sum, { total }) => sum + (total ?? 0), 0),
  };
}

export function useBoardLoading(jobId: string): BoardLoading {
  const { t } = useTranslation("pipeline");
  const { message: toast } = App.useApp();
  const errorText = useErrorText();
  const refresh = useRefreshBoard(jobId);
  const [message, setMessage] = useState<Message | null>(null);
  const closeMessage = useCallback(() => setMessage(null), []);

  const reload = async () => {
    // The board stays usable.
    const key = "refresh";
    void toast.open({ key, type: "loading", content: t("refresh.progress"), duration: 0 });
    try {
      await refresh();
      void toast.open({ key, type: "success", content: t("refresh.done"), duration: 2 });
    } catch (error) {
      const content = t("failed.why", { failed: t("refresh.failed"), why: errorText(error) });
      void toast.open({ key, type: "error", content, duration: 5 });
    }
  };

  const loadAll = async (lanes: readonly LaneReport[]) => {
    const title = t("partial.load_all");
    const counted = lanes.filter((lane) => lane.total !== null);
    const { total, loaded: atFirst } = loadedOf(counted);
    let loaded = atFirst;
    try {
      for (const lane of counted) {
        let before = lane.cards.length;
        for (let next = await lane.loadMore(); ; next = await lane.loadMore()) {
          loaded += next.loaded - before;
          before = next.loaded;
          setMessage({ type: "progress", title, text: t("partial.loading"), current: loaded, total });
          if (!next.hasMore) break;
        }
      }
      setMessage(null);
    } catch (error) {
      const text = t("failed.why", { failed: t("partial.failed"), why: errorText(error) });
      setMessage({ type: "error", title, text, closable: true });
    }
  };
  const checkTimeouts = useTimeoutCheck(jobId, setMessage, refresh);
  return { message, closeMessage, reload, loadAll, checkTimeouts };
}
