import { expect, it } from 'vitest';
import { budgetFen, budgetText, checkDemand, type DemandForm, EMPTY_DEMAND, labelPath, STEP_OF, tidyDemand, timeLeft } from './demand.ts';

const right: DemandForm = {
  ...EMPTY_DEMAND,
  label_id: 1,
  title: '三百人年会找整体方案',
  event: '年会庆典',
  people: '300',
  event_date: '2026-12-20',
  city: '杭州',
  budget_min: '3万',
  budget_max: '５００００',
  needs: '需要主题创意、流程脚本和舞美效果图，一周内给初稿，可以改两轮，请附报价明细。',
};
const TODAY = '2026-11-22';

it('C-205 finds nothing wrong with a whole form', () => {
  expect(checkDemand(right, TODAY)).toEqual({});
  expect(checkDemand({ ...right, people: '', event_date: '', budget_min: '', budget_max: '' }, TODAY)).toEqual({});
});

it.each([
  [{ label_id: null }, 'label_id', '请选择要找什么'],
  [{ title: '年会' }, 'title', '标题至少 6 个字，说清楚要办什么活动'],
  [{ title: '年会方案找我 13812345678' }, 'title', '请不要写联系方式：「13812345678」看起来是电话号码'],
  [{ event: '骑马' }, 'event', '请选择活动类型'],
  [{ people: '三百' }, 'people', '人数请填整数，例如 300'],
  [{ people: '0' }, 'people', '人数请填整数，例如 300'],
  [{ event_date: '2026-11-21' }, 'event_date', '活动日期已经过去'],
  [{ event_date: '2026-02-30' }, 'event_date', '活动日期无效'],
  [{ city: '亚特兰蒂斯' }, 'city', '请从列表中选择城市'],
  [{ budget_min: '很多' }, 'budget_min', '预算请填金额，例如 50000 或 5万'],
  [{ budget_min: '6万' }, 'budget_max', '最高预算不能低于最低预算'],
  [{ needs: '要方案' }, 'needs', '请写清楚要做什么、交付什么，至少 20 个字'],
  [{ files: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] }, 'files', '附件最多 9 个'],
  [{ open_days: 3 }, 'open_days', '请选择开放多久'],
] as const)('refuses %j', (change, field, message) => {
  expect(checkDemand({ ...right, ...change }, TODAY)).toEqual({ [field]: message });
  expect(STEP_OF[field]).toBeDefined();
});

it.each([
  ['50000', 5_000_000],
  ['5万', 5_000_000],
  ['５．５ 万元', 5_500_000],
  ['￥3,000.50', 300_050],
  ['0', 0],
  ['', null],
  ['-1', null],
  ['1e5', null],
  ['5千', null],
])('reads %s as %s fen', (text, fen) => {
  expect(budgetFen(text)).toBe(fen);
});

it.each([
  [null, null, '面议'],
  [null, 5_000_000, '5 万元以内'],
  [3_000_000, 5_000_000, '3 万至 5 万元'],
  [5_000_000, 5_000_000, '5 万元'],
  [80_000, 80_000, '800 元'],
])('tells a budget of %s to %s as %s', (min, max, text) => {
  expect(budgetText(min, max)).toBe(text);
});

it.each([
  [86_400 * 3 + 5, '还剩 3 天'],
  [7_200, '还剩 2 小时'],
  [60, '不到 1 小时'],
  [0, '已截止'],
])('tells %s seconds as %s', (left, text) => {
  expect(timeLeft(1_000_000 + left, 1_000_000)).toBe(text);
});

it('cuts what is kept and keeps files once', () => {
  const kept = tidyDemand({ ...right, title: ` ${'年'.repeat(60)} `, files: [3, 3, 4] });
  expect([...kept.title]).toHaveLength(40);
  expect(kept.files).toEqual([3, 4]);
});

it('leads a label that is alone of its type to the page of the type', () => {
  const [one, two, three] = [
    { id: 1, name: '找方案', label: '方案', type: 1 },
    { id: 2, name: '找婚礼方案', label: '婚礼', type: 1 },
    { id: 3, name: '招标', label: '招标', type: 3 },
  ] as const;
  expect(labelPath(one, [one, three])).toBe('/demandProgramme');
  expect(labelPath(one, [one, two, three])).toBe('/demand?labelId=1');
  expect(labelPath(three, [one, two, three])).toBe('/demandBidding');
});
