import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { Cell } from '#contract/admin.ts';

/** A sheet has no more rows than this. */
export const SHEET_ROWS_MOST = 1_048_576;
const PIECE_LINES = 500;

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** What a book of one sheet needs beside its rows. */
const PARTS: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/></Types>`,
  '_rels/.rels': `${HEAD}<Relationships xmlns="${RELATIONS}"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="明细" sheetId="1" r:id="r1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${RELATIONS}"><Relationship Id="r1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
};

// what XML cannot hold, then what it means something by
const BROKEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const escaped = (text: string) => text.replace(BROKEN, '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Numbers are numbers; a text is a text whatever it begins with, so it is neither run nor rounded. */
function cellXml(cell: Cell): string {
  if (cell === null || cell === '') return '<c/>';
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`;
  return `<c t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
}

const rowXml = (cells: readonly Cell[]) => `<row>${cells.map(cellXml).join('')}</row>`;

async function* sheet(rows: AsyncIterable<readonly Cell[]>): AsyncGenerator<string> {
  let lines = [`${HEAD}<worksheet xmlns="${MAIN}"><sheetData>`];
  let count = 0;
  for await (const row of rows) {
    if (++count > SHEET_ROWS_MOST) break;
    lines.push(rowXml(row));
    if (lines.length < PIECE_LINES) continue;
    yield lines.join('');
    lines = [];
  }
  lines.push('</sheetData></worksheet>');
  yield lines.join('');
}

/** A book of one sheet, written while it is read: it is never whole in memory. Rows that a sheet cannot hold are left out. */
export function xlsxOf(rows: AsyncIterable<readonly Cell[]>): Readable {
  const zip = new ZipFile();
  const out = new PassThrough();
  for (const [name, text] of Object.entries(PARTS)) zip.addBuffer(Buffer.from(text), name);
  const lines = new PassThrough();
  zip.addReadStream(lines, 'xl/worksheets/sheet1.xml');
  zip.end();
  // who reads `out` meets the error of either
  pipeline(sheet(rows), lines).catch((error: Error) => out.destroy(error));
  pipeline(zip.outputStream, out).catch((error: Error) => out.destroy(error));
  return out;
}
