import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AssistantAsk, AssistantTurn } from '#contract/assistant.ts';
import { filledInput, findTool } from '#contract/assistant-tools.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { voteList, weakList } from '#server/areas/assistant/routes.ts';
import { selectKeyset } from '#server/db/keyset.ts';
import {
  answerEvents,
  answerOf,
  askAssistant,
  assistantConversations,
  assistantCosts,
  assistantStanding,
  assistantTalk,
  editAnswer,
  endDead,
  exportAnswer,
  exportedAnswers,
  forgetAssistant,
  purgeConversations,
  removeConversation,
  renameConversation,
  restoreConversation,
  stopAnswer,
  voteAnswer,
  voteSource,
  weakSource,
  writeAnswer,
} from '#server/modules/assistant/index.ts';
import { assistant_answers } from '#server/modules/assistant/tables.ts';
import { extendMembership } from '#server/modules/membership/index.ts';
import { listReviews } from '#server/modules/review/index.ts';
import { indexItem } from '#server/modules/search/index.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { balances, postTransfer, proveLedger } from '#server/modules/wallet/index.ts';
import { createSandboxAssistant, type SandboxOptions } from '#server/providers/assistant/sandbox.ts';
import { assistantDays } from '#server/views/admin/assistant-costs.ts';
import { testApp } from '../support/app.ts';
import { makeItem } from '../support/catalog.ts';
import { makePerson, type Person } from '../support/people.ts';

const t = testApp();
let asker: Person;
let asked = 0;

const as = (person: Person) => createCtx(t.app, person.actor, 'test');
const never = new AbortController().signal;
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
const speak = (options: SandboxOptions = {}) => {
  t.app.providers.assistant = createSandboxAssistant({ pace_ms: 0, ...options });
};
/** Asks, and writes the answer as its job would. */
async function ask(over: Partial<AssistantAsk> = {}, person = asker): Promise<AssistantTurn> {
  const turn = await askAssistant(as(person), question(over));
  await writeAnswer(t.ctx(), turn.id, never);
  return answerOf(as(person), turn.id);
}
async function giveCoins(person: Person, amount: number): Promise<void> {
  const key = `gift-${person.id}-${++asked}`;
  const entries = [
    { owner_id: null, purpose: 'coin_source', amount: -amount },
    { owner_id: person.id, purpose: 'coin', amount },
  ] as const;
  await inTransaction(t.ctx(), (tx) => postTransfer(tx, { key, reason: 'gift', reference: key, unit: 'coin', entries: [...entries] }));
}
const coinsOf = async (person: Person) => {
  const { coin, held_coin } = await balances(t.ctx(), person.id);
  return { coin, held_coin };
};

beforeAll(async () => {
  const publisher = await makePerson(t, { nickname: '星河策划' });
  const page_texts = ['年会流程：签到、抽奖环节放在晚宴之后，分三轮。', '预算按人数分摊。', '锁定页的秘密：幸运号码是 8848。'];
  const id = await makeItem(t.ctx(), {
    publisher_id: publisher.id,
    title: '年会方案',
    introduction: '三百人的年会方案，含抽奖环节设计。',
    page_texts,
    free_pages: 2,
    page_count: 3,
  });
  await indexItem(t.ctx(), id);
});
beforeEach(async () => {
  speak();
  asker = await makePerson(t);
});

describe('C-600 asking', () => {
  it('answers from published works, with sources that lead to them', async () => {
    const turn = await ask();
    expect(turn).toMatchObject({ state: 'done', nothing_found: 0, paid_by: 'free', coins: 0 });
    expect(turn.sources[0]).toMatchObject({ n: 1, title: '年会方案', path: expect.stringMatching(/^\/programme\/detail\?id=\d+$/) });
    expect(turn.text).toContain('[1]');
    expect([turn.mark, turn.text]).toEqual(['原文摘录', expect.stringContaining('原文摘录')]);
  });

  it('says so where nothing is found', async () => {
    const turn = await ask({ question: '量子纠缠的数学原理' });
    expect(turn).toMatchObject({ state: 'done', nothing_found: 1, sources: [] });
    expect(turn.text).toContain('没有找到合适的公开作品');
    // nothing was written, so it is none of the free ones of the day
    const { free_left, free_limit } = await assistantStanding(as(asker));
    expect([free_left, turn.coins]).toEqual([free_limit, 0]);
  });

  it.each([
    [
      '300 人年会，预算 8 万',
      { outline: { activity: '年会', people: '300' }, budget: { activity: '年会', people: '300', total: '80000' } },
    ],
    ['三百人的年会', { outline: { activity: '年会', people: '300' }, budget: { activity: '年会', people: '300' } }],
    ['量子纠缠的数学原理，预算 8 万', { outline: {}, budget: { total: '80000' } }],
    ['年会怎么安排抽奖环节', {}],
  ])('27.5 %s: both tools are offered filled in where people or a sum are named, also where nothing fits', async (asked_for, filled) => {
    const turn = await ask({ question: asked_for });
    expect(turn).toMatchObject({ state: 'done', nothing_found: /量子/.test(asked_for) ? 1 : 0 });
    const offered = turn.offers.map(({ tool, path }) => {
      const { tool: _same, ...input } = Object.fromEntries(new URL(path, 'http://site.test').searchParams);
      // what the form reads of the address is what was named
      const facts = findTool(tool);
      expect(facts && filledInput(facts, new URL(path, 'http://site.test').searchParams)).toMatchObject(input);
      return [tool, input];
    });
    expect(Object.fromEntries(offered)).toEqual(filled);
  });

  it('27.5 a follow-up is searched with the subject of the conversation, and another subject replaces it', async () => {
    const first = await ask({ question: '年会怎么安排抽奖环节' });
    const goes_on = async (next: string) => ask({ conversation_id: first.conversation_id, question: next });
    expect((await goes_on('流程呢')).sources[0]?.title).toBe('年会方案');
    // a part of it is no subject of its own
    expect(await goes_on('签到呢')).toMatchObject({ sought: '年会 签到呢', sources: [{ title: '年会方案' }] });
    expect((await goes_on('再便宜一点呢，五万以内')).sources[0]?.title).toBe('年会方案');
    // of weddings there is no work
    expect(await goes_on('婚礼下雨了怎么办')).toMatchObject({ nothing_found: 1, sources: [] });
    expect(await goes_on('那预算呢')).toMatchObject({ nothing_found: 1, sources: [] });
  });

  it('27.5 a new subject in a running talk is looked for alone, and what follows it is about it', async () => {
    const publisher_id = (await makePerson(t)).id;
    const about = { publisher_id, page_texts: [], free_pages: 0, page_count: 0 };
    for (const [title, introduction] of [
      ['中秋游园会策划：灯谜与月饼', '中秋节的创意流程：灯谜、月饼与汉服。'],
      ['活动报批要多久：户外活动的审批', '一千人以上提前二十天报批。'],
    ] as const)
      await indexItem(t.ctx(), await makeItem(t.ctx(), { ...about, title, introduction }));
    const { conversation_id } = await ask({ question: '年会怎么安排抽奖环节' });
    const goes_on = (next: string) => ask({ conversation_id, question: next });
    expect(await goes_on('中秋节活动创意')).toMatchObject({ sought: '', sources: [{ title: '中秋游园会策划：灯谜与月饼' }] });
    const first = ({ sought, sources }: Awaited<ReturnType<typeof goes_on>>) => [sought, sources[0]?.title];
    expect(first(await goes_on('那流程呢'))).toEqual(['中秋节 那流程呢', expect.stringContaining('中秋')]);
    expect(first(await goes_on('报批要多久'))).toEqual(['中秋节 报批要多久', expect.stringContaining('报批')]);
    // an event that no work is of takes nothing from what is
    expect((await ask({ question: '户外音乐节需要哪些报批手续' })).sources[0]?.title).toContain('报批');
  });

  it.each(['谢谢！', '好的，谢谢你', '你好'])('27.5 %s is answered by a line, looked for nowhere and free', async (said) => {
    const { conversation_id } = await ask();
    const before = await assistantStanding(as(asker));
    const turn = await ask({ conversation_id, question: said });
    expect(turn).toMatchObject({ state: 'done', sources: [], sought: '', nothing_found: 0 });
    expect(turn.text).toMatch(/^(?:不客气|您好)，/);
    expect((await assistantStanding(as(asker))).free_left).toBe(before.free_left);
  });

  it('is one answer for one key, also at once', async () => {
    const one = question();
    const turns = await Promise.all(Array.from({ length: 6 }, () => askAssistant(as(asker), one)));
    expect(new Set(turns.map(({ id }) => id)).size).toBe(1);
    await expect(askAssistant(as(asker), { ...one, question: '那预算呢' })).rejects.toMatchObject({ status: 409 });
    expect((await assistantConversations(as(asker), { q: '', after: '' })).list).toHaveLength(1);
  });

  it("goes on in a conversation, and is nobody else's", async () => {
    const first = await ask();
    const second = await ask({ conversation_id: first.conversation_id, question: '那预算呢' });
    expect(second).toMatchObject({ nothing_found: 0, sources: [{ title: '年会方案' }] });
    expect(second.conversation_id).toBe(first.conversation_id);
    const { turns } = await assistantTalk(as(asker), first.conversation_id);
    expect(turns.map(({ id }) => id)).toEqual([first.id, second.id]);
    const other = await makePerson(t);
    await expect(answerOf(as(other), first.id)).rejects.toMatchObject({ status: 404 });
    await expect(assistantTalk(as(other), first.conversation_id)).rejects.toMatchObject({ status: 404 });
    await expect(askAssistant(as(other), question({ conversation_id: first.conversation_id }))).rejects.toMatchObject({ status: 404 });
  });

  it('refuses an empty question and wrong fields by name', async () => {
    await expect(askAssistant(as(asker), question({ question: ' \n ' }))).rejects.toMatchObject({ fields: { question: '请输入问题' } });
    await expect(askAssistant(as(asker), question({ tool: 'budget', input: { people: '0', total: '' } }))).rejects.toMatchObject({
      fields: { people: expect.any(String), total: '请填写总预算' },
    });
  });
});

describe('what is told while it is written', () => {
  it('is read on from any place, and ends with the whole', async () => {
    const turn = await ask();
    const [text, end] = await answerEvents(as(asker), turn.id, 0);
    expect(text).toMatchObject({ seq: turn.text.length, data: { from: 0, text: turn.text } });
    expect(end).toMatchObject({ seq: turn.text.length + 1, data: { turn: { id: turn.id, state: 'done' } } });
    const [rest] = await answerEvents(as(asker), turn.id, 10);
    expect(rest?.data.text).toBe(turn.text.slice(10));
    expect(await answerEvents(as(asker), turn.id, turn.text.length + 1)).toEqual([]);
  });

  it('tells nothing before the first word', async () => {
    const { id } = await askAssistant(as(asker), question());
    expect(await answerEvents(as(asker), id, 0)).toEqual([]);
  });
});

describe('money', () => {
  it('takes the free ones of a Shanghai day, then says code 3, then takes what was delivered', async () => {
    await setSetting(t.ctx(), 'assistant_free_daily', 1);
    await setSetting(t.ctx(), 'assistant_max_tokens', 3_000);
    await ask();
    expect(await assistantStanding(as(asker))).toMatchObject({ free_left: 0, free_limit: 1, price_max: 3 });
    await expect(askAssistant(as(asker), question())).rejects.toMatchObject({ code: 3, data: { price_max: 3 } });
    await expect(askAssistant(as(asker), question({ pay: true }))).rejects.toMatchObject({ code: 8 });
    await giveCoins(asker, 5);
    const turn = await askAssistant(as(asker), question({ pay: true }));
    expect(await coinsOf(asker)).toEqual({ coin: 2, held_coin: 3 });
    await writeAnswer(t.ctx(), turn.id, never);
    expect(await answerOf(as(asker), turn.id)).toMatchObject({ state: 'done', paid_by: 'coin', coins: 1 });
    expect(await coinsOf(asker)).toEqual({ coin: 4, held_coin: 0 });
    t.clock.advance_ms(86_400_000);
    expect(await assistantStanding(as(asker))).toMatchObject({ free_left: 1 });
  });

  it('gives members fifty free ones a day, also beyond those of everybody', async () => {
    await setSetting(t.ctx(), 'assistant_free_daily', 0);
    await inTransaction(t.ctx(), (tx) => extendMembership(tx, { user_id: asker.id, vip_type: 1, days: 1, max_download_pre_day: 3 }));
    expect(await assistantStanding(as(asker))).toMatchObject({ free_left: 50, free_limit: 50 });
    await ask();
    expect(await assistantStanding(as(asker))).toMatchObject({ free_left: 49, free_limit: 50 });
    t.clock.advance_ms(86_400_000);
    expect(await assistantStanding(as(asker))).toMatchObject({ free_left: 0, free_limit: 0 });
  });

  it('tells staff what is left of the coins beyond what the model took', async () => {
    const finance = as(await makePerson(t, { roles: ['finance'] }));
    await setSetting(t.ctx(), 'assistant_free_daily', 0);
    await setSetting(t.ctx(), 'assistant_model_prices', { input_fen: 0, output_fen: 1_000_000 });
    const { totals: before } = await assistantCosts(finance, 7);
    await giveCoins(asker, 5);
    const turn = await ask({ pay: true });
    const { totals } = await assistantCosts(finance, 7);
    await setSetting(t.ctx(), 'assistant_model_prices', { input_fen: 0, output_fen: 0 });
    // a fen a token
    const cost = totals.tokens - before.tokens;
    expect(cost).toBeGreaterThan(0);
    expect([totals.coins - before.coins, totals.cost_fen - before.cost_fen]).toEqual([turn.coins, cost]);
    expect(totals.margin_fen - before.margin_fen).toBe(turn.coins * 100 - cost);
  });

  it.each(['busy', 'refused', 'cut', 'slow', 'away'] as const)('costs nothing when the model fails: %s', async (fault) => {
    await setSetting(t.ctx(), 'assistant_free_daily', 0);
    await giveCoins(asker, 5);
    speak({ fault, fault_after: 6 });
    const turn = await ask({ pay: true });
    expect(turn).toMatchObject({ state: 'failed', coins: 0, reason: expect.stringContaining('没有扣费') });
    expect(await coinsOf(asker)).toEqual({ coin: 5, held_coin: 0 });
  });

  it('gives the free one of a failure back', async () => {
    await setSetting(t.ctx(), 'assistant_free_daily', 1);
    speak({ fault: 'busy', fault_after: 0 });
    await ask();
    expect(await assistantStanding(as(asker))).toMatchObject({ free_left: 1 });
  });

  it('counts by itself where the server does not, and never more than was reserved', async () => {
    await setSetting(t.ctx(), 'assistant_free_daily', 0);
    await setSetting(t.ctx(), 'assistant_coins_per_1k', 10);
    await giveCoins(asker, 100);
    speak({ no_usage: true });
    const turn = await ask({ pay: true });
    expect(turn.coins).toBeGreaterThan(0);
    expect(turn.coins).toBeLessThanOrEqual(30);
    expect((await coinsOf(asker)).coin).toBe(100 - turn.coins);
    await setSetting(t.ctx(), 'assistant_coins_per_1k', 1);
    expect((await proveLedger(t.ctx())).faults).toEqual([]);
  });

  it('refuses prices below zero', async () => {
    await expect(setSetting(t.ctx(), 'assistant_coins_per_1k', -1)).rejects.toThrow();
    await expect(t.app.db.update(assistant_answers).set({ coins: -1 })).rejects.toThrow();
  });
});

describe('ends before the last word', () => {
  beforeEach(async () => {
    await setSetting(t.ctx(), 'assistant_free_daily', 20);
  });

  it('is stopped by a call: what was written stays', async () => {
    speak({ pace_ms: 30 });
    const turn = await askAssistant(as(asker), question());
    const writing = writeAnswer(t.ctx(), turn.id, never);
    await expect.poll(async () => (await answerOf(as(asker), turn.id)).text.length, { timeout: 10_000 }).toBeGreaterThan(0);
    await stopAnswer(as(asker), turn.id);
    await writing;
    const stopped = await answerOf(as(asker), turn.id);
    expect(stopped.state).toBe('stopped');
    expect(stopped.text.length).toBeGreaterThan(0);
  });

  it('is stopped at once where nobody began it, and costs nothing', async () => {
    await setSetting(t.ctx(), 'assistant_free_daily', 0);
    await giveCoins(asker, 5);
    const turn = await askAssistant(as(asker), question({ pay: true }));
    expect(await stopAnswer(as(asker), turn.id)).toMatchObject({ state: 'stopped', coins: 0 });
    expect(await coinsOf(asker)).toEqual({ coin: 5, held_coin: 0 });
    // its job finds it over
    await writeAnswer(t.ctx(), turn.id, never);
    expect(await answerOf(as(asker), turn.id)).toMatchObject({ state: 'stopped' });
  });

  it('is cut by a stop of the process and by a dead one, and costs nothing', async () => {
    await setSetting(t.ctx(), 'assistant_free_daily', 0);
    await giveCoins(asker, 9);
    const stopping = new AbortController();
    stopping.abort();
    const first = await askAssistant(as(asker), question({ pay: true }));
    await writeAnswer(t.ctx(), first.id, stopping.signal);
    expect(await answerOf(as(asker), first.id)).toMatchObject({ state: 'cut', coins: 0, reason: expect.stringContaining('重启') });
    const second = await askAssistant(as(asker), question({ pay: true }));
    await t.app.db.update(assistant_answers).set({ state: 'running', beat_at: t.clock.now() }).where(eq(assistant_answers.id, second.id));
    t.clock.advance_ms(61_000);
    expect(await endDead(t.ctx())).toBeGreaterThan(0);
    expect(await answerOf(as(asker), second.id)).toMatchObject({ state: 'cut', coins: 0 });
    expect(await coinsOf(asker)).toEqual({ coin: 9, held_coin: 0 });
  });

  it('lets no more than a few run at once', async () => {
    await askAssistant(as(asker), question());
    await askAssistant(as(asker), question());
    await expect(askAssistant(as(asker), question())).rejects.toMatchObject({ status: 429 });
  });
});

describe('words', () => {
  it('refuses a question with a listed word, also with spaces in it, and puts it before staff', async () => {
    const turn = await askAssistant(as(asker), question({ question: '哪里可以代 开 发 票' }));
    expect(turn).toMatchObject({ state: 'refused', text: '' });
    const staff = await makePerson(t, { roles: ['admin'] });
    const { list } = await listReviews(as(staff), { type: 'assistant', status: 'open', page: 1, limit: 10 });
    expect(list.find(({ target_id }) => target_id === turn.id)?.subject.facts).toContainEqual({
      label: '问题命中（敏感词）',
      value: '代开发票',
    });
  });

  it('stops an answer at the sentence that holds one; the sentences before it stay', async () => {
    speak({ says: '先确定人数。然后找人代开发票就行。最后彩排。' });
    const turn = await ask({ question: '年会流程' });
    expect(turn).toMatchObject({ state: 'refused', text: '先确定人数。', coins: 0 });
  });

  it('hears of a changed list, and asks the outside check', async () => {
    await setSetting(t.ctx(), 'assistant_words', ['新增的词']);
    expect(await askAssistant(as(asker), question({ question: '年会里新增的词' }))).toMatchObject({ state: 'refused' });
    expect(await askAssistant(as(asker), question({ question: '年会里的违禁演示词' }))).toMatchObject({ state: 'refused' });
    expect(await askAssistant(as(asker), question({ question: '年会里代开发票' }))).toMatchObject({ state: 'waiting' });
    await setSetting(t.ctx(), 'assistant_words', ['代开发票']);
  });
});

describe('tools', () => {
  it('make a budget that is right to the fen and within its total, with a workbook', async () => {
    const turn = await ask({ tool: 'budget', input: { activity: '年会', theme: '星河', people: '333', total: '123456' } });
    expect(turn.state).toBe('done');
    expect([turn.mark, turn.sources]).toEqual(['按模板生成', []]);
    const budget = turn.result;
    if (budget?.tool !== 'budget') throw new Error('no budget');
    const sum = budget.rows.reduce((all, row) => all + row.quantity * row.price_fen, 0);
    expect(budget.rows.every((row) => row.amount_fen === row.quantity * row.price_fen)).toBe(true);
    expect(budget.subtotal_fen).toBe(sum);
    expect(budget.total_fen).toBe(sum + budget.service_fen + budget.tax_fen);
    expect(budget.total_fen).toBeLessThanOrEqual(12_345_600);
    expect(budget.total_fen).toBeGreaterThan(12_345_600 - 100);
    for (const format of ['xlsx', 'docx', 'pptx'] as const) {
      const file = await exportAnswer(as(asker), turn.id, format);
      expect(file.name).toMatch(new RegExp(`\\.${format}$`));
      expect(Buffer.from(file.bytes.subarray(0, 2)).toString()).toBe('PK');
    }
    await expect(exportAnswer(as(await makePerson(t)), turn.id, 'xlsx')).rejects.toMatchObject({ status: 404 });
  });

  it('say that they found nothing to go by', async () => {
    expect(await ask({ tool: 'slogans', input: { activity: '婚礼', theme: '量子纠缠' } })).toMatchObject({
      state: 'done',
      nothing_found: 1,
      sources: [],
    });
  });

  it('take no result of another form, and charge nothing for it', async () => {
    speak({ says: '这是一段不是 JSON 的话' });
    expect(await ask({ tool: 'slogans', input: { theme: '星河' } })).toMatchObject({ state: 'failed', coins: 0 });
  });
});

describe('conversations', () => {
  it('are searched, renamed, thrown away and taken back; days later their words are gone', async () => {
    const turn = await ask({ question: '年会的签到怎么做' });
    const id = turn.conversation_id;
    await renameConversation(as(asker), id, '签到的讨论');
    expect((await assistantConversations(as(asker), { q: '签到怎么做', after: '' })).list).toMatchObject([{ id, title: '签到的讨论' }]);
    expect((await assistantConversations(as(asker), { q: '没有这个词', after: '' })).list).toEqual([]);
    await removeConversation(as(asker), id);
    await expect(assistantTalk(as(asker), id)).rejects.toMatchObject({ status: 404 });
    await restoreConversation(as(asker), id);
    await removeConversation(as(asker), id);
    t.clock.advance_ms(7 * 86_400_000 + 1_000);
    await purgeConversations(t.ctx());
    expect((await exportedAnswers(as(asker), asker.id, { page: 1, limit: 10 }))[0]).toMatchObject({ question: '', answer: '' });
  });

  it('are listed page by page', async () => {
    await setSetting(t.ctx(), 'assistant_free_daily', 100);
    for (let n = 0; n < 22; n++) {
      t.clock.advance_ms(1_000);
      await ask();
    }
    const first = await assistantConversations(as(asker), { q: '', after: '' });
    const second = await assistantConversations(as(asker), { q: '', after: first.next });
    expect([first.list.length, second.list.length, second.next]).toEqual([20, 2, '']);
    expect(new Set([...first.list, ...second.list].map(({ id }) => id)).size).toBe(22);
  });

  it('go with the account', async () => {
    const turn = await ask();
    await inTransaction(t.ctx(), (tx) => forgetAssistant(tx, asker.id));
    await expect(answerOf(as(asker), turn.id)).rejects.toMatchObject({ status: 404 });
  });
});

describe('an answer', () => {
  it('is edited, voted on, and shown to staff with its costs', async () => {
    await setSetting(t.ctx(), 'assistant_model_prices', { input_fen: 100, output_fen: 2_000_000 / 2 });
    const turn = await ask();
    expect(await editAnswer(as(asker), turn.id, '我的版本 <script>alert(1)</script>')).toMatchObject({ text: '我的版本 ', edited: 1 });
    expect(await editAnswer(as(asker), turn.id, '')).toMatchObject({ text: turn.text, edited: 0 });
    expect(await voteAnswer(as(asker), { id: turn.id, vote: -1, note: '太短' })).toMatchObject({ vote: -1 });
    const { rows: voted } = await selectKeyset(t.app.db, voteSource, { filters: { vote: 'down' }, search: '', order: '' }, { limit: 5 });
    const shown = await voteList.show(
      t.ctx(),
      voted.map(({ row }) => row),
    );
    expect(shown.map(({ cells }) => cells)).toMatchObject([{ id: turn.id, vote: '没有帮助', note: '太短', question: turn.question }]);
    const finance = await makePerson(t, { roles: ['finance'] });
    const { totals, rows } = await assistantCosts(as(finance), 7);
    expect(totals.disliked).toBeGreaterThan(0);
    expect(totals.cost_fen).toBeGreaterThan(0);
    expect(rows.some(({ model, tool }) => model === 'sandbox' && tool === '')).toBe(true);
    await expect(assistantCosts(as(asker), 7)).rejects.toMatchObject({ status: 403 });
  });

  it('is counted by day and by how it ended, and a question that found nothing is listed for staff', async () => {
    const finance = as(await makePerson(t, { roles: ['finance'] }));
    const today = async () => (await assistantDays(finance, 7)).days[0];
    const before = await today();
    await ask();
    const nothing = await ask({ question: '量子纠缠的数学原理' });
    speak({ fault: 'busy', fault_after: 0 });
    await ask();
    const after = await today();
    const more = (key: 'answers' | 'failed' | 'looked' | 'nothing') => (after?.[key] ?? 0) - (before?.[key] ?? 0);
    // the one that failed had looked before
    expect([more('answers'), more('failed'), more('looked'), more('nothing')]).toEqual([2, 1, 3, 1]);
    const { days, chart } = await assistantDays(finance, 7);
    expect([days.length, chart.narrow.startsWith('<svg')]).toEqual([7, true]);
    const { rows } = await selectKeyset(t.app.db, weakSource, { filters: {}, search: '量子', order: '' }, { limit: 50 });
    const shown = await weakList.show(
      t.ctx(),
      rows.map(({ row }) => row),
    );
    expect(shown.map(({ cells }) => cells)).toContainEqual(
      expect.objectContaining({ id: nothing.id, question: nothing.question, sought: nothing.question }),
    );
  });
});
