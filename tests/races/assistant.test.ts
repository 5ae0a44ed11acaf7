import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import type { AssistantAsk } from '#contract/assistant.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { askAssistant, assistantStanding, stopAnswer, writeAnswer } from '#server/modules/assistant/index.ts';
import { assistant_answers } from '#server/modules/assistant/tables.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { balances, postTransfer, proveLedger } from '#server/modules/wallet/index.ts';
import { createSandboxAssistant } from '#server/providers/assistant/sandbox.ts';
import { testApp } from '../support/app.ts';
import { makePerson, type Person } from '../support/people.ts';

const t = testApp();
const MANY = 25;
const never = new AbortController().signal;
const as = (person: Person) => createCtx(t.app, person.actor, 'test');
const ask = (n: number): AssistantAsk => ({
  key: `question-${n}`,
  conversation_id: 0,
  after: 0,
  beside: 0,
  files: [],
  tool: '',
  question: `年会怎么办 ${n}`,
  input: {},
  pay: true,
});

beforeAll(async () => {
  t.app.providers.assistant = createSandboxAssistant({ pace_ms: 0 });
  await setSetting(t.ctx(), 'assistant_together', 10);
});

async function rich(coins: number): Promise<Person> {
  const person = await makePerson(t);
  const entries = [
    { owner_id: null, purpose: 'coin_source', amount: -coins },
    { owner_id: person.id, purpose: 'coin', amount: coins },
  ] as const;
  const key = `gift-${person.id}`;
  await inTransaction(t.ctx(), (tx) => postTransfer(tx, { key, reason: 'gift', reference: key, unit: 'coin', entries: [...entries] }));
  return person;
}

it('overdraws nothing: 25 at once of somebody who can pay for four', async () => {
  await setSetting(t.ctx(), 'assistant_free_daily', 0);
  const person = await rich(13);
  const asked = await Promise.allSettled(Array.from({ length: MANY }, (_, n) => askAssistant(as(person), ask(n))));
  const begun = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect(begun).toHaveLength(4);
  for (const one of asked) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 8 });
  expect(await balances(t.ctx(), person.id)).toMatchObject({ coin: 1, held_coin: 12 });
  // written and stopped at the same time, each twice
  await Promise.all(
    begun.flatMap(({ id }) => [writeAnswer(t.ctx(), id, never), stopAnswer(as(person), id), writeAnswer(t.ctx(), id, never)]),
  );
  const { coin, held_coin } = await balances(t.ctx(), person.id);
  expect(held_coin).toBe(0);
  const rows = await t.app.db.select().from(assistant_answers);
  expect(coin).toBe(13 - rows.reduce((sum, row) => sum + row.coins, 0));
  expect((await proveLedger(t.ctx())).faults).toEqual([]);
});

it('gives away no more than the free ones of the day: 25 at once', async () => {
  await setSetting(t.ctx(), 'assistant_free_daily', 3);
  const person = await makePerson(t);
  const asked = await Promise.allSettled(Array.from({ length: MANY }, (_, n) => askAssistant(as(person), { ...ask(n), pay: false })));
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  for (const one of asked) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 3 });
  expect(await assistantStanding(as(person))).toMatchObject({ free_left: 0 });
});

it('is one answer of one key: 25 at once', async () => {
  const person = await rich(100);
  await setSetting(t.ctx(), 'assistant_free_daily', 0);
  const asked = await Promise.all(Array.from({ length: MANY }, () => askAssistant(as(person), ask(1))));
  expect(new Set(asked.map(({ id }) => id)).size).toBe(1);
  expect(await balances(t.ctx(), person.id)).toMatchObject({ held_coin: 3 });
});

it('answers again as often as is paid for: 64 presses at once with a key each, and with one', async () => {
  const person = await rich(100);
  await setSetting(t.ctx(), 'assistant_free_daily', 0);
  const first = await askAssistant(as(person), ask(1));
  await writeAnswer(t.ctx(), first.id, never);
  const { coin: before } = await balances(t.ctx(), person.id);
  const again = (key: string): AssistantAsk => ({
    ...{ ...ask(0), key, conversation_id: first.conversation_id, beside: first.id, question: '' },
  });
  await setSetting(t.ctx(), 'assistant_together', 4);
  const pressed = await Promise.allSettled(Array.from({ length: 64 }, (_, n) => askAssistant(as(person), again(`again-each-${n}`))));
  const begun = pressed.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect(begun).toHaveLength(4);
  expect(begun.every(({ parent_id, question }) => parent_id === 0 && question === first.question)).toBe(true);
  for (const one of pressed) if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 429 });
  await Promise.all(begun.flatMap(({ id }) => [writeAnswer(t.ctx(), id, never), writeAnswer(t.ctx(), id, never)]));
  const one = await Promise.all(Array.from({ length: 64 }, () => askAssistant(as(person), again('again-one-key'))));
  expect(new Set(one.map(({ id }) => id)).size).toBe(1);
  await writeAnswer(t.ctx(), one[0]?.id ?? 0, never);
  const rows = await t.app.db.select().from(assistant_answers).where(eq(assistant_answers.user_id, person.id));
  const beside = rows.filter(({ id }) => id !== first.id);
  const { coin, held_coin } = await balances(t.ctx(), person.id);
  expect([beside.length, held_coin]).toEqual([5, 0]);
  expect(before - coin).toBe(beside.reduce((sum, row) => sum + row.coins, 0));
  expect((await proveLedger(t.ctx())).faults).toEqual([]);
});

it('goes on once: 64 presses at once, each with a key of its own', async () => {
  const person = await rich(100);
  await setSetting(t.ctx(), 'assistant_free_daily', 0);
  await setSetting(t.ctx(), 'assistant_together', 10);
  const first = await askAssistant(as(person), ask(1));
  await writeAnswer(t.ctx(), first.id, never);
  const sources = [{ n: 1, id: 1, kind: '方案', title: '年会', path: '/programme/detail?id=1', excerpt: '' }];
  await t.app.db.update(assistant_answers).set({ state: 'stopped', text: '第一句。', sources }).where(eq(assistant_answers.id, first.id));
  const more = (n: number): AssistantAsk => ({
    ...{ ...ask(0), key: `go-on-${n}`, conversation_id: first.conversation_id, continues: first.id },
  });
  const pressed = await Promise.allSettled(Array.from({ length: 64 }, (_, n) => askAssistant(as(person), more(n))));
  const begun = pressed.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect(begun).toHaveLength(1);
  for (const one of pressed) if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 409 });
  expect(await balances(t.ctx(), person.id)).toMatchObject({ held_coin: 3 });
  // the table refuses a second as well, whatever a verb does
  const rows = await t.app.db.select().from(assistant_answers).where(eq(assistant_answers.first_id, first.id));
  const { id: _id, ...same } = rows[0] as (typeof rows)[number];
  await expect(t.app.db.insert(assistant_answers).values({ ...same, key: 'go-on-second' })).rejects.toThrow();
});
