import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { shanghaiDay } from '#server/kernel/clock.ts';
import { holdAgain, ownSalon, ownSalons, setOnline } from '#server/modules/salons/index.ts';
import { salons } from '#server/modules/salons/tables.ts';
import { testApp } from '../support/app.ts';
import { verifyPerson } from '../support/demands.ts';
import { makePerson, type Person } from '../support/market.ts';
import { kindForm, makeSalon } from '../support/salons.ts';

const t = testApp();
let owner: Person;
let stranger: Person;
let id: number;
const day = (in_days: number) => shanghaiDay(new Date(t.clock.now().getTime() + in_days * 86_400_000));
beforeAll(async () => {
  [owner, stranger] = [await makePerson(t), await makePerson(t)];
  const early = kindForm({ early_price: '80', early_until: day(5) });
  id = (await makeSalon(t, { owner_id: owner.id, mode: 'both', kinds: [early, kindForm({ key: 'k2', name: '线上票', online: true })] })).id;
  await setOnline(owner.ctx, { salon_id: id, link: 'https://meeting.example/j/1', before_min: 60, text: '请带名片' });
});

const again = (wish: Partial<Parameters<typeof holdAgain>[1]>, who = owner) =>
  holdAgain(who.ctx, { id, key: 'key-of-one-press', date: '', every: 'once', times: 1, send: false, ...wish });

it('one draft has everything but the date', async () => {
  const { list } = await again({});
  const [made, was] = [await ownSalon(owner.ctx, list[0]?.id as number), await ownSalon(owner.ctx, id)];
  expect(made.state).toBe('draft');
  expect(made.form).toEqual({ ...was.form, date: '', kinds: was.form.kinds.map((kind) => ({ ...kind, early_until: '' })) });
  const [row] = await t.app.db.select().from(salons).where(eq(salons.item_id, made.id));
  expect(row).toMatchObject({ link: 'https://meeting.example/j/1', link_before_min: 60, remind_text: '请带名片' });
  // the same press again makes nothing new
  expect((await again({})).list[0]?.id).toBe(made.id);
});

it('by the week and by the month, with early prices that move along', async () => {
  const { list } = await again({ key: 'key-of-weeks', date: day(30), every: 'week', times: 12 });
  expect(list).toHaveLength(12);
  const forms = await Promise.all(list.map(async (one) => (await ownSalon(owner.ctx, one.id)).form));
  expect(forms.map(({ date }) => date)).toEqual(Array.from({ length: 12 }, (_, n) => day(30 + 7 * n)));
  const gap = (form: (typeof forms)[0]) => Date.parse(form.date) - Date.parse(form.kinds[0]?.early_until ?? '');
  expect(new Set(forms.map(gap)).size).toBe(1);
  await expect(again({ key: 'key-of-weeks', date: day(31), every: 'week', times: 12 })).rejects.toMatchObject({ status: 409 });
  const [first] = (await again({ key: 'key-of-months', date: '2027-01-31', every: 'month', times: 2 })).list;
  expect((await ownSalon(owner.ctx, first?.id as number)).form.date).toBe('2027-01-31');
});

it('is sent as the rules say, or not at all', async () => {
  const before = (await ownSalons(owner.ctx, { page: 1, limit: 1 })).total;
  const send = { key: 'key-of-sending', date: day(40), every: 'week' as const, times: 3, send: true };
  await expect(again(send)).rejects.toMatchObject({ data: { auth: 'personal' } });
  await verifyPerson(t, owner);
  await expect(again({ ...send, date: day(-1) })).rejects.toMatchObject({ fields: { date: '开始时间应晚于现在' } });
  await expect(again({ ...send, date: '' })).rejects.toMatchObject({ fields: { date: '请选择第一场的日期' } });
  await expect(again({ ...send, date: '2027-02-30' })).rejects.toMatchObject({ fields: { date: '请选择日期' } });
  await expect(again(send, stranger)).rejects.toThrow('沙龙不存在');
  expect((await ownSalons(owner.ctx, { page: 1, limit: 1 })).total).toBe(before);
  const [first, second] = await Promise.all([again(send), again(send)]);
  expect(first.list.map(({ state }) => state)).toEqual(['review', 'review', 'review']);
  expect(second.list.map((one) => one.id)).toEqual(first.list.map((one) => one.id));
  expect((await ownSalons(owner.ctx, { page: 1, limit: 1 })).total).toBe(before + 3);
});
