import { beforeAll, beforeEach, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { createCtx } from '#server/app/ctx.ts';
import { answerOf, askAssistant, assistantStanding, readFile, writeAnswer } from '#server/modules/assistant/index.ts';
import { storeOriginal } from '#server/modules/publishing/index.ts';
import { indexItem } from '#server/modules/search/index.ts';
import { createSandboxAssistant } from '#server/providers/assistant/sandbox.ts';
import { testApp } from '../support/app.ts';
import { makeItem } from '../support/catalog.ts';
import { makePerson, type Person } from '../support/people.ts';

const t = testApp();
let asker: Person;
let asked = 0;
const as = () => createCtx(t.app, asker.actor, 'test');

beforeAll(async () => {
  const { id: publisher_id } = await makePerson(t);
  const works = [
    ['月满中秋：企业中秋节活动创意', '中秋节活动创意：月饼、灯谜与游园，三百人。', '灯谜区要两名工作人员'],
    ['端午海报两张', '端午节日海报，粽叶与龙舟。', '可改字'],
    ['一场活动要多少工作人员：岗位表', '按人数排岗位：签到、引导、保安。', '签到每百人两名。保安按报批要求，每五十人一名。'],
    ['公司年会全案', '三百人年会的流程与预算。', '年会预算按场地六成、餐饮三成来定。'],
    ['草坪婚礼全案', '婚礼策划，户外草坪。', '婚礼主持人提前一个月定'],
    ['婚礼花艺', '婚礼花艺布置，报价以花单为准。', '鲜花提前三天定'],
    ['婚礼花艺二', '婚礼花艺，报价按桌。', '鲜花提前三天定'],
    ['婚礼摄影', '婚礼摄影，报价按天。', '一天两机位'],
    ['活动预算表与报价单模板', '年会、婚礼都能用的表格。', '公式已经写好'],
  ] as const;
  for (const [title, introduction, page] of works)
    await indexItem(
      t.ctx(),
      await makeItem(t.ctx(), { publisher_id, title, introduction, page_texts: [page], free_pages: 1, page_count: 1 }),
    );
  t.app.providers.assistant = createSandboxAssistant({ pace_ms: 0 });
});
beforeEach(async () => {
  asker = await makePerson(t);
});

async function talk(questions: readonly string[], files: number[] = []) {
  let conversation_id = 0;
  const turns = [];
  for (const question of questions) {
    const key = `subject-${++asked}`;
    const given = conversation_id === 0 ? files : [];
    const turn = await askAssistant(as(), {
      ...{ key, conversation_id, after: turns.at(-1)?.id ?? 0, beside: 0, files: given, tool: '', question, input: {}, pay: false },
    });
    await writeAnswer(t.ctx(), turn.id, new AbortController().signal);
    turns.push(await answerOf(as(), turn.id));
    conversation_id = turn.conversation_id;
  }
  return turns;
}
const titles = (turn: Awaited<ReturnType<typeof talk>>[number] | undefined) => turn?.sources.map(({ title }) => title) ?? [];

it('looks for what no work says of the subject before in works of no other event, and finds nothing where none says it', async () => {
  const [feast, guards, tender, flow] = await talk(['中秋节活动创意', '需要多少保安', '怎么写招标文件', '那灯谜呢']);
  expect(titles(feast)[0]).toContain('中秋');
  expect([guards?.sought, titles(guards)[0]]).toEqual(['中秋节 需要多少保安', '一场活动要多少工作人员：岗位表']);
  expect(guards?.text).toContain('保安按报批要求');
  expect([tender?.sought, titles(tender)]).toEqual(['', []]);
  expect(tender?.text).toContain('不计次数');
  expect(flow?.sources).toBeDefined();
});

it('goes on with the subject before where works say both', async () => {
  const [, budget, host] = await talk(['公司年会怎么办', '预算怎么分配', '那流程呢']);
  expect([budget?.sought, titles(budget)]).toEqual(['年会 预算怎么分配', expect.arrayContaining(['公司年会全案'])]);
  expect(budget?.text).toContain('场地六成');
  expect(host?.sought).toContain('年会');
});

it('finds the work whose title is what is asked for, beside the works of the event', async () => {
  const [list] = await talk(['有没有婚礼的报价单模板']);
  const [fitting = ''] = (list?.text ?? '').split('### 相近的作品');
  expect(fitting).toContain('《活动预算表与报价单模板》');
  expect(fitting).not.toContain('花艺');
});

it('says that a file holds nothing of the question, which costs none of the free ones', async () => {
  const data = Buffer.from(
    '新车上市发布会说明\n活动日期：2026年5月18日\n评标时间为 4 月 15 日\n如遇暴雨，试驾改到室内\n知识产权：所有设计稿归云帆汽车所有',
  );
  const upload = async () => (await readFile(as(), await storeOriginal(as(), { purpose: 'read', name: 'plan.txt', data }))).id;
  const left = async () => (await assistantStanding(as())).free_left;
  const before = await left();
  const [parking] = await talk(['有没有停车的地方'], [await upload()]);
  expect(parking?.text).toMatch(/没有找到含有这些字的内容.*不计次数/);
  expect(await left()).toBe(before);
  for (const question of ['设计稿归谁', '那评标呢', '版权归谁', '试驾如果下雨怎么办', '下雨怎么办']) {
    const [turn] = await talk([question], [await upload()]);
    expect([question, turn?.text]).toEqual([question, expect.stringContaining('从您的文件')]);
    expect(turn?.text).not.toContain('没有找到');
  }
  expect(await left()).toBe(before - 5);
});

it('asks money, amount and time of the subject before', async () => {
  const turns = await talk(['公司年会怎么办', '大概多少钱', '要提前多久', '要几天']);
  for (const turn of turns.slice(1)) expect([turn.sought.split(' ')[0], titles(turn)[0]]).toEqual(['年会', '公司年会全案']);
});

it('lists works of the kind and price that are asked for, and goes on with the list', async () => {
  const { id: publisher_id } = await makePerson(t);
  for (let n = 0; n < 9; n++)
    await indexItem(
      t.ctx(),
      await makeItem(t.ctx(), {
        ...{ publisher_id, title: `露营团建方案之${n}`, introduction: '露营团建两天一夜。', page_texts: [], free_pages: 0, page_count: 0 },
        price_fen: n < 7 ? 0 : 3_900,
      }),
    );
  const [all, free, others] = await talk(['有没有露营团建方案', '免费的呢', '还有别的吗']);
  expect(all?.text).toContain('找到了这些');
  expect([titles(all).length, titles(free).length, titles(others).length]).toEqual([5, 5, 2]);
  expect([...(free?.sources ?? []), ...(others?.sources ?? [])].map(({ price }) => price)).toEqual(Array(7).fill('免费'));
  expect(new Set([...titles(free), ...titles(others)]).size).toBe(7);
  const [dear] = await talk(['20元以内的露营团建方案']);
  expect(dear?.sources.map(({ price }) => price)).toEqual(Array(5).fill('免费'));
  const [none] = await talk(['有没有露营年会的方案']);
  expect(none?.text).toContain('没有在站内公开作品里找到完全符合的');
});

it('finds first what says the question in its title, though works of the event are many, and reads 要不要 as a question', async () => {
  const [staff] = await talk(['婚礼要多少工作人员']);
  expect(titles(staff)[0]).toBe('一场活动要多少工作人员：岗位表');
  const { id: publisher_id } = await makePerson(t);
  await indexItem(
    t.ctx(),
    await makeItem(t.ctx(), {
      publisher_id,
      title: '大型活动报批材料清单',
      introduction: '报批要哪些材料。',
      page_texts: [],
      free_pages: 0,
      page_count: 0,
    }),
  );
  const [, permits] = await talk(['公司年会怎么办', '要不要报批']);
  expect(titles(permits)[0]).toBe('大型活动报批材料清单');
});

it('answers what is asked of the works that it showed, by their cards and by what stands in them', async () => {
  const [list, price, next, cheap, beyond, guests, budget] = await talk([
    ...['推荐几个婚礼方案', '第一个多少钱', '第二个呢', '哪个最便宜', '第九个呢', '第一个的主持人提前多久', '那预算怎么分配'],
  ]);
  const [first = '', second = ''] = [...(list?.text.matchAll(/《([^》]+)》/g) ?? [])].map(([, title]) => title ?? '');
  expect([titles(price), titles(next)]).toEqual([[first], [second]]);
  expect(price?.text).toContain('价格 免费 [1]');
  expect(cheap?.text).toMatch(/价格最低的是/);
  expect([beyond?.text, beyond?.sources]).toEqual([expect.stringMatching(/只有 \d 份作品.*不计次数/), []]);
  expect(titles(guests)).toEqual([first]);
  expect(budget?.sought).toContain('婚礼');
});

it('lists works for who has an event in mind, or asks whether there is one, not for who asks whether to', async () => {
  for (const question of ['婚礼花艺', '两百人的婚礼', '我们有场三百人的年会，预算十万', '有没有婚礼花艺', '婚礼摄影有吗'])
    expect([question, (await talk([question]))[0]?.text]).toEqual([question, expect.stringMatching(/找到了这些，|完全符合的/)]);
  for (const question of ['婚礼有没有必要请主持人', '三百人的年会预算多少'])
    expect([question, (await talk([question]))[0]?.text]).toEqual([question, expect.not.stringMatching(/找到了这些，|完全符合的/)]);
});

it('lists places and people for hire where they are looked for, and leads to the help centre for the site itself', async () => {
  const { id: publisher_id } = await makePerson(t);
  for (const title of ['杭州酒店宴会厅', '上海江景宴会厅', '婚礼司仪团队'])
    await indexItem(
      t.ctx(),
      await makeItem(t.ctx(), { publisher_id, title, kind: KINDS.resource, introduction: `${title}，婚礼与会议的场地与人员。` }),
    );
  for (const [question, title] of [
    ['杭州有哪些场地可以租', '杭州酒店宴会厅'],
    ['上海的会议场地', '上海江景宴会厅'],
    ['婚礼司仪推荐', '婚礼司仪团队'],
  ] as const)
    expect([question, titles((await talk([question]))[0])[0]]).toEqual([question, title]);
  const left = async () => (await assistantStanding(as())).free_left;
  const before = await left();
  const [help] = await talk(['怎么退款']);
  expect([help?.sources.map(({ path }) => path), await left()]).toEqual([['/about/guideReaders#退款'], before]);
});

it('takes a day that is celebrated for a subject, and keeps what was asked of it where an amount alone is asked', async () => {
  const [feast, budget, each] = await talk(['端午节公司活动搞点什么', '那预算呢', '一份多少钱']);
  expect(titles(each)[0]).toBe('端午海报两张');
  expect([titles(feast)[0], budget?.sought]).toEqual(['端午海报两张', '端午节 那预算呢']);
  const [, flowers] = await talk(['婚礼鲜花怎么选', '一份多少钱']);
  expect(flowers?.sought).toBe('婚礼 鲜花 一份多少钱');
});

it('narrows a list by what is said of it, lists places for an event, and shows what other kinds have where one has nothing', async () => {
  const { id: publisher_id } = await makePerson(t);
  const of = { publisher_id, page_texts: [], free_pages: 0, page_count: 0 };
  for (const [title, introduction, kind] of [
    ['深圳小型会议厅', '三十人沙龙与会议的场地。', KINDS.resource],
    ['仓库秀场', '千人发布会的场地。', KINDS.resource],
    ['读书沙龙怎么办', '沙龙请三十人。', KINDS.scheme],
  ] as const)
    await indexItem(t.ctx(), await makeItem(t.ctx(), { ...of, title, introduction, kind }));
  const [halls, narrow] = await talk(['想在深圳找个能办沙龙的小场地', '30个人的']);
  expect([halls?.sources[0]?.kind, titles(halls)[0], titles(narrow)[0]]).toEqual(['资源', '深圳小型会议厅', '深圳小型会议厅']);
  const [deck, shares] = await talk(['有没有婚礼花艺的PPT', '推荐股票']);
  expect([deck?.text, titles(deck)]).toEqual([expect.stringContaining('完全符合的'), expect.arrayContaining(['婚礼花艺'])]);
  expect(titles(shares)).toEqual([]);
});

it('asks the help centre for the site alone: 可以退吗 behind a question about an event is of that event', async () => {
  const [, back, contact, mine, refund] = await talk(['婚礼花艺怎么选', '可以退吗', '联系方式呢', '会员可以退吗', '怎么退款']);
  for (const turn of [back, contact]) expect(turn?.text).not.toContain('帮助中心');
  for (const turn of [mine, refund]) expect(turn?.text).toContain('帮助中心');
  const [slang] = await talk(['婚礼花艺咋选']);
  expect(titles(slang)[0]).toContain('婚礼花艺');
});

it('finds a line in a work whose title and introduction say nothing of what is asked', async () => {
  const { id: publisher_id } = await makePerson(t);
  const page = '同传译员两人一组，每二十分钟轮换。\n翻页笔另备一支。';
  const of = {
    publisher_id,
    title: '行业论坛怎么开',
    introduction: '论坛的议程与座次。',
    page_texts: [page],
    free_pages: 1,
    page_count: 1,
  };
  await indexItem(t.ctx(), await makeItem(t.ctx(), of));
  const [asked] = await talk(['同传译员要几个人']);
  expect([titles(asked)[0], asked?.text]).toEqual(['行业论坛怎么开', expect.stringContaining('同传译员两人一组')]);
});
