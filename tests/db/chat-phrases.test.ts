import { expect, it } from 'vitest';
import { chatCalls } from '#contract/chat/calls.ts';
import { CHAT_PHRASES_MAX } from '#contract/chat.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { chatPhraseRows, forgetPhrases, phrasesOf, setPhrases } from '#server/modules/chat/index.ts';
import { removeEmployee } from '#server/modules/employees/index.ts';
import { testApp } from '../support/app.ts';
import { employ, makeCompany } from '../support/company.ts';
import { makePerson } from '../support/people.ts';

const t = testApp();
const person = async () => t.ctx((await makePerson(t)).actor);

it('sentences are written and read in their order, by an edition; of 64 changes of one edition one is taken', async () => {
  const ctx = await person();
  expect(await phrasesOf(ctx)).toEqual({ edition: 0, list: [], companies: [], people: 0 });
  const first = await Promise.allSettled(Array.from({ length: 64 }, (_, n) => setPhrases(ctx, { edition: 0, list: [`第 ${n} 种`] })));
  expect(first.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const { list } = await phrasesOf(ctx);
  const again = await Promise.allSettled(Array.from({ length: 64 }, (_, n) => setPhrases(ctx, { edition: 1, list: [...list, `又 ${n}`] })));
  expect(again.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const now = await phrasesOf(ctx);
  expect([now.edition, now.list.length]).toEqual([2, 2]);
  expect((await setPhrases(ctx, { edition: 2, list: [' 您好，{对方称呼}。 ', '稍等'] })).list).toEqual(['您好，{对方称呼}。', '稍等']);
  await expect(setPhrases(ctx, { edition: 2, list: [] })).rejects.toMatchObject({ status: 409 });
  await expect(setPhrases(ctx, { edition: 3, list: ['一样', '一样 '] })).rejects.toThrow('已经有同样的常用语');
  await expect(setPhrases(ctx, { edition: 3, list: ['\u200b'] })).rejects.toThrow('常用语不能是空的');
});

it('50 of 500 signs are taken and no more', () => {
  const { input } = chatCalls.set_phrases;
  const many = (length: number) => Array.from({ length }, (_, n) => `${n}`);
  expect(input.safeParse({ edition: 0, list: many(CHAT_PHRASES_MAX) }).success).toBe(true);
  expect(input.safeParse({ edition: 0, list: many(CHAT_PHRASES_MAX + 1) }).success).toBe(false);
  expect(input.safeParse({ edition: 0, list: ['长'.repeat(501)] }).success).toBe(false);
});

it('who works for a company uses its sentences as long as they work there, and changes none of them', async () => {
  const company = await makeCompany(t);
  const colleague = await employ(t, company);
  const invited = await employ(t, company, { accepts: false });
  await setPhrases(company.ctx, { edition: 0, list: ['报价含税，七天内有效。'] });
  await setPhrases(colleague.ctx, { edition: 0, list: ['我是小陈'] });
  expect((await phrasesOf(company.ctx)).people).toBe(1);
  expect(await phrasesOf(colleague.ctx)).toMatchObject({
    list: ['我是小陈'],
    companies: [{ list: ['报价含税，七天内有效。'] }],
  });
  expect((await phrasesOf(invited.ctx)).companies).toEqual([]);
  expect((await phrasesOf(company.ctx)).list).toEqual(['报价含税，七天内有效。']);
  await removeEmployee(company.ctx, colleague.employment);
  expect((await phrasesOf(colleague.ctx)).companies).toEqual([]);
});

it('they are in the package of what one has, and go with the account', async () => {
  const { id, actor } = await makePerson(t);
  const ctx = t.ctx(actor);
  await setPhrases(ctx, { edition: 0, list: ['马上回您'] });
  const rows: object[] = [];
  for await (const row of chatPhraseRows(ctx, id)) rows.push(row);
  expect(rows).toMatchObject([{ list: ['马上回您'] }]);
  await inTransaction(ctx, (tx) => forgetPhrases(tx, id));
  expect((await phrasesOf(ctx)).list).toEqual([]);
});
