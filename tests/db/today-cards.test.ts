import { beforeAll, expect, it } from 'vitest';
import { ACCOUNT_CALLS, TODAY_GROUPS, type TodayCard } from '#contract/account.ts';
import { authPictureUrl } from '#contract/verification.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { saveAddress } from '#server/modules/addresses/index.ts';
import { askAbout, sendMessage } from '#server/modules/chat/index.ts';
import { draw, openRound, saveAddress as sendPrizeTo } from '#server/modules/draws/index.ts';
import { inviteEmployee } from '#server/modules/employees/index.ts';
import { issueToken } from '#server/modules/identity/index.ts';
import { infringements } from '#server/modules/infringements/tables.ts';
import { askInvoice, issueInvoice, refuseInvoice } from '#server/modules/invoices/index.ts';
import { redeemGoods, saveGoods, shipRedemption } from '#server/modules/mall/index.ts';
import { extendMembership } from '#server/modules/membership/index.ts';
import { readAllNotices, sendNotices } from '#server/modules/notices/index.ts';
import { agreeOffer, confirmDone, makeOffer, rateAgreement } from '#server/modules/offers/index.ts';
import { settlePayment } from '#server/modules/orders/index.ts';
import { saveEntry } from '#server/modules/planner/index.ts';
import { grantPoints } from '#server/modules/points/index.ts';
import { decideReview, listReviews } from '#server/modules/review/index.ts';
import { joinWaiting, orderTickets, ownTickets, placeOffers, refundTicket } from '#server/modules/salons/index.ts';
import { askQuestion } from '#server/modules/study/index.ts';
import { submitCompany, submitRealname } from '#server/modules/verification/index.ts';
import { issueCoupon } from '#server/modules/vouchers/index.ts';
import { MISMATCH_NAME } from '#server/providers/realname/sandbox.ts';
import { testApp } from '../support/app.ts';
import { makeDemand } from '../support/demands.ts';
import { makeEnterprise } from '../support/enterprise.ts';
import { makeItem } from '../support/item-world.ts';
import { payAtProvider, place } from '../support/market.ts';
import { paidMembership } from '../support/member-orders.ts';
import { OFFER } from '../support/offers.ts';
import { makePerson, type Person } from '../support/people.ts';
import { kindForm, makeSalon, seats } from '../support/salons.ts';
import { makeCourse } from '../support/study.ts';
import { bothSides, newIdCard, newLicence, uploadProof } from '../support/verification.ts';

const DAY_MS = 86_400_000;
const t = testApp();
let staff: Person;
const as = (person: Person) => createCtx(t.app, person.actor, 'test');
beforeAll(async () => {
  staff = await makePerson(t, { roles: ['admin'] });
});

async function allCardsOf(person: Person): Promise<TodayCard[]> {
  const { body } = await t.call<{ list: TodayCard[] }>('GET', ACCOUNT_CALLS.today, { token: person.token });
  return body.data.list;
}
/** Without the card that every new account has (H8). */
const cardsOf = async (person: Person) => (await allCardsOf(person)).filter(({ key }) => key !== 'profile');
const keysOf = async (person: Person) => (await cardsOf(person)).map(({ key, num }) => `${key} ${num}`);
const inDays = (days: number) => new Date(t.clock.now().getTime() + days * DAY_MS);

it('H8 offers the points of the profile to everybody whose profile is not complete, until it is', async () => {
  const person = await makePerson(t);
  const offered = async () => (await allCardsOf(person)).find(({ key }) => key === 'profile');
  expect(await offered()).toMatchObject({
    group: 'know',
    text: expect.stringContaining('20 积分'),
    href: '/personalCenter/mySetting?tab=info',
  });
  const profile = { nickname: '林晓', birthday: '1995-05-01', sex: 1, show_company: '云上会展', show_job: '策划' };
  await t.call('POST', '/user/user/userinfo', { token: person.token, body: profile });
  expect(await offered()).toBeUndefined();
});

it('tells a reader with nothing of nothing, and nobody of what is another’s', async () => {
  const [one, other] = [await makePerson(t), await makePerson(t)];
  await makeItem(t, { publisher_id: other.id, status: 'draft' });
  // every new account has the coupons of the gift, if there is one
  expect((await cardsOf(one)).filter(({ group }) => group !== 'know')).toEqual([]);
  expect(await keysOf(other)).toContain('draft 1');
  expect(await keysOf(one)).not.toContain('draft 1');
});

it('P-010 tells of orders that can be paid, and of invoices that were refused or issued', async () => {
  const [publisher, buyer] = [await makePerson(t), await makePerson(t)];
  const customer = { id: buyer.id, token: buyer.token, ctx: as(buyer) };
  const items = await Promise.all([1, 2, 3].map(() => makeItem(t, { publisher_id: publisher.id, price_fen: 5_000 })));
  const [paid, refused, open] = items as [(typeof items)[0], (typeof items)[0], (typeof items)[0]];
  const bought: string[] = [];
  for (const { id } of [paid, refused]) {
    const order = await place(customer, id);
    await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, order));
    bought.push(order.orderid);
  }
  await place(customer, open.id);
  expect(await cardsOf(buyer)).toEqual([
    expect.objectContaining({ key: 'order', num: 1, href: '/personalCenter/myOrder?view=orders&status=waiting' }),
  ]);
  const wish = { holder: 'personal', title: '林晓', tax_no: '', mail: 'lin@example.com' } as const;
  const [one, two] = [
    await askInvoice(as(buyer), { ...wish, orderid: bought[0] ?? '' }),
    await askInvoice(as(buyer), { ...wish, orderid: bought[1] ?? '' }),
  ];
  await issueInvoice(as(staff), { id: one.id, number: '12345678', file: Buffer.from('%PDF-1.7') });
  await refuseInvoice(as(staff), { id: two.id, reason: '抬头有误' });
  expect(await keysOf(buyer)).toEqual(['order 1', 'invoice-refused 1', 'invoice 1', 'message 2']);
  await readAllNotices(as(buyer));
  expect((await cardsOf(buyer)).map(({ href }) => href).slice(1)).toEqual([
    `/personalCenter/order?orderid=${bought[1]}`,
    `/personalCenter/order?orderid=${bought[0]}`,
  ]);
  // asked anew: what was refused is over
  await askInvoice(as(buyer), { ...wish, orderid: bought[1] ?? '' });
  expect(await keysOf(buyer)).toEqual(['order 1', 'invoice 1']);
  t.clock.advance_ms(8 * DAY_MS);
  expect(await keysOf(buyer)).not.toContain('invoice 1');
});

it('tells of what ends soon before what only can be used', async () => {
  const reader = await makePerson(t);
  const coupon = { user_id: reader.id, type: 5, title: '券', amount_fen: 500, min_price_fen: 0 };
  await issueCoupon(t.ctx(), { ...coupon, use_end_time: inDays(3) });
  await issueCoupon(t.ctx(), { ...coupon, use_end_time: inDays(30) });
  await issueCoupon(t.ctx(), { ...coupon, use: 'membership', type: 3, use_end_time: inDays(31) });
  await inTransaction(t.ctx(), async (tx) => {
    await extendMembership(tx, { user_id: reader.id, vip_type: 1, days: 10, max_download_pre_day: 5 });
    await extendMembership(tx, { user_id: reader.id, vip_type: 2, days: 30, max_download_pre_day: 5 });
    await grantPoints(tx, { user_id: reader.id, points: 40, reason: 'gift', key: `today-${reader.id}` });
  });
  await sendNotices(t.ctx(), [reader.id], { topic: 'account', key: 'today', title: '欢迎' });
  expect(await keysOf(reader)).toEqual(['vip 1', 'coupon-ending 1', 'coupon 2', 'message 1']);
  // who holds one of a membership is not left to look for it at a work
  expect((await cardsOf(reader)).find(({ key }) => key === 'coupon')?.text).toBe('用于方案、方案会员，付款时自动可选');
  t.clock.advance_ms(340 * DAY_MS);
  // the login of then is over
  const { token } = await issueToken(t.ctx(), reader.id);
  expect(await keysOf({ ...reader, token })).toContain('points 40');
});

it('tells of works by what is to be done with them, each with its tab', async () => {
  const publisher = await makePerson(t);
  for (const status of ['draft', 'draft', 'reviewing', 'rejected', 'published'] as const)
    await makeItem(t, { publisher_id: publisher.id, status });
  expect((await cardsOf(publisher)).map(({ key, num, href }) => [key, num, href])).toEqual([
    ['rejected', 1, '/personalCenter/myPublish?tab=rejected'],
    ['draft', 2, '/personalCenter/myPublish?tab=draft'],
    ['waiting', 1, '/personalCenter/myPublish?tab=waiting'],
  ]);
});

it('tells of what others wait for: demands, talks, questions, invitations', async () => {
  const mobile = '15700000001';
  const [busy, other] = [await makePerson(t, { mobile }), await makePerson(t)];
  const demand = await makeDemand(t, { owner_id: busy.id, title: '三百人年会', moves: ['open', 'choosing'] });
  const work = await makeItem(t, { publisher_id: busy.id });
  const { id } = await askAbout(as(other), { kind: 'item', id: work.id });
  const plain = { type: 'text', file_id: 0, item_id: 0, price: null, confirmed: false } as const;
  await sendMessage(as(other), { ...plain, id, client_id: 'today-chat', text: '可以改成两百人吗' });
  const course = await makeCourse(t, busy, { price_fen: 0 });
  await askQuestion(as(other), { item_id: course.id, lesson_id: course.lessons[0] ?? 0, text: '有课件吗？可以下载吗' });
  const owner = await makeEnterprise(t, { name: '云上会展' });
  await inviteEmployee(as(owner), { mobile, rights: ['publish'] });
  const cards = new Map((await cardsOf(busy)).filter(({ group }) => group === 'answer').map((card) => [card.key, card]));
  expect([...cards.keys()].toSorted()).toEqual(['board-demand', 'chat', 'employer', 'question']);
  // the only one of its sort is led to at once
  expect(cards.get('board-demand')).toMatchObject({ num: 1, href: `/demand/details?id=${demand}` });
  expect(cards.get('question')?.text).toContain('课件');
  expect(cards.get('employer')?.text).toContain('云上会展');
  await makeDemand(t, { owner_id: busy.id, title: '周年庆', moves: ['open', 'choosing'] });
  expect((await cardsOf(busy)).find(({ key }) => key === 'board-demand')).toMatchObject({
    ...{ num: 2, href: '/personalCenter/myWorkbench?group=demand' },
  });
});

it('tells of the salon of tomorrow and of dates of one’s own, until they are over', async () => {
  const [organiser, guest] = [await makePerson(t), await makePerson(t)];
  const { id, kinds } = await makeSalon(t, { owner_id: organiser.id, in_hours: 30 });
  const kind_id = kinds[0]?.id ?? 0;
  const order = await orderTickets(as(guest), {
    ...{ id, lines: [{ kind_id, count: 1 }], holders: seats(kind_id), balance: false, user_coupon_id: 0, cache: false },
  });
  await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, order));
  const at = Math.floor(inDays(1.5).getTime() / 1_000);
  await saveEntry(as(guest), { id: 0, title: '踏勘', note: '', at, all_day: false, link: '' });
  const cards = (await cardsOf(guest)).filter(({ group }) => group === 'ending');
  expect(cards.map(({ key, num }) => [key, num])).toEqual(
    expect.arrayContaining([
      ['salon-ticket', 1],
      ['board-soon', 1],
    ]),
  );
  expect(cards.find(({ key }) => key === 'salon-ticket')?.href).toMatch(/^\/salon\/ticket\?s=/);
  t.clock.advance_ms(4 * DAY_MS);
  const later = await cardsOf(guest);
  expect(later.map(({ key }) => key)).not.toContain('salon-ticket');
  expect(later.find(({ key }) => key === 'board-task')).toMatchObject({ group: 'answer', num: 1 });
});

it('tells each side of an agreement when the other says it is done, and both until they have rated', async () => {
  const [owner, planner] = [await makePerson(t), await makePerson(t)];
  const demand_id = await makeDemand(t, { owner_id: owner.id, moves: ['open', 'choosing'] });
  const id = await makeOffer(as(planner), { ...OFFER, demand_id });
  const deal = await agreeOffer(as(owner), id, 1);
  const asked = async (person: Person, key: string) =>
    (await cardsOf(person))
      .find((card) => card.key === key)
      ?.text.split('：')
      .at(-1);
  const both = async () => [await asked(owner, 'board-demand'), await asked(planner, 'board-offer')];
  expect(await both()).toEqual([undefined, undefined]);
  await confirmDone(as(planner), deal);
  expect(await both()).toEqual(['对方已确认完成，等您确认', undefined]);
  await confirmDone(as(owner), deal);
  expect(await both()).toEqual(['等您评价', '等您评价']);
  await rateAgreement(as(planner), deal, { stars: 5, text: '沟通顺畅' });
  expect(await both()).toEqual(['等您评价', undefined]);
  await rateAgreement(as(owner), deal, { stars: 5, text: '执行到位' });
  expect(await both()).toEqual([undefined, undefined]);
});

it('tells of a draw, of a prize without an address, and of a parcel on its way', async () => {
  const reader = await makePerson(t);
  const ends_at = Math.floor(inDays(10).getTime() / 1_000);
  const bag = { place: 1, title: '策猫帆布袋', type: 5, weight: 1, stock: 9, replace: 2, covers: '', covers_hor: '' } as const;
  const vip = { ...bag, place: 2, title: '方案会员 7 天', type: 2, weight: 0, stock: null, replace: null } as const;
  const none = { vip_type: 0, days: 0, max_download_pre_day: 0 };
  const prizes = [
    { ...bag, ...none },
    { ...vip, vip_type: 1, days: 7, max_download_pre_day: 5 },
  ];
  await openRound(as(staff), { title: '会员抽奖', ends_at, prizes });
  const orderid = await paidMembership(t, reader.id);
  expect(await keysOf(reader)).toContain('draw 1');
  const { blind_id } = await draw(as(reader), { orderid, user_seed: 'mine' });
  expect((await cardsOf(reader)).find(({ key }) => key === 'prize-address')).toMatchObject({ num: 1, text: '策猫帆布袋', group: 'answer' });
  const to = { receiver: '张三', tel: '13800000000' };
  await sendPrizeTo(as(reader), { blind_id, ...to, address: '上海市南京西路 1 号' });
  expect((await keysOf(reader)).filter((key) => /^(draw|prize)/.test(key))).toEqual([]);

  await inTransaction(t.ctx(), (tx) => grantPoints(tx, { user_id: reader.id, points: 500, reason: 'gift', key: `parcel-${reader.id}` }));
  const goods = await saveGoods(as(staff), {
    ...{ id: 0, kind: 'physical', title: '帆布袋', about: '', content: '', cover: '', points: 100, market_price: 39.9, left_num: 5 },
    ...{ left_before: 5, per_person: 0, is_on: true, sort: 0, definition_id: 0, vip_type: 1, days: 7, max_download_pre_day: 5, cards: 2 },
  });
  const address = await saveAddress(as(reader), { id: 0, ...to, province: '上海市', city: '', detail: '南京西路 1 号', is_default: false });
  const made = await redeemGoods(as(reader), { id: goods, num: 1, address_id: address.id, total_points: 100, key: 'today-parcel' });
  expect(await keysOf(reader)).not.toContain('parcel 1');
  await shipRedemption(as(staff), made.id, { carrier: '顺丰', tracking_no: 'SF1234567' });
  expect((await cardsOf(reader)).find(({ key }) => key === 'parcel')?.text).toBe('帆布袋，顺丰 SF1234567');
});

it('tells who waited of a seat that became free, until it is gone', async () => {
  const [organiser, guest, next] = [await makePerson(t), await makePerson(t), await makePerson(t)];
  const { id, kinds } = await makeSalon(t, { owner_id: organiser.id, in_hours: 100, kinds: [kindForm({ capacity: '1' })] });
  const kind_id = kinds[0]?.id ?? 0;
  const wish = { id, lines: [{ kind_id, count: 1 }], holders: seats(kind_id), balance: false, user_coupon_id: 0, cache: false };
  await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, await orderTickets(as(guest), wish)));
  await joinWaiting(as(next), { id, kind_id, count: 1, holders: seats(kind_id) });
  const seat = async () => (await cardsOf(next)).find(({ key }) => key === 'salon-seat');
  expect(await seat()).toBeUndefined();
  await refundTicket(as(guest), (await ownTickets(as(guest), { page: 1, limit: 1 })).list[0]?.id ?? 0);
  await placeOffers(t.ctx());
  expect(await seat()).toMatchObject({ group: 'answer', num: 1, href: `/salon/details?id=${id}` });
  t.clock.advance_ms(DAY_MS);
  expect(await seat()).toBeUndefined();
});

it('tells of a verification that was refused, and of a company’s that ends or ended', async () => {
  const person = await makePerson(t);
  await submitRealname(as(person), { name: MISMATCH_NAME, idcard: newIdCard(), idcard_url: await bothSides(t, person) });
  const verified = async (who: Person) =>
    (await cardsOf(who)).filter(({ key }) => /^(realname|company)/.test(key)).map(({ key, group, href }) => [key, group, href]);
  expect(await verified(person)).toEqual([['realname', 'answer', '/personalCenter/myVerify']]);

  const owner = await makePerson(t);
  const company = {
    ...{ name: '上海策猫会展有限公司', licence: newLicence(), licence_url: authPictureUrl(await uploadProof(t, owner)) },
    ...{ legal_person: '张三', contact_name: '李四', contact_mobile: '13900001234' },
  };
  const decide = async (action: string) => {
    const { list } = await listReviews(as(staff), { type: 'company', status: 'open', page: 1, limit: 9 });
    await decideReview(as(staff), {
      id: list[0]?.id ?? 0,
      version: list[0]?.version ?? 0,
      action,
      reason: action === 'reject' ? '不清晰' : '',
    });
  };
  await submitCompany(as(owner), company);
  await decide('reject');
  expect(await verified(owner)).toEqual([['company', 'answer', '/personalCenter/myEnterprise/reject']]);
  await submitCompany(as(owner), { ...company, licence_url: '' });
  await decide('approve');
  expect(await verified(owner)).toEqual([]);
  const later = async (days: number) => {
    t.clock.advance_ms(days * DAY_MS);
    return verified({ ...owner, token: (await issueToken(t.ctx(), owner.id)).token });
  };
  expect(await later(340)).toEqual([['company-ends', 'ending', '/personalCenter/myEnterprise']]);
  expect(await later(30)).toEqual([['company-ended', 'answer', '/personalCenter/myEnterprise']]);
});

it('the groups come in their order, and a key stands once', async () => {
  const reader = await makePerson(t);
  await makeItem(t, { publisher_id: reader.id, status: 'draft' });
  await makeDemand(t, { owner_id: reader.id, moves: ['open', 'choosing'] });
  await issueCoupon(t.ctx(), { user_id: reader.id, type: 5, title: '券', amount_fen: 500, min_price_fen: 0, use_end_time: inDays(2) });
  const cards = await cardsOf(reader);
  const groups = cards.map(({ group }) => group);
  const rank = Object.keys(TODAY_GROUPS);
  expect(groups).toEqual(groups.toSorted((a, b) => rank.indexOf(a) - rank.indexOf(b)));
  expect(new Set(groups)).toEqual(new Set(rank));
  expect(new Set(cards.map(({ key }) => key)).size).toBe(cards.length);
});

it('a notice of infringement waits for the publisher, and for who complained once something is missing or was answered', async () => {
  const [holder, owner] = [await makePerson(t), await makePerson(t)];
  const said = { name: '权利人', contact: '13900000000', content: '未获授权', files: [] };
  const row = { user_id: holder.id, publisher_id: owner.id, notice: { ...said, as: 'holder' as const, identity_files: [] }, file_ids: [] };
  const states = ['waiting', 'returned', 'down', 'countered', 'stays'] as const;
  await t.app.db.insert(infringements).values(states.map((state, at) => ({ ...row, state, item_id: 9_000 + at })));
  expect(await keysOf(holder)).toEqual(['infringement-sent 2']);
  expect(await keysOf(owner)).toEqual(['infringement-received 1']);
});
