import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { ticketCode } from '#contract/door.ts';
import type { SalonForm } from '#contract/outputs/salon.ts';
import type { OwnTicket } from '#contract/salon.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { guestsCsv } from '#server/areas/organise/routes.ts';
import { sha256 } from '#server/kernel/ids.ts';
import { noticesOf } from '#server/modules/notices/index.ts';
import {
  changeHolder,
  doorList,
  forgetSalons,
  guestList,
  makeDoorLink,
  orderTickets,
  ownTickets,
  refundTicket,
  scanTicket,
  shownTicket,
  syncScans,
  ticketCalendar,
} from '#server/modules/salons/index.ts';
import { salon_handovers, salon_tickets, salons } from '#server/modules/salons/tables.ts';
import { testApp } from '../support/app.ts';
import { makePerson, type Person } from '../support/market.ts';
import { kindForm, makeSalon } from '../support/salons.ts';

const HOUR_MS = 3_600_000;
const t = testApp();
let owner: Person;
let buyer: Person;
let friend: Person;
let phones = 0;
beforeAll(async () => {
  [owner, buyer, friend] = [await makePerson(t), await makePerson(t), await makePerson(t)];
});

const nobody = () => t.ctx({ kind: 'visitor', address: '127.0.0.1' });
const secretOf = ({ path }: Pick<OwnTicket, 'path'>) => path.split('s=')[1] as string;
const mobileOf = async ({ id }: Person) =>
  (await t.booted.pool.pool.query<{ mobile: string }>('select mobile from users where id = $1', [id])).rows[0]?.mobile as string;

const DIET = { key: 'q1', label: '忌口', required: false, options: [] };
const LUNCH = { key: 'q2', label: '一起吃午饭吗', required: true, options: ['是', '否'] };

/** A free ticket of a salon that begins in `in_hours`, with a door. */
async function grow(in_hours = 240, change: Partial<SalonForm> = {}) {
  const { id, kinds } = await makeSalon(t, { owner_id: owner.id, kinds: [kindForm({ price: '0', questions: [DIET, LUNCH] })], ...change });
  const kind_id = kinds[0]?.id as number;
  const starts_at = new Date(t.clock.now().getTime() + in_hours * HOUR_MS);
  await t.app.db
    .update(salons)
    .set({ starts_at, ends_at: new Date(starts_at.getTime() + HOUR_MS) })
    .where(eq(salons.item_id, id));
  const holders = [{ kind_id, name: '周宁', phone: '13800000000', answers: { q1: '花生', q2: '是' } }];
  await orderTickets(buyer.ctx, { id, lines: [{ kind_id, count: 1 }], holders, balance: false, user_coupon_id: 0, cache: false });
  const ticket = (await ownTickets(buyer.ctx, { page: 1, limit: 1 })).list[0] as OwnTicket;
  const door = async () => (await makeDoorLink(owner.ctx, { salon_id: id, name: '小林', gate: '东口' })).token;
  return { id, ticket, door };
}
const give = (ticket: Pick<OwnTicket, 'id' | 'path'>, phone: string, name = '何澄') =>
  changeHolder(buyer.ctx, { id: ticket.id, s: secretOf(ticket), answers: { q2: '否' }, to: { name, phone } });
const scan = (token: string, code: string) => scanTicket(nobody(), { token, code, nonce: `nonce-given-${++phones}`, direction: 'in' });

it('the old code is dead everywhere at once, and the new one enters', async () => {
  const { id, ticket, door } = await grow(2);
  const token = await door();
  const old = secretOf(ticket);
  const before = await ticketCalendar(nobody(), old);
  t.clock.advance_ms(60_000);
  const { path } = await give(ticket, await mobileOf(friend));
  const now = secretOf({ path });
  expect(now).not.toBe(old);
  expect(await shownTicket(nobody(), old)).toMatchObject({ given: true, state: 'revoked', holder: '周*' });
  expect(await shownTicket(nobody(), now)).toMatchObject({ given: false, state: 'valid', holder: '何*' });
  const list = await doorList(nobody(), token);
  expect(list.given).toEqual([{ hash: sha256(old), id: ticket.id }]);
  expect(list.tickets.map(({ hash, holder }) => [hash, holder])).toEqual([[sha256(now), '何澄']]);
  for (const code of [old, `https://cemao.example/salon/ticket?s=${old}`, ticketCode(sha256(old))])
    expect(await scan(token, code)).toMatchObject({ result: 'given', ticket: { seq: 1 } });
  // a phone that had no network let the old code in: it says the right reason, and the new holder is not shut out
  const offline = [{ nonce: 'nonce-offline-old', key: sha256(old), direction: 'in' as const, at_ms: t.clock.now().getTime() }];
  expect(await syncScans(nobody(), { token, scans: offline })).toMatchObject([{ result: 'given' }]);
  expect(await scan(token, now)).toMatchObject({ result: 'ok', ticket: { holder: '何澄' } });
  const after = await ticketCalendar(nobody(), old);
  const sequence = (text: string) => Number(/SEQUENCE:(\d+)/.exec(text)?.[1]);
  expect([before.includes('STATUS:CANCELLED'), after.includes('STATUS:CANCELLED'), after.includes('METHOD:CANCEL')]).toEqual([
    false,
    true,
    true,
  ]);
  expect(/UID:(.*)/.exec(after)?.[1]).toBe(/UID:(.*)/.exec(before)?.[1]);
  expect(sequence(after)).toBeGreaterThan(sequence(before));
  expect((await ownTickets(buyer.ctx, { page: 1, limit: 1 })).list[0]).toMatchObject({
    id: ticket.id,
    path,
    holder_name: '何澄',
    acts: [],
  });
  expect(id).toBeGreaterThan(0);
});

it('the new holder gets the address by a message and among their tickets, the organiser sees both, no money moves', async () => {
  const { id, ticket } = await grow();
  const { path } = await give(ticket, await mobileOf(friend));
  const told = (await noticesOf(friend.ctx, { page: 1, limit: 5, only_unread: false })).list[0];
  expect([told?.title, told?.jump_url]).toEqual(['收到一张沙龙门票', path]);
  const theirs = (await ownTickets(friend.ctx, { page: 1, limit: 5 })).list[0];
  expect(theirs).toMatchObject({ id: ticket.id, path, given: true, paid: 0, refund: -1, orderid: '', acts: ['answer'] });
  // who answers is who comes
  const mine = (await ownTickets(buyer.ctx, { page: 1, limit: 5 })).list.find((one) => one.id === ticket.id);
  expect(mine).toMatchObject({ path, given: false, acts: ['give'], answers: [] });
  await changeHolder(friend.ctx, { id: ticket.id, s: secretOf({ path }), answers: { q1: '海鲜', q2: '是' } });
  const { list } = await guestList(owner.ctx, { salon_id: id, state: 'all', search: '', page: 1, limit: 10 });
  expect(list[0]).toMatchObject({
    name: '何澄',
    former: [{ name: '周宁', phone: '13800000000' }],
    answers: [{ answer: '海鲜' }, { answer: '是' }],
  });
  let csv = '';
  for await (const part of guestsCsv(owner.ctx, id)) csv += part;
  expect(csv).toMatch(/原参加者,忌口,一起吃午饭吗,其他回答\r\n.*周宁 13800000000（.* 转出）,海鲜,是,/);
  await expect(
    changeHolder(friend.ctx, { id: ticket.id, s: secretOf({ path }), answers: { q2: '是' }, to: { name: '丙', phone: '13800000003' } }),
  ).rejects.toThrow('由购票人管理');
  await refundTicket(buyer.ctx, ticket.id);
  expect((await noticesOf(friend.ctx, { page: 1, limit: 5, only_unread: false })).list[0]?.title).toBe('您的沙龙门票已失效');
});

it('answers are corrected until it begins, by the same rules as before', async () => {
  const { id, ticket } = await grow(3);
  const answer = (answers: Record<string, string>) => changeHolder(buyer.ctx, { id: ticket.id, s: secretOf(ticket), answers });
  await expect(answer({ q1: '花生' })).rejects.toMatchObject({ fields: { q2: '请回答“一起吃午饭吗”' } });
  await expect(answer({ q2: '也许' })).rejects.toMatchObject({ fields: { q2: '请选择“一起吃午饭吗”' } });
  await answer({ q2: '否' });
  expect((await ownTickets(buyer.ctx, { page: 1, limit: 1 })).list[0]?.answers).toEqual([
    { key: 'q2', label: '一起吃午饭吗', answer: '否' },
  ]);
  await t.app.db
    .update(salons)
    .set({ starts_at: new Date(t.clock.now().getTime() - 1) })
    .where(eq(salons.item_id, id));
  await expect(answer({ q2: '是' })).rejects.toThrow('现在不能修改');
});

it('is refused when it is used, given back, too late, switched off, seen of before or given too often', async () => {
  const late = await grow(30, { give: '24' });
  expect(late.ticket.acts).toEqual(['give', 'answer']);
  t.clock.advance_ms(7 * HOUR_MS);
  await expect(give(late.ticket, '13800000003')).rejects.toThrow('现在不能转让');
  await expect(give((await grow(240, { give: 'off' })).ticket, '13800000003')).rejects.toThrow('现在不能转让');
  for (const state of ['used', 'refunded', 'revoked'] as const) {
    const { ticket } = await grow();
    await t.app.db.update(salon_tickets).set({ state }).where(eq(salon_tickets.id, ticket.id));
    await expect(give(ticket, '13800000003')).rejects.toThrow('现在不能转让');
  }
  const { ticket } = await grow();
  await expect(give(ticket, '123', '')).rejects.toMatchObject({ fields: { name: '请填写姓名', phone: '请输入11位手机号码' } });
  let path = ticket.path;
  for (let n = 0; n < 5; n++) path = (await give({ id: ticket.id, path }, `1380000010${n}`)).path;
  await expect(give(ticket, '13800000003')).rejects.toThrow('刚刚已转让');
  await expect(give({ id: ticket.id, path }, '13800000003')).rejects.toThrow('最多转让 5 次');
  await expect(changeHolder(friend.ctx, { id: ticket.id, s: secretOf({ path }), answers: {} })).rejects.toThrow('没有这张门票');
});

it('names of who is gone are forgotten, the dead code stays dead', async () => {
  const { ticket, door } = await grow(2);
  const token = await door();
  await give(ticket, await mobileOf(friend));
  await inTransaction(friend.ctx, (tx) => forgetSalons(tx, friend.id));
  const [row] = await t.app.db.select().from(salon_tickets).where(eq(salon_tickets.id, ticket.id));
  expect(row).toMatchObject({ to_id: null, holder_name: '已注销', holder_phone: '', answers: [], buyer_id: buyer.id });
  await inTransaction(buyer.ctx, (tx) => forgetSalons(tx, buyer.id));
  const [was] = await t.app.db.select().from(salon_handovers).where(eq(salon_handovers.ticket_id, ticket.id));
  expect(was).toMatchObject({ from_id: null, from_name: '已注销', from_phone: '' });
  expect(await scan(token, secretOf(ticket))).toMatchObject({ result: 'given' });
});
