// The lines that only one of two texts has, in order; a moved line is in both and not shown.

export function changedLines(before: string, after: string): { removed: string; added: string } {
  const without = (lines: readonly string[], others: readonly string[]) => {
    const left = [...others];
    return lines.filter((line) => {
      const at = left.indexOf(line);
      if (at >= 0) left.splice(at, 1);
      return at < 0 && line.trim() !== "";
    });
  };
  const [former, current] = [before.split("\n"), after.split("\n")];
  return { removed: without(former, current).join("\n"), added: without(current, former).join("\n") };
}
