import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { AssistantAsk, AssistantTurn } from '#contract/assistant.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { readProviders } from '#server/config/providers.ts';
import {
  answerEvents,
  answerOf,
  askAssistant,
  assistantStanding,
  assistantTalk,
  editAnswer,
  exportedAnswers,
  stopAnswer,
  writeAnswer,
} from '#server/modules/assistant/index.ts';
import { assistant_answers } from '#server/modules/assistant/tables.ts';
import { indexItem } from '#server/modules/search/index.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { balances, postTransfer, proveLedger } from '#server/modules/wallet/index.ts';
import type { AnswerWish } from '#server/providers/assistant/port.ts';
import { promptOf } from '#server/providers/assistant/prompt.ts';
import { createSandboxAssistant } from '#server/providers/assistant/sandbox.ts';
import { testApp } from '../support/app.ts';
import { makeItem } from '../support/catalog.ts';
import { makePerson, type Person } from '../support/people.ts';

const t = testApp();
let asker: Person;
let asked = 0;
const as = (person: Person) => createCtx(t.app, person.actor, 'test');
const never = new AbortController().signal;
const wish = (over: Partial<AssistantAsk> = {}): AssistantAsk => ({
  ...{ key: `goes-on-${++asked}`, conversation_id: 0, after: 0, beside: 0, files: [], tool: '', input: {}, pay: false },
  question: '年会怎么安排抽奖环节',
  ...over,
});
const write = async (id: number): Promise<AssistantTurn> => {
  await writeAnswer(t.ctx(), id, never);
  return answerOf(as(asker), id);
};
const ask = async (over: Partial<AssistantAsk> = {}) => write((await askAssistant(as(asker), wish(over))).id);
/** Says two sentences and is stopped behind them; what it was asked is noted. */
function stopsAfter(text: string, wishes: AnswerWish[] = []) {
  t.app.providers.assistant = {
    ...createSandboxAssistant(),
    async *answer(wanted, signal) {
      wishes.push(wanted);
      yield { is: 'text', text };
      const rows = await t.app.db.select().from(assistant_answers).where(eq(assistant_answers.state, 'running'));
      for (const { id } of rows) await stopAnswer(as(asker), id);
      // under load it is stopped by now
      signal.throwIfAborted();
      await new Promise((_done, fail) => signal.addEventListener('abort', () => fail(signal.reason)));
    },
  };
}
const says = (text: string, wishes: AnswerWish[] = []) => {
  t.app.providers.assistant = {
    ...createSandboxAssistant(),
    async *answer(wanted) {
      wishes.push(wanted);
      yield { is: 'text', text };
    },
  };
};
const goOn = (turn: AssistantTurn, over: Partial<AssistantAsk> = {}) =>
  askAssistant(as(asker), wish({ conversation_id: turn.conversation_id, continues: turn.id, question: '', ...over }));
const shown = async (turn: AssistantTurn) => (await assistantTalk(as(asker), turn.conversation_id)).turns;

beforeAll(async () => {
  const { id: publisher_id } = await makePerson(t);
  const work = {
    publisher_id,
    title: '年会方案',
    introduction: '三百人的年会方案，含抽奖环节设计。',
    page_texts: [],
    page_count: 1,
    free_pages: 1,
  };
  await indexItem(t.ctx(), await makeItem(t.ctx(), work));
});
beforeEach(async () => {
  asker = await makePerson(t);
  await setSetting(t.ctx(), 'assistant_free_daily', 10);
});

it('a stopped answer goes on in itself: the same text, sources and place, one answer where there were two rows', async () => {
  const wishes: AnswerWish[] = [];
  stopsAfter('先定场地。再排抽奖 [1]。', wishes);
  const half = await ask();
  expect(half).toMatchObject({ state: 'stopped', unfinished: 1, text: '先定场地。再排抽奖 [1]。' });
  says('最后颁奖。', wishes);
  const more = await goOn(half);
  expect(more).toMatchObject({ state: 'waiting', text: half.text, question: half.question, sources: half.sources, unfinished: 0 });
  const whole = await write(more.id);
  expect(whole).toMatchObject({ state: 'done', text: '先定场地。再排抽奖 [1]。最后颁奖。', parent_id: 0, nothing_found: 0, unfinished: 0 });
  expect(whole.sources).toEqual(half.sources);
  expect(wishes[1]).toMatchObject({ begun: half.text, question: half.question, attempt: 0 });
  expect(promptOf(wishes[1] as AnswerWish).slice(-2)).toEqual([
    { role: 'assistant', content: half.text },
    { role: 'user', content: expect.stringContaining('接着上面没有写完的地方往下写') },
  ]);
  expect((await shown(half)).map(({ id }) => id)).toEqual([whole.id]);
  // the stream says what came behind what was read
  const events = await answerEvents(as(asker), whole.id, half.text.length);
  expect(events.map(({ data }) => data.text)).toEqual(['最后颁奖。', '']);
  // each press is one of the free ones, and asked about again it is the whole
  const { free_left, free_limit } = await assistantStanding(as(asker));
  expect(free_limit - free_left).toBe(2);
  const next = await ask({ conversation_id: half.conversation_id, after: whole.id, question: '年会预算呢' });
  expect(wishes.at(-1)?.history).toEqual([{ question: half.question, answer: whole.text }]);
  expect((await shown(half)).map(({ id, parent_id }) => [id, parent_id])).toEqual([
    [whole.id, 0],
    [next.id, whole.id],
  ]);
  const rows = (await exportedAnswers(t.ctx(), asker.id, { page: 1, limit: 10 })) as Array<{ continues: number | null }>;
  expect(rows.map(({ continues }) => continues)).toEqual([null, half.id, null]);
});

it('goes on as often as it is cut off, until it is whole; one that has nothing more to say costs nothing', async () => {
  stopsAfter('第一句。');
  const first = await ask();
  t.app.providers.assistant = createSandboxAssistant({
    pace_ms: 0,
    says: '第一句。第二句要写满了。第三句。',
    fault: 'cut',
    fault_after: 1,
  });
  const cut = await write((await goOn(first)).id);
  expect(cut).toMatchObject({ state: 'failed', unfinished: 1, text: '第一句。第二句要写满了。' });
  says('第三句。');
  const third = await write((await goOn(cut)).id);
  expect(third).toMatchObject({ state: 'done', text: '第一句。第二句要写满了。第三句。', unfinished: 0 });
  expect(await shown(first)).toHaveLength(1);
  await t.app.db.update(assistant_answers).set({ state: 'stopped' }).where(eq(assistant_answers.id, third.id));
  says('');
  const before = await assistantStanding(as(asker));
  expect(await write((await goOn(third)).id)).toMatchObject({ state: 'done', text: third.text });
  expect((await assistantStanding(as(asker))).free_left).toBe(before.free_left);
});

it('says that it reached its bound, and pays for what each press wrote alone', async () => {
  await setSetting(t.ctx(), 'assistant_free_daily', 0);
  await setSetting(t.ctx(), 'assistant_max_tokens', 1_000);
  await setSetting(t.ctx(), 'assistant_coins_per_1k', 10);
  const entries = [
    { owner_id: null, purpose: 'coin_source', amount: -100 },
    { owner_id: asker.id, purpose: 'coin', amount: 100 },
  ] as const;
  const gift = { key: `gift-${asker.id}`, reason: 'gift' as const, reference: 'gift', unit: 'coin' as const, entries: [...entries] };
  await inTransaction(t.ctx(), (tx) => postTransfer(tx, gift));
  const sentence = '把灯光和音响都核对一遍再签字。';
  says(sentence.repeat(200));
  const long = await ask({ pay: true });
  expect(long).toMatchObject({ state: 'done', unfinished: 1, reason: expect.stringContaining('长度上限') });
  says('没有了。');
  await expect(goOn(long)).rejects.toMatchObject({ code: 3, data: { price_max: 10 } });
  const whole = await write((await goOn(long, { pay: true })).id);
  const rows = await t.app.db.select().from(assistant_answers).where(eq(assistant_answers.user_id, asker.id));
  expect(rows.toSorted((a, b) => a.id - b.id).map(({ coins }) => coins)).toEqual([long.coins, 1]);
  expect(whole.coins).toBe(long.coins + 1);
  expect(await balances(t.ctx(), asker.id)).toMatchObject({ coin: 100 - whole.coins, held_coin: 0 });
  expect((await proveLedger(t.ctx())).faults).toEqual([]);
});

it('shows the sources that its text names, as it stands, and none where it names none', async () => {
  says('先签到。再抽奖 [1]。');
  const first = await ask();
  expect(first.sources.map(({ n, title }) => [n, title])).toEqual([[1, '年会方案']]);
  const during = (await answerEvents(as(asker), first.id, 0)).map(({ data }) => data.sources.length);
  expect(during).toEqual([1, 1]);
  expect((await editAnswer(as(asker), first.id, '先签到。')).sources).toEqual([]);
  expect((await editAnswer(as(asker), first.id, '')).sources).toEqual(first.sources);
  says('先签到。');
  const bare = await ask();
  expect(bare).toMatchObject({ sources: [], nothing_found: 0, mark: '演示助手' });
  expect(await answerEvents(as(asker), bare.id, 0)).toMatchObject([{ data: { sources: [] } }, { data: { turn: { sources: [] } } }]);
  // the row holds what was read for it
  const [row] = await t.app.db.select().from(assistant_answers).where(eq(assistant_answers.id, bare.id));
  expect(row?.sources).toHaveLength(1);
});

it('sources that are found again keep their numbers, and new ones stand behind', async () => {
  stopsAfter('先看 [1]。');
  const half = await ask();
  const { id: publisher_id } = await makePerson(t);
  const work = {
    publisher_id,
    title: '年会抽奖环节怎么安排',
    introduction: '年会抽奖环节怎么安排。',
    page_texts: [],
    page_count: 1,
    free_pages: 1,
  };
  await indexItem(t.ctx(), await makeItem(t.ctx(), work));
  const wishes: AnswerWish[] = [];
  says('再看 [2]。', wishes);
  const { sources } = await write((await goOn(half)).id);
  expect(sources.map(({ n, title }) => [n, title])).toEqual([
    [1, '年会方案'],
    [2, '年会抽奖环节怎么安排'],
  ]);
  expect(new Map(wishes[0]?.sources.map(({ n, title }) => [n, title]))).toEqual(new Map(sources.map(({ n, title }) => [n, title])));
});

it('what a model began is marked as a model’s, also where the sandbox goes on', async () => {
  stopsAfter('先定场地 [1]。');
  t.app.providers.assistant = { ...t.app.providers.assistant, model: 'some-model' };
  const half = await ask();
  says('再排抽奖 [1]。');
  const more = await goOn(half);
  expect([half.mark, more.mark, (await write(more.id)).mark]).toEqual(['AI 生成', 'AI 生成', 'AI 生成']);
  expect((await ask()).mark).toBe('原文摘录');
  const named = { ASSISTANT_URL: 'https://api.example.com/v1', ASSISTANT_MODEL: 'sandbox' };
  expect(() => readProviders(named, 'https://example.com')).toThrow('ASSISTANT_MODEL');
});

it('what is whole, edited, removed, another’s, a tool’s or was asked after does not go on', async () => {
  says('都写完了。');
  const done = await ask();
  await expect(goOn(done)).rejects.toMatchObject({ status: 409 });
  stopsAfter('第一句。');
  const half = await ask();
  const other = await makePerson(t);
  const foreign = wish({ conversation_id: half.conversation_id, continues: half.id });
  await expect(askAssistant(as(other), foreign)).rejects.toMatchObject({ status: 404 });
  await editAnswer(as(asker), half.id, '我改过的。');
  expect(await answerOf(as(asker), half.id)).toMatchObject({ unfinished: 0 });
  await expect(goOn(half)).rejects.toMatchObject({ status: 409 });
  await editAnswer(as(asker), half.id, '');
  await t.app.db.update(assistant_answers).set({ removed: true }).where(eq(assistant_answers.id, half.id));
  await expect(goOn(half)).rejects.toMatchObject({ status: 409 });
  await t.app.db.update(assistant_answers).set({ removed: false }).where(eq(assistant_answers.id, half.id));
  says('好。');
  await ask({ conversation_id: half.conversation_id, after: half.id });
  await expect(goOn(half)).rejects.toMatchObject({ status: 409 });
});

it('another tab that asks after an answer which went on is told so, and answers again where it stood', async () => {
  stopsAfter('第一句。');
  const half = await ask();
  says('第二句。');
  const whole = await write((await goOn(half)).id);
  const stale = wish({ conversation_id: half.conversation_id, after: half.id });
  await expect(askAssistant(as(asker), stale)).rejects.toMatchObject({ status: 409, message: expect.stringContaining('已经接着写了') });
  const again = await ask({ conversation_id: half.conversation_id, beside: half.id, question: '' });
  expect((await shown(half)).map(({ id, parent_id }) => [id, parent_id])).toEqual([
    [whole.id, 0],
    [again.id, 0],
  ]);
});
