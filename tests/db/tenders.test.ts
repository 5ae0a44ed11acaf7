import { beforeEach, describe, expect, it } from 'vitest';
import { cachedPages } from '#contract/areas/index.ts';
import { EMPTY_DEMAND } from '#contract/demand.ts';
import { MEMBER_CALLS } from '#contract/membership.ts';
import type { Order } from '#contract/order.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { sha256 } from '#server/kernel/ids.ts';
import {
  actOnDemand,
  demandOf,
  expireDemands,
  moveByStaff,
  moveDemand,
  ownDemandState,
  saveDemand,
} from '#server/modules/demands/index.ts';
import { boughtMembership, installPlans, vipPlans } from '#server/modules/membership/index.ts';
import { noticesOf } from '#server/modules/notices/index.ts';
import {
  agreeOffer,
  followMove,
  offerBoard,
  offerPanel,
  offerVersions,
  openDueTenders,
  openOfferFile,
  reportOffer,
  tellExtended,
  withdrawOffer,
} from '#server/modules/offers/index.ts';
import { settlePayment } from '#server/modules/orders/index.ts';
import { storeOriginal } from '#server/modules/publishing/index.ts';
import { testApp } from '../support/app.ts';
import { settleOutbox } from '../support/catalog.ts';
import { makeDemand } from '../support/demands.ts';
import { makePerson, type Person, payAtProvider } from '../support/market.ts';
import { makeMember, offer } from '../support/offers.ts';
import { makePerson as makeUser } from '../support/people.ts';

const DAY_MS = 86_400_000;
const SECRET = '二百八十六万全包，含十二块曲面屏';

const t = testApp();
let owner: Person;
let bidder: Person;
let other: Person;
beforeEach(async () => {
  [owner, bidder, other] = [await makePerson(t), await makeMember(t), await makeMember(t)];
});

const tender = () => makeDemand(t, { owner_id: owner.id, label_type: 3, title: '集团二十周年庆典招标' });
const file = (text: string) =>
  storeOriginal(bidder.ctx, { purpose: 'attachment', name: '投标书.pdf', data: Buffer.from(`%PDF-1.7 ${text}`.padEnd(80)) });

/** Every row of every table, as a reader of the database has it. */
async function wholeDatabase(): Promise<string> {
  const { rows } = await t.app.db.execute<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  const texts: string[] = [];
  for (const { name } of rows) {
    const found = await t.app.db.execute<{ text: string | null }>(`select string_agg(r::text, '|') as text from "${name}" r`);
    texts.push(found.rows[0]?.text ?? '');
  }
  return texts.join('\n');
}

describe('C-203 before its deadline', () => {
  it('is for bidding members', async () => {
    const id = await tender();
    const plain = await makePerson(t);
    await expect(offer(plain, id)).rejects.toMatchObject({ data: { code: 'bidding' } });
    expect(await offerPanel(plain.ctx, id)).toMatchObject({ refusal: { code: 'bidding' }, documents_refusal: { code: 'bidding' } });
    expect((await offerPanel(bidder.ctx, id)).documents_refusal).toBeNull();
  });

  it('nobody reads a sealed offer: not its owner, not its maker, not from the database, not from storage', async () => {
    const id = await tender();
    const upload = await file('底价二百八十');
    const mine = await offer(bidder, id, { price: '2860000.88', text: SECRET, files: [upload] });
    const seen = [
      await offerPanel(owner.ctx, id),
      await offerPanel(bidder.ctx, id),
      await offerVersions(owner.ctx, mine),
      await offerVersions(bidder.ctx, mine),
      await offerBoard(t.ctx(), id),
      await wholeDatabase(),
    ];
    for (const one of seen) {
      const text = JSON.stringify(one);
      for (const said of [SECRET, '曲面屏', '286000088', '2860000']) expect(text).not.toContain(said);
    }
    const { rows } = await t.app.db.execute<{ keys: string[] }>(`select file_keys as keys from offer_versions where offer_id = ${mine}`);
    let bytes = Buffer.alloc(0);
    for await (const part of await t.app.providers.storage.readPrivate(rows[0]?.keys[0] as string))
      bytes = Buffer.concat([bytes, part as Buffer]);
    expect([bytes.length > 80, bytes.includes(Buffer.from('底价'))]).toEqual([true, false]);
    const left = await t.app.db.execute<{ n: number }>(`select count(*)::int as n from files where id = ${upload}`);
    expect(left.rows[0]?.n).toBe(0);
    await expect(reportOffer(owner.ctx, mine, '想看')).rejects.toMatchObject({ status: 409 });
    await expect(agreeOffer(owner.ctx, mine, 1)).rejects.toMatchObject({ message: '这份投标还没有开启' });
  });

  it('the keeper hands no key out, and a changed date in its row opens nothing', async () => {
    const id = await tender();
    await offer(bidder, id);
    const { deadline_keys } = t.app.providers;
    await expect(deadline_keys.release(`tender:${id}`)).rejects.toMatchObject({ status: 409 });
    await t.app.db.execute(`update offer_boards set opens_at = now() - interval '1 day' where demand_id = ${id}`);
    expect(await openDueTenders(t.ctx())).toBe(0);
    await t.app.db.execute(`update demands set closes_at = now() - interval '1 day' where item_id = ${id}`);
    await t.app.db.execute(`update offer_boards set opens_at = now() - interval '1 day' where demand_id = ${id}`);
    const due = await tender();
    await offer(other, due);
    t.clock.advance_ms(15 * DAY_MS);
    // its key is asked for a month too early by now, and keeps no other tender shut
    await deadline_keys.putOff(`tender:${id}`, new Date(t.clock.now().getTime() + 30 * DAY_MS));
    await expect(openDueTenders(t.ctx())).rejects.toMatchObject({ status: 409 });
    expect((await offerPanel(owner.ctx, id)).offers[0]?.now.sealed).toBe(true);
    expect((await offerPanel(owner.ctx, due)).offers[0]?.now.sealed).toBe(false);
    // what stands wrong must not meet the other tests
    await t.app.db.execute(`update offer_boards set opens_at = null where demand_id = ${id}`);
  });
});

describe('after its deadline', () => {
  it('is opened with what was sealed, as the hashes said, and takes no more', async () => {
    const id = await tender();
    const first = await offer(bidder, id, { price: '300000', text: '第一版：全包价，含搭建与拆除' });
    await offer(bidder, id, { price: '286000', price_max: '299000', days: '20', text: SECRET, files: [await file('投标正文')] });
    const gone = await offer(other, id, { price: '1000', text: '随后撤回的一份，永远不该被看到' });
    await withdrawOffer(other.ctx, gone);
    const board = await offerBoard(t.ctx(), id);
    expect([board.offer_num, board.seals.map(({ state }) => state), board.public_key.length > 40]).toEqual([
      1,
      ['replaced', 'waiting', 'withdrawn'],
      true,
    ]);
    t.clock.advance_ms(15 * DAY_MS - 1);
    expect(await openDueTenders(t.ctx())).toBe(0);
    t.clock.advance_ms(1);
    await expect(offer(other, id)).rejects.toMatchObject({ status: 409, data: { code: 'late' } });
    expect(await openDueTenders(t.ctx())).toBeGreaterThan(0);
    expect(await openDueTenders(t.ctx())).toBe(0);
    const [shown] = (await offerPanel(owner.ctx, id)).offers;
    expect(shown).toMatchObject({ id: first, now: { sealed: false, price: 286_000, price_max: 299_000, days: 20, text: SECRET } });
    expect((await offerBoard(t.ctx(), id)).seals.map(({ state, hash }) => [state, hash])).toEqual([
      ['replaced', board.seals[0]?.hash],
      ['opened', board.seals[1]?.hash],
      ['withdrawn', board.seals[2]?.hash],
    ]);
    const { rows } = await t.app.db.execute<{ sealed: string; seal_hash: string }>(
      "select sealed, seal_hash from offer_versions where sealed <> ''",
    );
    for (const { sealed, seal_hash } of rows) expect(sha256(sealed)).toBe(seal_hash);
    expect(await wholeDatabase()).not.toContain('永远不该被看到');
    const query = new URL(shown?.now.files[0]?.url as string, 'http://x').searchParams;
    const number = (name: string) => Number(query.get(name));
    const opened = await openOfferFile(t.ctx(), {
      ...{ id: number('id'), version: number('version'), no: number('no'), user_id: number('user_id'), login: number('login') },
      expires: number('expires'),
      sign: query.get('sign') as string,
    });
    let text = '';
    for await (const part of opened.bytes) text += String(part);
    expect(text).toContain('投标正文');
    expect(await expireDemands(t.ctx())).toBeGreaterThanOrEqual(0);
    expect((await demandOf(t.app.db, id))?.state).toBe('choosing');
    expect(await agreeOffer(owner.ctx, first, 2)).toBeGreaterThan(0);
  });

  it('takes no second round: nobody reopens or extends it, and who would bid reads why', async () => {
    const id = await tender();
    await offer(bidder, id);
    t.clock.advance_ms(15 * DAY_MS);
    await openDueTenders(t.ctx());
    const { title } = await ownDemandState(owner.ctx, id);
    expect((await ownDemandState(owner.ctx, id)).acts).toEqual(['close']);
    await expect(actOnDemand(owner.ctx, { id, act: 'extend', why: '' })).rejects.toMatchObject({ status: 409 });
    // also where its end was moved by an older release
    await t.app.db.execute(`update demands set closes_at = closes_at + interval '40 days' where item_id = ${id}`);
    expect((await offerPanel(other.ctx, id)).refusal).toMatchObject({ code: 'late', text: '这次招标已开标，不再接受投标' });
    expect((await offerPanel(bidder.ctx, id)).own).toMatchObject({ can_change: false });
    await expect(offer(other, id)).rejects.toMatchObject({ status: 409, message: '这次招标已开标，不再接受投标' });
    await actOnDemand(owner.ctx, { id, act: 'close', why: '活动取消' });
    expect(await ownDemandState(owner.ctx, id)).toMatchObject({ acts: [], may_edit: false });
    await expect(actOnDemand(owner.ctx, { id, act: 'reopen', why: '' })).rejects.toMatchObject({ status: 409 });
    const again = { ...EMPTY_DEMAND, title };
    await expect(saveDemand(owner.ctx, { id, draft_key: 'x', form: again })).rejects.toThrow('不再接受第二轮投标');
    const staff = t.ctx((await makeUser(t, { roles: ['operator'] })).actor);
    await expect(inTransaction(staff, (tx) => moveByStaff(tx, id, 'open', '请求'))).rejects.toThrow('不再接受第二轮投标');
  });

  it('waits for a deadline that its owner put off, and tells who bids; stays shut while its owner has closed it', async () => {
    const id = await tender();
    await settleOutbox(t.ctx());
    await offer(bidder, id);
    const before = (await offerBoard(t.ctx(), id)).opens_at;
    await actOnDemand(owner.ctx, { id, act: 'extend', why: '' });
    expect((await offerPanel(owner.ctx, id)).opens_at).toBe(before + 7 * 86_400);
    await settleOutbox(t.ctx());
    // an event comes at least once
    await tellExtended(t.ctx(), id);
    const told = (await noticesOf(bidder.ctx, { only_unread: false, page: 1, limit: 9 })).list;
    expect(told).toMatchObject([{ title: '您投过标的需求延长了截止时间', content: expect.stringContaining('到新的截止时间才会开启') }]);
    t.clock.advance_ms(16 * DAY_MS);
    expect(await openDueTenders(t.ctx())).toBe(0);
    await expect(t.app.providers.deadline_keys.release(`tender:${id}`)).rejects.toMatchObject({ status: 409 });
    expect((await ownDemandState(owner.ctx, id)).acts).toEqual(['close']);
    await inTransaction(t.ctx(), (tx) => moveDemand(tx, { id, to: 'closed', by: owner.id, why: '活动推迟' }));
    t.clock.advance_ms(7 * DAY_MS);
    expect(await openDueTenders(t.ctx())).toBe(0);
    await inTransaction(t.ctx(), (tx) => moveDemand(tx, { id, to: 'open', by: owner.id, why: '重新开放' }));
    await followMove(t.ctx(), { demand_id: id, from: 'closed', to: 'open', by_user_id: owner.id, why: '' });
    expect((await offerPanel(owner.ctx, id)).offers[0]?.now.sealed).toBe(true);
    t.clock.advance_ms(15 * DAY_MS);
    expect(await openDueTenders(t.ctx())).toBe(1);
    expect((await offerPanel(owner.ctx, id)).offers[0]?.now.price).toBe(12_800);
  });

  it('that became earlier takes no more, but is opened when the key had been promised', async () => {
    const id = await tender();
    await offer(bidder, id);
    await inTransaction(t.ctx(), (tx) => moveDemand(tx, { id, to: 'closed', by: owner.id, why: '活动提前' }));
    const closes_at = new Date(t.clock.now().getTime() + 7 * DAY_MS);
    await inTransaction(t.ctx(), (tx) => moveDemand(tx, { id, to: 'open', by: owner.id, why: '重新开放', closes_at }));
    await settleOutbox(t.ctx());
    t.clock.advance_ms(8 * DAY_MS);
    expect(await openDueTenders(t.ctx())).toBe(0);
    await expect(offer(other, id)).rejects.toMatchObject({ data: { code: 'late' } });
    t.clock.advance_ms(7 * DAY_MS);
    expect(await openDueTenders(t.ctx())).toBe(1);
  });
});

it.each([
  ['bidding', { type: 3, vip_type: 5, url: '/demandBidding' }],
  ['all', { type: 5, vip_type: 6 }],
] as const)('C-700 opens to who buys the membership: %s', async (key, bought) => {
  await inTransaction(t.ctx(), installPlans);
  const id = await tender();
  const buyer = await makePerson(t);
  await expect(offer(buyer, id)).rejects.toMatchObject({ data: { code: 'bidding' } });
  const plan = (await vipPlans(t.ctx())).find((one) => one.key === key);
  const body = { vip_id: plan?.spec[0]?.id };
  const { data: order } = (await t.call<Order>('POST', MEMBER_CALLS.order, { token: buyer.token, body })).body;
  await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, order));
  expect(await boughtMembership(buyer.ctx, order.orderid)).toMatchObject(bought);
  expect((await offerPanel(buyer.ctx, id)).documents_refusal).toBeNull();
  expect(await offer(buyer, id)).toBeGreaterThan(0);
  expect(cachedPages.map(({ path }) => path)).toContain('/demandBidding');
});
