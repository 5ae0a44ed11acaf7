import { expect, it } from 'vitest';
import type { AboutWord } from './port.ts';
import { readFile } from './sandbox-file.ts';

const own = (...words: string[]): AboutWord => ({ words, parts: [], is: 'own' });
const file = (text: string) => [{ n: 1, own: true, kind: '提问者的文件', title: '简报.txt 第 1 部分', text }];
const asked = (question: string, about: AboutWord[], text: string) => {
  const { lines, is_nothing } = readFile({ question, about }, file(text));
  return is_nothing ? [] : lines.map((line) => line.text);
};
const BRIEF = `人数：180 名成人和 60 名儿童
总预算：45 万元，其中餐饮2.8万，搭建4万，摄影1.5万
花艺：香槟与白，1.2 万元
主屏为 24米×6米 LED 屏
禁止事项：明火、无人机
交通：地铁 5 号线长河站
联系人：王敏经理 13800000000`;

it.each<[string, AboutWord[], RegExp]>([
  ['屏幕多大', [own('屏幕')], /^主屏为 24米×6米/],
  ['LED屏尺寸是多少', [own('led屏'), own('尺寸')], /^主屏为 24米×6米/],
  ['有多少孩子', [own('孩子')], /60 名儿童/],
  ['不能做什么', [own('什么')], /^禁止事项/],
  ['怎么去', [], /^交通/],
  ['联系人是谁', [own('联系人')], /^联系人：王敏/],
  ['餐饮和搭建一共多少', [own('餐饮'), own('搭建'), own('一共')], /^餐饮 28,000 元 \+ 搭建 40,000 元 = 68,000 元（按文件里的金额相加）$/],
  ['餐饮、搭建和摄影加起来多少钱', [own('餐饮')], / = 83,000 元/],
  ['花艺和摄影一共多少', [own('花艺')], /^花艺 12,000 元 \+ 摄影 15,000 元 = 27,000 元/],
  ['搭建比餐饮贵多少', [own('搭建'), own('餐饮')], /^搭建 40,000 元，餐饮 28,000 元，相差 12,000 元$/],
  ['最贵的是哪一项', [], /^金额最高的是搭建，40,000 元$/],
])('%s', (question, about, first) => {
  expect(asked(question, about, BRIEF)[0]).toMatch(first);
});

it('a sum stands before the lines that it is made of, also of a table', () => {
  const rows = '项目 | 金额 | 负责人\n场地租赁 | 80000 | 王涛\n餐饮 | 39600 | 王涛\n灯光 | 9000 | 李敏';
  expect(asked('场地和餐饮一共多少', [own('场地'), own('餐饮')], rows)).toEqual([
    '场地租赁 80,000 元 + 餐饮 39,600 元 = 119,600 元（按文件里的金额相加）',
    '项目：场地租赁；金额：80000；负责人：王涛',
    '项目：餐饮；金额：39600；负责人：王涛',
  ]);
});

it.each(['明星代言是谁', '主持人是谁', '赞助商是哪位', '帐篷多大'])('%s: what the file does not name is denied', (question) => {
  expect(asked(question, [own(question.replace(/是.*|多大/, ''))], BRIEF)).toEqual([]);
});

const TABLE = `类别 | 项目 | 数量 | 金额 | 备注
搭建 | 舞台 | 1 | 8800 | 含舞台灯光
搭建 | 帐篷 | 10 | 7000 | 靠近舞台
设备 | 音响 | 1 | 4900 |
人员 | 保安 | 12 | 3420 |
宣传 | 海报 | 40 | 1440 |
合计 |  |  | 25560 |`;
it.each<[string, AboutWord[], RegExp, number]>([
  ['除了舞台一共多少', [own('舞台')], /^除“舞台”外，4 行“金额”相加：16,760$/, 4],
  ['除去保安和海报合计多少', [own('保安'), own('海报')], /^除“保安、海报”外，3 行“金额”相加：20,700$/, 3],
  ['不含搭建多少钱', [own('搭建')], /^除“搭建”外，3 行“金额”相加：9,760$/, 3],
  ['舞台除外的费用合计', [own('舞台'), own('费用')], /相加：16,760$/, 4],
  ['不算舞台，平均每项多少钱', [own('不算'), own('每项')], /^除“舞台”外，4 行“金额”平均：4,190$/, 4],
  ['除了舞台有几项', [], /^除“舞台”外，一共 4 行$/, 4],
  ['舞台以外最贵的是哪项', [own('舞台')], /^除“舞台”外，“金额”最高的是 7,000$/, 1],
  ['不算海报最便宜的是什么', [own('海报')], /^除“海报”外，“金额”最低的是 3,420$/, 1],
  ['除了帐篷还有什么', [own('还有')], /^除“帐篷”外，有 4 行$/, 4],
  ['除了烟花一共多少', [own('烟花')], /^文件的表里没有“烟花”，5 行“金额”相加：25,560$/, 5],
])('rows that are left out count in nothing, and the answer says so: %s', (question, about, first, rows) => {
  const lines = asked(question, about, TABLE);
  expect([lines[0], lines.length]).toEqual([expect.stringMatching(first), rows + 1]);
});

it.each<[string, RegExp]>([
  [
    '除了餐饮其他一共多少钱',
    /^除“餐饮”外，搭建 40,000 元 \+ 摄影 15,000 元 \+ 花艺 12,000 元 = 67,000 元（[^）]*）；写明的总额 450,000 元减去它是 422,000 元$/,
  ],
  ['除了搭建哪项最贵', /^除“搭建”外，金额最高的是餐饮，28,000 元$/],
  ['有几项费用', /^写明金额的有 4 项：餐饮、搭建、摄影、花艺$/],
  ['平均每项费用多少', /^4 项平均 23,750 元：/],
])('also of amounts in sentences: %s', (question, first) => {
  expect(asked(question, [], BRIEF)[0]).toMatch(first);
});

const PEOPLE = '员工 300 人，其中管理层 40 人\n嘉宾 200 人，媒体 32 人\n工作人员 120 人\n每桌 10 人，主持人王敏';
it.each<[string, AboutWord[], string]>([
  ['一共多少人来', [own('人来')], '员工 300 人 + 嘉宾 200 人 + 媒体 32 人 + 工作人员 120 人 = 652 人'],
  ['参加的总共多少人', [own('参加')], '= 652 人'],
  ['嘉宾和媒体一共多少人', [own('嘉宾'), own('媒体')], '嘉宾 200 人 + 媒体 32 人 = 232 人'],
  ['不算工作人员有多少人', [own('不算'), own('工作人员')], '除“工作人员”外，员工 300 人 + 嘉宾 200 人 + 媒体 32 人 = 532 人'],
])('people of several lines are added: %s', (question, about, sum) => {
  expect(asked(question, about, PEOPLE)[0]).toContain(sum);
});
it('a number of all people is no sum, and what only asks is never missing', () => {
  expect(asked('一共多少人来', [own('人来')], '总人数约 300 人\n嘉宾 200 人，媒体 32 人')).toEqual(['总人数约 300 人']);
  expect(asked('一共多少人来', [], BRIEF)[0]).toContain('成人 180 人 + 儿童 60 人 = 240 人');
  expect(readFile({ question: '多少人来参加', about: [own('人来'), own('参加')] }, file('人数待定，嘉宾 200 人')).found).not.toContain(
    '没有找到',
  );
});

const RULES = `# 校庆
现场禁止使用明火和纸屑礼花，音响 21:30 后停止
校园内禁止吸烟
不得携带宠物入校
严禁放飞氢气球
允许家长拍照，不允许直播课堂
## 禁止事项
- 无人机
- 自带酒水
## 其他
停车位 40 个`;
it.each<[string, string[], string]>([
  ['能放冷焰火吗', ['冷焰火'], '现场禁止使用明火'],
  ['可不可以撒花', ['撒花'], '纸屑礼花'],
  ['能抽烟吗', ['抽烟'], '禁止吸烟'],
  ['可以带狗吗', ['带狗'], '宠物'],
  ['让不让放气球', ['气球'], '氢气球'],
  ['家长能拍照吗', ['家长', '拍照'], '允许家长拍照'],
  ['能航拍吗', ['航拍'], '禁止事项：无人机'],
  ['允许带红酒吗', ['允许', '红酒'], '禁止事项：自带酒水'],
])('whether it is allowed is said by what the file forbids: %s', (question, words, line) => {
  const { lines, is_nothing, open } = readFile({ question, about: words.map((word) => own(word)) }, file(RULES));
  expect([lines.map(({ text }) => text), is_nothing, open]).toEqual([[expect.stringContaining(line)], false, []]);
});
it('all that is forbidden is shown where it names nothing near; what the file has is shown itself', () => {
  const of = (question: string, word: string) => readFile({ question, about: [own(word)] }, file(RULES));
  const none = of('能骑自行车吗', '自行车');
  expect([none.found, none.is_nothing, none.open, none.lines.length]).toEqual([
    expect.stringContaining('没有在您的文件里找到写“骑自行车”'),
    true,
    [],
    7,
  ]);
  expect(of('可以停车吗', '停车').lines.map(({ text }) => text)).toEqual(['停车位 40 个']);
  expect(of('有哪些禁止的', '禁止').lines).toHaveLength(7);
  expect(of('能帮我总结一下吗', '总结').found).toBe('按顺序摘录了您的文件');
});

it('lines answer what is named, and a day is asked of days', () => {
  const text = '# 周年庆典\n时间：3月20日 14:00\n14:40 开场舞\n音响：陈老师，7:30 到位\n家长 320 名\n保安公司 12 人\n2 月 10 日前提交方案';
  expect(asked('哪天', [], text)).toEqual(['时间：3月20日 14:00', '2 月 10 日前提交方案']);
  expect(asked('方案什么时候交', [own('交')], text)).toEqual(['2 月 10 日前提交方案']);
  expect(asked('家长多少人', [own('家长')], text)).toEqual(['家长 320 名']);
  expect(asked('活动叫什么名字', [own('名字')], text)).toEqual(['周年庆典']);
  // words that the beginning of a file gave the question
  expect(asked('多少人来', [own('人'), own('开场舞')], text)[0]).toContain('家长 320');
});

it('asks of what the title does not say: what the file is about stands in each question', () => {
  const text = '# 客户沙龙执行方案\n日期：12月20日\n地点：西溪会馆\n活动结束后 15 个工作日内付尾款 60%';
  expect(asked('客户沙龙的尾款什么时候付', [own('客户沙龙'), own('尾款')], text)).toContain('活动结束后 15 个工作日内付尾款 60%');
  expect(asked('客户沙龙在哪里', [own('客户沙龙')], text)).toContain('地点：西溪会馆');
});

it('adds all amounts where the total is asked and the file says none', () => {
  const text = '客户答谢会\n场地：98000元\n搭建：32000元\n主持：6000元\n大巴 8:30 发车';
  for (const question of ['一共花多少钱', '费用一共多少', '总共要多少钱'])
    expect([question, asked(question, [], text)[0]]).toEqual([question, expect.stringContaining('= 136,000 元')]);
  expect(asked('一共花多少钱', [], `${text}\n总预算 15万元`).join()).not.toContain('136,000');
});
