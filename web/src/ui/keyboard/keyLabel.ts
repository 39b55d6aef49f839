// What the keys of a shortcut are called on this computer.

const IS_MAC = /Mac|iPhone|iPad/.test(navigator.userAgent);

const ARROWS: Record<string, string> = { arrowdown: "↓", arrowup: "↑", arrowleft: "←", arrowright: "→" };

/** "Mod+k" as "⌘K" or "Ctrl+K", and arrows as such; other keys are shown as they are. */
export function keyLabel(keys: string, isMac = IS_MAC): string {
  if (!keys.startsWith("Mod+")) return ARROWS[keys.toLowerCase()] ?? keys;
  const name = keys.slice("Mod+".length);
  const key = ARROWS[name.toLowerCase()] ?? (name.length === 1 ? name.toUpperCase() : name);
  return isMac ? `⌘${key}` : `Ctrl+${key}`;
}
