import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RESULT_SCHEMAS, type ResultOf } from '#contract/assistant-results.ts';
import { resultText } from '#contract/assistant-text.ts';
import { ACTIVITIES, ASSISTANT_TOOLS, checkToolInput, defaultInput, type ToolInput, type ToolKey } from '#contract/assistant-tools.ts';
import { withSums } from '#contract/result-sums.ts';
import { sandboxResult } from './sandbox-results.ts';
import { CHECKS, COSTS, OWN_LINES, SEGMENTS } from './sandbox-words.ts';

const asked = (key: ToolKey, given: ToolInput) => {
  const tool = ASSISTANT_TOOLS.find((one) => one.key === key);
  if (!tool) throw new Error(key);
  return checkToolInput(tool, { ...defaultInput(tool), theme: '小满', to: '王经理', ...given }).input;
};
function made<K extends ToolKey>(key: K, given: ToolInput): ResultOf<K> {
  return RESULT_SCHEMAS[key].parse(sandboxResult(key, asked(key, given), [])) as ResultOf<K>;
}
const WEDDING = { activity: '婚礼', people: '120', more: '户外草坪，要清真餐，雨天备用帐篷；不要抛花' };
const WITH_MORE = ASSISTANT_TOOLS.filter(({ fields }) => fields.some(({ key }) => key === 'more')).map(({ key }) => key);

describe('what was typed under 补充要求', () => {
  it.each(WITH_MORE)('stands in %s, wish by wish', (key) => {
    const text = resultText(made(key, WEDDING));
    for (const wish of ['户外草坪', '要清真餐', '雨天备用帐篷', '不要抛花']) expect(text).toContain(wish);
  });

  it('is of the form in every tool, however long it is, and eight at most say how many more there are', () => {
    const more = fc.array(fc.constantFrom('户外草坪', '清真餐', '不要抽奖', '长'.repeat(70), '签到', '、', '不要酒'), { maxLength: 40 });
    fc.assert(
      fc.property(fc.constantFrom(...WITH_MORE), fc.constantFrom(...ACTIVITIES), more, (key, activity, wishes) => {
        made(key, { activity, more: wishes.join('，').slice(0, 500) });
      }),
    );
    const items = made('outline', { more: Array.from({ length: 12 }, (_, at) => `要求${at}`).join('\n') }).sections.at(-1);
    expect([items?.points.length, items?.points.at(-1)]).toEqual([8, '另有 5 项，见所填的原文']);
  });

  it('has rows of no amount in a budget, before the reserve', () => {
    const { rows, note } = made('budget', WEDDING);
    expect(rows.slice(-4).map(({ group, item, spec, amount_fen }) => [group, item, spec, amount_fen > 0])).toEqual([
      ['补充要求', '户外草坪', '待询价', false],
      ['补充要求', '要清真餐', '待询价', false],
      ['补充要求', '雨天备用帐篷', '待询价', false],
      ['其他', '机动备用金', '现场增补与不可预见', true],
    ]);
    expect(note).toContain('待询价的各项还没有金额');
    expect(made('budget', { activity: '婚礼' }).note).toMatch(/^各项金额是按固定比例从您填的总预算里分出来的.*不是市场行情[^补]*$/);
  });

  it('is to be ready before a run-down begins, or stands in the part it is about; what is not wanted is left out', () => {
    const { rows } = made('rundown', WEDDING);
    expect(rows[0]?.note).toMatch(/^按 120 人准备；.*开始前落实：户外草坪；雨天备用帐篷；不要抛花$/);
    expect(rows.find(({ who }) => who === '餐饮组')?.note).toContain('补充要求：要清真餐');
    expect(rows.map(({ what }) => what)).toContain('互动');
    expect(JSON.stringify(made('rundown', { activity: '年会', more: '不要抽奖环节' }).rows.map(({ what }) => what))).not.toContain('抽奖');
    const costs = made('budget', { activity: '婚礼', more: '不要摄影' }).rows.filter(({ item }) => item.includes('摄'));
    expect(costs).toEqual([]);
  });

  it('gives a run-down and an outline the parts that were typed, at their times where all say them', () => {
    const more = '环节：签到、领导致辞、云端合影\n不要车队';
    const { rows } = made('rundown', { activity: '年会', minutes: '60', more });
    expect(rows.map(({ what, who }) => [what, who])).toEqual([
      ['签到', '邀约组'],
      ['领导致辞', '主持'],
      ['云端合影', '导演'],
    ]);
    expect(rows.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(60);
    expect(made('outline', { more }).sections[2]?.points.map((point) => point.split('：')[0])).toEqual(['签到', '领导致辞', '云端合影']);
    const timed = made('rundown', { minutes: '180', start: '18:00', more: '环节：18:00 签到、18:30 开场、20:00 抽奖' });
    expect(timed.rows.map(({ what, minutes }) => [what, minutes])).toEqual([
      ['签到', 30],
      ['开场', 90],
      ['抽奖', 60],
    ]);
    const { note, rows: costs } = made('budget', { more });
    expect(note).toMatch(/按要求没有列入：不要车队。环节：签到、领导致辞、云端合影。$/);
    expect(costs.filter(({ price_fen }) => price_fen === 0)).toEqual([]);
  });

  it('turns on the risks it names wherever the event is, and refuses none by a refusal', () => {
    const names = (more: string) => made('risks', { activity: '团建', place: '室内', more }).rows.map(({ risk }) => risk);
    expect(names('雨天备用帐篷')).toEqual(expect.arrayContaining(['大风与降雨', '高温或低温']));
    expect(names('有二十个孩子')).toContain('儿童走失或磕碰');
    expect(names('晚上喝啤酒')).toContain('饮酒过量与酒后驾车');
    expect(names('晚上有篝火')).toContain('明火与易燃布置');
    const refused = names('不要明火');
    expect([refused.includes('明火与易燃布置'), refused.at(-1)]).toEqual([false, '补充要求没有落实']);
    expect(names('')).not.toContain('大风与降雨');
  });

  it('is not parted after a refusal, which may go on', () => {
    expect(made('outline', { more: '不要抽奖、唱歌' }).sections.at(-1)?.points).toEqual(['不要抽奖、唱歌']);
  });
});

describe('a run-down', () => {
  it('has fives of minutes where the length has as many, what is left in the last', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ACTIVITIES), fc.integer({ min: 30, max: 1_440 }), (activity, minutes) => {
        const all = made('rundown', { activity, minutes: String(minutes) }).rows.map((row) => row.minutes);
        expect(all.reduce((sum, one) => sum + one, 0)).toBe(minutes);
        if (minutes >= all.length * 5) expect(all.slice(0, -1).filter((one) => one % 5 > 0)).toEqual([]);
      }),
    );
  });
});

it.each(ACTIVITIES)('%s has parts, costs and words of its own', (activity) => {
  for (const table of [SEGMENTS, COSTS, CHECKS, OWN_LINES]) expect(Object.keys(table)).toContain(activity);
  expect(COSTS[activity]?.reduce((sum, [, , share]) => sum + share, 0)).toBeLessThan(1_000);
});

it('gives as many lines as were asked for, none of colleagues at a wedding', () => {
  for (const activity of ['年会', '婚礼']) {
    const { lines } = made('slogans', { activity, mood: '幽默', count: '20' });
    expect([lines.length, JSON.stringify(lines).includes('加班')]).toEqual([20, activity !== '婚礼']);
  }
});

it('promises in a poster nothing that was not typed', () => {
  expect(resultText(made('poster', { theme: '面包节' }))).not.toMatch(/限量|先到先得|名额/);
});

describe('amounts that a brief says of parts', () => {
  const costs = '场地 3.2万元\n餐饮 2.8万元\n搭建 4万元\n摄影 1.5万元\n冰雕 8000元';
  const summed = (given: ToolInput) => withSums(made('budget', given));

  it('stand in the rows of these parts, or in rows of their own; the rest is shared among the others', () => {
    const { rows, note, total_fen } = summed({ activity: '年会', total: '200000', people: '80', costs });
    const said = rows.filter(({ spec }) => spec.startsWith('简报写明'));
    expect(said.map(({ group, item, amount_fen }) => [group, item, amount_fen / 100])).toEqual([
      ['场地', '场地租赁', 32_000],
      ['场地', '餐饮', 28_000],
      ['舞台', '舞台与背景搭建', 40_000],
      ['人员', '摄影摄像', 15_000],
      ['其他', '冰雕', 8_000],
    ]);
    expect(rows.find(({ item }) => item === '餐饮')).toMatchObject({ quantity: 80, price_fen: 35_000 });
    expect(rows.find(({ item }) => item === '灯光音响')?.amount_fen).toBeGreaterThan(0);
    expect([total_fen <= 20_000_000, 20_000_000 - total_fen < 500]).toEqual([true, true]);
    expect(note).toMatch(/^简报写明 5 项，合计 ¥123,000.00，占总预算 ¥200,000.00 的 61.5%；余下的留出服务费和税金后分给其余各项。/);
  });

  it('are compared with the total; parts without money are named, not listed at nothing', () => {
    const over = made('budget', { activity: '年会', total: '120000', costs });
    expect(over.note).toMatch(/^简报写明 5 项，合计 ¥123,000.00，已超过总预算 ¥120,000.00，超出 ¥3,000.00，请核对/);
    expect(over.note).toContain('没有余额的各项没有列入：灯光音响、');
    expect(over.rows).toHaveLength(5);
    expect(made('budget', { activity: '年会', total: '130000', costs }).note).toContain('没有超过总预算 ¥130,000.00，但加上服务费和税金');
  });

  it('of one are multiplied; of several parts, or of half a part, they leave the rest', () => {
    const { rows } = made('budget', { activity: '婚礼', people: '200', total: '200000', costs: '宴席 3888元/桌\n摄影、妆发 2万元' });
    expect(rows.slice(0, 1)).toMatchObject([{ item: '宴席', quantity: 20, unit: '桌', price_fen: 388_800 }]);
    expect(rows.map(({ item }) => item)).toEqual(expect.arrayContaining(['摄影、妆发', '花艺与舞美', '礼服']));
    const split = made('budget', { activity: '年会', total: '300000', costs: '主持人 1.2万元' }).rows.map(({ item }) => item);
    expect(split).toEqual(expect.arrayContaining(['主持人', '节目']));
  });

  it('any sums fit the form of a budget', () => {
    const lines = fc.array(
      fc.constantFrom('场地 1元', '餐饮 150元/人', '灯光、音响 3.33元', '甲 9000000元', '舞台 0.01元', '每桌 3元', '乱'),
      {
        maxLength: 30,
      },
    );
    fc.assert(
      fc.property(fc.constantFrom(...ACTIVITIES), lines, fc.integer({ min: 1_000, max: 900_000 }), (activity, said, total) => {
        made('budget', { activity, total: String(total), costs: said.join('\n').slice(0, 500) });
      }),
    );
  });
});

it('a venue is one point and no row of nothing; an event without a template says whose it is', () => {
  const more = '活动类型：品鉴会\n场地：苏州，江南博物馆一号展厅\n场地要求：层高6米 无柱\n着正装';
  const { rows, title, note } = made('budget', { activity: '年会', people: '80', more });
  expect(rows.filter(({ amount_fen }) => amount_fen === 0)).toEqual([]);
  expect(rows[0]?.spec).toBe('苏州，江南博物馆一号展厅；场地要求：层高6米 无柱；含进撤场半天');
  expect([title, note.includes('着正装')]).toEqual(['小满预算表（80 人）（参照年会模板）', true]);
  const outline = made('outline', { activity: '年会', more });
  expect([outline.title, outline.sections[3]?.points[0]]).toEqual(['小满品鉴会活动大纲（参照年会模板）', '场地：苏州，江南博物馆一号展厅']);
  expect(made('risks', { activity: '年会', more }).title).toBe('品鉴会风险预案（参照年会模板）');
});
