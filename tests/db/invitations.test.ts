import { beforeAll, expect, it } from 'vitest';
import { INVITED_A_DAY, INVITES_A_DAY, INVITES_A_DEMAND } from '#contract/offer.ts';
import { askAbout, blockOther } from '#server/modules/chat/index.ts';
import { setBan } from '#server/modules/identity/index.ts';
import { noticesOf } from '#server/modules/notices/index.ts';
import { agreedBudgets, agreeOffer, cancelAgreement, inviteToOffer, offerWorkbench } from '#server/modules/offers/index.ts';
import { offer_invitations } from '#server/modules/offers/tables.ts';
import { fittingPeopleOf } from '#server/views/fitting-people.ts';
import { testApp } from '../support/app.ts';
import { makeItem, settleOutbox } from '../support/catalog.ts';
import { makeDemand } from '../support/demands.ts';
import { makePerson, type Person } from '../support/market.ts';
import { offer } from '../support/offers.ts';
import { makePerson as makeUser } from '../support/people.ts';

const t = testApp();
let owner: Person;
beforeAll(async () => {
  owner = await makePerson(t);
});

/** Somebody with a published scheme. */
async function makePlanner(title = '集团年会庆典整体策划方案'): Promise<Person> {
  const person = await makePerson(t);
  await makeItem(t.ctx(), { publisher_id: person.id, title });
  return person;
}
const demandOf = (wish: Partial<Parameters<typeof makeDemand>[1]> = {}) => makeDemand(t, { owner_id: owner.id, ...wish });
const invite = (id: number, person: Pick<Person, 'id'>, by = owner) => inviteToOffer(by.ctx, { demand_id: id, user_id: person.id });
const refused = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { status: number; message: string }) => `${error.status} ${error.message}`,
  );
const messages = async (person: Person) =>
  (await noticesOf(person.ctx, { page: 1, limit: 20, only_unread: false })).list.filter(({ title }) => title === '邀请您报价');
const asked = async (person: Person) => (await offerWorkbench(t.ctx(), person.id)).filter(({ key }) => key.startsWith('invitation:'));

it('is a message and an entry of their board, once a person and demand, until they offer', async () => {
  const [id, planner] = [await demandOf({ title: '三百人年会找整体方案' }), await makePlanner()];
  expect(await invite(id, planner)).toEqual({ left: INVITES_A_DEMAND - 1 });
  expect(await invite(id, planner)).toEqual({ left: INVITES_A_DEMAND - 1 });
  const [message, ...more] = await messages(planner);
  expect([message?.content, message?.jump_url, more]).toEqual([
    expect.stringContaining('三百人年会找整体方案'),
    `/demand/details?id=${id}`,
    [],
  ]);
  expect(await asked(planner)).toEqual([
    expect.objectContaining({ state: '邀请您报价', asks_for_answer: true, path: `/demand/details?id=${id}` }),
  ]);
  await offer(planner, id);
  expect(await asked(planner)).toEqual([]);
});

it('goes to nobody who blocked the owner, is gone, publishes nothing, offered before or may not offer', async () => {
  const id = await demandOf();
  const [plain, planner, blocker, gone, offered] = [await makePerson(t), ...(await Promise.all([1, 2, 3, 4].map(() => makePlanner())))];
  const work = await makeItem(t.ctx(), { publisher_id: owner.id, title: '发布者自己的方案' });
  const talk = await askAbout((blocker as Person).ctx, { kind: 'item', id: work });
  await blockOther((blocker as Person).ctx, { id: talk.id, blocked: true });
  await setBan(t.ctx((await makeUser(t, { roles: ['admin'] })).actor), { user_id: (gone as Person).id, banned: true, reason: '骚扰他人' });
  await offer(offered as Person, id);
  const members_only = await demandOf({ columns: { who_may: 'member' } });
  const closed = await demandOf({ moves: ['open', 'closed'] });
  expect(
    await Promise.all([
      refused(invite(id, owner)),
      refused(invite(id, plain)),
      refused(invite(id, blocker as Person)),
      refused(invite(id, gone as Person)),
      refused(invite(id, offered as Person)),
      refused(invite(members_only, planner as Person)),
      refused(invite(closed, planner as Person)),
      refused(invite(id, planner as Person, planner as Person)),
    ]),
  ).toEqual([
    '409 不能邀请自己',
    '409 只能邀请发布过作品的用户',
    '409 对方暂时不接收您的邀请',
    '409 只能邀请发布过作品的用户',
    '409 对方已经报过价',
    '409 对方不符合“谁可以报价”的条件',
    '409 这条需求现在不接受报价',
    '404 需求不存在',
  ]);
  expect(await t.app.db.$count(offer_invitations)).toBe(1);
});

it('has bounds: a demand, an owner a day, a person a day', async () => {
  const [busy, wanted] = [await makePerson(t), await makePlanner()];
  const planners = await Promise.all(Array.from({ length: INVITES_A_DEMAND + 1 }, () => makePlanner()));
  const mine = async () => makeDemand(t, { owner_id: busy.id });
  const first = await mine();
  for (const one of planners.slice(0, INVITES_A_DEMAND)) await invite(first, one, busy);
  expect(await refused(invite(first, planners.at(-1) as Person, busy))).toMatch(/^429 一条需求最多邀请/);
  const second = await mine();
  for (const one of planners.slice(0, INVITES_A_DAY - INVITES_A_DEMAND)) await invite(second, one, busy);
  expect(await refused(invite(await mine(), wanted, busy))).toMatch(/^429 每天最多发出/);
  for (let n = 0; n < INVITED_A_DAY; n++) {
    const other = await makePerson(t);
    await invite(await makeDemand(t, { owner_id: other.id }), wanted, other);
  }
  expect(await refused(invite(await demandOf(), wanted))).toMatch(/^429 对方今天收到的邀请已经很多/);
  expect(await messages(wanted)).toHaveLength(INVITED_A_DAY);
});

it('shows the owner people whose works are about it, and nobody else', async () => {
  const id = await demandOf({ title: '海岛婚礼找策划', columns: { event: '婚礼宴会' } });
  const fits = await makePlanner('海岛婚礼全案策划');
  await makePlanner('智慧城市论坛议程设计');
  await settleOutbox(t.ctx());
  const { list, left } = await fittingPeopleOf(owner.ctx, id);
  expect([list.map(({ person, invited }) => [person.id, invited]), left]).toEqual([[[fits.id, false]], INVITES_A_DEMAND]);
  expect(list[0]?.work).toEqual({ title: '海岛婚礼全案策划', path: expect.stringMatching(/^\/programme\/detail\?id=\d+$/) });
  await invite(id, fits);
  expect((await fittingPeopleOf(owner.ctx, id)).list.map(({ invited }) => invited)).toEqual([true]);
  expect(await refused(fittingPeopleOf(fits.ctx, id))).toBe('404 需求不存在');
});

it('hints at budgets from what was agreed, and says nothing of a few', async () => {
  const deal = async (price: string) => {
    const id = await demandOf({ columns: { event: '开业路演' } });
    return agreeOffer(owner.ctx, await offer(await makePlanner(), id, { price }), 1);
  };
  const hint = () => agreedBudgets(t.ctx(), { event: '开业路演', type: 1 });
  for (const price of ['10000', '20000', '30000', '40000']) await deal(price);
  expect(await hint()).toEqual({ count: 0, low: 0, high: 0 });
  const last = await deal('50000');
  expect(await hint()).toEqual({ count: 5, low: 20_000, high: 40_000 });
  expect(await agreedBudgets(t.ctx(), { event: '开业路演', type: 2 })).toEqual({ count: 0, low: 0, high: 0 });
  await cancelAgreement(owner.ctx, last, '活动取消或改期');
  expect((await hint()).count).toBe(0);
});
