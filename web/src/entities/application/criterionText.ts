// A criterion as it is shown: rules and models often write it as the end of a sentence.

/** Lower-case words at the start that are names: iOS, dbt, npm, k8s. */
const NAME = /[\p{Lu}\p{N}]|^[^aeiouy]+$/u;

/** The text with a capital at its start, unless it starts with a name that has none. */
export function criterionText(text: string): string {
  const word = /^\p{Script=Latin}[\p{L}\p{N}]*/u.exec(text)?.[0];
  return word && !NAME.test(word) ? word.charAt(0).toUpperCase() + text.slice(1) : text;
}
