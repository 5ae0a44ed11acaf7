import { expect, it } from 'vitest';
import type { ToolResult } from './assistant-results.ts';
import {
  changeLine,
  emptyBody,
  newRow,
  PAPER_KINDS,
  PAPER_ROWS_MAX,
  type PaperBody,
  paperAbout,
  paperFault,
  paperOfResult,
  resultOfPaper,
} from './paper.ts';

const body = (part: Partial<PaperBody>): PaperBody => ({ ...emptyBody('budget'), ...part });
const RESULTS: ToolResult[] = [
  { tool: 'outline', title: '年会大纲', lead: '导语', sections: [{ heading: '目标', points: ['一', '二'] }] },
  {
    ...{ tool: 'budget', title: '年会预算', note: '说明', subtotal_fen: 110_000, service_fen: 8_800, tax_fen: 7_128, total_fen: 125_928 },
    rows: [
      { group: '场地', item: '宴会厅', spec: '', quantity: 1, unit: '天', price_fen: 80_000, amount_fen: 80_000 },
      { group: '物料', item: '签到板', spec: '3 米', quantity: 3, unit: '块', price_fen: 10_000, amount_fen: 30_000 },
    ],
  },
  {
    ...{ tool: 'rundown', title: '流程' },
    rows: [
      { start: '23:30', end: '23:50', minutes: 20, what: '签到', who: '前台', note: '' },
      { start: '23:50', end: '次日 00:20', minutes: 30, what: '致辞', who: '主持', note: '灯光' },
    ],
  },
  { tool: 'checklist', title: '清单', groups: [{ title: '筹备', items: [{ text: '订场地', owner: '小李', due: '30 天前' }] }] },
  { tool: 'risks', title: '预案', rows: [{ risk: '下雨', chance: '高', effect: '停', measure: '备室内', owner: '总控' }] },
];

it.each(RESULTS)('a $tool becomes a document and reads as it did, with sums and times of ours', (result) => {
  const made = paperOfResult(result);
  if (!made) throw new Error('none');
  expect(paperFault(made.kind, made.body)).toBe(null);
  expect(resultOfPaper(made.kind, made.title, made.body)).toEqual(result);
});

it('what has no rows is no document', () => {
  expect(paperOfResult({ tool: 'email', subject: '主题', body: '正文' })).toBe(null);
});

it('later rows of a run-down move when one gets longer, and a sum follows count, price and rates', () => {
  const made = paperOfResult(RESULTS[2] as ToolResult);
  const longer = made?.body.rows.map((row, at) => (at === 0 ? { ...row, cells: [45, ...row.cells.slice(1)] } : row)) ?? [];
  const after = resultOfPaper('rundown', '', { ...(made?.body as PaperBody), rows: longer });
  expect(after.tool === 'rundown' && after.rows.map(({ start, end }) => [start, end])).toEqual([
    ['23:30', '次日 00:15'],
    ['次日 00:15', '次日 00:45'],
  ]);
  const rows = [newRow('budget', 0, ['', '灯', '', 3, '台', 333])];
  expect(resultOfPaper('budget', '', body({ rows, service_permille: 0, tax_permille: 100 }))).toMatchObject({
    total_fen: 1_099,
    tax_fen: 100,
  });
  expect(paperAbout('budget', body({ rows }))).toBe('1 项，合计 ¥11.44');
});

it('names the first wrong cell, too many words, too much money and a row of another form', () => {
  const of = (cells: Array<string | number>) => paperFault('budget', body({ rows: [newRow('budget', 0, cells)] }));
  expect(of(['', '灯', '', 0])).toBe('第 1 行“数量”应在 1 至 1000000 之间');
  expect(of(['', '灯', '', 1_000_000, '', 10_000_000_000])).toContain('合计超过');
  expect(of(['', 5])).toBe('第 1 行“项目”应为文字');
  expect(paperFault('risks', { ...emptyBody('risks'), rows: [newRow('risks', 0, ['雨', '极'])] })).toContain('低、中、高');
  expect(paperFault('budget', body({ rows: [newRow('outline')] }))).toContain('格式不符');
  expect(paperFault('budget', body({ rows: [newRow('budget', 1)] }))).toContain('格式不符');
  const long = Array.from({ length: 100 }, () => newRow('outline', 0, ['字'.repeat(300)]));
  expect(paperFault('outline', { ...emptyBody('outline'), rows: long })).toContain('12000');
  expect(
    paperFault('outline', { ...emptyBody('outline'), rows: Array.from({ length: PAPER_ROWS_MAX + 1 }, () => newRow('outline')) }),
  ).toContain('行');
  const twice = newRow('outline');
  expect(paperFault('outline', { ...emptyBody('outline'), rows: [twice, twice] })).toContain('编号相同');
  for (const kind of PAPER_KINDS) expect(paperFault(kind, emptyBody(kind))).toBe(null);
});

it('says what changed from one version to another', () => {
  const [a, b, c] = [newRow('outline', 0, ['甲']), newRow('outline', 0, ['乙']), newRow('outline', 0, ['丙'])];
  const before = { title: '一', body: { ...emptyBody('outline'), rows: [a, b] } };
  expect(changeLine(before, before)).toBe('');
  expect(changeLine(before, { title: '二', body: { ...before.body, note: '新', rows: [{ ...b, cells: ['乙二'] }, a, c] } })).toBe(
    '增 1 行，改 1 行，调整顺序，改名，改说明',
  );
  expect(changeLine(before, { title: '一', body: { ...before.body, rows: [b], start: '10:00', tax_permille: 0 } })).toBe(
    '删 1 行，改为 10:00 开始，改费率',
  );
});
