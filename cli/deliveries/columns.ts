/** Aligns the cells of rows; the last cell of a row is not padded. Widths only grow from call to call. */
export function alignColumns(
  rows: string[][],
  widths: number[],
  rightAligned: number[] = [],
): string[] {
  for (const row of rows) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, lengthOf(cell));
    });
  }
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const padding = " ".repeat((widths[column] ?? 0) - lengthOf(cell));
        return rightAligned.includes(column) ? padding + cell : cell + padding;
      })
      .join("  ")
      .trimEnd(),
  );
}

export const lengthOf = (text: string): number => [...text].length;
