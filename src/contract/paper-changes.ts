import { PAPER_COLUMNS, type PaperCell, type PaperKind, type PaperRow } from './paper.ts';

/** What a proposed body changes of a document, row by row; each is taken over or left. */
export type PaperChange =
  | { is: 'same'; before: PaperRow; after: PaperRow }
  | { is: 'changed'; before: PaperRow; after: PaperRow }
  | { is: 'added'; after: PaperRow }
  | { is: 'removed'; before: PaperRow };

const said = ({ head, cells }: PaperRow): string => JSON.stringify([head, cells]);
/** By what a row is known whose other cells changed: its first words that are no group. */
const nameOf = (kind: PaperKind, { head, cells }: PaperRow): PaperCell =>
  head === 1 ? `#${cells[0]}` : (cells[kind === 'budget' || kind === 'rundown' ? 1 : 0] ?? '');

/** Longest common subsequence: pairs of places in their order. */
function pairs<T>(a: readonly T[], b: readonly T[]): Array<[number, number]> {
  const best = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  const at = (i: number, j: number) => best[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      (best[i] as number[])[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const found: Array<[number, number]> = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) found.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return found;
}

/** Changes in the order of the proposal. A row that says the same is the same; one with the same name changed; one alone in the place of one, too. */
export function paperChanges(kind: PaperKind, before: readonly PaperRow[], after: readonly PaperRow[]): PaperChange[] {
  const anchors = pairs(
    before.map((row) => nameOf(kind, row)),
    after.map((row) => nameOf(kind, row)),
  );
  const changes: PaperChange[] = [];
  let [i, j] = [0, 0];
  for (const [to_i, to_j] of [...anchors, [before.length, after.length] as const]) {
    const [gone, come] = [before.slice(i, to_i), after.slice(j, to_j)];
    // as many rows of the same kind in one place: each in the place of one
    const renamed = gone.length === come.length && gone.every(({ head }, nth) => head === come[nth]?.head);
    if (renamed) for (const [nth, row] of gone.entries()) changes.push({ is: 'changed', before: row, after: come[nth] as PaperRow });
    else {
      changes.push(
        ...gone.map((row) => ({ is: 'removed' as const, before: row })),
        ...come.map((row) => ({ is: 'added' as const, after: row })),
      );
    }
    const [one, other] = [before[to_i], after[to_j]];
    if (one && other) changes.push({ is: said(one) === said(other) ? 'same' : 'changed', before: one, after: other });
    [i, j] = [to_i + 1, to_j + 1];
  }
  return changes;
}

/** The rows once those changes are taken over whose place is in `chosen`; a row that changed is the same row. */
export function rowsTaken(changes: readonly PaperChange[], chosen: ReadonlySet<number>): PaperRow[] {
  return changes.flatMap((change, at) => {
    if (change.is === 'added') return chosen.has(at) ? [change.after] : [];
    if (change.is === 'removed') return chosen.has(at) ? [] : [change.before];
    return [chosen.has(at) ? { ...change.after, key: change.before.key } : change.before];
  });
}

/** A row in words, for a list of changes. */
export function rowWords(kind: PaperKind, { head, cells }: PaperRow, yuan: (fen: number) => string): string {
  if (head === 1) return String(cells[0]);
  return PAPER_COLUMNS[kind]
    .flatMap(({ is }, at) => {
      const cell = cells[at] ?? '';
      if (cell === '') return [];
      return [is === 'fen' ? `¥${yuan(Number(cell))}` : is === 'minutes' ? `${cell} 分钟` : is === 'count' ? `× ${cell}` : String(cell)];
    })
    .join(' · ');
}
