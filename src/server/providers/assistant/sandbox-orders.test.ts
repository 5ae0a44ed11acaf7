import { expect, it } from 'vitest';
import type { ResultOf, ToolResult } from '#contract/assistant-results.ts';
import { defaultInput, findTool, type ToolFacts, type ToolKey } from '#contract/assistant-tools.ts';
import { ORDER_EXAMPLES, PAPER_KINDS } from '#contract/paper.ts';
import { withSums, withTimes } from '#contract/result-sums.ts';
import { changedByOrders } from './sandbox-orders.ts';
import { sandboxResult } from './sandbox-results.ts';

function document<K extends ToolKey>(tool: K): ResultOf<K> {
  const made = sandboxResult(tool, { ...defaultInput(findTool(tool) as ToolFacts), start: '18:00', people: '180' }, []) as ToolResult;
  const whole = made.tool === 'budget' ? withSums(made) : made.tool === 'rundown' ? withTimes(made, '18:00') : made;
  return whole as ResultOf<K>;
}
const changed = <K extends ToolKey>(tool: K, sentence: string, of: ResultOf<K> = document(tool)): ResultOf<K> =>
  changedByOrders(tool, JSON.stringify(of), sentence) as ResultOf<K>;
const row = (budget: ResultOf<'budget'>, item: string) => budget.rows.find((one) => one.item === item);

it.each(PAPER_KINDS.flatMap((kind) => ORDER_EXAMPLES[kind].map((order) => [kind, order] as const)))('%s understands %s', (kind, order) => {
  expect(changedByOrders(kind, JSON.stringify(document(kind)), order)).not.toEqual(document(kind));
});

it('changes rows of a budget exactly', () => {
  expect(row(changed('budget', '餐饮改成260人'), '餐饮')).toMatchObject({
    quantity: 260,
    price_fen: row(document('budget'), '餐饮')?.price_fen,
  });
  expect(row(changed('budget', '摄影加到8000'), '摄影摄像')).toMatchObject({ quantity: 1, price_fen: 800_000, amount_fen: 800_000 });
  expect(row(changed('budget', '把主持与节目减少 1.2万元'), '主持与节目')?.amount_fen).toBe(
    (row(document('budget'), '主持与节目')?.amount_fen ?? 0) - 1_200_000,
  );
  expect(row(changed('budget', '餐饮的单价改成 120.5'), '餐饮')).toMatchObject({ price_fen: 12_050 });
  const both = changed('budget', '删掉摄影，加一行 无人机 3,000元');
  expect([row(both, '摄影摄像'), row(both, '无人机')?.amount_fen, both.rows.at(-1)?.item]).toEqual([undefined, 300_000, '机动备用金']);
  expect(changed('budget', '删掉舞台').rows.filter(({ group }) => group === '舞台')).toEqual([]);
});

it.each(['总价压到10万', '预算控制在 10 万元以内', '把总价降到十万'])(
  '%s: the total is within it to the last fen, by shares',
  (sentence) => {
    const budget = changed('budget', sentence);
    expect(budget.limit_fen).toBe(10_000_000);
    expect(budget.total_fen).toBeLessThanOrEqual(10_000_000);
    expect(10_000_000 - budget.total_fen).toBeLessThan(3);
    expect(budget.rows.reduce((sum, { amount_fen }) => sum + amount_fen, 0)).toBe(budget.subtotal_fen);
    const other = withSums(document('budget'), { service_permille: 55, tax_permille: 13 });
    const sums = withSums(changed('budget', sentence, other), { service_permille: 55, tax_permille: 13 });
    expect(10_000_000 - sums.total_fen).toBeLessThan(3);
    expect(sums.total_fen).toBeLessThanOrEqual(10_000_000);
  },
);

it('changes a run-down: its start, its order, its parts', () => {
  const start = (sentence: string) => changed('rundown', sentence).rows[0]?.start;
  expect(['推迟半小时', '整体提前15分钟', '晚一个半小时开始', '19:00 开始', '改到晚上7点半开始', '开始时间改成 17:30'].map(start)).toEqual([
    ...['18:30', '17:45', '19:30', '19:00', '19:30', '17:30'],
  ]);
  const names = (sentence: string) => changed('rundown', sentence).rows.map(({ what }) => what);
  const order = names('抽奖提前到晚宴前');
  expect(order.indexOf('抽奖') + 1).toBe(order.indexOf('用餐与敬酒'));
  expect(names('删掉年度表彰')).not.toContain('年度表彰');
  expect(changed('rundown', '抽奖延长10分钟，领导致辞改成5分钟').rows.map(({ minutes }) => minutes)).not.toEqual(
    document('rundown').rows.map(({ minutes }) => minutes),
  );
  expect(changed('rundown', '加一个环节 无人机表演 15分钟 在抽奖后').rows.find(({ what }) => what === '无人机表演')?.minutes).toBe(15);
  const moved = names('签到移到抽奖后');
  expect([moved[0], changed('rundown', '签到移到抽奖后').rows[0]?.start]).toEqual(['开场视频与开场秀', '18:00']);
});

it('changes chapters of an outline, numbered without a gap', () => {
  const heads = (sentence: string) => changed('outline', sentence).sections.map(({ heading }) => heading);
  expect(heads('删掉第三章').slice(1, 4)).toEqual(['二、主题与创意', '三、场地与搭建', '四、执行分工']);
  expect(heads('加一章 应急预案').at(-1)).toBe('七、应急预案');
  expect(heads('执行分工移到第二章前').slice(0, 3)).toEqual(['一、目标与评价', '二、执行分工', '三、主题与创意']);
  expect(heads('第一章改名为 目标')[0]).toBe('一、目标');
  expect(changed('outline', '第二章加一条 主画面用蓝色').sections[1]?.points.at(-1)).toBe('主画面用蓝色');
});

it.each<[ToolKey, string, RegExp]>([
  ['budget', '写得喜庆一点', /^没有听懂“写得喜庆一点”。不接入模型时能听懂的修改，例如：“餐饮改成200人”/],
  ['budget', '删掉车队', /^没有找到“车队”$/],
  ['budget', '删掉设计与视频的一半', /没有找到/],
  ['budget', '现场执行改成100.01', /不能由 4 人平分到分，请写单价/],
  ['budget', '删掉摄影，再好看一点', /没有听懂“再好看一点”/],
  ['rundown', '节目改成20分钟', /不止一处：节目与互动（一）、节目与互动（二）/],
  ['rundown', '提前19小时', /到另一天/],
  ['outline', '删掉第十二章', /没有第十二章，一共 6 章/],
  ['slogans', '删掉第一条', /没有听懂/],
])('%s: %s is refused plainly', (tool, sentence, said) => {
  expect(() => changed(tool, sentence)).toThrow(said);
});
