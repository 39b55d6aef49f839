// Browser and operating system from the user agent.

export interface Device {
  browser: string | null;
  system: string | null;
}

// The order matters: most browsers also claim to be those listed after them.
const BROWSERS: readonly [name: string, sign: RegExp][] = [
  ["WeChat", /MicroMessenger\//],
  ["DingTalk", /DingTalk/],
  ["Edge", /Edg(e|A|iOS)?\//],
  ["Opera", /OPR\/|Opera/],
  ["Samsung Internet", /SamsungBrowser\//],
  ["Firefox", /Firefox\/|FxiOS\//],
  ["Chrome", /Chrome\/|CriOS\//],
  ["Safari", /Safari\//],
  ["curl", /^curl\//],
];

const SYSTEMS: readonly [name: string, sign: RegExp][] = [
  ["HarmonyOS", /HarmonyOS|OpenHarmony/],
  ["Android", /Android/],
  ["iPadOS", /iPad/],
  ["iOS", /iPhone|iPod/],
  ["Windows", /Windows/],
  ["macOS", /Mac OS X|Macintosh/],
  ["ChromeOS", /CrOS/],
  ["Linux", /Linux/],
];

export function deviceOf(userAgent: string): Device {
  const first = (list: readonly [string, RegExp][]) => list.find(([, sign]) => sign.test(userAgent))?.[0] ?? null;
  return { browser: first(BROWSERS), system: first(SYSTEMS) };
}
