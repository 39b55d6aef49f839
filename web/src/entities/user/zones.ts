// Time zones to choose from: the browser's own list, with its own zone first.

export function timeZones(): string[] {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return [own, ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== own)];
}
