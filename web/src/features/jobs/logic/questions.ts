// Interview questions as Markdown: `##` starts a section, numbered lines are questions, other lines continue the
// previous one.

export interface QuestionSection {
  /** Empty before the first `##`. */
  title: string;
  /** Text before the section's first question. */
  note: string;
  questions: string[];
}

const HEADING = /^##+\s*(.*?)\s*#*$/;
const NUMBERED = /^(?:\d{1,3}\s*[.、．)）]|[(（]\s*\d{1,3}\s*[)）])\s*(.*)$/;

export function parseQuestions(markdown: string): QuestionSection[] {
  const sections: QuestionSection[] = [];
  const current = (): QuestionSection => {
    const last = sections.at(-1);
    if (last) return last;
    const first = { title: "", note: "", questions: [] };
    sections.push(first);
    return first;
  };
  for (const raw of markdown.split(/\r?\n/)) {
    const line = raw.trim();
    if (line === "") continue;
    const heading = HEADING.exec(line);
    if (heading) {
      sections.push({ title: heading[1]?.trim() ?? "", note: "", questions: [] });
      continue;
    }
    const section = current();
    const question = NUMBERED.exec(line);
    if (question) section.questions.push(question[1]?.trim() ?? "");
    else if (section.questions.length > 0) {
      const at = section.questions.length - 1;
      section.questions[at] = [section.questions[at], line].filter(Boolean).join("\n");
    } else section.note = [section.note, line].filter(Boolean).join("\n");
  }
  return sections
    .map((section) => ({ ...section, questions: section.questions.filter((question) => question !== "") }))
    .filter(({ title, note, questions }) => title !== "" || note !== "" || questions.length > 0);
}
