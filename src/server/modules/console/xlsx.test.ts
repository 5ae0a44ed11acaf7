import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { fromBuffer } from 'yauzl';
import type { Cell } from '#contract/admin.ts';
import { eachOf } from './csv.ts';
import { xlsxOf } from './xlsx.ts';

function sheetOf(zip: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    fromBuffer(zip, { lazyEntries: true }, (failed, archive) => {
      if (failed) return reject(failed);
      archive.on('entry', (entry) => {
        if (entry.fileName !== 'xl/worksheets/sheet1.xml') return archive.readEntry();
        archive.openReadStream(entry, (broken, stream) => (broken ? reject(broken) : resolve(buffer(stream).then(String))));
      });
      archive.on('error', reject);
      archive.readEntry();
    });
  });
}

it('T12 numbers are numbers, and a text is a text whatever it begins with', async () => {
  const rows: Cell[][] = [
    ['单号', '金额', '说明'],
    ['202611280000000001234567', -12.34, '=cmd|"/c calc"'],
    ['007', 0, 'a<b>&\u0000c'],
    ['', null, '多\n行'],
  ];
  const sheet = await sheetOf(await buffer(xlsxOf(eachOf(rows))));
  const text = (value: string) => `<c t="inlineStr"><is><t xml:space="preserve">${value}</t></is></c>`;
  expect(sheet).toContain(`<row>${text('202611280000000001234567')}<c><v>-12.34</v></c>${text('=cmd|"/c calc"')}</row>`);
  expect(sheet).toContain(`<row>${text('007')}<c><v>0</v></c>${text('a&lt;b&gt;&amp;c')}</row>`);
  expect(sheet).toContain(`<row><c/><c/>${text('多\n行')}</row>`);
});

it('T12 is written while it is read, and its reader meets what breaks it', async () => {
  async function* many(): AsyncGenerator<Cell[]> {
    for (let n = 0; n < 3_000; n++) yield ['行', n];
  }
  expect((await sheetOf(await buffer(xlsxOf(many())))).match(/<row>/g)).toHaveLength(3_000);
  async function* broken(): AsyncGenerator<Cell[]> {
    yield ['行', 1];
    throw new Error('gone');
  }
  await expect(buffer(xlsxOf(broken()))).rejects.toThrow('gone');
});
