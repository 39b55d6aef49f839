// How much room a card takes: comfortable with the summary, or compact in two lines.

export const DENSITIES = ["comfortable", "compact"] as const;
export type Density = (typeof DENSITIES)[number];

/** The size of a lane from which cards are compact, unless the person chose otherwise. */
const COMPACT_FROM = 20;

export function densityOf(choice: Density | null, laneSizes: readonly number[]): Density {
  return choice ?? (Math.max(0, ...laneSizes) >= COMPACT_FROM ? "compact" : "comfortable");
}
