import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import type { ItemFilter } from '#contract/item.ts';
import { KINDS } from '#contract/kinds.ts';
import { SALON_CALLS, salonPath } from '#contract/salon.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { getItem, kindTerms, listItems } from '#server/modules/catalog/index.ts';
import { noticesOf } from '#server/modules/notices/index.ts';
import { orderState, runRefunds, settlePayment } from '#server/modules/orders/index.ts';
import { decideTarget } from '#server/modules/review/index.ts';
import {
  actOnSalon,
  countOpenSalons,
  deleteSalonDraft,
  exportedSalons,
  exportedTickets,
  forgetSalons,
  joinWaiting,
  orderTickets,
  ownSalon,
  ownSalons,
  ownTickets,
  publicSalon,
  refundCancelled,
  salonCards,
  salonReview,
  salonReviewMode,
  salonWorkbench,
  saveSalon,
  submitSalon,
} from '#server/modules/salons/index.ts';
import { findItems } from '#server/modules/search/index.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { salonHomeView, salonListView } from '#server/views/salon-screens.ts';
import { testApp } from '../support/app.ts';
import { settleOutbox } from '../support/catalog.ts';
import { verifyPerson } from '../support/demands.ts';
import { makePerson, type Person, payAtProvider } from '../support/market.ts';
import { makePerson as makePublisher, type Person as Publisher } from '../support/people.ts';
import { storePhotographs } from '../support/picture-works.ts';
import { kindForm, makeSalon, salonForm, seats } from '../support/salons.ts';

const t = testApp();
let owner: Publisher;
let staff: Publisher;
beforeAll(async () => {
  owner = await makePublisher(t);
  staff = await makePublisher(t, { roles: ['operator'] });
  await verifyPerson(t, owner);
});
let keys = 0;
const key = () => `salon-key-${++keys}`;
const own = () => t.ctx(owner.actor);
const decide = (id: number, action: string, reason = '') =>
  inTransaction(t.ctx(staff.actor), (tx) => decideTarget(tx, { type: 'salon', target_id: id }, { action, reason }));

it('keeps drafts, asks for the gate, goes through the desk and stands in lists and searches', async () => {
  const draft_key = key();
  const draft = await saveSalon(own(), { draft_key, form: { ...salonForm(t), title: '' } });
  expect((await saveSalon(own(), { draft_key, form: salonForm(t) })).id).toBe(draft.id);
  await expect(ownSalon(t.ctx(staff.actor), draft.id)).rejects.toMatchObject({ status: 404 });
  const stranger = await makePublisher(t);
  await expect(submitSalon(t.ctx(stranger.actor), { draft_key: key(), form: salonForm(t) })).rejects.toMatchObject({
    status: 403,
    data: { auth: 'personal' },
  });
  const sent = await submitSalon(own(), { id: draft.id, draft_key, form: salonForm(t) });
  expect([sent.state, await publicSalon(t.ctx(), draft.id)]).toEqual(['review', null]);
  await decide(draft.id, 'reject', '时间、地点或嘉宾不清楚');
  expect(await salonWorkbench(t.ctx(), owner.id)).toMatchObject([{ asks_for_answer: true }]);
  await submitSalon(own(), { id: draft.id, draft_key, form: salonForm(t, { title: '年会脚本工作坊' }) });
  await decide(draft.id, 'approve');
  expect(await publicSalon(t.ctx(), draft.id)).toMatchObject({
    stage: 'coming',
    title: '年会脚本工作坊',
    left: 5,
    place: { lat: 31.2105 },
  });
  await settleOutbox(t.ctx());
  const terms = await kindTerms(t.ctx(), KINDS.salon);
  const city = terms.facets['city']?.find(({ name }) => name === '上海')?.id ?? 0;
  expect((await listItems(t.ctx(), KINDS.salon, { terms: { city }, sort: 'ends' })).list.map(({ id }) => id)).toContain(draft.id);
  expect((await findItems(t.ctx(), KINDS.salon, { keyword: '脚本工作坊' })).list.map(({ id }) => id)).toEqual([draft.id]);
  expect((await salonHomeView(t.ctx(), '上海')).coming.map(({ id }) => id)).toContain(draft.id);
  expect((await salonHomeView(t.ctx(), '无此地')).city).toBe('');
  const near = await t.call<{ id: number; city: string }>('GET', SALON_CALLS.recent, { query: { city: '拉萨' } });
  expect(near.body.data).toMatchObject({ id: draft.id, city: '上海' });
  expect((await ownSalons(own(), { page: 1, limit: 5 })).list[0]).toMatchObject({ id: draft.id, acts: ['cancel'], capacity: 5 });
  await expect(deleteSalonDraft(own(), draft.id)).rejects.toMatchObject({ status: 409 });
});

it('C-501, S-012 is found by its month and its price; the next one of a city is named before any other', async () => {
  const paid = await makeSalon(t, { owner_id: owner.id, title: '厦门灯光公开课', city: '厦门', in_hours: 24 * 62 });
  const kinds = [kindForm({ price: '0' })];
  const free = await makeSalon(t, { owner_id: owner.id, title: '厦门义务课', city: '厦门', in_hours: 24 * 95, kinds });
  await settleOutbox(t.ctx());
  const { list: cards, months } = await salonListView(t.ctx(), {}).then(({ list }) => ({ list, months: list.terms.facets['when'] ?? [] }));
  expect(cards.result.list.map(({ id }) => id)).toEqual(expect.arrayContaining([paid.id, free.id]));
  const monthOf = async ({ id }: { id: number }) => {
    const at = new Date(((await publicSalon(t.ctx(), id))?.starts_at ?? 0) * 1000 + 8 * 3_600_000);
    return months.find(({ name }) => name === `${at.getUTCFullYear()}年${at.getUTCMonth() + 1}月`)?.id ?? 0;
  };
  const city = cards.terms.facets['city']?.find(({ name }) => name === '厦门')?.id ?? 0;
  const found = async (filter: ItemFilter) =>
    (await salonListView(t.ctx(), { ...filter, terms: { city, ...filter.terms } })).cards.map(({ id }) => id);
  expect(await found({ terms: { when: await monthOf(paid) } })).toEqual([paid.id]);
  expect(await found({ terms: { when: await monthOf(free) } })).toEqual([free.id]);
  const cost = (text: string) => cards.terms.facets['cost']?.find(({ name }) => name === text)?.id ?? 0;
  expect(await found({ terms: { cost: cost('免费') } })).toEqual([free.id]);
  expect(await found({ terms: { cost: cost('100 至 500 元') } })).toEqual([paid.id]);
  const near = await t.call<{ id: number; city: string }>('GET', SALON_CALLS.recent, { query: { city: '厦门' } });
  expect(near.body.data).toMatchObject({ id: paid.id, city: '厦门', title: '厦门灯光公开课' });
});

it('refuses what is not right, field by field', async () => {
  const wrong = { ...salonForm(t), city: '火星', kinds: [kindForm({ price: '-1' }), kindForm({ key: 'k2', early_price: '200' })] };
  await expect(submitSalon(own(), { draft_key: key(), form: wrong })).rejects.toMatchObject({
    fields: {
      city: '请选择城市',
      'kinds.0.price': expect.stringContaining('价格'),
      'kinds.1.early_until': expect.stringContaining('早鸟'),
    },
  });
  const past = { ...salonForm(t), date: '2020-01-01' };
  await expect(submitSalon(own(), { draft_key: key(), form: past })).rejects.toMatchObject({ fields: { date: '开始时间应晚于现在' } });
});

it('changes a salon that is open: not below what is sold, new seats to who waits, another place is told to guests', async () => {
  await setSetting(t.ctx(), salonReviewMode.key, 'after');
  const form = salonForm(t, { kinds: [kindForm({ price: '0', capacity: '1' })] });
  const { id } = await submitSalon(own(), { draft_key: key(), form });
  const kind_id = (await publicSalon(t.ctx(), id))?.kinds[0]?.id as number;
  const [guest, next] = [await makePerson(t), await makePerson(t)];
  await orderTickets(guest.ctx, {
    id,
    lines: [{ kind_id, count: 1 }],
    holders: seats(kind_id),
    balance: false,
    user_coupon_id: 0,
    cache: false,
  });
  await joinWaiting(next.ctx, { id, kind_id, count: 1, holders: seats(kind_id) });
  const change = (more: Partial<typeof form>) => submitSalon(own(), { id, draft_key: key(), form: { ...form, ...more } });
  const none = change({ kinds: [kindForm({ price: '0', capacity: '0' })] });
  await expect(none).rejects.toMatchObject({ code: 1 });
  await change({ venue: '新场地', kinds: [kindForm({ price: '0', capacity: '2' }), kindForm({ key: 'k2', name: '新票种' })] });
  expect(await publicSalon(t.ctx(), id)).toMatchObject({ venue: '新场地', kinds: [{ id: kind_id, capacity: 2, left: 0 }, { left: 5 }] });
  const toldOf = async (who: Person) =>
    (await noticesOf(who.ctx, { only_unread: false, page: 1, limit: 5 })).list.filter(({ title }) => title === '沙龙的时间或地点有变');
  expect(await toldOf(guest)).toMatchObject([{ content: expect.stringContaining('可以全额退票') }]);
  // the one who waited was offered a seat by the change itself
  expect(await toldOf(next)).toMatchObject([
    {
      content: expect.stringMatching(/新场地.*您还在候补名单中，不便参加的话可以退出候补/),
      jump_url: expect.stringContaining(salonPath(id)),
    },
  ]);
  await change({ venue: '新场地', kinds: [kindForm({ price: '0', capacity: '2' }), kindForm({ key: 'k2', name: '新票种', price: '20' })] });
  const ordering = await makePerson(t);
  const second = (await publicSalon(t.ctx(), id))?.kinds[1]?.id as number;
  await orderTickets(ordering.ctx, {
    ...{ id, lines: [{ kind_id: second, count: 1 }], holders: seats(second), balance: false, user_coupon_id: 0, cache: false },
  });
  await change({
    venue: '又一场地',
    kinds: [kindForm({ price: '0', capacity: '2' }), kindForm({ key: 'k2', name: '新票种', price: '20' })],
  });
  expect(await toldOf(ordering)).toMatchObject([{ content: expect.stringMatching(/又一场地.*您的订单还没有支付/) }]);
  await change({ kinds: [kindForm({ key: 'k2', name: '新票种' })] });
  expect((await publicSalon(t.ctx(), id))?.kinds.map(({ name }) => name)).toEqual(['新票种']);
  expect(await countOpenSalons(t.ctx(), owner.id)).toBeGreaterThan(0);
  await actOnSalon(own(), { id, act: 'cancel', why: '改期' });
});

it('closes what is not paid yet when the organiser cancels, and tells its buyer not to pay', async () => {
  const { id, kinds } = await makeSalon(t, { owner_id: owner.id });
  const [buyer, kind_id] = [await makePerson(t), kinds[0]?.id as number];
  const order = await orderTickets(buyer.ctx, {
    ...{ id, lines: [{ kind_id, count: 1 }], holders: seats(kind_id), balance: false, user_coupon_id: 0, cache: false },
  });
  const facts = await payAtProvider(t, order);
  await actOnSalon(own(), { id, act: 'cancel', why: '场地临时检修' });
  expect((await noticesOf(buyer.ctx, { only_unread: false, page: 1, limit: 5 })).list).toMatchObject([
    { title: '沙龙已取消', content: expect.stringContaining('还没有支付的订单随之关闭，请不要再付款。原因：场地临时检修') },
  ]);
  await t.app.db.execute(sql`update sandbox_payments set status = 'waiting'`);
  await refundCancelled(t.ctx());
  expect((await orderState(buyer.ctx, order.orderid)).status).toBe(3);
  // the money that comes all the same goes back
  await t.app.db.execute(sql`update sandbox_payments set status = 'paid'`);
  expect((await settlePayment(t.ctx(), 'sandbox', facts)).outcome).toBe('refunding');
  await runRefunds(t.ctx());
  expect((await ownTickets(buyer.ctx, { page: 1, limit: 5 })).list).toEqual([]);
});

it('hands over what is kept of a person, and forgets it', async () => {
  const { id, kinds } = await makeSalon(t, { owner_id: owner.id, kinds: [kindForm({ price: '0' })] });
  const kind_id = kinds[0]?.id as number;
  const guest = await makePerson(t);
  const holders = [{ kind_id, name: '赵小满', phone: '13811112222', answers: {} }];
  await orderTickets(guest.ctx, { id, lines: [{ kind_id, count: 1 }], holders, balance: false, user_coupon_id: 0, cache: false });
  expect(await exportedTickets(t.ctx(), guest.id, { page: 1, limit: 10 })).toMatchObject([{ holder_name: '赵小满', state: '待使用' }]);
  expect((await exportedSalons(t.ctx(), owner.id, { page: 1, limit: 10 })).length).toBeGreaterThan(0);
  await inTransaction(t.ctx(), (tx) => forgetSalons(tx, guest.id));
  const kept = await t.app.db.execute(sql`select
    (select string_agg(holder_name || holder_phone, '') from salon_tickets where buyer_id = ${guest.id}) as tickets,
    (select string_agg(holders::text, '') from salon_holds where buyer_id = ${guest.id}) as holds,
    (select count(*)::int from salon_choices where buyer_id = ${guest.id}) as choices`);
  expect(kept.rows).toEqual([{ tickets: '已注销', holds: '[]', choices: 0 }]);
});

it('reads the next salons of a city by an index', async () => {
  await t.app.db.execute(sql`set enable_seqscan = off`);
  const plan = await t.app.db.execute<{ 'QUERY PLAN': string }>(
    sql`explain select * from salons where state = 'open' and city = '上海' and starts_at > now() order by starts_at, item_id limit 9`,
  );
  const lines = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(lines).toContain('salons_of_city');
  expect(lines).not.toContain('Sort');
});

it('U10 has a cover and faces of guests: the desk sees them before readers, and those before them stay until it decided', async () => {
  await setSetting(t.ctx(), salonReviewMode.key, 'before');
  const [cover = 0, face = 0, other = 0] = await storePhotographs(t, owner, ['navy', 'teal', 'olive']);
  const [foreign = 0] = await storePhotographs(t, staff, ['red']);
  const guests = [
    { name: '林晚', title: '资深策划', about: '', picture: face },
    { name: '何澄', title: '导演', about: '' },
  ];
  const form = salonForm(t, { cover, guests });
  const draft_key = key();
  await expect(saveSalon(own(), { draft_key, form: { ...form, cover: foreign } })).rejects.toMatchObject({ status: 404 });
  const { id } = await saveSalon(own(), { draft_key, form });
  const drafted = await ownSalon(own(), id);
  expect(drafted.pictures.map(({ file_id }) => file_id)).toEqual([cover, face]);
  expect(drafted.pictures.every(({ src }) => src.startsWith('/pic/'))).toBe(true);
  await submitSalon(own(), { id, draft_key, form });
  const subject = (await salonReview.load(t.ctx(staff.actor), [id])).get(id);
  expect(subject?.cover_src).toBe(drafted.pictures[0]?.src);
  expect(subject?.facts).toContainEqual({ label: '嘉宾照片', value: '林晚', href: drafted.pictures[1]?.src });
  await decide(id, 'approve');
  const shown = await publicSalon(t.ctx(), id);
  expect([shown?.cover?.src, shown?.guests.map(({ headimgurl }) => headimgurl)]).toEqual([
    drafted.pictures[0]?.src,
    [drafted.pictures[1]?.src, ''],
  ]);
  expect((await salonCards(t.ctx(), [id]))[0]?.cover?.src).toBe(shown?.cover?.src);
  expect((await getItem(t.ctx(), id))?.cover_key).not.toBe('');
  // a change waits; what is shown keeps its pictures
  await submitSalon(own(), { id, draft_key, form: salonForm(t, { cover: other, guests: [] }) });
  expect((await publicSalon(t.ctx(), id))?.cover?.src).toBe(shown?.cover?.src);
  await decide(id, 'approve');
  expect((await publicSalon(t.ctx(), id))?.cover?.src).not.toBe(shown?.cover?.src);
  await submitSalon(own(), { id, draft_key, form: salonForm(t) });
  await decide(id, 'approve');
  expect([(await publicSalon(t.ctx(), id))?.cover, (await getItem(t.ctx(), id))?.cover_key]).toEqual([null, '']);
});
