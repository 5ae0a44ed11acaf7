import { expect, it } from 'vitest';
import type { ToolResult } from '#contract/assistant-results.ts';
import { resultText, textBlocks } from '#contract/assistant-text.ts';
import { officeParts } from '../../../../../tests/support/office-parts.ts';
import { toDocx } from './docx.ts';
import { fileMark } from './mark.ts';
import { toPptx } from './pptx.ts';
import { toXlsx } from './xlsx.ts';

const MARK = fileMark('五月发布会 <预算> & "清单"', 'assistant-42');
const rows = Array.from({ length: 20 }, (_, at) => ({
  ...{ group: '舞美', item: `项目${at + 1}`, spec: 'P3 屏 <4×3 米>', quantity: 2, unit: '块', price_fen: 12_345, amount_fen: 24_690 },
}));
const BUDGET: ToolResult = {
  ...{ tool: 'budget', title: '五月发布会预算', rows, note: '' },
  ...{ subtotal_fen: 493_800, service_fen: 49_380, tax_fen: 29_628, total_fen: 572_808 },
};

/** What a reader sees of a part: its text without the tags. */
const shown = (xml = '') =>
  xml
    .replace(/<[^>]+>/g, '')
    .replaceAll(/&lt;|&#60;/g, '<')
    .replaceAll(/&gt;|&#62;/g, '>')
    .replaceAll(/&quot;|&#34;/g, '"')
    .replaceAll(/&amp;|&#38;/g, '&');

it('a Word document has its headings, lists and tables, the visible mark at its foot and the embedded one in its properties', async () => {
  const parts = await officeParts(
    await toDocx(textBlocks('## 结构\n- 开场 **三分钟**\n- 揭幕\n\n| 时间 | 环节 |\n|---|---|\n| 19:00 | 入场 <签到> |'), MARK),
  );
  const document = parts['word/document.xml'] ?? '';
  for (const words of ['结构', '开场', '三分钟', '揭幕', '19:00', '入场 <签到>']) expect(shown(document)).toContain(words);
  expect([document.includes('<w:tbl>'), /<w:b\/>|<w:b [^>]*\/>/.test(document), shown(document).includes('**')]).toEqual([
    true,
    true,
    false,
  ]);
  const foot = Object.entries(parts).find(([name]) => /^word\/footer\d\.xml$/.test(name))?.[1];
  expect(shown(foot)).toContain(MARK.line);
  expect(shown(parts['docProps/custom.xml'])).toContain(MARK.label);
  expect(shown(parts['docProps/core.xml'])).toContain(MARK.title);
});

it('slides have a cover, chapters over as many pages as they need, and both marks on all', async () => {
  const parts = await officeParts(await toPptx(textBlocks(`## 亮点\n${'- 一句话说清楚\n'.repeat(10)}\n${resultText(BUDGET)}`), MARK));
  const slides = Object.keys(parts).filter((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name));
  expect(slides.length).toBeGreaterThanOrEqual(1 + 2 + 3);
  expect(shown(parts['ppt/slides/slide1.xml'])).toContain(MARK.title);
  for (const slide of slides) expect([slide, shown(parts[slide]).includes(MARK.line)]).toEqual([slide, true]);
  const all = slides.map((slide) => shown(parts[slide])).join();
  for (const { item } of rows) expect(all).toContain(item);
  expect(shown(parts['docProps/core.xml'])).toContain(MARK.label);
});

it('a workbook has amounts that are numbers, sums below them, and both marks', async () => {
  const bytes = await toXlsx(BUDGET, MARK);
  const parts = await officeParts(bytes as Uint8Array);
  const sheet = parts['xl/worksheets/sheet1.xml'] ?? '';
  for (const amount of ['123.45', '246.9', '4938', '493.8', '296.28', '5728.08']) expect(sheet).toContain(`<v>${amount}</v>`);
  const words = shown(`${sheet}${parts['xl/sharedStrings.xml']}`);
  for (const one of ['项目20', 'P3 屏 <4×3 米>', '合计', MARK.line]) expect(words).toContain(one);
  expect(JSON.parse(shown(parts['docProps/custom.xml']))).toMatchObject({ Label: '1', ProduceID: 'assistant-42' });
  expect(shown(parts['docProps/core.xml'])).toContain(MARK.title);
  expect(parts['[Content_Types].xml']).toContain('/docProps/custom.xml');
});

it('a result without a table is no workbook', async () => {
  expect(await toXlsx({ tool: 'slogans', title: '口号', groups: [] } as unknown as ToolResult, MARK)).toBeNull();
});

// one pixel
const LOGO = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const BRANDED = fileMark('年会预算', null, { name: '青禾 <策划>', colour: '0a6e4f', footer: '电话 400', logo: LOGO });
const PICTURE = /media\/.*\.png$/;

it('a template is in all three: name, picture, colour and foot; without a model no mark is', async () => {
  const blocks = textBlocks(resultText(BUDGET));
  const made = { docx: await toDocx(blocks, BRANDED), pptx: await toPptx(blocks, BRANDED), xlsx: await toXlsx(BUDGET, BRANDED) };
  for (const [format, bytes] of Object.entries(made)) {
    const parts = await officeParts(bytes as Uint8Array);
    const all = Object.values(parts).join('');
    for (const word of ['青禾 <策划>', '电话 400']) expect(shown(all), format).toContain(word);
    expect(all, format).not.toMatch(/AI 生成|AIGC|策猫助手/);
    if (format === 'xlsx') continue;
    expect(
      Object.keys(parts).some((name) => PICTURE.test(name)),
      format,
    ).toBe(true);
    expect(all.toLowerCase(), format).toContain('"0a6e4f"');
  }
});

it('what the sandbox wrote says what it is, and is not marked as a model’s', async () => {
  const mark = fileMark('年会预算', 'assistant-7', null, '按模板生成');
  const blocks = textBlocks(resultText(BUDGET));
  const made = { docx: await toDocx(blocks, mark), pptx: await toPptx(blocks, mark), xlsx: await toXlsx(BUDGET, mark) };
  for (const [format, bytes] of Object.entries(made)) {
    const all = Object.values(await officeParts(bytes as Uint8Array)).join('');
    expect(shown(all), format).toContain('按模板生成 · 策猫助手 · 请核实后使用');
    expect(all, format).not.toMatch(/AI 生成|AIGC/);
  }
});

it('with a template the mark of a model still stands on every page and in the properties', async () => {
  const mark = fileMark('年会预算', 'paper-7', BRANDED.brand);
  const parts = await officeParts(await toPptx(textBlocks(resultText(BUDGET)), mark));
  const slides = Object.keys(parts).filter((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name));
  for (const slide of slides) expect(shown(parts[slide])).toContain(mark.line);
  const document = await officeParts(await toDocx(textBlocks(resultText(BUDGET)), mark));
  expect(shown(document['word/footer1.xml'])).toContain(`电话 400 · ${mark.line}`);
  expect(shown(document['docProps/custom.xml'])).toContain('paper-7');
});
