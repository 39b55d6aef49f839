// The moments at which typed text is sent without waiting: the connection is back, or the tab is no longer seen.

/** Calls `send` at them; the answer ends that. */
export function listenForSendingMoments(send: () => void): () => void {
  const sendWhenHidden = () => {
    if (document.visibilityState === "hidden") send();
  };
  window.addEventListener("online", send);
  document.addEventListener("visibilitychange", sendWhenHidden);
  return () => {
    window.removeEventListener("online", send);
    document.removeEventListener("visibilitychange", sendWhenHidden);
  };
}
