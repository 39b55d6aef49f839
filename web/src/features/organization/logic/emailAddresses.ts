// Parses pasted email addresses from lists, spreadsheets or mail recipients.

export interface EmailAddresses {
  /** Unique, in lower case, in the order given. */
  good: string[];
  /** Parts that are not addresses. */
  bad: string[];
}

const ADDRESS = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]{2,}$/;

export function parseEmailAddresses(text: string): EmailAddresses {
  const good = new Set<string>();
  const bad: string[] = [];
  for (const part of text.split(/[,;，；、\n\t]+/)) {
    // "Lin Yue <lin@yunfan.example>", or addresses separated by spaces.
    const words = part.includes("<") ? [/<([^<>]*)>/.exec(part)?.[1] ?? part] : part.split(/\s+/);
    for (const word of words.map((piece) => piece.trim()).filter(Boolean)) {
      if (ADDRESS.test(word)) good.add(word.toLowerCase());
      else bad.push(word);
    }
  }
  return { good: [...good], bad };
}
