import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Document, Packer, PageBreak, Paragraph, Table, TableCell, TableRow, TextRun } from 'docx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import writeXlsx from 'write-excel-file/node';
import {
  makeBlankPdf,
  makeEditablePptx,
  makeExe,
  makeFormPdf,
  makeOle,
  makePdf,
  makeZip,
  makeZipBomb,
} from '../../../../tests/support/documents.ts';
import { PAGE_TEXT_MAX, READ_TEXT_MAX } from './port.ts';
import { readText } from './read-text.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'read-text-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(data: Uint8Array) {
  const path = join(folder, 'file');
  await writeFile(path, data);
  return readText(path);
}
const word = (...children: Array<Paragraph | Table>) => Packer.toBuffer(new Document({ sections: [{ children }] }));
const line = (text: string) => new Paragraph({ children: [new TextRun(text)] });

describe('the words of a file', () => {
  it('of a PDF stand by page', async () => {
    const { type, passages, cut } = await read(await makeFormPdf('三百人年会，预算二十万'));
    expect([type, cut]).toEqual(['pdf', false]);
    expect(passages[0]).toMatchObject({ at: '第 1 页', text: expect.stringContaining('三百人年会') });
  });

  it('of a DOCX stand by page where Word noted pages, rows of tables as lines', async () => {
    const cell = (text: string) => new TableCell({ children: [line(text)] });
    const table = new Table({ rows: [new TableRow({ children: [cell('灯光'), cell('8000')] })] });
    const broken = new Paragraph({ children: [new TextRun('第一页'), new PageBreak(), new TextRun('第二页的要求')] });
    const paged = await read(await word(broken, table));
    expect(paged.passages.map(({ at }) => at)).toEqual(['第 1 页', '第 2 页']);
    expect(paged.passages[1]?.text).toMatch(/第二页的要求\n灯光 \| 8000/);
    const long = await read(await word(...Array.from({ length: 40 }, (_, n) => line(`第${n}段${'年会'.repeat(50)}`))));
    expect(long.passages.length).toBeGreaterThan(2);
    expect(long.passages[1]?.at).toBe('第 2 部分');
  });

  it('of a text in UTF-8 or GB18030 stand in parts, however long a line is, and end at the bound', async () => {
    const { type, passages } = await read(Buffer.from('\ufeff# 年会简报\r\n\r\n预算二十万'));
    expect([type, passages]).toEqual(['txt', [{ at: '第 1 部分', text: '# 年会简报\n预算二十万' }]]);
    // 年会 as Chinese Windows stores it
    expect((await read(Buffer.from([0xc4, 0xea, 0xbb, 0xe1]))).passages[0]?.text).toBe('年会');
    const long = await read(Buffer.from('年'.repeat(READ_TEXT_MAX + 10)));
    expect([long.cut, long.passages.map(({ text }) => text).join('').length]).toEqual([true, READ_TEXT_MAX]);
  });

  it('of an XLSX stand by sheet and rows, with what formulas gave, days as days', async () => {
    const day = { value: new Date('2026-12-20T00:00:00Z'), format: 'yyyy-mm-dd' };
    const rows = [['项目', '单价', '日期'].map((value) => ({ value })), [{ value: '灯光' }, { value: 8000.5 }, day]];
    const file = await (writeXlsx as unknown as (data: unknown, options: object) => { toBuffer(): Promise<Buffer> })(rows, {
      sheet: '预算',
    }).toBuffer();
    const { type, passages } = await read(file);
    expect(type).toBe('xlsx');
    expect(passages).toEqual([{ at: '表“预算”第 1–2 行', text: '项目 | 单价 | 日期\n灯光 | 8000.5 | 2026-12-20' }]);
  });

  it('of a PPTX stand by slide', async () => {
    expect((await read(await makeEditablePptx())).passages[0]?.at).toBe('第 1 页');
  });

  it('are bounded', async () => {
    const { passages, cut } = await read(await word(...Array.from({ length: 60 }, () => line('年'.repeat(1_400)))));
    expect(cut).toBe(true);
    expect(passages.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(READ_TEXT_MAX);
    expect(passages.every(({ text }) => text.length <= PAGE_TEXT_MAX)).toBe(true);
  });
});

const workbook = (sheet: string) =>
  makeZip([
    { name: 'xl/workbook.xml', data: Buffer.from('<workbook><sheets><sheet name="a" r:id="r1"/></sheets></workbook>') },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: Buffer.from('<Relationships><Relationship Id="r1" Target="worksheets/s.xml"/></Relationships>'),
    },
    { name: 'xl/worksheets/s.xml', data: Buffer.from(sheet) },
  ]);

describe('a file without words is refused with a reason', () => {
  it.each<[string, () => Promise<Uint8Array> | Uint8Array, RegExp]>([
    ['a scan', () => makeBlankPdf(1), /扫描件/],
    ['an empty document', () => word(line(' ')), /没有可以读的文字/],
    ['an encrypted PDF', () => makePdf({ pages: 1, user_password: 'x' }), /加密/],
    ['an encrypted DOCX', () => makeOle(true), /加密/],
    ['an old DOC', () => makeOle(false), /只能读/],
    ['a program', () => makeExe(), /只能读/],
    ['nothing', () => new Uint8Array(), /空的/],
    ['an archive', () => makeZip([{ name: 'a.txt', data: Buffer.from('a') }]), /只能读/],
    ['a bomb', () => makeZip([{ name: 'word/document.xml', data: Buffer.alloc(80 * 1024 ** 2, 32) }]), /内容过多/],
    ['a deck with a bomb beside', () => makeZipBomb(), /没有可以读的文字/],
    ['broken XML', () => workbook('<worksheet><row><c>'), /已损坏/],
    [
      'entities',
      () => workbook('<!DOCTYPE a [<!ENTITY b "c">]><worksheet><row r="1"><c t="str"><v>&b;</v></c></row></worksheet>'),
      /已损坏/,
    ],
  ])('%s', async (_what, make, reason) => {
    await expect(read(await make())).rejects.toThrow(reason);
  });

  it('a sheet that lies about its rows is read as it stands', async () => {
    const { passages } = await read(
      workbook('<worksheet><row r="99999999999"><c t="inlineStr"><is><t>灯光</t></is></c></row></worksheet>'),
    );
    expect(passages[0]?.text).toBe('灯光');
  });
});
