import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AssistantAsk, type AssistantTurn, BESIDE_MOST } from '#contract/assistant.ts';
import { createCtx } from '#server/app/ctx.ts';
import {
  answerOf,
  askAssistant,
  assistantTalk,
  editAnswer,
  exportAnswer,
  voteAnswer,
  writeAnswer,
} from '#server/modules/assistant/index.ts';
import { assistant_answers } from '#server/modules/assistant/tables.ts';
import { indexItem } from '#server/modules/search/index.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import type { AnswerWish } from '#server/providers/assistant/port.ts';
import { createSandboxAssistant } from '#server/providers/assistant/sandbox.ts';
import { testApp } from '../support/app.ts';
import { makeItem } from '../support/catalog.ts';
import { makePerson, type Person } from '../support/people.ts';

const t = testApp();
let asker: Person;
let asked = 0;
const as = (person: Person) => createCtx(t.app, person.actor, 'test');
const question = (over: Partial<AssistantAsk> = {}): AssistantAsk => ({
  ...{
    key: `question-${++asked}`,
    conversation_id: 0,
    after: 0,
    beside: 0,
    files: [],
    tool: '',
    question: '年会怎么安排抽奖环节',
    input: {},
    pay: false,
  },
  ...over,
});
/** Asks, and writes the answer as its job would. */
async function ask(over: Partial<AssistantAsk> = {}): Promise<AssistantTurn> {
  const turn = await askAssistant(as(asker), question(over));
  await writeAnswer(t.ctx(), turn.id, new AbortController().signal);
  return answerOf(as(asker), turn.id);
}

beforeAll(async () => {
  const { id: publisher_id } = await makePerson(t);
  const page_texts = ['年会流程：签到、抽奖环节放在晚宴之后，分三轮。', '预算按人数分摊。'];
  const wish = {
    publisher_id,
    title: '年会方案',
    introduction: '三百人的年会方案，含抽奖环节设计。',
    page_texts,
    free_pages: 2,
    page_count: 2,
  };
  await indexItem(t.ctx(), await makeItem(t.ctx(), wish));
});
beforeEach(async () => {
  asker = await makePerson(t);
});

describe('branches', () => {
  let wish: AnswerWish | null = null;
  const listen = () => {
    const sandbox = createSandboxAssistant({ pace_ms: 0 });
    t.app.providers.assistant = {
      ...sandbox,
      answer(given, signal) {
        wish = given;
        return sandbox.answer(given, signal);
      },
    };
  };
  const remembers = () => wish?.history.map(({ question }) => question);
  const beside = (turn: AssistantTurn, over: Partial<AssistantAsk> = {}) =>
    ask({ conversation_id: turn.conversation_id, beside: turn.id, question: '', ...over });

  it('an answer is made again beside the first, and the model remembers the branch that is seen', async () => {
    listen();
    const first = await ask({ question: '三百人的年会怎么安排' });
    const at = { conversation_id: first.conversation_id };
    const second = await ask({ ...at, after: first.id, question: '换成户外的' });
    expect(remembers()).toEqual(['三百人的年会怎么安排']);
    expect(second).toMatchObject({ parent_id: first.id, sought: '年会 换成户外的' });
    const again = await beside(second);
    expect(again).toMatchObject({ parent_id: first.id, question: '换成户外的' });
    expect(wish?.attempt).toBe(1);
    const other = await beside(second, { question: '换成室内的' });
    expect([other.parent_id, wish?.attempt]).toEqual([first.id, 0]);
    // what was said since the subject goes along, and only of this branch
    expect(await ask({ ...at, after: other.id, question: '那预算呢' })).toMatchObject({
      sought: '年会 室内 那预算呢',
      offers: [{ tool: 'budget', path: expect.stringContaining('people=300') }],
    });
    expect(remembers()).toEqual(['三百人的年会怎么安排', '换成室内的']);
    await ask({ ...at, after: second.id, question: '那流程呢' });
    expect(remembers()).toEqual(['三百人的年会怎么安排', '换成户外的']);
    // who names no place goes on from the newest
    await ask({ ...at, question: '签到呢' });
    expect(remembers()).toEqual(['三百人的年会怎么安排', '换成户外的', '那流程呢']);
    const { turns } = await assistantTalk(as(asker), first.conversation_id);
    expect(turns.map(({ parent_id, offers }) => [parent_id, offers.length > 0])).toEqual([
      [0, true],
      [first.id, false],
      [first.id, false],
      [first.id, false],
      [other.id, true],
      [second.id, true],
      [turns[5]?.id, false],
    ]);
    // each can be edited, judged and exported
    expect(await editAnswer(as(asker), again.id, '我的版本')).toMatchObject({ text: '我的版本' });
    expect(await voteAnswer(as(asker), { id: second.id, vote: 1, note: '' })).toMatchObject({ vote: 1 });
    expect((await exportAnswer(as(asker), other.id, 'docx')).bytes.length).toBeGreaterThan(0);
  });

  it('remembers whole turns within a bound, also of one that was stopped', async () => {
    listen();
    await setSetting(t.ctx(), 'assistant_history_tokens', 0);
    const first = await ask();
    await t.app.db.update(assistant_answers).set({ state: 'stopped' }).where(eq(assistant_answers.id, first.id));
    await ask({ conversation_id: first.conversation_id, question: '那流程呢' });
    expect(wish?.history).toEqual([]);
    await setSetting(t.ctx(), 'assistant_history_tokens', 6_000);
    await ask({ conversation_id: first.conversation_id, after: first.id, question: '那流程呢' });
    expect(wish?.history).toEqual([{ question: first.question, answer: first.text }]);
  });

  it("are bounded, and nothing of another conversation or another's is a place", async () => {
    await setSetting(t.ctx(), 'assistant_free_daily', 200);
    const first = await ask();
    const elsewhere = await ask();
    const at = { conversation_id: first.conversation_id };
    await expect(ask({ ...at, beside: elsewhere.id, question: '' })).rejects.toMatchObject({ status: 409 });
    await expect(ask({ ...at, after: elsewhere.id })).rejects.toMatchObject({ status: 409 });
    const stranger = await makePerson(t);
    await expect(askAssistant(as(stranger), question({ ...at, beside: first.id }))).rejects.toMatchObject({ status: 404 });
    const made = await ask({ tool: 'slogans', input: { theme: '星河' } });
    await expect(ask({ conversation_id: made.conversation_id, beside: made.id })).rejects.toMatchObject({ status: 409 });
    for (let n = 1; n < BESIDE_MOST; n++) await beside(first);
    await expect(beside(first)).rejects.toMatchObject({ message: expect.stringContaining(`最多 ${BESIDE_MOST} 个`) });
    // what failed takes no place
    await t.app.db.update(assistant_answers).set({ state: 'failed' }).where(eq(assistant_answers.id, first.id));
    await beside(first);
    await t.app.db.execute(sql`
      insert into assistant_answers (conversation_id, parent_id, user_id, key, question, state, paid_by, day, max_tokens)
      select ${first.conversation_id}, ${first.id}, ${asker.id}, 'many-' || n, '问题', 'done', 'free', '2020-01-01', 100 from generate_series(1, 89) n`);
    await expect(ask({ ...at })).rejects.toMatchObject({ message: expect.stringContaining('开始新对话') });
  });
});
