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

it('the note of a row follows its count, and no other number of it does', () => {
  const budget = document('budget');
  const spec = '主持 1 人，节目 4 个，每 50 人 1 名';
  const rows = budget.rows.map((one) => (one.item === '主持与节目' ? { ...one, spec } : one));
  const noted = (order: string) => row(changed('budget', order, { ...budget, rows }), '主持与节目');
  expect(noted('主持人加到两个')).toMatchObject({ quantity: 2, spec: '主持 2 人，节目 4 个，每 50 人 1 名' });
  expect(noted('主持改成3人')?.spec).toContain('主持 3 人，节目 4 个');
  expect(noted('主持打九折')?.spec).toBe(spec);
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

const budgetRow = (order: string, item: string) => {
  const { quantity, unit, price_fen } = row(changed('budget', order), item) ?? {};
  return quantity === undefined ? [] : [quantity, unit, (price_fen ?? 0) / 100];
};
it.each<[string, string, Array<string | number>]>([
  ['加一行 茶艺师 2人每人1500元', '茶艺师', [2, '人', 1_500]],
  ['加一行 茶艺师，2人，每人1500元', '茶艺师', [2, '人', 1_500]],
  ['加一项 大巴 3辆 每辆1200', '大巴', [3, '辆', 1_200]],
  ['加一行大巴3辆共3600元', '大巴', [3, '辆', 1_200]],
  ['增加签到礼品 200份每份15元', '签到礼品', [200, '份', 15]],
  ['再加一个暖场乐队 8千', '暖场乐队', [1, '项', 8_000]],
  ['加一行 保险', '保险', [1, '项', 0]],
  ['把舞台搭建减半', '舞台与背景搭建', [1, '项', 11_355.5]],
  ['灯光打八折', '灯光音响', [1, '项', 12_578.4]],
  ['餐饮增加10%', '餐饮', [180, '人', 234.3]],
  ['餐饮降两成', '餐饮', [180, '人', 170.4]],
  ['摄影翻倍', '摄影摄像', [1, '项', 10_482]],
  ['舞台砍掉一半', '舞台与背景搭建', [1, '项', 11_355.5]],
  ['人数改成150', '餐饮', [150, '人', 213]],
  ['按150人算', '伴手礼与签到物料', [150, '人', 58]],
  ['餐饮加20人', '餐饮', [200, '人', 213]],
  ['伴手礼数量改成200份', '伴手礼与签到物料', [200, '人', 58]],
  ['餐饮每人150元', '餐饮', [180, '人', 150]],
  ['餐标改成180', '餐饮', [180, '人', 180]],
  ['餐饮改成150元/人', '餐饮', [180, '人', 150]],
  ['餐饮单价降10元', '餐饮', [180, '人', 203]],
  ['LED屏降到1万', '大屏与视频播控', [1, '项', 10_000]],
  ['主持人改成5000', '主持与节目', [1, '项', 5_000]],
  ['摄影 6000元', '摄影摄像', [1, '项', 6_000]],
  ['麻烦把主持的费用改成一万二可以吗', '主持与节目', [1, '项', 12_000]],
  ['从机动备用金拿2000到摄影', '摄影摄像', [1, '项', 7_241]],
  ['第三行改成5000', '舞台与背景搭建', [1, '项', 5_000]],
  ['把摄影改名为照片直播', '照片直播', [1, '项', 5_241]],
  ['场地租赁换成草坪场地', '草坪场地', [1, '项', 27_952]],
  ['餐饮按 200 元一位算', '餐饮', [180, '人', 200]],
  ['伴手礼每份80元', '伴手礼与签到物料', [180, '人', 80]],
  ['把灯光音响从1万5改成1万2', '灯光音响', [1, '项', 12_000]],
  ['给主持多留3000', '主持与节目', [1, '项', 20_470]],
  ['舞台降到原来的七成', '舞台与背景搭建', [1, '项', 15_897.7]],
  ['场地费全免', '场地租赁', [1, '项', 0]],
  ['灯光、音响都打九折', '灯光音响', [1, '项', 14_150.7]],
  ['大屏不租了', '大屏与视频播控', []],
  ['灯光音响单位改成套', '灯光音响', [1, '套', 15_723]],
])('a budget understands %s', (order, item, said) => {
  expect(budgetRow(order, item)).toEqual(said);
});

it('rates, totals, groups and the order of a budget change, and all rows at once', () => {
  const rates = (order: string) => {
    const { service_permille, tax_permille, service_fen, subtotal_fen } = changed('budget', order);
    expect(service_fen).toBe(Math.round((subtotal_fen * (service_permille ?? 0)) / 1_000));
    return [service_permille, tax_permille];
  };
  expect([rates('服务费改成5%'), rates('服务费率降到6.5%'), rates('税金改成3%'), rates('不要服务费'), rates('服务费减半')]).toEqual([
    [50, 60],
    [65, 60],
    [80, 30],
    [0, 60],
    [40, 60],
  ]);
  const total = (order: string) => changed('budget', order).limit_fen;
  expect([total('总价打九折'), total('总预算增加2万'), total('再便宜5000')].map((fen) => Math.round((fen ?? 0) / 100_000))).toEqual([
    180, 220, 195,
  ]);
  expect(changed('budget', '总价改成15万，服务费改成5%')).toMatchObject({ limit_fen: 15_000_000, service_permille: 50 });
  expect(changed('budget', '全部打九折').rows.every(({ price_fen }, at) => price_fen < (document('budget').rows[at]?.price_fen ?? 0))).toBe(
    true,
  );
  expect(changed('budget', '删掉摄影、大屏').rows).toHaveLength(document('budget').rows.length - 2);
  expect(changed('budget', '删除舞台这一类').rows.some(({ group }) => group === '舞台')).toBe(false);
  expect(changed('budget', '摄影移到最前').rows[0]?.item).toBe('摄影摄像');
  expect(row(changed('budget', '摄影归到内容类别'), '摄影摄像')?.group).toBe('内容');
  expect(row(changed('budget', '在舞台里加一项 LED屏 1万2'), 'LED屏')).toMatchObject({ group: '舞台', price_fen: 1_200_000 });
});

const at = (order: string, what: string) => {
  const { rows } = withTimes(changed('rundown', order), changed('rundown', order).rows[0]?.start ?? '');
  const found = rows.find((one) => one.what.includes(what));
  return [found?.start, found?.minutes, found?.who].join(' ');
};
it.each<[string, string, string]>([
  ['改到19:00开场', '签到', '19:00 20 邀约组'],
  ['晚上七点半开始', '签到', '19:30 20 邀约组'],
  ['结束时间改成21:30', '散场', '21:19 11 执行组'],
  ['总时长改成2小时', '签到', '18:00 13 邀约组'],
  ['抽奖提前10分钟', '抽奖', '20:20 15 技术组'],
  ['晚宴改到19:30', '用餐', '19:30 40 餐饮组'],
  ['领导致辞压缩一半', '领导致辞', '18:25 5 主持'],
  ['所有环节缩短1分钟', '领导致辞', '18:23 9 主持'],
  ['抽奖 20分钟', '抽奖', '20:30 20 技术组'],
  ['签到由小王负责', '签到', '18:00 20 小王'],
  ['小王负责签到', '签到', '18:00 20 小王'],
  ['所有负责人改成王明', '抽奖', '20:30 15 王明'],
  ['把抽奖换成砸金蛋', '砸金蛋', '20:30 15 技术组'],
  ['在抽奖后加一个无人机表演 15分钟', '无人机', '20:45 15 '],
  ['开场前加一个暖场 10分钟', '暖场', '18:20 10 '],
  ['抽奖后面插入10分钟的互动游戏', '互动游戏', '20:45 10 '],
  ['最后加一个大合照 5分钟', '大合照', '21:00 5 '],
  ['节目与互动（一）和抽奖对调', '抽奖', '18:55 15 技术组'],
  ['先抽奖再表彰', '抽奖', '18:35 15 技术组'],
  ['合并领导致辞和年度表彰', '领导致辞与年度表彰', '18:25 30 主持'],
  ['晚宴往后挪20分钟', '用餐', '19:45 40 餐饮组'],
  ['颁奖环节砍掉', '领导致辞', '18:25 10 主持'],
  ['整体压缩到150分钟', '签到', '18:00 16 邀约组'],
  ['领导致辞控制在6分钟以内', '领导致辞', '18:25 6 主持'],
  ['比原定晚一个小时', '签到', '19:00 20 邀约组'],
  ['开场秀由导演组换成舞美组负责', '开场', '18:20 5 舞美组'],
  ['删掉第三个环节', '年度表彰', '18:25 20 导演'],
])('a run-down understands %s', (order, what, said) => {
  expect(at(order, what)).toBe(said);
});

it('points and chapters of an outline are added, changed and moved by their place', () => {
  const sections = (order: string) => changed('outline', order).sections;
  expect(sections('在第二章后加一章 嘉宾邀请')[2]?.heading).toBe('三、嘉宾邀请');
  expect(sections('第二章第2条改成 主色用红色')[1]?.points[1]).toBe('主色用红色');
  expect(sections('删掉第二章第一条')[1]?.points).toHaveLength(1);
  expect(sections('主题与创意和流程框架互换')[1]?.heading).toBe('二、流程框架');
  expect(sections('删掉执行分工和时间表')).toHaveLength(4);
  expect(sections('主题与创意里增加 开场用国风，配古筝')[1]?.points.at(-1)).toBe('开场用国风，配古筝');
  expect(sections('时间表加一条 T-7 天：确认菜单').at(-1)?.points.at(-1)).toBe('T-7 天：确认菜单');
  expect(['加一部分 传播计划', '新增章节：传播计划'].map((order) => sections(order).at(-1)?.heading)).toEqual([
    '七、传播计划',
    '七、传播计划',
  ]);
  expect(changed('outline', '人数改成260人').lead).toBe('260 人规模。');
});

it('lists take tasks, people and days; risks their chance and measures', () => {
  const task = (order: string, text: string) => {
    const groups = changed('checklist', order).groups.map(({ title, items }) => ({
      title,
      item: items.find((one) => one.text.includes(text)),
    }));
    const { title, item } = groups.find(({ item: one }) => one !== undefined) ?? {};
    return [title, item?.owner, item?.due].join('|');
  };
  expect(task('在冲刺里加一条 打印座位卡', '座位卡')).toBe('冲刺||活动前 3 天');
  expect(task('加一条 租对讲机，负责人小王，最晚活动前5天', '租对讲机')).toBe('收尾|小王|活动前5天');
  expect(task('主画面交给小李', '主画面')).toBe('设计与节目|小李|活动前 21 天');
  expect(task('节目单提前3天', '节目单')).toBe('设计与节目|导演|活动前 24 天');
  expect(task('物料进库移到现场', '物料进库')).toBe('现场|物料|活动前 3 天');
  expect(task('把采购换成小陈', '搭建')).toBe('邀请与供应商|小陈|活动前 14 天');
  expect(changed('checklist', '加一组 VIP 接待').groups.at(-1)?.title).toBe('VIP 接待');
  expect(changed('checklist', '删掉冲刺').groups.map(({ title }) => title)).not.toContain('冲刺');
  const risk = (order: string, name = '停电') => changed('risks', order).rows.find(({ risk: one }) => one.includes(name));
  expect([risk('停电可能性改成高'), risk('停电改为高')].map((one) => one?.chance)).toEqual(['高', '高']);
  expect(risk('停电概率调低')?.chance).toBe('低');
  expect(risk('停电应对加上备两台发电机')?.measure).toMatch(/在岗；备两台发电机$/);
  expect(risk('停电由李工负责')?.owner).toBe('李工');
  expect(risk('加一个风险 台风 应对 改到室内 负责人小王', '台风')).toMatchObject({ measure: '改到室内', owner: '小王' });
});

it.each<[ToolKey, string, RegExp]>([
  ['budget', '服务费改成5000元', /按比例算的，请写百分比，如“服务费改成5%”/],
  ['budget', '把日期改到12月25日', /没有“日期”这一格，请写明原来的字/],
  ['rundown', '地点改成上海', /没有“地点”这一格/],
  ['rundown', '领导致辞提前20分钟', /前面的“开场视频与开场秀”只有 5 分钟/],
  ['checklist', '撤场提前5天', /请写明改成哪一天/],
  ['risks', '停电可能性改成很大', /写低、中或高/],
])('%s: %s is refused with the reason', (tool, sentence, said) => {
  expect(() => changed(tool, sentence)).toThrow(said);
});
