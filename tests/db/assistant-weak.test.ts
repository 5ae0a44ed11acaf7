import { beforeAll, beforeEach, expect, it } from 'vitest';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { voteList, weakList } from '#server/areas/assistant/routes.ts';
import { selectKeyset } from '#server/db/keyset.ts';
import {
  askAssistant,
  assistantCosts,
  handleQuestion,
  purgeConversations,
  removeConversation,
  voteAnswer,
  writeAnswer,
} from '#server/modules/assistant/index.ts';
import { indexItem } from '#server/modules/search/index.ts';
import type { AnswerPart } from '#server/providers/assistant/port.ts';
import { testApp } from '../support/app.ts';
import { makeItem } from '../support/catalog.ts';
import { makePerson, type Person } from '../support/people.ts';

const t = testApp();
let asker: Person;
let staff: Person;
let says: AnswerPart[] = [];
let asked = 0;
const as = (person: Person) => createCtx(t.app, person.actor, 'test');
async function ask(question: string): Promise<{ id: number; conversation_id: number }> {
  t.clock.advance_ms(1_000);
  const place = { conversation_id: 0, after: 0, beside: 0, files: [], tool: '' as const, input: {}, pay: false };
  const turn = await askAssistant(as(asker), { key: `weak-question-${++asked}`, ...place, question });
  await writeAnswer(t.ctx(), turn.id, new AbortController().signal);
  return turn;
}
const cells = async (filters: Record<string, string> = {}, list = weakList) => {
  const { rows } = await selectKeyset(t.app.db, list.source, { filters, search: '', order: '' }, { limit: 50 });
  const shown = await list.show(
    t.ctx(),
    rows.map(({ row }) => row),
  );
  return shown.map((row) => row.cells);
};

beforeAll(async () => {
  const { id: publisher_id } = await makePerson(t);
  const wish = {
    publisher_id,
    title: '年会方案',
    introduction: '三百人的年会方案。',
    page_texts: ['年会流程：签到、抽奖。'],
    free_pages: 1,
    page_count: 1,
  };
  await indexItem(t.ctx(), await makeItem(t.ctx(), wish));
  staff = await makePerson(t, { roles: ['operator'] });
  t.app.providers.assistant = {
    ...t.app.providers.assistant,
    async *answer() {
      yield* says;
    },
  };
});
beforeEach(async () => {
  asker = await makePerson(t);
});

it('a question without an answer is listed once, by its last use, with its kind and number, until it is dealt with', async () => {
  const day = async () => (await assistantCosts(as(staff), 7)).totals;
  says = [{ is: 'text', text: '抽奖放在晚宴之后 [1]。' }];
  await ask('年会抽奖怎么安排');
  says = [{ is: 'nothing' }, { is: 'text', text: '没有直接回答 [1]。' }];
  const first = await ask('年会大巴几辆');
  await ask('量子纠缠的数学原理');
  const last = await ask('年会大巴几辆');
  const bus = { id: last.id, question: '年会大巴几辆', state: '没有直接回答', times: 2, handled: '未处理' };
  const none = { question: '量子纠缠的数学原理', state: '没有找到', times: 1 };
  expect(await cells()).toEqual([expect.objectContaining(bus), expect.objectContaining(none)]);
  expect(await cells({ state: 'nothing' })).toEqual([expect.objectContaining(none)]);
  expect(await cells({ state: 'indirect', handled: 'yes' })).toEqual([]);
  expect(await day()).toMatchObject({ looked: 4, nothing: 1, indirect: 2 });
  const handle = (person: Person, id: number, handled: boolean) => inTransaction(as(person), (tx) => handleQuestion(tx, id, handled));
  await expect(handle(asker, last.id, true)).rejects.toMatchObject({ status: 403 });
  await handle(staff, last.id, true);
  expect(await cells({ handled: 'yes' })).toEqual([expect.objectContaining({ ...bus, handled: '已处理' })]);
  await handle(staff, last.id, false);
  expect(await cells({ handled: 'yes' })).toEqual([]);
  // asked again, and still without an answer
  await handle(staff, first.id, true);
  const again = await ask('年会大巴几辆');
  expect(await cells({ handled: 'no', state: 'indirect' })).toEqual([expect.objectContaining({ ...bus, id: again.id, times: 3 })]);
  // an answer of today is no weak one
  await expect(handle(staff, 1, true)).rejects.toMatchObject({ status: 404 });
  // words that are gone are in no list
  await removeConversation(as(asker), again.conversation_id);
  t.clock.advance_ms(8 * 86_400_000);
  await purgeConversations(t.ctx());
  expect((await cells({ state: 'indirect' })).map(({ id, times }) => [id, times])).toEqual([[last.id, 2]]);
});

it('staff read a voted answer as plain words, and who wrote it as the costs say it', async () => {
  says = [{ is: 'text', text: '## 流程\n\n- **签到** [1]\n- 抽奖\n\n| 项 | 数 |\n| --- | --- |\n| 大巴 | 2 |\n' }];
  const { id } = await ask('年会的流程');
  await voteAnswer(as(asker), { id, vote: -1, note: '' });
  expect(await cells({ vote: 'down' }, voteList)).toEqual([
    expect.objectContaining({ answer: '流程 签到 [1]；抽奖 项 数；大巴 2', model: '模拟' }),
  ]);
});
