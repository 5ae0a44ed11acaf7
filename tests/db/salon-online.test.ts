import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import type { SalonForm } from '#contract/outputs/salon.ts';
import { EMPTY_SALON, type OwnTicket } from '#contract/salon.ts';
import { checkSalon } from '#contract/salon-form.ts';
import { noticesOf } from '#server/modules/notices/index.ts';
import {
  attendancePdf,
  changeHolder,
  checkInByHand,
  comingSalons,
  doorList,
  guestList,
  joinOnline,
  makeDoorLink,
  openLinks,
  orderTickets,
  organisedSalon,
  ownTickets,
  priceList,
  provenAttendance,
  publicSalon,
  refundTicket,
  remindOfSalons,
  scanTicket,
  setOnline,
  shownTicket,
  ticketCalendar,
  ticketPdf,
  undoCheckIn,
} from '#server/modules/salons/index.ts';
import { salon_tickets, salons } from '#server/modules/salons/tables.ts';
import { salonJsonLd } from '../../src/features/salon/salon-jsonld.ts';
import { testApp } from '../support/app.ts';
import { makePerson, type Person } from '../support/market.ts';
import { kindForm, makeSalon, salonForm } from '../support/salons.ts';

const MINUTE_MS = 60_000;
const LINK = 'https://meeting.example/j/728191?pwd=secret';
const t = testApp();
let owner: Person;
let buyer: Person;
beforeAll(async () => {
  [owner, buyer] = [await makePerson(t), await makePerson(t)];
});

const nobody = () => t.ctx({ kind: 'visitor', address: '127.0.0.1' });
const secretOf = ({ path }: Pick<OwnTicket, 'path'>) => path.split('s=')[1] as string;
const newest = async (person: Person) => (await noticesOf(person.ctx, { page: 1, limit: 1, only_unread: false })).list[0];
const BOTH = [kindForm({ price: '0' }), kindForm({ key: 'k2', name: '线上票', price: '0', online: true })];

/** A salon with a ticket of its last kind; it begins in `in_min` and lasts an hour. */
async function grow(change: Partial<SalonForm>, in_min = 600, who = buyer) {
  const { id, kinds } = await makeSalon(t, { owner_id: owner.id, kinds: [kindForm({ price: '0' })], ...change });
  const starts_at = new Date(t.clock.now().getTime() + in_min * MINUTE_MS);
  await t.app.db
    .update(salons)
    .set({ starts_at, ends_at: new Date(starts_at.getTime() + 60 * MINUTE_MS) })
    .where(eq(salons.item_id, id));
  const kind_id = kinds.at(-1)?.id as number;
  const holders = [{ kind_id, name: '周宁', phone: '13800000000', answers: {} }];
  await orderTickets(who.ctx, { id, lines: [{ kind_id, count: 1 }], holders, balance: false, user_coupon_id: 0, cache: false });
  const ticket = (await ownTickets(who.ctx, { page: 1, limit: 1 })).list[0] as OwnTicket;
  return { id, ticket, secret: secretOf(ticket) };
}
const set = (salon_id: number, link = LINK, before_min = 30, text = '') => setOnline(owner.ctx, { salon_id, link, before_min, text });

it('an online salon needs no address, and a hybrid one a kind for each', () => {
  const form = salonForm(t, { mode: 'online', city: '', venue: '', address: '', lat: '', lng: '' });
  const now = t.clock.now().getTime();
  expect(checkSalon(form, now)).toEqual({});
  expect(checkSalon({ ...form, mode: 'here' }, now)).toMatchObject({
    city: '请选择城市',
    venue: '请填写场地名称',
    address: '请填写详细地址',
  });
  expect(checkSalon(salonForm(t, { mode: 'both' }), now)['kinds']).toMatch('至少要有一种现场票和一种线上票');
  expect(checkSalon(salonForm(t, { mode: 'both', kinds: BOTH }), now)).toEqual({});
});

it('the link is nowhere but behind a good ticket, from its time on', async () => {
  const { id, ticket, secret } = await grow({ mode: 'online', venue: '' }, 60);
  await set(id);
  const shown = await publicSalon(nobody(), id);
  expect(shown).toMatchObject({ mode: 'online', city: '线上', venue: '网络会议', address: '', place: null });
  const jsonld = salonJsonLd(shown as NonNullable<typeof shown>, '', 'https://cemao.example');
  expect(jsonld).toMatchObject({
    eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
    location: { '@type': 'VirtualLocation', url: `https://cemao.example/salon/details?id=${id}` },
  });
  const all = [
    ...[
      shown,
      jsonld,
      await priceList(buyer.ctx, id),
      await ownTickets(buyer.ctx, { page: 1, limit: 5 }),
      await shownTicket(nobody(), secret),
    ],
    ...[await comingSalons(nobody(), { city: '线上', limit: 5 }), await ticketCalendar(nobody(), secret)],
    await guestList(owner.ctx, { salon_id: id, state: 'all', search: '', page: 1, limit: 5 }),
    Buffer.from((await ticketPdf(nobody(), secret)).data).toString('latin1'),
  ];
  expect(JSON.stringify(all)).not.toMatch('meeting.example');
  expect((await organisedSalon(owner.ctx, id)).online).toEqual({ mode: 'online', link: LINK, before_min: 30, text: '' });
  expect(ticket.online).toBe(true);
  await expect(joinOnline(nobody(), secret)).rejects.toThrow('开始前 30 分钟开放');
  t.clock.advance_ms(31 * MINUTE_MS);
  expect((await shownTicket(nobody(), secret))?.online?.is_open).toBe(true);
  expect(await joinOnline(nobody(), secret)).toBe(LINK);
  // before the beginning nobody took part yet, and the ticket still goes back by its rules
  expect((await ownTickets(buyer.ctx, { page: 1, limit: 1 })).list[0]?.state).toBe('valid');
  const given = await changeHolder(buyer.ctx, { id: ticket.id, s: secret, answers: {}, to: { name: '何澄', phone: '13800000009' } });
  await expect(joinOnline(nobody(), secret)).rejects.toThrow('已转让给别人');
  expect(await joinOnline(nobody(), secretOf(given))).toBe(LINK);
  await t.app.db.update(salon_tickets).set({ state: 'refunded' }).where(eq(salon_tickets.id, ticket.id));
  await expect(joinOnline(nobody(), secretOf(given))).rejects.toThrow('不能再使用');
  await expect(joinOnline(nobody(), 'x'.repeat(22))).rejects.toThrow('没有这张线上门票');
});

it('a ticket of the place does not lead to the link, one of the network not through the door', async () => {
  const here = await grow({ mode: 'both', kinds: BOTH.toReversed() }, 20);
  await set(here.id);
  await expect(joinOnline(nobody(), here.secret)).rejects.toThrow('没有这张线上门票');
  const online = await grow({ mode: 'both', kinds: BOTH }, 20);
  const { token } = await makeDoorLink(owner.ctx, { salon_id: online.id, name: '小林', gate: '东口' });
  const scan = await scanTicket(nobody(), { token, code: online.secret, nonce: 'nonce-online-1', direction: 'in' });
  expect(scan).toMatchObject({ result: 'online', inside: 0 });
  expect((await doorList(nobody(), token)).tickets[0]).toMatchObject({ online: true });
});

it('reminders have the link and the own words, the opening leads to the ticket, another link is told to all', async () => {
  await openLinks(t.ctx());
  const late = await grow({ mode: 'online' }, 610);
  await remindOfSalons(t.ctx());
  // without a link the organiser is asked for it, and what comes later is told
  expect((await newest(owner))?.title).toBe('沙龙还没有线上入口');
  await set(late.id, 'https://late.example/j/1', 10);
  expect(await newest(buyer)).toMatchObject({ title: '线上入口已公布', content: expect.stringContaining('https://late.example/j/1') });
  const { id, secret } = await grow({ mode: 'online' }, 600);
  await expect(set(id, 'http://meeting.example/j/1')).rejects.toMatchObject({ fields: { link: '请填写以 https:// 开头的会议链接' } });
  await set(id, LINK, 30, '请准备好一份自己的方案');
  const other = await grow({}, 600);
  await expect(set(other.id)).rejects.toThrow('线下沙龙');
  await set(other.id, '', 30, '请带身份证');
  expect(await remindOfSalons(t.ctx())).toBe(2);
  const told = (await noticesOf(buyer.ctx, { page: 1, limit: 9, only_unread: false })).list.map(({ content }) => content).join('\n');
  expect(told).toMatch(`线上入口：${LINK}`);
  expect(told).toMatch('主办方：请准备好一份自己的方案');
  expect(told).toMatch(/武康路 100 号 2 楼。入场请出示门票二维码。主办方：请带身份证/);
  await set(id, 'https://other.example/j/2');
  expect(await newest(buyer)).toMatchObject({ title: '线上入口已更换', jump_url: `/salon/ticket?s=${secret}` });
  expect((await newest(buyer))?.content).toMatch('新的入口：https://other.example/j/2');
  expect(await openLinks(t.ctx())).toBe(0);
  t.clock.advance_ms(575 * MINUTE_MS);
  // the other one opens ten minutes before
  expect([await openLinks(t.ctx()), await openLinks(t.ctx())]).toEqual([1, 0]);
  expect(await newest(buyer)).toMatchObject({ title: '线上会场已开放', jump_url: `/salon/ticket?s=${secret}` });
});

it('who opened the link while it ran, or came through the door, has a certificate that a page proves', async () => {
  const online = await grow({ mode: 'online' }, 1);
  await set(online.id);
  const here = await grow({}, 1);
  const absent = await grow({}, 1);
  const off = await grow({ certificate: false }, 1);
  t.clock.advance_ms(2 * MINUTE_MS);
  expect(await joinOnline(nobody(), online.secret)).toBe(LINK);
  await joinOnline(nobody(), online.secret);
  for (const [n, { id, ticket }] of [here, off].entries())
    await checkInByHand(owner.ctx, { salon_id: id, ticket_id: ticket.id, nonce: `nonce-by-hand-${n}` });
  expect((await guestList(owner.ctx, { salon_id: online.id, state: 'used', search: '', page: 1, limit: 5 })).total).toBe(1);
  await expect(attendancePdf(nobody(), online.secret)).rejects.toThrow('活动结束后');
  t.clock.advance_ms(61 * MINUTE_MS);
  for (const { secret } of [absent, off]) await expect(attendancePdf(nobody(), secret)).rejects.toThrow('没有参加证明');
  for (const { id, secret, ticket } of [online, here]) {
    const { name, data } = await attendancePdf(nobody(), secret);
    expect([name, Buffer.from(data).subarray(0, 5).toString()]).toEqual(['参加证明-年会创意分享会.pdf', '%PDF-']);
    const [row] = await t.app.db.select().from(salon_tickets).where(eq(salon_tickets.id, ticket.id));
    expect(row?.proof_no).toMatch(/^CS\d{24}$/);
    await attendancePdf(nobody(), secret);
    expect((await t.app.db.select().from(salon_tickets).where(eq(salon_tickets.id, ticket.id)))[0]?.proof_no).toBe(row?.proof_no);
    const spaced = (row?.proof_no ?? '').toLowerCase().replace(/(\d{4})/g, '$1 ');
    expect(await provenAttendance(nobody(), spaced)).toMatchObject({
      id,
      name: '周宁',
      title: '年会创意分享会',
      organiser: '策划人俱乐部',
    });
    expect((await ownTickets(buyer.ctx, { page: 1, limit: 9 })).list.find((one) => one.id === ticket.id)?.acts).toEqual(['certificate']);
    await undoCheckIn(owner.ctx, { salon_id: id, ticket_id: ticket.id, nonce: `nonce-undo-${id}` });
    expect(await provenAttendance(nobody(), spaced)).toBeNull();
  }
  expect(await provenAttendance(nobody(), 'CS1')).toBeNull();
});

it('what was sold does not change between place and network, a salon that goes online is told and given back', async () => {
  const { applyForm } = await import('#server/modules/salons/apply-form.ts');
  const { lockSalonRow } = await import('#server/modules/salons/repo.ts');
  const { inTransaction } = await import('#server/app/ctx.ts');
  const { id, ticket } = await grow({ mode: 'both', kinds: BOTH });
  const apply = (form: SalonForm) =>
    inTransaction(t.ctx(), async (tx) => {
      const row = await lockSalonRow(tx.db, id);
      if (row) await applyForm(tx, row, form);
    });
  const calendar = async () => {
    const text = await ticketCalendar(nobody(), secretOf(ticket));
    return { sequence: Number(/SEQUENCE:(\d+)/.exec(text)?.[1]), uid: /UID:(.*)/.exec(text)?.[1], method: /METHOD:(.*)\r/.exec(text)?.[1] };
  };
  const swapped = BOTH.map((kind) => ({ ...kind, online: !kind.online }));
  await expect(apply(salonForm(t, { mode: 'both', kinds: swapped }))).rejects.toMatchObject({
    fields: { 'kinds.1.online': expect.stringContaining('另加一种票') },
  });
  const first = await calendar();
  t.clock.advance_ms(MINUTE_MS);
  await apply(salonForm(t, { mode: 'online', venue: '', kinds: BOTH }));
  expect((await newest(buyer))?.content).toMatch('线上网络会议');
  const moved = await calendar();
  t.clock.advance_ms(MINUTE_MS);
  await refundTicket(buyer.ctx, ticket.id);
  const over = await calendar();
  expect([first.method, moved.method, over.method]).toEqual(['PUBLISH', 'PUBLISH', 'CANCEL']);
  expect([first.sequence < moved.sequence, moved.sequence < over.sequence, first.uid === over.uid]).toEqual([true, true, true]);
  // a form that was stored before there were modes
  const { mode: _mode, give: _give, certificate: _certificate, ...old } = salonForm(t, { kinds: [kindForm({ price: '0', key: 'k9' })] });
  await apply(old as SalonForm);
  expect(await publicSalon(nobody(), id)).toMatchObject({ mode: EMPTY_SALON.mode, give_h: 0, city: '上海' });
});
