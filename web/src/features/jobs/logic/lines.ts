// Compares two texts by lines.

export interface Line {
  text: string;
  isShared: boolean;
}

/** The lines of both texts; the longest common subsequence counts as shared. */
export function compareLines(former: string, drafted: string): { former: Line[]; drafted: Line[] } {
  const [left, right] = [former.split("\n"), drafted.split("\n")];
  const rows = Array.from({ length: left.length + 1 }, () => new Array<number>(right.length + 1).fill(0));
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let row = left.length - 1; row >= 0; row -= 1) {
    for (let column = right.length - 1; column >= 0; column -= 1) {
      const longest =
        left[row] === right[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
      const cells = rows[row];
      if (cells) cells[column] = longest;
    }
  }
  const lines = (texts: string[]) => texts.map((text) => ({ text, isShared: false }));
  const result = { former: lines(left), drafted: lines(right) };
  let [row, column] = [0, 0];
  while (row < left.length && column < right.length) {
    const [one, other] = [result.former[row], result.drafted[column]];
    if (one && other && one.text === other.text) {
      one.isShared = true;
      other.isShared = true;
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return result;
}
