import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DoorAnswer, DoorDirection } from '#contract/door.ts';
import { ticketCode } from '#contract/door.ts';
import { createCtx } from '#server/app/ctx.ts';
import { sha256 } from '#server/kernel/ids.ts';
import {
  checkInByHand,
  doorLinks,
  doorList,
  endDoorLink,
  makeDoorLink,
  scanOrder,
  scanTicket,
  syncScans,
  undoCheckIn,
} from '#server/modules/salons/index.ts';
import { salon_checkins, salon_tickets, salons } from '#server/modules/salons/tables.ts';
import { testApp } from '../support/app.ts';
import { makePerson, type Person } from '../support/people.ts';
import { makeSalon, type SalonWish } from '../support/salon-guests.ts';

const HOUR_MS = 3_600_000;

const t = testApp();
let owner: Person;
let guest: Person;
const as = (person: Person) => createCtx(t.app, person.actor, 'test');
const nobody = () => t.ctx({ kind: 'visitor', address: '127.0.0.1' });
let nonces = 0;
const nonce = () => `nonce-${++nonces}-test`;

beforeAll(async () => {
  [owner, guest] = [await makePerson(t, { nickname: '西溪活动社' }), await makePerson(t)];
});

async function grow(wish: Partial<SalonWish> = {}) {
  const seats = wish.seats ?? [
    { buyer_id: guest.id, order: 1 },
    { buyer_id: guest.id, order: 1 },
    { buyer_id: guest.id, order: 1 },
    { buyer_id: guest.id },
  ];
  const salon = await makeSalon(t, { owner_id: owner.id, ...wish, seats });
  const gate = async (name: string) =>
    (await makeDoorLink(as(owner), { salon_id: salon.id, name: `工作人员${name}`, gate: `${name}口` })).token;
  const scan = (token: string, code: string, direction: DoorDirection = 'in', with_nonce = nonce()) =>
    scanTicket(nobody(), { token, code, nonce: with_nonce, direction });
  const secret = (index: number) => salon.tickets[index]?.secret ?? '';
  const stateOf = async (index: number) =>
    (
      await t.app.db
        .select()
        .from(salon_tickets)
        .where(eq(salon_tickets.id, salon.tickets[index]?.id ?? 0))
    )[0]?.state;
  return { ...salon, gate, scan, secret, stateOf };
}

const short = ({ result, where, inside, others, again }: DoorAnswer) => ({ result, where, inside, others, again });

describe('a scan', () => {
  it('lets in once, by whatever way the ticket is named, and says when and where a used one came in', async () => {
    const salon = await grow();
    const [east, west] = [await salon.gate('东'), await salon.gate('西')];
    expect(short(await salon.scan(east, salon.secret(0)))).toEqual({ result: 'ok', where: '', inside: 1, others: 2, again: false });
    const twice = await salon.scan(west, `https://cemao.example/salon/ticket?s=${salon.secret(0)}`);
    expect(short(twice)).toEqual({ result: 'used', where: '东口', inside: 1, others: 2, again: false });
    expect(twice.at).toBe(Math.floor(t.clock.now().getTime() / 1000));
    const typed = await salon.scan(west, ticketCode(sha256(salon.secret(1))));
    expect([typed.result, typed.ticket?.seq, typed.ticket?.holder]).toEqual(['ok', 2, '来宾2']);
    expect(await salon.stateOf(1)).toBe('used');
  });

  it('answers the same nonce as before, whatever is shown with it, and counts nobody twice', async () => {
    const salon = await grow();
    const door = await salon.gate('东');
    const first = await salon.scan(door, salon.secret(0), 'in', 'nonce-replayed');
    const again = await salon.scan(door, salon.secret(0), 'in', 'nonce-replayed');
    expect(again).toEqual({ ...first, again: true });
    expect((await salon.scan(door, salon.secret(1), 'in', 'nonce-replayed')).ticket?.seq).toBe(1);
    expect(await salon.stateOf(1)).toBe('valid');
    expect(await t.app.db.$count(salon_checkins, eq(salon_checkins.salon_id, salon.id))).toBe(1);
  });

  it('refuses in the order of what is known: no ticket, another salon, the time, its state', async () => {
    const [salon, other, tomorrow] = [await grow(), await grow({ title: '声光电沙龙' }), await grow({ starts_in_h: 24 })];
    const [door, early] = [await salon.gate('东'), await tomorrow.gate('东')];
    await t.app.db
      .update(salon_tickets)
      .set({ state: 'refunded' })
      .where(eq(salon_tickets.id, salon.tickets[1]?.id ?? 0));
    await t.app.db
      .update(salon_tickets)
      .set({ state: 'revoked' })
      .where(eq(salon_tickets.id, salon.tickets[2]?.id ?? 0));
    const results: string[] = [];
    for (const code of ['nonsense', 'AAAA 0000', 'A'.repeat(22), other.secret(0), salon.secret(1), salon.secret(2)])
      results.push((await salon.scan(door, code)).result);
    expect(results).toEqual(['unknown', 'unknown', 'unknown', 'other_salon', 'refunded', 'revoked']);
    expect((await salon.scan(door, other.secret(0))).where).toBe('声光电沙龙');
    expect((await salon.scan(door, other.secret(0))).ticket).toBeNull();
    expect((await tomorrow.scan(early, tomorrow.secret(0))).result).toBe('too_early');
    await t.app.db.update(salons).set({ state: 'cancelled' }).where(eq(salons.item_id, salon.id));
    expect((await salon.scan(door, salon.secret(0))).result).toBe('cancelled');
  });

  it('counts who is inside: out and in again, and out only for who came in', async () => {
    const salon = await grow();
    const door = await salon.gate('东');
    expect((await salon.scan(door, salon.secret(0), 'out')).result).toBe('not_inside');
    await salon.scan(door, salon.secret(0));
    await salon.scan(door, salon.secret(3));
    expect(short(await salon.scan(door, salon.secret(0), 'out'))).toMatchObject({ result: 'ok', inside: 1 });
    expect((await salon.scan(door, salon.secret(0), 'out')).result).toBe('not_inside');
    expect(short(await salon.scan(door, salon.secret(0)))).toMatchObject({ result: 'ok', inside: 2 });
    expect((await doorList(nobody(), door)).came).toBe(2);
  });

  it('takes the rest of an order at once, again without doubles', async () => {
    const salon = await grow();
    const door = await salon.gate('东');
    await salon.scan(door, salon.secret(0));
    const ticket_id = salon.tickets[0]?.id ?? 0;
    const all = await scanOrder(nobody(), { token: door, ticket_id, nonce: 'nonce-order-1' });
    expect(all.map(({ result, ticket }) => [result, ticket?.seq])).toEqual([
      ['ok', 2],
      ['ok', 3],
    ]);
    const replayed = await scanOrder(nobody(), { token: door, ticket_id, nonce: 'nonce-order-1' });
    expect(replayed.map(({ again, ticket }) => [again, ticket?.seq])).toEqual([
      [true, 2],
      [true, 3],
    ]);
    expect(await scanOrder(nobody(), { token: door, ticket_id, nonce: 'nonce-order-2' })).toEqual([]);
    expect(replayed.at(-1)?.inside).toBe(3);
    expect(await salon.stateOf(3)).toBe('valid');
  });
});

describe('a door without a network', () => {
  it('gets hashes and no secret, and merges later: what another door let in is a conflict, a replay is not', async () => {
    const salon = await grow();
    const [east, west] = [await salon.gate('东'), await salon.gate('西')];
    const list = await doorList(nobody(), west);
    expect(JSON.stringify(list)).not.toContain(salon.secret(0));
    expect(list.tickets.map(({ hash, state }) => [hash, state])).toEqual(salon.tickets.map(({ secret }) => [sha256(secret), 'valid']));
    await salon.scan(east, salon.secret(0));
    const now_ms = t.clock.now().getTime();
    const scans = [
      { nonce: 'offline-2-west', key: sha256(salon.secret(1)), direction: 'in' as const, at_ms: now_ms - 1_000 },
      { nonce: 'offline-1-west', key: sha256(salon.secret(0)), direction: 'in' as const, at_ms: now_ms - 2_000 },
      { nonce: 'offline-3-west', key: sha256(salon.secret(3)).slice(0, 8), direction: 'in' as const, at_ms: now_ms + 10 * HOUR_MS },
      { nonce: 'offline-4-west', key: 'f'.repeat(64), direction: 'in' as const, at_ms: now_ms },
    ];
    const first = await syncScans(nobody(), { token: west, scans });
    expect(first.map(({ nonce: of, result, where }) => [of, result, where])).toEqual([
      ['offline-1-west', 'used', '东口'],
      ['offline-2-west', 'ok', ''],
      ['offline-4-west', 'unknown', ''],
      ['offline-3-west', 'ok', ''],
    ]);
    const second = await syncScans(nobody(), { token: west, scans });
    expect(second.map(({ result, again }) => [result, again])).toEqual([
      ['used', true],
      ['ok', true],
      ['unknown', true],
      ['ok', true],
    ]);
    const rows = await t.app.db.select().from(salon_checkins).where(eq(salon_checkins.nonce, 'offline-3-west'));
    // a phone whose clock runs ahead is not believed
    expect([rows[0]?.offline, rows[0]?.at]).toEqual([true, t.clock.now()]);
    expect(second[0]?.inside).toBe(3);
  });
});

describe('links of doors', () => {
  it('are made and ended by the organiser alone, and end after the salon', async () => {
    const salon = await grow();
    await expect(makeDoorLink(as(guest), { salon_id: salon.id, name: '我', gate: '东' })).rejects.toThrow('沙龙不存在');
    const token = await salon.gate('东');
    await expect(doorLinks(as(guest), salon.id)).rejects.toThrow('沙龙不存在');
    const [link] = await doorLinks(as(owner), salon.id);
    expect(link).toMatchObject({ name: '工作人员东', gate: '东口', state: 'live', scans: 0 });
    expect(JSON.stringify(link)).not.toContain(token);
    await salon.scan(token, salon.secret(0));
    await expect(endDoorLink(as(guest), { salon_id: salon.id, id: link?.id ?? 0 })).rejects.toThrow('沙龙不存在');
    await endDoorLink(as(owner), { salon_id: salon.id, id: link?.id ?? 0 });
    await expect(salon.scan(token, salon.secret(1))).rejects.toThrow('已被主办方停用');
    expect((await doorLinks(as(owner), salon.id))[0]).toMatchObject({ state: 'ended', scans: 1 });
    await expect(salon.scan('x'.repeat(22), salon.secret(1))).rejects.toThrow('检票链接无效');

    const late = await salon.gate('西');
    t.clock.advance_ms(11 * HOUR_MS);
    await expect(salon.scan(late, salon.secret(1))).rejects.toThrow('已失效');
    t.clock.advance_ms(-11 * HOUR_MS);
  });
});

describe('the organiser', () => {
  it('lets in by hand, afterwards as well, and takes it back', async () => {
    const salon = await grow();
    const door = await salon.gate('东');
    const ticket_id = salon.tickets[0]?.id ?? 0;
    const wish = { salon_id: salon.id, ticket_id };
    await expect(checkInByHand(as(guest), { ...wish, nonce: nonce() })).rejects.toThrow('沙龙不存在');
    expect((await checkInByHand(as(owner), { ...wish, nonce: 'by-hand-1' })).result).toBe('ok');
    expect((await salon.scan(door, salon.secret(0))).where).toBe('主办方');
    await undoCheckIn(as(owner), { ...wish, nonce: 'by-hand-undo-1' });
    await undoCheckIn(as(owner), { ...wish, nonce: 'by-hand-undo-2' });
    expect(await salon.stateOf(0)).toBe('valid');
    expect((await doorList(nobody(), door)).inside).toBe(0);
    expect((await salon.scan(door, salon.secret(0))).result).toBe('ok');
    t.clock.advance_ms(30 * HOUR_MS);
    expect((await checkInByHand(as(owner), { ...wish, ticket_id: salon.tickets[1]?.id ?? 0, nonce: nonce() })).result).toBe('ok');
    t.clock.advance_ms(-30 * HOUR_MS);
  });
});
