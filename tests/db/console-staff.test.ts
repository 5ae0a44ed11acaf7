import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { SEED_JOB } from '#demo/begin-world.ts';
import { createCtx, inTransaction, type Role } from '#server/app/ctx.ts';
import { allJobs } from '#server/boot.ts';
import { shanghaiDay } from '#server/kernel/clock.ts';
import { topUp } from '#server/modules/coins/index.ts';
import { giveCoupon, giveVoucher, issueToPhones, readList } from '#server/modules/console/index.ts';
import { endLogins, issueToken, revealMobile, setBan, setRolesOf } from '#server/modules/identity/index.ts';
import { users } from '#server/modules/identity/tables.ts';
import { extendMembership } from '#server/modules/membership/index.ts';
import { ownRefundUpTo, refundConfirmAbove, refundOrder, runRefunds, settlePayment } from '#server/modules/orders/index.ts';
import { orders } from '#server/modules/orders/tables.ts';
import { decideReview, listReviews } from '#server/modules/review/index.ts';
import { setOperatorSetting, setSetting } from '#server/modules/settings/index.ts';
import { saveDefinition } from '#server/modules/vouchers/index.ts';
import { proveLedger } from '#server/modules/wallet/index.ts';
import { emit, OUTBOX_JOB } from '#server/outbox/outbox.ts';
import { retryEvent, retryJob } from '#server/outbox/staff-sources.ts';
import { audit_log, outbox } from '#server/outbox/tables.ts';
import { JOB_TITLES } from '#server/views/admin/audit-entries.ts';
import { providerHealth, settingForms, todayFacts } from '#server/views/admin/overview.ts';
import { staffOrder } from '#server/views/admin/staff-order.ts';
import { staffUser } from '#server/views/admin/staff-user.ts';
import { testApp } from '../support/app.ts';
import { makePerson as makeStaff } from '../support/item-world.ts';
import { makeItem, makePerson, type Person, payAtProvider, place } from '../support/market.ts';
import { confirmWaiting, nextStaffDay } from '../support/second-person.ts';
import { toldTo } from '../support/told.ts';

const t = testApp();
let publisher: Person;
let buyer: Person;
const staff: Record<string, number> = {};
beforeAll(async () => {
  for (const [name, role] of Object.entries({ one: 'operator', two: 'operator', money: 'finance', help: 'support', boss: 'admin' })) {
    staff[name] = (await makeStaff(t, { roles: [role as Role], nickname: name })).id;
  }
  publisher = await makePerson(t);
  buyer = await makePerson(t, 500_000);
});

const ROLE: Record<string, Role> = { one: 'operator', two: 'operator', money: 'finance', help: 'support', boss: 'admin' };
const as = (name: string) =>
  createCtx(t.app, { kind: 'user', user_id: staff[name] ?? 0, token_id: 0, roles: [ROLE[name] as Role], address: '' }, 'req-1');
const audits = (subject: string) => t.app.db.select().from(audit_log).where(eq(audit_log.subject, subject));

/** An order of this price, paid at the provider. */
async function paidOrder(price_fen: number) {
  const order = await place(buyer, await makeItem(t, publisher.id, { price_fen }));
  await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, order));
  return order.orderid;
}
const statusOf = async (orderid: string) => (await t.app.db.select().from(orders).where(eq(orders.orderid, orderid)))[0];
const waiting = async (name = 'two') => (await listReviews(as(name), { type: 'refund', status: 'open', page: 1, limit: 20 })).list;
const decide = (name: string, row: { id: number; version: number }, action = 'confirm', reason = '') =>
  decideReview(as(name), { id: row.id, version: row.version, action, reason });

describe('IM-4 a refund', () => {
  it('up to the setting is done at once, by who may, with a reason in the audit log', async () => {
    const orderid = await paidOrder(10_000);
    await expect(refundOrder(as('help'), { orderid, reason: '想要' })).rejects.toMatchObject({ status: 403 });
    expect(await refundOrder(as('money'), { orderid, reason: '重复购买' })).toBe('refunded');
    expect(await statusOf(orderid)).toMatchObject({ status: 3, close_reason: 'refunded' });
    expect(await audits(orderid)).toMatchObject([
      { action: 'order.refund', actor_id: staff['money'], detail: { reason: '重复购买' }, request_id: 'req-1' },
    ]);
    const shown = await staffOrder(as('help'), orderid);
    expect(shown.ledger.map(({ reason }) => reason)).toContain('退款');
    // in words of people, every one
    for (const { reason, account } of shown.ledger) expect(reason + account).not.toMatch(/[a-z]_?[a-z]/);
    expect(shown.refunds).toHaveLength(1);
    expect(shown.audit).toMatchObject([{ actor: 'money', detail: '重复购买' }]);
  });

  it('M2 nobody earns what was not paid', async () => {
    const order = await place(buyer, await makeItem(t, publisher.id, { price_fen: 10_000 }));
    expect(await staffOrder(as('help'), order.orderid)).toMatchObject({ price: 100, publisher_price: 0, ledger: [] });
  });

  it('M21 the list of orders, and its CSV, say of each what it was, whose, how it was paid and what its publisher has of it', async () => {
    const { orderid } = await place(buyer, await makeItem(t, publisher.id, { price_fen: 10_000 }));
    const cells = async () =>
      (await readList(as('help'), { list: 'orders', query: `q=${orderid}`, after: '', before: '', limit: 5 })).rows[0]?.cells;
    expect(await cells()).toMatchObject({ noun: '方案', earned: 0, channel: '', trade_no: '' });
    const before = await paidOrder(10_000);
    const { rows } = await readList(as('help'), { list: 'orders', query: `q=${before}`, after: '', before: '', limit: 5 });
    const shown = await staffOrder(as('help'), before);
    expect(rows[0]?.cells).toMatchObject({
      noun: '方案',
      publisher: shown.publisher?.nickname,
      earned: shown.publisher_price,
      trade_no: shown.payments[0]?.trade_no,
    });
    expect(shown.publisher_price).toBeGreaterThan(0);
    expect(await refundOrder(as('money'), { orderid: before, reason: '重复购买' })).toBe('refunded');
  });

  it('of coins shows what the ledger moved in coins and in yuan, each in words', async () => {
    const order = await topUp(buyer.ctx, { coins: 50, reuse_open: true });
    await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, order));
    expect(await refundOrder(as('money'), { orderid: order.orderid, reason: '充错了' })).toBe('refunded');
    await runRefunds(t.ctx());
    const lines = (await staffOrder(as('help'), order.orderid)).ledger.map((line) => [line.reason, line.account, line.unit, line.amount]);
    expect(lines.toSorted()).toEqual(
      [
        ['成交', '支付渠道', 'fen', -50],
        ['成交', '平台收入', 'fen', 50],
        ['猫币到账', '猫币发行', 'coin', -50],
        ['猫币到账', '猫币', 'coin', 50],
        ['退款', '平台收入', 'fen', -50],
        ['退款', '待退回', 'fen', 50],
        ['支付方已退回', '待退回', 'fen', -50],
        ['支付方已退回', '支付渠道', 'fen', 50],
        ['猫币退款收回', '猫币', 'coin', -50],
        ['猫币退款收回', '猫币发行', 'coin', 50],
      ].toSorted(),
    );
  });

  it('above it waits for another person, who alone can confirm', async () => {
    const orderid = await paidOrder(60_000);
    expect(await refundOrder(as('one'), { orderid, reason: '活动取消' })).toBe('asked');
    expect((await statusOf(orderid))?.status).toBe(2);
    await expect(refundOrder(as('two'), { orderid, reason: '再来' })).rejects.toMatchObject({ status: 409 });
    const row = (await waiting())[0];
    if (!row) throw new Error('nothing waits');
    expect(row.subject).toMatchObject({ note: 'one 申请：活动取消' });
    await expect(decide('one', row)).rejects.toMatchObject({ status: 403, message: '大额退款须由另一位同事复核' });
    expect((await staffOrder(as('one'), orderid)).asked).toEqual({ reason: '活动取消', by: 'one', mine: true });
    await decide('two', row);
    expect(await statusOf(orderid)).toMatchObject({ status: 3, close_reason: 'refunded' });
    expect((await staffOrder(as('two'), orderid)).asked).toBeNull();
    expect((await proveLedger(t.ctx())).faults).toEqual([]);
  });

  it('is confirmed once, however many confirm at once', async () => {
    const orderid = await paidOrder(70_000);
    await refundOrder(as('one'), { orderid, reason: '活动取消' });
    const row = (await waiting())[0]!;
    const answers = await Promise.allSettled(Array.from({ length: 10 }, (_, n) => decide(['two', 'money', 'one'][n % 3] as string, row)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const shown = await staffOrder(as('two'), orderid);
    expect([shown.status, shown.refunds.length]).toEqual([3, 1]);
    expect(shown.audit.filter(({ action }) => action === 'refund.confirm')).toHaveLength(1);
    expect((await proveLedger(t.ctx())).faults).toEqual([]);
  });

  it('that is asked for by many at once is asked for once', async () => {
    const orderid = await paidOrder(80_000);
    const answers = await Promise.allSettled(
      Array.from({ length: 6 }, (_, n) => refundOrder(as(n % 2 ? 'one' : 'two'), { orderid, reason: '活动取消' })),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const row = (await waiting('money'))[0]!;
    await decide('money', row, 'refuse', '超出退款期限');
    expect((await statusOf(orderid))?.status).toBe(2);
    // refused once, it may be asked for again, by a setting that lets it pass now
    await setSetting(t.ctx(), refundConfirmAbove.key, 100_000);
    expect(await refundOrder(as('one'), { orderid, reason: '补充了材料' })).toBe('refunded');
    await setSetting(t.ctx(), refundConfirmAbove.key, 50_000);
  });
});

describe('a user', () => {
  it('shows rights and why, and the phone only with a reason that is written down', async () => {
    const orderid = await paidOrder(5_000);
    const { buyer: named } = await staffOrder(as('help'), orderid);
    const shown = await staffUser(as('help'), named.id);
    expect(shown.grants.some(({ source }) => source === '购买')).toBe(true);
    const mobile = (await t.app.db.select().from(users).where(eq(users.id, buyer.id)))[0]?.mobile ?? '';
    await inTransaction(t.ctx(), (tx) =>
      extendMembership(tx, { user_id: named.id, vip_type: 1, days: 30, max_download_pre_day: 5, source: { name: 'test', id: 1 } }),
    );
    expect((await staffUser(as('help'), named.id)).memberships.map(({ name }) => name)).toEqual(['方案会员']);
    expect(shown.masked_mobile).toBe(`${mobile.slice(0, 3)}****${mobile.slice(-4)}`);
    expect(JSON.stringify(shown)).not.toContain(mobile);
    await expect(revealMobile(as('money'), { user_id: buyer.id, reason: '好奇' })).rejects.toMatchObject({ status: 403 });
    expect(await audits(`user:${buyer.id}`)).toEqual([]);
    expect(await revealMobile(as('help'), { user_id: buyer.id, reason: '回访' })).toBe(mobile);
    expect(await audits(`user:${buyer.id}`)).toMatchObject([{ action: 'user.reveal', detail: { what: 'mobile', reason: '回访' } }]);
  });

  it('who is banned is signed out everywhere at once and cannot come back until it is lifted', async () => {
    const person = await makePerson(t);
    const other = (await issueToken(t.ctx(), person.id)).token;
    const asks = async (token: string) => (await t.call('GET', '/api/user/userinfo', { token })).status;
    expect([await asks(person.token), await asks(other)]).toEqual([200, 200]);
    await setBan(as('one'), { user_id: person.id, banned: true, reason: '刷单' });
    expect([await asks(person.token), await asks(other)]).toEqual([401, 401]);
    await expect(issueToken(t.ctx(), person.id)).rejects.toMatchObject({ status: 403 });
    await expect(setBan(as('two'), { user_id: person.id, banned: true, reason: '又' })).rejects.toMatchObject({ status: 409 });
    await setBan(as('two'), { user_id: person.id, banned: false, reason: '误判' });
    // the old logins stay ended
    expect([await asks(person.token), await asks((await issueToken(t.ctx(), person.id)).token)]).toEqual([401, 200]);
    expect((await audits(`user:${person.id}`)).map(({ action, detail }) => [action, detail])).toEqual([
      ['user.ban', { reason: '刷单' }],
      ['user.unban', { reason: '误判' }],
    ]);
  });

  it('of the staff is banned by who gives roles, and nobody bans themselves', async () => {
    const other = staff['two'] ?? 0;
    await expect(setBan(as('one'), { user_id: other, banned: true, reason: 'x' })).rejects.toMatchObject({ status: 403 });
    await expect(setBan(as('boss'), { user_id: staff['boss'] ?? 0, banned: true, reason: 'x' })).rejects.toMatchObject({ status: 403 });
    await expect(endLogins(as('help'), { user_id: other, reason: 'x' })).rejects.toMatchObject({ status: 403 });
    await setBan(as('boss'), { user_id: other, banned: true, reason: '离职' });
    await setBan(as('boss'), { user_id: other, banned: false, reason: '返聘' });
  });

  it('loses one login or all of them', async () => {
    const person = await makePerson(t);
    const second = (await issueToken(t.ctx(), person.id, 'password', { device: 'Windows · Chrome' })).token;
    const { logins } = await staffUser(as('help'), person.id);
    expect(logins.map(({ device }) => device)).toEqual(['Windows · Chrome', '']);
    await endLogins(as('help'), { user_id: person.id, token_id: logins[0]?.id, reason: '手机丢失' });
    expect((await t.call('GET', '/api/user/userinfo', { token: second })).status).toBe(401);
    expect((await t.call('GET', '/api/user/userinfo', { token: person.token })).status).toBe(200);
    await endLogins(as('help'), { user_id: person.id, reason: '手机丢失' });
    expect((await t.call('GET', '/api/user/userinfo', { token: person.token })).status).toBe(401);
  });

  it('gets roles from an admin alone, never their own', async () => {
    const person = await makePerson(t);
    await expect(setRolesOf(as('one'), { user_id: person.id, roles: ['admin'], reason: 'x' })).rejects.toMatchObject({ status: 403 });
    await expect(setRolesOf(as('boss'), { user_id: staff['boss'] ?? 0, roles: [], reason: 'x' })).rejects.toMatchObject({ status: 403 });
    await setRolesOf(as('boss'), { user_id: person.id, roles: ['support'], reason: '新同事' });
    expect((await t.call('GET', '/admin/today', { token: person.token })).status).toBe(200);
    await setRolesOf(as('boss'), { user_id: person.id, roles: [], reason: '调岗' });
    expect((await t.call('GET', '/admin/today', { token: person.token })).status).toBe(403);
    expect((await audits(`user:${person.id}`)).at(-1)?.detail).toEqual({ before: ['support'], roles: [], reason: '调岗' });
  });

  it('gets a coupon and a voucher with an audit row each', async () => {
    const gift = { user_id: publisher.id, kind: 'scheme', title: '补偿', amount_fen: 1_000, min_price_fen: 0, days: 7, reason: '投诉' };
    await expect(giveCoupon(as('help'), gift)).rejects.toMatchObject({ status: 403 });
    await expect(giveCoupon(as('one'), { ...gift, kind: 'article' })).rejects.toMatchObject({ status: 400 });
    await expect(giveVoucher(as('one'), { ...gift, user_id: 999_999 })).rejects.toMatchObject({ status: 404 });
    await nextStaffDay(t);
    await giveCoupon(as('one'), gift);
    // A4: a voucher is worth the dearest work that it opens
    await setSetting(t.ctx(), refundConfirmAbove.key, 1_000_000);
    await giveVoucher(as('one'), gift);
    await setSetting(t.ctx(), refundConfirmAbove.key, 50_000);
    const shown = await staffUser(as('one'), publisher.id);
    expect([shown.coupons[0]?.amount, shown.vouchers[0]?.status]).toEqual([10, '可用']);
    expect(shown.audit.map(({ action }) => action).toSorted()).toEqual(['user.give_coupon', 'user.give_voucher']);
    const ends = shanghaiDay(new Date(t.clock.now().getTime() + 7 * 86_400_000));
    const shared = { topic: 'coupon', content: `有效期至 ${ends}，请及时使用。`, href: '/personalCenter/myCoupon' };
    expect(await toldTo(t, publisher.id, 'coupon')).toEqual([
      { ...shared, title: '您收到一张券：补偿（¥10.00）' },
      { ...shared, title: '您收到一张券：方案下载券' },
    ]);
  });
});

it('what one person gets from staff in 30 days stays within the bound; beyond it a second person confirms', async () => {
  const person = await makePerson(t);
  const mobile = (await t.app.db.select().from(users).where(eq(users.id, person.id)))[0]?.mobile ?? '';
  const gift = { user_id: person.id, kind: 'scheme', title: '补偿', amount_fen: 50_001, min_price_fen: 0, days: 7, reason: '投诉' };
  const beyond = { status: 202, message: expect.stringContaining('另一位同事') };
  await nextStaffDay(t);
  await expect(giveCoupon(as('one'), gift)).rejects.toMatchObject(beyond);
  // in pieces neither, by several, at once
  const pieces = await Promise.allSettled(
    Array.from({ length: 6 }, (_, n) => giveCoupon(as(n % 2 ? 'one' : 'two'), { ...gift, amount_fen: 20_000 })),
  );
  expect(pieces.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  for (const piece of pieces) if (piece.status === 'rejected') expect(piece.reason).toMatchObject(beyond);
  const definition_id = await saveDefinition(as('one'), {
    ...{ id: 0, use: 'item', type: 5, title: '补偿券', amount: 101, percent_off: 0, min_price: 0, claim_from: 0, claim_to: 0 },
    ...{ use_end_time: 0, valid_days: 7, stock: 0, per_person: 1, claimable: false, auto_get: false, for_new: false, is_on: true },
  });
  await expect(issueToPhones(as('one'), { definition_id, mobiles: [mobile], reason: '投诉' })).rejects.toMatchObject(beyond);
  expect((await staffUser(as('one'), person.id)).coupons).toHaveLength(2);
  await expect(giveCoupon(as('boss'), gift)).rejects.toMatchObject(beyond);
  expect(await confirmWaiting(t)).toBeGreaterThan(1);
  expect((await staffUser(as('one'), person.id)).coupons.length).toBeGreaterThan(2);
  await nextStaffDay(t);
  await t.app.db.execute(sql`update user_coupons set created_at = created_at - interval '31 days' where user_id = ${person.id}`);
  await giveCoupon(as('one'), { ...gift, amount_fen: 50_000 });
});

it('the bounds of money are moved by admins alone', async () => {
  for (const { key } of [refundConfirmAbove, ownRefundUpTo]) {
    await expect(setOperatorSetting(as('one'), key, 100_000_000)).rejects.toMatchObject({ status: 403, message: '这项设置由管理员修改' });
    await setOperatorSetting(as('boss'), key, 50_000);
    expect(await audits(key)).toHaveLength(1);
  }
  const may = async (name: string) => Object.fromEntries((await settingForms(as(name))).map(({ key, may_set }) => [key, may_set] as const));
  expect(await may('one')).toMatchObject({ order_ttl_min: true, refund_confirm_above_fen: false, own_refund_up_to_fen: false });
  expect(await may('boss')).toMatchObject({ order_ttl_min: true, refund_confirm_above_fen: true });
});

it('a setting keeps who changed it from what to what, and the program’s own are not set here', async () => {
  await setOperatorSetting(as('one'), 'order_ttl_min', 20);
  await setOperatorSetting(as('two'), 'order_ttl_min', 30);
  const form = (await settingForms(as('one'))).find(({ key }) => key === 'order_ttl_min');
  expect(form).toMatchObject({ value: 30, fallback: 15, schema: { type: 'integer', minimum: 1 } });
  expect(form?.history.map(({ by, before, value }) => [by, before, value])).toEqual([
    ['two', 20, 30],
    ['one', null, 20],
  ]);
  await expect(setOperatorSetting(as('one'), 'order_ttl_min', 'bald')).rejects.toMatchObject({ status: 400 });
  await expect(setOperatorSetting(as('boss'), 'demo_world', {})).rejects.toMatchObject({ status: 404 });
  await expect(setOperatorSetting(as('money'), 'order_ttl_min', 5)).rejects.toMatchObject({ status: 403 });
  expect(await audits('order_ttl_min')).toHaveLength(2);
});

it('a dead event and a failed job start anew, once, with an audit row', async () => {
  await inTransaction(t.ctx(), (tx) => emit(tx, 'catalog.recounted', {}));
  const event = (await t.app.db.select().from(outbox)).at(-1)!;
  await expect(retryEvent(as('one'), String(event.id))).rejects.toMatchObject({ status: 409 });
  await t.app.db.update(outbox).set({ failed_at: new Date(), attempts: 5 }).where(eq(outbox.id, event.id));
  expect((await todayFacts(as('one'))).dead_events).toBe(1);
  await expect(retryEvent(as('money'), String(event.id))).rejects.toMatchObject({ status: 403 });
  await retryEvent(as('one'), String(event.id));
  expect((await todayFacts(as('one'))).dead_events).toBe(0);
  expect(await audits(`event:${event.id}`)).toHaveLength(1);

  await t.app.jobs.send('test.broken', {});
  const { rows } = await t.booted.pool.pool.query<{ id: string }>(`select id from pgboss.job where name = 'test.broken'`);
  const id = rows[0]?.id ?? '';
  await expect(retryJob(as('one'), id)).rejects.toMatchObject({ status: 409 });
  await t.booted.pool.pool.query(`update pgboss.job set state = 'failed' where id = $1`, [id]);
  const failed = (await todayFacts(as('one'))).failed_jobs;
  await retryJob(as('one'), id);
  expect((await todayFacts(as('one'))).failed_jobs).toBe(failed - 1);
});

it("the list of jobs calls each of the house by its title, and leaves out the queue's own", async () => {
  const known = [...allJobs(t.app).map(({ name }) => name), SEED_JOB];
  expect(known.toSorted()).toEqual(Object.keys(JOB_TITLES).toSorted());
  await t.booted.pool.pool.query(
    `insert into pgboss.job (name, data) select name, '{}' from pgboss.queue where name = '__pgboss__send-it'`,
  );
  await t.app.jobs.send(OUTBOX_JOB, {});
  const { rows } = await readList(as('one'), { list: 'jobs', query: '', after: '', before: '', limit: 50 });
  expect(rows.map(({ cells }) => cells)).toContainEqual(expect.objectContaining({ title: '投递事件', name: OUTBOX_JOB }));
  expect(rows.filter(({ cells }) => String(cells['name']).startsWith('__'))).toEqual([]);
});

it('today counts what was paid, who came and what waits', async () => {
  const { days, reviews, waits } = await todayFacts(as('boss'));
  expect(days).toHaveLength(7);
  expect(days[0]?.orders).toBeGreaterThan(0);
  expect(days[0]?.income).toBe(50);
  expect(days[0]?.new_users).toBeGreaterThan(5);
  expect(days[0]?.new_works).toBeGreaterThan(3);
  // how long the oldest waits, where something does
  for (const { count, oldest } of [...waits, ...reviews.map(({ open, oldest }) => ({ count: open, oldest }))]) {
    expect(oldest > 0).toBe(count > 0);
  }
  expect(waits.map(({ title }) => title)).toEqual(expect.arrayContaining(['退款中', '待开发票', '对账差异']));
  // the list that the figure leads to
  const published = async (day = '') =>
    (await readList(as('boss'), { list: 'works', query: `published=${day}`, after: '', before: '', limit: 1 })).total;
  expect([await published(days[0]?.day), await published(days[1]?.day)]).toEqual([days[0]?.new_works, 0]);
});

it('says of everything outside how it is connected', async () => {
  const ports = await providerHealth(as('boss'));
  expect(ports.map(({ title }) => title)).toEqual(
    expect.arrayContaining(['支付', '短信', '邮件', '微信登录', '实名核验', '提现打款', '隐私号码', '策猫助手', '文字审核', '文件存储']),
  );
  expect(ports.filter(({ adapter }) => !['模拟', '本机', '对象存储', '未配置', '正式'].includes(adapter))).toEqual([]);
  await expect(providerHealth(createCtx(t.app, buyer.ctx.actor, 'test'))).rejects.toMatchObject({ status: 403 });
});
