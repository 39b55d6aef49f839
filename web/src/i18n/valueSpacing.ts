// Chinese and Latin letters are set apart by a space also where a value meets the text around it.
import type { InitOptions, PostProcessorModule } from "i18next";

// Of the private use area, so no text contains them.
const [START, END] = ["\uE000", "\uE001"];
const EDGE = `[${START}${END}]+`;
const TAGS = "(?:</?\\w+>)*";
const HAN = "\\p{sc=Han}";
const LATIN = "[\\p{sc=Latin}\\d]";
const MEETING = new RegExp(`(${HAN}${TAGS})${EDGE}(?=${TAGS}${LATIN})|(${LATIN}${TAGS})${EDGE}(?=${TAGS}${HAN})`, "gu");
const EDGES = new RegExp(EDGE, "g");

export const valueSpacing: PostProcessorModule = {
  type: "postProcessor",
  name: "value-spacing",
  process: (text) => text.replace(MEETING, "$1$2 ").replace(EDGES, ""),
};

/** For i18next's options, beside the module. Values are marked instead of escaped, which React does. */
export const VALUE_SPACING = {
  postProcess: [valueSpacing.name],
  interpolation: { escapeValue: true, escape: (value: string) => START + value + END },
} satisfies InitOptions;
