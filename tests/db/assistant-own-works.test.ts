import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { AssistantTurn } from '#contract/assistant.ts';
import { createCtx } from '#server/app/ctx.ts';
import { answerOf, askAssistant, assistantStanding, writeAnswer } from '#server/modules/assistant/index.ts';
import { employees } from '#server/modules/employees/tables.ts';
import { indexItem } from '#server/modules/search/index.ts';
import type { AnswerWish } from '#server/providers/assistant/port.ts';
import { createSandboxAssistant } from '#server/providers/assistant/sandbox.ts';
import { testApp } from '../support/app.ts';
import { makeItem } from '../support/catalog.ts';
import { makeEnterprise } from '../support/enterprise.ts';
import { makePerson, type Person } from '../support/people.ts';

const t = testApp();
let ours: Person;
let theirs: Person;
let employee: Person;
let asked = 0;
const as = (person: Person) => createCtx(t.app, person.actor, 'test');

/** Asks, and writes the answer as its job would. */
async function ask(
  person: Person,
  company_id: number | undefined,
  question = '年会怎么安排抽奖环节',
  conversation_id = 0,
): Promise<AssistantTurn> {
  const place = { key: `own-works-${++asked}`, conversation_id, after: 0, beside: 0, files: [] };
  const turn = await askAssistant(as(person), { ...place, tool: '', question, input: {}, company_id, pay: false });
  await writeAnswer(t.ctx(), turn.id, new AbortController().signal);
  return answerOf(as(person), turn.id);
}
async function work(publisher: Person, title: string, secret: string, status: 'published' | 'draft' | 'taken_down' = 'published') {
  const page_texts = [`${title}：抽奖环节放在晚宴之后。`, `锁定页：${secret}`];
  const about = { introduction: `${title}，含抽奖环节设计。${status === 'published' ? '' : secret}` };
  const id = await makeItem(t.ctx(), { publisher_id: publisher.id, title, ...about, page_texts, free_pages: 1, page_count: 2, status });
  await indexItem(t.ctx(), id);
}

beforeAll(async () => {
  [ours, theirs] = [await makeEnterprise(t, { name: '云上会展' }), await makeEnterprise(t, { name: '浮光会展' })];
  employee = await makePerson(t);
  await t.app.db.insert(employees).values([
    { enterprise_id: ours.id, user_id: employee.id, rights: ['publish'], state: 'active' },
    { enterprise_id: theirs.id, user_id: employee.id, rights: ['recruit'], state: 'active' },
  ]);
  await work(ours, '云上年会方案', '云上幸运号码 8848');
  await work(ours, '云上年会草稿', '云上未发布 1111', 'draft');
  for (let n = 0; n < 8; n++) await work(theirs, `浮光年会方案 ${n}`, '浮光锁定 2222');
  await work(theirs, '浮光年会内部方案', '浮光未发布 3333', 'draft');
  await work(theirs, '浮光年会下架方案', '浮光下架 4444', 'taken_down');
});
beforeEach(() => {
  t.app.providers.assistant = createSandboxAssistant({ pace_ms: 0 });
});

it('is offered for the companies whose works one publishes, and for no other', async () => {
  expect((await assistantStanding(as(employee))).companies).toEqual([{ id: ours.id, name: '云上会展' }]);
  expect((await assistantStanding(as(ours))).companies).toEqual([{ id: ours.id, name: '云上会展' }]);
  const other = await makePerson(t);
  expect((await assistantStanding(as(other))).companies).toEqual([]);
  for (const [who, id] of [
    [employee, theirs.id],
    [other, ours.id],
    [other, other.id],
  ] as const)
    await expect(ask(who, id)).rejects.toMatchObject({ status: 403 });
});

it('reads published works of the company alone: nothing of others, nothing unpublished and no locked page', async () => {
  for (const who of [employee, ours]) {
    const turn = await ask(who, ours.id);
    expect(turn).toMatchObject({ state: 'done', company_id: ours.id, nothing_found: 0 });
    expect(turn.sources.map(({ title }) => title)).toEqual(['云上年会方案']);
    expect(JSON.stringify(turn)).not.toMatch(/浮光|8848|1111|2222|3333|4444/);
  }
  // without it all published works are read
  expect((await ask(employee, undefined)).sources.map(({ title }) => title).join()).toContain('浮光');
});

it('tells the model nothing of earlier answers that stood on works of others', async () => {
  const given: AnswerWish[] = [];
  const sandbox = createSandboxAssistant({ pace_ms: 0 });
  const answer: typeof sandbox.answer = (wish, signal) => {
    given.push(wish);
    return sandbox.answer(wish, signal);
  };
  t.app.providers.assistant = { ...sandbox, answer };
  const others = await ask(employee, undefined);
  expect(others.text).toContain('浮光');
  const at = others.conversation_id;
  const own = await ask(employee, ours.id, '抽奖环节放在哪里', at);
  expect(given.at(-1)?.history).toEqual([]);
  expect(JSON.stringify(given.at(-1))).not.toContain('浮光');
  // its own it remembers, and without the mark all that was said
  await ask(employee, ours.id, '抽奖环节谁来主持', at);
  expect(given.at(-1)?.history).toEqual([{ question: own.question, answer: own.text }]);
  await ask(employee, undefined, '抽奖环节要多久', at);
  expect(given.at(-1)?.history).toHaveLength(3);
});

it('says in so many words that the company has nothing about it, at no cost, and invents nothing', async () => {
  await work(theirs, '浮光婚礼方案', '5555');
  const before = await assistantStanding(as(employee));
  const turn = await ask(employee, ours.id, '草坪婚礼怎么布置');
  expect(turn.sources).toEqual([]);
  expect(turn.text).toContain('企业已发布的作品里没有找到相关内容');
  expect(turn.nothing_found).toBe(1);
  expect((await assistantStanding(as(employee))).free_left).toBe(before.free_left);
});

it('finds what holds a part of the question, by the words of the company’s own works', async () => {
  await work(theirs, '浮光年会签到方案', '6666');
  const turn = await ask(employee, ours.id, '年会签到怎么安排');
  expect(turn.sources.map(({ title }) => title)).toEqual(['云上年会方案']);
});

it('ends with the right', async () => {
  await t.app.db.update(employees).set({ rights: ['recruit'] });
  await expect(ask(employee, ours.id)).rejects.toMatchObject({ status: 403 });
  expect((await assistantStanding(as(employee))).companies).toEqual([]);
});
