/** Where the arrows lead from a card: columns are walked sideways, cards up and down; null: nowhere. */
export function nextPlace(
  columns: readonly number[],
  at: { column: number; row: number },
  key: string,
): { column: number; row: number } | null {
  const { column, row } = at;
  if (key === 'ArrowDown') return row + 1 < (columns[column] ?? 0) ? { column, row: row + 1 } : null;
  if (key === 'ArrowUp') return row > 0 ? { column, row: row - 1 } : null;
  if (key === 'Home') return row > 0 ? { column, row: 0 } : null;
  if (key === 'End') return row + 1 < (columns[column] ?? 0) ? { column, row: (columns[column] ?? 1) - 1 } : null;
  const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
  if (step === 0) return null;
  // an empty column is stepped over
  for (let to = column + step; to >= 0 && to < columns.length; to += step) {
    const cards = columns[to] ?? 0;
    if (cards > 0) return { column: to, row: Math.min(row, cards - 1) };
  }
  return null;
}
