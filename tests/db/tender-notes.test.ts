import { beforeEach, expect, it } from 'vitest';
import { inTransaction } from '#server/app/ctx.ts';
import { sha256 } from '#server/kernel/ids.ts';
import { noticesOf } from '#server/modules/notices/index.ts';
import { addToTender, answerTender, askTender, forgetOffers, offerBoard, offerPanel } from '#server/modules/offers/index.ts';
import { tender_notes } from '#server/modules/offers/tables.ts';
import { testApp } from '../support/app.ts';
import { makeDemand } from '../support/demands.ts';
import { makePerson, type Person } from '../support/market.ts';
import { makeMember, offer } from '../support/offers.ts';

const DAY_MS = 86_400_000;
const t = testApp();
let owner: Person;
let bidder: Person;
let asker: Person;
let id: number;
beforeEach(async () => {
  [owner, bidder, asker] = [await makePerson(t), await makeMember(t), await makeMember(t)];
  id = await makeDemand(t, { owner_id: owner.id, label_type: 3, title: '年会整体执行招标' });
});

const waiting = async () => (await offerPanel(owner.ctx, id)).questions;
const notes = async () => (await offerBoard(t.ctx(), id)).notes;
const titles = async (person: Person) =>
  (await noticesOf(person.ctx, { only_unread: false, page: 1, limit: 20 })).list.map(({ title }) => title);
const QUESTION = '舞台高度有没有限制？';

it('tells none who asked, publishes an answer for all, and notifies bidders and who asked', async () => {
  await offer(bidder, id);
  await askTender(asker.ctx, id, QUESTION);
  await askTender(asker.ctx, id, QUESTION);
  const [question, ...more] = await waiting();
  expect([question?.question, more.length]).toEqual([QUESTION, 0]);
  expect(Object.keys(question ?? {}).toSorted()).toEqual(['at', 'id', 'question', 'reason', 'waits']);
  expect((await offerPanel(bidder.ctx, id)).questions).toEqual([]);
  expect((await offerPanel(asker.ctx, id)).questions).toMatchObject([{ question: QUESTION, waits: true }]);
  expect(await notes()).toEqual([]);
  await answerTender(owner.ctx, question?.id ?? 0, { text: '不超过一米二，含台阶。', publishes: true });
  await addToTender(owner.ctx, id, '搭建时间改为前一天十八点以后。');
  await addToTender(owner.ctx, id, '搭建时间改为前一天十八点以后。');
  expect(await notes()).toMatchObject([
    { no: 1, question: QUESTION, text: '不超过一米二，含台阶。' },
    { no: 2, question: '', text: '搭建时间改为前一天十八点以后。' },
  ]);
  expect([await waiting(), (await offerPanel(asker.ctx, id)).questions]).toEqual([[], []]);
  expect(await titles(bidder)).toEqual(expect.arrayContaining(['招标有新的答疑', '招标有补充公告']));
  expect(await titles(asker)).toContain('招标有新的答疑');
});

it('chains each to the one before it, so that a changed word is found', async () => {
  await addToTender(owner.ctx, id, '第一条补充公告的内容');
  await askTender(asker.ctx, id, QUESTION);
  await answerTender(owner.ctx, (await waiting())[0]?.id ?? 0, { text: '没有限制', publishes: true });
  const rows = await t.app.db.select().from(tender_notes);
  const own = rows.filter(({ demand_id }) => demand_id === id).toSorted((a, b) => (a.no ?? 0) - (b.no ?? 0));
  let before = '';
  for (const { no, question, text, published_at, hash } of own) {
    expect(hash).toBe(sha256([before, no, question, text, published_at?.toISOString()].join('\n')));
    before = hash;
  }
  expect((await notes()).map(({ hash }) => hash)).toEqual(own.map(({ hash }) => hash));
});

it('is for who may bid, in bounds, before the end, and decided once', async () => {
  await expect(askTender((await makePerson(t)).ctx, id, QUESTION)).rejects.toMatchObject({ data: { code: 'bidding' } });
  await expect(askTender(owner.ctx, id, QUESTION)).rejects.toMatchObject({ status: 409 });
  await expect(askTender(asker.ctx, id, '短')).rejects.toMatchObject({ fields: { text: '请填写 5 至 500 个字' } });
  await expect(askTender(asker.ctx, id, '可以打电话 13812345678 问吗')).rejects.toMatchObject({ code: 1 });
  await expect(askTender(asker.ctx, await makeDemand(t, { owner_id: owner.id }), QUESTION)).rejects.toMatchObject({ status: 404 });
  for (let n = 1; n <= 5; n++) await askTender(asker.ctx, id, `${QUESTION}第 ${n} 问`);
  await expect(askTender(asker.ctx, id, `${QUESTION}再问`)).rejects.toMatchObject({ status: 409 });
  const [first, second] = await waiting();
  await expect(answerTender(bidder.ctx, first?.id ?? 0, { text: '冒充', publishes: true })).rejects.toMatchObject({ status: 404 });
  await expect(addToTender(bidder.ctx, id, '冒充的补充公告')).rejects.toMatchObject({ status: 404 });
  await answerTender(owner.ctx, first?.id ?? 0, { text: '与招标无关', publishes: false });
  await expect(answerTender(owner.ctx, first?.id ?? 0, { text: '又答', publishes: true })).rejects.toMatchObject({ status: 409 });
  expect((await offerPanel(asker.ctx, id)).questions[0]).toMatchObject({ waits: false, reason: '与招标无关' });
  expect(await titles(asker)).toContain('您的提问没有公开答复');
  t.clock.advance_ms(100 * DAY_MS);
  await expect(askTender(bidder.ctx, id, QUESTION)).rejects.toMatchObject({ status: 409 });
  await expect(answerTender(owner.ctx, second?.id ?? 0, { text: '迟到的答复', publishes: true })).rejects.toMatchObject({ status: 409 });
  await expect(addToTender(owner.ctx, id, '迟到的补充公告')).rejects.toMatchObject({ status: 409 });
});

it('numbers each once, however many are answered and asked at once', async () => {
  const askers = await Promise.all(Array.from({ length: 8 }, () => makeMember(t)));
  await Promise.all(
    askers.flatMap((one, at) => Array.from({ length: 8 }, (_, n) => askTender(one.ctx, id, `${QUESTION}${at}-${n}`).catch(() => null))),
  );
  const asked = await waiting();
  expect(asked).toHaveLength(40);
  await Promise.all(
    [...asked, ...asked.slice(0, 24)].map((one) =>
      answerTender(owner.ctx, one.id, { text: '以招标文件为准', publishes: true }).catch(() => null),
    ),
  );
  expect((await notes()).map(({ no }) => no)).toEqual(Array.from({ length: 40 }, (_, at) => at + 1));
});

it('of an account that is closed leaves what was published, without a name', async () => {
  await askTender(asker.ctx, id, QUESTION);
  await answerTender(owner.ctx, (await waiting())[0]?.id ?? 0, { text: '没有限制', publishes: true });
  await askTender(asker.ctx, id, '设备可以提前一天进场吗？');
  await inTransaction(t.ctx(), (tx) => forgetOffers(tx, asker.id));
  expect([(await notes()).length, await waiting(), await t.app.db.$count(tender_notes)]).toEqual([1, [], expect.any(Number)]);
  expect((await t.app.db.select().from(tender_notes)).some(({ asker_id }) => asker_id === asker.id)).toBe(false);
});
