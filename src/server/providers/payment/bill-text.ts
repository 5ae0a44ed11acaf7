import { inStrips } from '../../kernel/strips.ts';

/** What a cell of a row says, by the name of its column; '' for a column that the bill does not have. */
export type BillCells = (column: string) => string;

/**
 * Rows below the header that `isHeader` knows, until a row has another number of cells. Values may begin with a backtick or end with tabs.
 * A day of a large shop has 100,000: they are read in strips.
 */
export async function* billRows(text: string, isHeader: (cells: readonly string[]) => boolean, comma: string): AsyncGenerator<BillCells> {
  let header: Map<string, number> | null = null;
  for await (const line of inStrips(linesOf(text))) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const cells = line.split(comma).map((cell) => cell.trim().replace(/^`/, '').trim());
    if (header) {
      if (cells.length !== header.size) return;
      const columns = header;
      yield (column) => cells[columns.get(column) ?? -1] ?? '';
    } else if (isHeader(cells)) header = new Map(cells.map((name, at) => [name, at]));
  }
}

function* linesOf(text: string): Generator<string> {
  for (let from = text.startsWith('\ufeff') ? 1 : 0; from <= text.length; ) {
    const end = text.indexOf('\n', from);
    yield text.slice(from, end < 0 ? undefined : end);
    if (end < 0) return;
    from = end + 1;
  }
}

/** "-19.90" as 1990. @throws for what is no amount */
export function fenOf(yuan: string): number {
  const match = /^-?(\d{1,10})(?:\.(\d{1,2}))?$/.exec(yuan);
  if (!match) throw new Error(`the bill has an amount ${JSON.stringify(yuan)}`);
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}

/** A fee of a bill, of up to five decimals, in whole fen; nothing where the bill does not say it. */
export function feeOf(yuan: string): { fee_fen?: number } {
  return /^-?\d{1,10}(?:\.\d{1,6})?$/.test(yuan) ? { fee_fen: Math.round(Number(yuan) * 100) } : {};
}
