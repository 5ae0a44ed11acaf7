import { crc32 } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import type { BulkReport } from '#contract/bulk.ts';
import { KINDS, type KindFacts } from '#contract/kinds.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { countItemsOf, getItem, installDefaultTerms, itemMedia, kindTerms } from '#server/modules/catalog/index.ts';
import { bulkReport, columnsOf, getOwnItem, runBulk, startBulk, storeOriginal } from '#server/modules/publishing/index.ts';
import { testApp } from '../support/app.ts';
import { makePdf } from '../support/documents.ts';
import { makePerson, type Person } from '../support/item-world.ts';
import { photograph } from '../support/picture-works.ts';

const t = testApp();
let publisher: Person;
let category: string;
let pdf: Buffer;
const never = new AbortController().signal;

const as = (person: Person) => createCtx(t.app, person.actor, 'test');

/** A ZIP of these files, as programs pack it. */
async function zip(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const made = new ZipFile();
  for (const [name, data] of Object.entries(files)) made.addBuffer(Buffer.from(data), name);
  made.end();
  return Buffer.concat(await Array.fromAsync(made.outputStream as unknown as AsyncIterable<Buffer>));
}

/** A ZIP of stored files whose names stand in it as these bytes, without the mark of UTF-8: Chinese Windows writes GBK. */
function zipByWindows(files: ReadonlyArray<readonly [name: Buffer, data: Buffer]>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, data] of files) {
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt32LE(crc32(data), 10);
    facts.writeUInt32LE(data.length, 14);
    facts.writeUInt32LE(data.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const behind = Buffer.alloc(14);
    behind.writeUInt32LE(at, 10);
    directory.push(Buffer.from('504b01021400', 'hex'), facts, behind, name);
    parts.push(Buffer.from('504b0304', 'hex'), facts, name, data);
    at += 30 + name.length + data.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('504b0506', 0, 'hex');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, listed, end]);
}

const csv = (rows: ReadonlyArray<readonly string[]>) => rows.map((row) => `${row.join(',')}\r\n`).join('');
const SCHEME = ['编号*', '标题*', '简介', '分类*', '标签', '收费方式', '价格', '免费页数', '文件*'];
const scheme = (key: string, title: string, file: string, more: { category?: string; price?: string } = {}) => [
  ...[key, title, '一份方案', more.category ?? category, '年会、科技', '付费', more.price ?? '19.9', '1', file],
];

async function begin(
  data: Buffer,
  kind: KindFacts = KINDS.scheme,
  action: 'draft' | 'submit' = 'submit',
  who = publisher,
): Promise<number> {
  const file_id = await storeOriginal(as(who), { purpose: 'bulk', name: '作品.zip', data });
  return (await startBulk(as(who), { kind, file_id, action })).id;
}

async function run(...input: Parameters<typeof begin>): Promise<BulkReport> {
  const id = await begin(...input);
  await runBulk(t.ctx(), id, never);
  return bulkReport(as(input[3] ?? publisher), id);
}

const works = async () => [...(await countItemsOf(t.ctx(), publisher.id)).values()].reduce((sum, n) => sum + n, 0);

beforeAll(async () => {
  publisher = await makePerson(t, { nickname: '批量策划' });
  await inTransaction(t.ctx(), (tx) => installDefaultTerms(tx));
  category = (await kindTerms(t.ctx(), KINDS.scheme)).categories[0]?.name ?? '';
  pdf = await makePdf({ pages: 2 });
});

describe('many works of one ZIP', () => {
  it('makes what is right, says of each line what is wrong, and makes nothing twice', async () => {
    const files = { 'a.pdf': pdf, 'docs/b.pdf': await makePdf({ pages: 3 }), 'fake.pdf': '<html>' };
    const list = (second_price: string) =>
      csv([
        SCHEME,
        scheme('A-1', '星光年会整案', 'a.pdf'),
        scheme('A-2', '海边团建整案', 'docs/b.pdf', { price: second_price }),
        scheme('A-3', '没有文件的方案', 'gone.pdf'),
        scheme('A-4', '分类写错的方案', 'a.pdf', { category: '不存在' }),
        scheme('A-5', '短', 'a.pdf', { price: '0.5' }),
        scheme('A-6', '内容不对的方案', 'fake.pdf'),
      ]);
    const first = await run(await zip({ 'works.csv': list('29.9'), ...files }));
    expect(first).toMatchObject({ status: 'done', failure: '', counts: { done: 2, failed: 4, unchanged: 0, waiting: 0 } });
    const wrong = Object.fromEntries(first.rows.filter(({ status }) => status === 'failed').map(({ key, message }) => [key, message]));
    expect(wrong['A-3']).toBe('压缩包里没有“gone.pdf”');
    expect(wrong['A-4']).toContain('没有名为“不存在”的分类，可以填：');
    expect(wrong['A-5']).toBe('标题至少 4 个字；价格应在 1 至 99999 元之间');
    expect(wrong['A-6']).toMatch(/^“fake.pdf”：/);
    const made = first.rows.find(({ key }) => key === 'A-1')?.item_id ?? 0;
    const own = await getOwnItem(as(publisher), KINDS.scheme, made);
    expect(own.form).toMatchObject({ title: '星光年会整案', price: '19.9', price_type: 'paid', free_pages: 1, tags: ['年会', '科技'] });
    // its pages are drawn behind those of people, as after a submit by hand
    expect(own.status).toBe('rendering');
    const count = await works();

    // the same again, packed anew; one line changed
    const again = await run(await zip({ 'works.csv': list('39.9'), ...files }));
    expect(again.counts).toMatchObject({ done: 1, unchanged: 1, failed: 4 });
    expect(await works()).toBe(count);
    const second = again.rows.find(({ key }) => key === 'A-2');
    expect(second?.item_id).toBe(first.rows.find(({ key }) => key === 'A-2')?.item_id);
    expect((await getOwnItem(as(publisher), KINDS.scheme, second?.item_id ?? 0)).form.price).toBe('39.9');
  });

  it('goes on after an interruption where it was', async () => {
    const keys = ['B-1', 'B-2', 'B-3'];
    const list = csv([SCHEME, ...keys.map((key) => scheme(key, `会被打断的方案 ${key}`, 'a.pdf'))]);
    const id = await begin(await zip({ 'list.csv': list, 'a.pdf': pdf }));
    const before = await works();
    const stop = new AbortController();
    let looked = 0;
    // stops when it is asked for the second time
    const stopping = { throwIfAborted: () => (++looked > 1 ? stop.signal.throwIfAborted() : undefined) } as AbortSignal;
    stop.abort(new Error('the process stops'));
    await expect(runBulk(t.ctx(), id, stopping)).rejects.toThrow('the process stops');
    expect((await bulkReport(as(publisher), id)).counts).toMatchObject({ done: 1, waiting: 2 });
    // while it is open nobody begins another, and nobody else sees it
    await expect(begin(await zip({ 'list.csv': list, 'a.pdf': pdf }))).rejects.toThrow('上一次批量导入还没有完成');
    await expect(bulkReport(as(await makePerson(t)), id)).rejects.toMatchObject({ status: 404 });
    await runBulk(t.ctx(), id, never);
    await runBulk(t.ctx(), id, never);
    expect((await bulkReport(as(publisher), id)).counts).toMatchObject({ done: 3, waiting: 0 });
    expect(await works()).toBe(before + 3);
  });

  it('takes folders of pictures in the order of their names, and own fields', async () => {
    const { categories } = await kindTerms(t.ctx(), KINDS.sample);
    const shots = await Promise.all(['red', 'green', 'blue'].map(photograph));
    const heading = columnsOf(KINDS.sample).map(({ title }) => title);
    const cells: Record<string, string> = {
      ...{ 编号: 'C-1', 标题: '云栖谷周年庆典', 分类: categories[0]?.name ?? '', 收费方式: '付费', 价格: '30', 图片: 'C-1/' },
      ...Object.fromEntries((KINDS.sample.fields ?? []).map(({ label, type }) => [label, type === 'date' ? '2026/3/1' : ''])),
    };
    for (const field of KINDS.sample.fields ?? []) if (field.type === 'choice') cells[field.label] = field.options[0]?.label ?? '';
    for (const field of KINDS.sample.fields ?? []) if (field.type === 'text') cells[field.label] = '云栖';
    const list = csv([heading, heading.map((title) => cells[title] ?? '')]);
    const packed = zipByWindows([
      [Buffer.from('works.csv'), Buffer.from(list)],
      [Buffer.from('C-1/10.jpg'), shots[2] as Buffer],
      [Buffer.from('C-1/2.jpg'), shots[1] as Buffer],
      [Buffer.from('C-1/1.jpg'), shots[0] as Buffer],
    ]);
    const report = await run(packed, KINDS.sample, 'submit');
    expect(report.rows.map(({ message }) => message)).toEqual(['']);
    const id = report.rows[0]?.item_id ?? 0;
    expect((await getItem(t.ctx(), id))?.status).toBe('published');
    expect((await itemMedia(t.ctx(), id)).map(({ name }) => name)).toEqual(['1.jpg', '2.jpg', '10.jpg']);
    expect((await getOwnItem(as(publisher), KINDS.sample, id)).form.fields['start_time']).toBe('2026-03-01');
  });

  it('reads names and lists in the encoding of Chinese Windows', async () => {
    // 年会.pdf and 清单.csv in GBK
    const name = Buffer.from('c4eabbe12e706466', 'hex');
    const list = csv([SCHEME, scheme('D-1', '中文文件名的方案', '年会.pdf')]);
    const report = await run(
      zipByWindows([
        [Buffer.from('c7e5b5a52e637376', 'hex'), Buffer.from(list)],
        [name, pdf],
      ]),
      KINDS.scheme,
      'draft',
    );
    expect(report.rows).toMatchObject([{ key: 'D-1', status: 'done', message: '' }]);
  });
});

describe('what is refused as a whole', () => {
  const refused = (data: Promise<Buffer> | Buffer) => expect(Promise.resolve(data).then((bytes) => begin(bytes))).rejects;
  const list = (rows: ReadonlyArray<readonly string[]> = [scheme('E-1', '一份好方案', 'a.pdf')], heading = SCHEME) =>
    csv([heading, ...rows]);

  it('a list that is none of the kind, before anything is made', async () => {
    const count = await works();
    await refused(zip({ 'a.pdf': pdf })).toThrow('没有清单');
    await refused(zip({ 'a.csv': list(), 'b.csv': list() })).toThrow('请只留一个清单');
    await refused(zip({ 'a.csv': list([], SCHEME) })).toThrow('清单里没有作品');
    await refused(
      zip({
        'a.csv': list(
          undefined,
          SCHEME.filter((title) => title !== '分类*'),
        ),
      }),
    ).toThrow('缺少“分类”一列');
    await refused(zip({ 'a.csv': list(undefined, [...SCHEME, '口味']) })).toThrow('“口味”不是方案的列');
    await refused(zip({ 'a.csv': list([scheme('E-1', '一份好方案', 'a.pdf'), scheme('E-1', '又一份', 'a.pdf')]) })).toThrow(
      '编号都是“E-1”',
    );
    await refused(zip({ 'a.csv': list([scheme('', '一份好方案', 'a.pdf')]) })).toThrow('没有编号');
    await refused(zip({ 'a.csv': '编号,标题\r\n"没有结束' })).toThrow('不是有效的 CSV');
    await refused(zip({ 'a.csv': list(Array.from({ length: 501 }, (_row, at) => scheme(`F-${at}`, '很多方案', 'a.pdf'))) })).toThrow(
      '最多导入 500 件',
    );
    expect(await works()).toBe(count);
  });

  it('a ZIP that is broken, names files outside itself or unpacks to far more than it is', async () => {
    await expect(storeOriginal(as(publisher), { purpose: 'bulk', name: 'a.zip', data: Buffer.from('not a zip at all') })).rejects.toThrow(
      '请上传 ZIP 压缩包',
    );
    await refused(Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(64)])).toThrow('压缩包已损坏');
    await refused(zipByWindows([[Buffer.from('../out.csv'), Buffer.from(list())]])).toThrow(/不安全|以外/);
    await refused(zip({ 'a.csv': list(), 'bomb.pdf': Buffer.alloc(20 * 1024 * 1024) })).toThrow('压缩率不正常');
    await refused(zip(Object.fromEntries(Array.from({ length: 5_001 }, (_file, at) => [`${at}.txt`, ''])))).toThrow('文件太多');
    const other = await makePerson(t);
    const theirs = await storeOriginal(as(other), { purpose: 'bulk', name: 'a.zip', data: await zip({ 'a.csv': list() }) });
    await expect(startBulk(as(publisher), { kind: KINDS.scheme, file_id: theirs, action: 'draft' })).rejects.toThrow('压缩包不存在');
  });
});
