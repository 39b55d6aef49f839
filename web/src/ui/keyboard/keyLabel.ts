// What the keys of a shortcut are called on this computer.

const IS_MAC = /Mac|iPhone|iPad/.test(navigator.userAgent);

const ARROWS: Record<string, string> = { ArrowDown: "↓", ArrowUp: "↑", ArrowLeft: "←", ArrowRight: "→" };

/** "Mod+k" as "⌘K" or "Ctrl+K", and arrows as such; other keys are shown as they are. */
export function keyLabel(keys: string, isMac = IS_MAC): string {
  const arrow = ARROWS[keys];
  if (arrow) return arrow;
  if (!keys.startsWith("Mod+")) return keys;
  const key = keys.slice("Mod+".length).toUpperCase();
  return isMac ? `⌘${key}` : `Ctrl+${key}`;
}
