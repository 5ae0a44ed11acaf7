import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { ACCOUNT_CALLS, type OwnInvites } from '#contract/account.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { createUser } from '#server/modules/identity/index.ts';
import { tokens, user_devices, users } from '#server/modules/identity/tables.ts';
import { inviteMonthMost, judgeInvite, notePaid, settleInvites } from '#server/modules/invites/index.ts';
import { invites } from '#server/modules/invites/tables.ts';
import { noticesOf } from '#server/modules/notices/index.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { balances } from '#server/modules/wallet/index.ts';
import { testApp } from '../support/app.ts';
import { codeFor, newMobile, PASSWORD } from '../support/identity.ts';
import { makeItem, makePerson, type Person } from '../support/item-world.ts';
import { giveBalance, place } from '../support/market.ts';

const t = testApp();
let boss: Person;
beforeAll(async () => {
  boss = await makePerson(t, { roles: ['operator'] });
});

const HOUR = 3_600_000;
const points = async (id: number) => (await balances(t.ctx(), id)).point;
const inviteOf = async (user_id: number) => (await t.app.db.select().from(invites).where(eq(invites.user_id, user_id)))[0];

/** Somebody who came by an invitation. */
async function invited(invitor_id: number, address = ''): Promise<number> {
  const id = await createUser(t.ctx(), { mobile: newMobile(), password: null, nickname: '新朋友', invitor_id });
  if (address) {
    const at = t.clock.now();
    const expires_at = new Date(at.getTime() + 86_400_000);
    await t.app.db
      .insert(tokens)
      .values({ user_id: id, token_hash: `h${id}-${Math.random()}`, network: address, expires_at, created_at: at });
  }
  return id;
}

describe('P-190 the reward for signing up', () => {
  it('is given once, a day later, to who invited', async () => {
    const host = await makePerson(t);
    const mobile = newMobile();
    const captcha = await codeFor(t, mobile, 'register');
    await t.call('POST', '/api/user/registered', { body: { account: mobile, captcha, password: PASSWORD, invitorid: host.id } });
    await settleInvites(t.ctx());
    expect(await points(host.id)).toBe(0);
    t.clock.advance_ms(24 * HOUR + 1);
    await Promise.all(Array.from({ length: 8 }, () => settleInvites(t.ctx())));
    expect(await points(host.id)).toBe(20);
    const { body } = await t.call<OwnInvites>('GET', ACCOUNT_CALLS.invite, { token: host.token });
    expect(body.data).toMatchObject({ code: host.id, total: 1, granted_points: 20, waiting_points: 0 });
    expect(body.data.list[0]).toMatchObject({ register_state: 'granted', register_points: 20, paid_state: 'none' });
    expect(body.data.url).toContain(`/register?invitorid=${host.id}`);
    const { list } = await noticesOf(t.ctx(host.actor), { only_unread: true, page: 1, limit: 10 });
    expect(list).toMatchObject([{ title: '邀请奖励已到账：20 积分', jump_url: '/personalCenter/myInvite' }]);
  });

  it('comes to nothing for an account that is gone, and an unknown inviter is none', async () => {
    const host = await makePerson(t);
    const guest = await invited(host.id);
    await t.app.db.update(users).set({ blocked: true }).where(eq(users.id, guest));
    expect(await inviteOf(await invited(987_654_321))).toBeUndefined();
    t.clock.advance_ms(24 * HOUR + 1);
    await settleInvites(t.ctx());
    expect([(await inviteOf(guest))?.register_state, await points(host.id)]).toEqual(['refused', 0]);
  });

  it('is capped by the month, also when many fall due at once', async () => {
    await setSetting(t.ctx(), inviteMonthMost.key, 2);
    const host = await makePerson(t);
    for (let i = 0; i < 4; i++) await invited(host.id);
    t.clock.advance_ms(24 * HOUR + 1);
    await Promise.all(Array.from({ length: 8 }, () => settleInvites(t.ctx())));
    expect(await points(host.id)).toBe(40);
    const { body } = await t.call<OwnInvites>('GET', ACCOUNT_CALLS.invite, { token: host.token });
    expect(body.data.list.map(({ register_state }) => register_state).toSorted()).toEqual(['capped', 'capped', 'granted', 'granted']);
    await setSetting(t.ctx(), inviteMonthMost.key, 20);
  });
});

describe('the reward for the first payment', () => {
  it('waits until the order cannot be given back any more, and a free one is none', async () => {
    const [host, publisher, buyer] = [await makePerson(t), await makePerson(t), await makePerson(t)];
    await t.app.db
      .insert(invites)
      .values({ invitor_id: host.id, user_id: buyer.id, register_state: 'granted', register_due_at: t.clock.now() });
    const item = await makeItem(t, { publisher_id: publisher.id, price_fen: 9_900 });
    await giveBalance(t, buyer.id, 20_000);
    const person = { id: buyer.id, token: buyer.token, ctx: t.ctx(buyer.actor) };
    const { orderid } = await place(person, item.id, { balance: 1 });
    await t.call('POST', '/api/order/balance', { token: buyer.token, body: { orderid } });
    const { rows } = await t.booted.pool.pool.query('select id from orders where orderid = $1', [orderid]);
    const order_id = Number(rows[0].id);
    await notePaid(t.ctx(), { buyer_id: buyer.id, order_id });
    await notePaid(t.ctx(), { buyer_id: buyer.id, order_id: order_id + 1 });
    expect(await inviteOf(buyer.id)).toMatchObject({ paid_state: 'waiting', order_id });
    await settleInvites(t.ctx());
    expect(await points(host.id)).toBe(0);
    t.clock.advance_ms(7 * 24 * HOUR + 1);
    await settleInvites(t.ctx());
    expect([(await inviteOf(buyer.id))?.paid_state, await points(host.id)]).toEqual(['granted', 100]);
  });
});

describe('what looks like one person', () => {
  it('waits for staff: the same browser, the same network, many behind one', async () => {
    const host = await makePerson(t);
    const at = t.clock.now();
    const expires_at = new Date(at.getTime() + 30 * 86_400_000);
    await t.app.db
      .insert(tokens)
      .values({ user_id: host.id, token_hash: `host-${host.id}`, network: '203.0.113.9', expires_at, created_at: at });
    const near = await invited(host.id, '203.0.113.9');
    const crowd = [await invited(host.id, '198.51.100.7'), await invited(host.id, '198.51.100.7'), await invited(host.id, '198.51.100.7')];
    const same = await invited(host.id);
    for (const user_id of [host.id, same]) {
      await t.app.db.insert(user_devices).values({ user_id, device_hash: 'shared', first_at: at, last_at: at });
    }
    t.clock.advance_ms(24 * HOUR + 1);
    await settleInvites(t.ctx());
    expect(await points(host.id)).toBe(0);
    expect((await inviteOf(near))?.flags).toEqual(['same_network']);
    expect((await inviteOf(same))?.flags).toEqual(['same_device']);
    expect((await inviteOf(crowd[0] ?? 0))?.flags).toEqual(['crowd']);

    const judge = (user_id: number, right: boolean) =>
      inTransaction(t.ctx(boss.actor), async (tx) => judgeInvite(tx, (await inviteOf(user_id))?.id ?? 0, right, '核实'));
    await judge(near, true);
    await judge(same, false);
    await settleInvites(t.ctx());
    expect([(await inviteOf(near))?.register_state, (await inviteOf(same))?.register_state]).toEqual(['granted', 'refused']);
    expect(await points(host.id)).toBe(20);
    await expect(judge(near, true)).rejects.toMatchObject({ status: 409 });
    const guest = await makePerson(t);
    await expect(inTransaction(t.ctx(guest.actor), (tx) => judgeInvite(tx, 1, true, 'x'))).rejects.toMatchObject({ status: 403 });
  });
});
