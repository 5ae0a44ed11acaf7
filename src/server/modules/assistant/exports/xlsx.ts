import writeExcelFile, { type Row, type SheetData } from 'write-excel-file/node';
import type { ToolResult } from '#contract/assistant-results.ts';
import { resultTable } from '#contract/assistant-text.ts';
import { type FileMark, footLine, MARK_NAME } from './mark.ts';

const HEAD = { fontWeight: 'bold', backgroundColor: '#F3F4F6' } as const;
const MONEY = { type: Number, format: '#,##0.00' } as const;

/** The table of a result. Sums are numbers: previews on phones do not compute formulas. Null: it has no table. */
function rowsOf(result: ToolResult): SheetData | null {
  const table = resultTable(result);
  if (!table) return null;
  const head: Row = table.head.map((value) => ({ value, ...HEAD }));
  if (result.tool !== 'budget') {
    const rows = table.rows.map(
      (row): Row => row.map((value) => (typeof value === 'number' ? { value, type: Number } : { value: String(value), wrap: true })),
    );
    return [head, ...rows];
  }
  const rows = result.rows.map(
    (row): Row => [
      ...[row.group, row.item, row.spec].map((value) => ({ value, wrap: true })),
      { value: row.quantity, type: Number },
      { value: row.unit },
      { value: row.price_fen / 100, ...MONEY },
      { value: row.amount_fen / 100, ...MONEY },
    ],
  );
  const sum = (title: string, fen: number): Row => [
    null,
    { value: title, fontWeight: 'bold' },
    null,
    null,
    null,
    null,
    { value: fen / 100, ...MONEY, fontWeight: 'bold' },
  ];
  return [
    head,
    ...rows,
    sum('小计', result.subtotal_fen),
    sum('服务费', result.service_fen),
    sum('税金', result.tax_fen),
    sum('合计', result.total_fen),
  ];
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const EMPTY_CUSTOM =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties"/>';
const CORE = 'docProps/core.xml';
const CUSTOM = 'docProps/custom.xml';

/** The properties of a file; the library writes none. */
function properties({ title, author, line, label }: FileMark) {
  const core = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escaped(title)}</dc:title><dc:creator>${escaped(author)}</dc:creator><cp:keywords>${label === '' ? '' : MARK_NAME}</cp:keywords><dc:description>${escaped(line)}</dc:description></cp:coreProperties>`;
  const custom =
    label === ''
      ? EMPTY_CUSTOM
      : `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties" xmlns:vt="http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes"><property fmtid="{D5CDD505-2E9C-101B-9397-08002B2CF9AE}" pid="2" name="${MARK_NAME}"><vt:lpwstr>${escaped(label)}</vt:lpwstr></property></Properties>`;
  const types = `<Override PartName="/${CORE}" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/><Override PartName="/${CUSTOM}" ContentType="application/vnd.openxmlformats-officedocument.custom-properties+xml"/>`;
  const relations = `<Relationship Id="rId-core-1" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="${CORE}"/><Relationship Id="rId-custom-1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/custom-properties" Target="${CUSTOM}"/>`;
  return {
    files: {
      transform: { '[Content_Types].xml': { insert: () => types }, '_rels/.rels': { insert: () => relations } },
      write: { files: () => ({ [CORE]: core, [CUSTOM]: custom }) },
    },
  };
}

/** Widths of columns in characters. */
const WIDTHS: Partial<Record<ToolResult['tool'], readonly number[]>> = {
  budget: [12, 20, 28, 8, 8, 14, 16],
  rundown: [12, 12, 8, 28, 14, 36],
  checklist: [16, 40, 14, 18],
  risks: [20, 8, 24, 48, 14],
};

/** A result as a workbook with both marks. Null: it has no table. */
export async function toXlsx(result: ToolResult, mark: FileMark): Promise<Uint8Array<ArrayBuffer> | null> {
  const rows = rowsOf(result);
  if (!rows) return null;
  const columns = (WIDTHS[result.tool] ?? []).map((width) => ({ width }));
  const noted: SheetData = [
    ...rows,
    [],
    [{ value: [mark.brand?.name ?? '', footLine(mark)].filter(Boolean).join(' · '), textColor: '#808890' }],
  ];
  const file = writeExcelFile(
    noted,
    { sheet: mark.line === '' ? '文档' : '策猫助手', columns, stickyRowsCount: 1 },
    { features: [properties(mark)] },
  );
  return new Uint8Array(await file.toBuffer());
}
