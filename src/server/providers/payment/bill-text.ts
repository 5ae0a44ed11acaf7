/** What a cell of a row says, by the name of its column; '' for a column that the bill does not have. */
export type BillCells = (column: string) => string;

/** Rows below the header that `isHeader` knows, until a row has another number of cells. Values may begin with a backtick or end with tabs. */
export function billRows(text: string, isHeader: (cells: readonly string[]) => boolean, comma: string): BillCells[] {
  const rows = text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => line.split(comma).map((cell) => cell.trim().replace(/^`/, '').trim()));
  const at = rows.findIndex(isHeader);
  const header = rows[at];
  if (!header) return [];
  const body = rows.slice(at + 1);
  const end = body.findIndex((cells) => cells.length !== header.length);
  return (end < 0 ? body : body.slice(0, end)).map((cells) => {
    const byName = new Map(header.map((name, index) => [name, cells[index] ?? '']));
    return (column) => byName.get(column) ?? '';
  });
}

/** "-19.90" as 1990. @throws for what is no amount */
export function fenOf(yuan: string): number {
  const match = /^-?(\d{1,10})(?:\.(\d{1,2}))?$/.exec(yuan);
  if (!match) throw new Error(`the bill has an amount ${JSON.stringify(yuan)}`);
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}
