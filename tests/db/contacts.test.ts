import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { CONTACT_COUPON } from '#contract/contact.ts';
import { KINDS } from '#contract/kinds.ts';
import { EMPTY_SHOP_FORM } from '#contract/shop.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { setItemStatus } from '#server/modules/catalog/index.ts';
import {
  changeCaller,
  contactClosed,
  contactCoins,
  contactFreeForCompanies,
  contactOpen,
  contactPrices,
  contactState,
  releaseStale,
  sendCallerProof,
  unlockContact,
} from '#server/modules/contacts/index.ts';
import { accountMobile } from '#server/modules/identity/index.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { certifyShop, saveShop } from '#server/modules/shops/index.ts';
import { company_verifications } from '#server/modules/verification/tables.ts';
import { couponsOf, issueCoupon } from '#server/modules/vouchers/index.ts';
import { balances, expireReservations, postTransfer, proveLedger } from '#server/modules/wallet/index.ts';
import type { CallBinding, CallPort } from '#server/providers/calls/port.ts';
import { isSandboxCalls, type SandboxCallPort } from '#server/providers/calls/sandbox.ts';
import { sandbox_sms } from '#server/providers/sms/tables.ts';
import { testApp } from '../support/app.ts';
import { makeItem, makePerson, type Person } from '../support/market.ts';
import { makePerson as makeUser } from '../support/people.ts';

const t = testApp();
let supplier: Person;
let item_id: number;
let sandbox: SandboxCallPort;
/** What goes wrong at the provider. */
let broken: ((binding: CallBinding) => Promise<void>) | null = null;
let bound = 0;

beforeAll(async () => {
  const { calls } = t.app.providers;
  if (!isSandboxCalls(calls)) throw new Error('calls are not in sandbox');
  sandbox = calls;
  const port: CallPort = {
    name: calls.name,
    rebind: (no, caller) => calls.rebind(no, caller),
    async bind(binding) {
      bound += 1;
      await broken?.(binding);
      return calls.bind(binding);
    },
  };
  t.app.providers.calls = port;
  supplier = await makePerson(t);
  item_id = await makeItem(t, supplier.id, { kind: KINDS.resource });
});

let n = 0;
async function reader(coins = 0): Promise<Person> {
  const person = await makePerson(t);
  n += 1;
  const entries = [
    { owner_id: null, purpose: 'coin_source', amount: -coins },
    { owner_id: person.id, purpose: 'coin', amount: coins },
  ] as const;
  if (coins > 0)
    await inTransaction(t.ctx(), (tx) =>
      postTransfer(tx, { key: `c:${n}`, reason: 'gift', reference: '', unit: 'coin', entries: [...entries] }),
    );
  return person;
}
const unlock = (person: Person, use_coupon = false) => unlockContact(person.ctx, { item_id, use_coupon });
const purse = async ({ id }: Person) => {
  const { coin, held_coin } = await balances(t.ctx(), id);
  return [coin, held_coin];
};
const giveCoupon = (user_id: number) =>
  issueCoupon(t.ctx(), {
    ...{ user_id, ...CONTACT_COUPON, title: '联系券', amount_fen: 1_000, min_price_fen: 0 },
    use_end_time: new Date(t.clock.now().getTime() + 7 * 86_400_000),
  });

it('M-601 costs coins once in 24 hours and gives a private number that rings the supplier', async () => {
  const person = await reader(25);
  expect(await contactState(person.ctx, item_id)).toMatchObject({
    ...{ is_unlock: 0, unlock_price: 10, coupon_num: 0, phone: '', x_number: '', bind_id: 0, money: 25, open: 1, sandbox: 1 },
    button_str: '10 猫币联系供应商（24 小时有效）',
  });
  const first = await unlock(person);
  expect(first).toMatchObject({ is_unlock: 1, code: 0, button_str: '拨打电话', money: 15 });
  expect(first.x_number).toMatch(/^170\d{8}$/);
  expect(first.phone).toMatch(/^1\d{2}\*{4}\d{4}$/);
  t.clock.advance_ms(23 * 3_600_000);
  expect((await unlock(person)).x_number).toBe(first.x_number);
  expect(await purse(person)).toEqual([15, 0]);
  const [row] = await sandbox.open(t.clock.now());
  expect(await sandbox.dial(first.x_number, row?.caller ?? '', t.clock.now())).toMatchObject({ rung: 1 });
  expect(await sandbox.dial(first.x_number, '13900000000', t.clock.now())).toBeNull();
  t.clock.advance_ms(3_600_001);
  expect((await contactState(person.ctx, item_id)).is_unlock).toBe(0);
  await unlock(person);
  expect(await purse(person)).toEqual([5, 0]);
  await expect(contactState(person.ctx, 1_000_000)).rejects.toMatchObject({ status: 404 });
});

it('M-601 answers code 8 when coins are missing, and leaves nothing behind', async () => {
  const person = await reader(9);
  await expect(unlock(person)).rejects.toMatchObject({ code: 8, message: '猫币余额不足' });
  expect(await purse(person)).toEqual([9, 0]);
  expect((await contactState(person.ctx, item_id)).is_unlock).toBe(0);
});

it('takes one coupon in place of coins', async () => {
  const person = await reader(10);
  await expect(unlock(person, true)).rejects.toMatchObject({ code: 1, message: '没有可用的联系券' });
  await giveCoupon(person.id);
  await giveCoupon(person.id);
  expect((await contactState(person.ctx, item_id)).coupon_num).toBe(2);
  expect(await unlock(person, true)).toMatchObject({ is_unlock: 1, coupon_num: 1 });
  await unlock(person, true);
  expect((await couponsOf(t.ctx(), person.id, 5)).map(({ status }) => status).toSorted()).toEqual(['free', 'redeemed']);
  expect(await purse(person)).toEqual([10, 0]);
});

it('returns coins and coupon when no number can be had', async () => {
  const person = await reader(10);
  await giveCoupon(person.id);
  broken = async () => {
    throw new Error('no line');
  };
  await expect(unlock(person)).rejects.toMatchObject({ message: '暂时无法接通供应商，没有扣费，请稍后再试' });
  await expect(unlock(person, true)).rejects.toMatchObject({ code: 1 });
  broken = null;
  expect(await purse(person)).toEqual([10, 0]);
  expect((await contactState(person.ctx, item_id)).coupon_num).toBe(1);
  expect((await unlock(person)).is_unlock).toBe(1);
  expect(await purse(person)).toEqual([0, 0]);
});

it('is made good after a process died between reserving and connecting', async () => {
  for (const found_by of ['a press', 'the job'] as const) {
    const person = await reader(10);
    const dies = new Promise<never>(() => undefined);
    broken = () => dies;
    void unlock(person);
    const before = bound;
    await expect.poll(() => bound).toBe(before + 1);
    broken = null;
    expect(await purse(person)).toEqual([0, 10]);
    t.clock.advance_ms(11 * 60_000);
    await expireReservations(t.ctx());
    expect(await purse(person)).toEqual([10, 0]);
    if (found_by === 'the job') expect(await releaseStale(t.ctx())).toBe(1);
    expect((await unlock(person)).is_unlock).toBe(1);
    expect(await purse(person)).toEqual([0, 0]);
  }
});

it('A8 takes calls from another phone that a code to it proves, and of nobody else', async () => {
  const person = await reader(10);
  const { bind_id, x_number } = await unlock(person);
  await expect(changeCaller(person.ctx, { mobile: '1234', captcha: '', bind_id })).rejects.toMatchObject({
    fields: { mobile: '请输入11位手机号码' },
  });
  const other = await reader();
  await expect(changeCaller(other.ctx, { mobile: '13900000001', captcha: '', bind_id })).rejects.toMatchObject({ status: 404 });
  const change = (captcha: string) => changeCaller(person.ctx, { mobile: '13900000001', captcha, bind_id });
  await expect(change('')).rejects.toMatchObject({ fields: { captcha: '请输入发到这个号码的验证码' } });
  await expect(change('000000')).rejects.toMatchObject({ fields: { captcha: '验证码错误' } });
  await expect(sendCallerProof(other.ctx, { mobile: '13900000001', bind_id })).rejects.toMatchObject({ status: 404 });
  await sendCallerProof(person.ctx, { mobile: '13900000001', bind_id });
  const [sms] = await t.app.db.select().from(sandbox_sms).where(eq(sandbox_sms.mobile, '13900000001'));
  expect(await change(sms?.code ?? '')).toEqual({ caller_number: '139****0001', x_number });
  // back to the account's own phone, which is proven
  const own = (await accountMobile(person.ctx, person.id)) ?? '';
  expect(await changeCaller(person.ctx, { mobile: own, captcha: '', bind_id })).toMatchObject({ x_number });
  t.clock.advance_ms(60_001);
  await sendCallerProof(person.ctx, { mobile: '13900000001', bind_id });
  const codes = await t.app.db.select().from(sandbox_sms).where(eq(sandbox_sms.mobile, '13900000001')).orderBy(sandbox_sms.id);
  await change(codes.at(-1)?.code ?? '');
  expect(await sandbox.dial(x_number, '13900000001', t.clock.now())).not.toBeNull();
  t.clock.advance_ms(24 * 3_600_000);
  await expect(change('')).rejects.toMatchObject({ status: 404 });
});

it('M-012 costs what staff say, nothing for certified companies, and is closed where staff closed it', async () => {
  const person = await reader(100);
  const price = async () => (await contactState(person.ctx, item_id)).unlock_price;
  await setSetting(t.ctx(), contactCoins.key, 12);
  expect(await price()).toBe(12);
  await setSetting(t.ctx(), contactPrices.key, [`${item_id}=30`]);
  expect(await price()).toBe(30);
  await setSetting(t.ctx(), contactPrices.key, [`${item_id}=0`]);
  expect(await contactState(person.ctx, item_id)).toMatchObject({ unlock_price: 0, button_str: '免费联系供应商' });
  await setSetting(t.ctx(), contactPrices.key, []);
  const shop = await saveShop(person.ctx, { ...EMPTY_SHOP_FORM, name: '云上舞美', category: 201, province: 33, city: 3301 });
  const staff = await makeUser(t, { roles: ['operator'] });
  await inTransaction(t.ctx(staff.actor), (tx) => certifyShop(tx, shop.id, { is_vip: false, is_gold: true, labels: [] }));
  expect(await contactState(person.ctx, item_id)).toMatchObject({ unlock_price: 0, auth_company: 1, button_str: '认证企业免费联系供应商' });
  expect((await unlock(person)).is_unlock).toBe(1);
  expect(await purse(person)).toEqual([100, 0]);
  const verified = await reader(100);
  await t.app.db.insert(company_verifications).values({
    ...{ user_id: verified.id, status: 'approved', name: '甲', licence: '91350100M000100Y43', legal_person: '甲', contact_name: '甲' },
    ...{ sealed_contact: 'x', masked_contact: 'x', picture_key: 'x', certified: { name: '甲', licence: '91350100M000100Y43' } },
    certified_until: new Date(t.clock.now().getTime() + 1_000),
  });
  expect(await contactState(verified.ctx, item_id)).toMatchObject({ unlock_price: 0, auth_company: 1, company_free: 1 });
  await setSetting(t.ctx(), contactFreeForCompanies.key, false);
  expect(await contactState(verified.ctx, item_id)).toMatchObject({ unlock_price: 12, auth_company: 0, company_free: 0 });
  await setSetting(t.ctx(), contactFreeForCompanies.key, true);
  const late = await reader(100);
  for (const [setting, value, back] of [
    [contactClosed, [item_id], []],
    [contactOpen, false, true],
  ] as const) {
    await setSetting(t.ctx(), setting.key, value);
    expect((await contactState(late.ctx, item_id)).open).toBe(0);
    await expect(unlock(late)).rejects.toMatchObject({ code: 1 });
    // what was unlocked goes on
    expect((await unlock(person)).is_unlock).toBe(1);
    await setSetting(t.ctx(), setting.key, back);
  }
  expect((await contactState(supplier.ctx, item_id)).open).toBe(0);
  await inTransaction(t.ctx(), (tx) => setItemStatus(tx, item_id, ['published'], 'taken_down'));
  await expect(contactState(late.ctx, item_id)).rejects.toMatchObject({ status: 404 });
  expect(await proveLedger(t.ctx())).toMatchObject({ ok: true });
});
