import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Books, monthAfter } from '#contract/books.ts';
import type { ReviewList } from '#contract/outputs/review.ts';
import { beginWorld } from '#demo/begin-world.ts';
import { closeMonths } from '#demo/close-months.ts';
import { tellOfMoney } from '#demo/money.ts';
import { DEMO_PASSWORD } from '#demo/world/people.ts';
import { installTerms } from '#server/install.ts';
import { shanghaiDay } from '#server/kernel/clock.ts';
import { matchMissing } from '#server/modules/books/index.ts';
import { proveLedger } from '#server/modules/wallet/index.ts';
import { booksCsv } from '#server/views/admin/books.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ env: { SEED: '1' } });
  await installTerms(t.app);
  await beginWorld(t.app, 1);
  await tellOfMoney(t.ctx());
  await closeMonths(t.ctx());
});
afterAll(() => t?.stop());

const asFinance = () => t.ctx({ kind: 'user', user_id: 1, token_id: 0, roles: ['finance'], address: '' });

async function signIn(account: string): Promise<string> {
  const body = { account, password: DEMO_PASSWORD, login_platform: 4 };
  return (await t.call<{ token: string }>('POST', '/api/user/login', { body })).body.data.token;
}

it('M21 T12 in the demo world finance closes last month by the guide, and finds every fen twice', async () => {
  const last = monthAfter(shanghaiDay(t.clock.now()).slice(0, 7), -1);
  const finance = await signIn('13800000006');
  const books = async (query: Record<string, string> = {}) =>
    (await t.call<Books>('GET', '/admin/books', { token: finance, query })).body.data;
  // 1: the oldest month that is open
  const first = await books();
  expect(first).toMatchObject({ month: last, next_month: last, unlike: [] });
  expect(first.closed_months.length).toBeGreaterThan(4);
  // 2 to 4: bills, differences, every fen twice
  expect(first.bills.missing.length).toBeGreaterThan(27);
  expect((await t.call('POST', '/admin/books/bills', { token: finance, body: { month: last } })).body.code).toBe(0);
  await matchMissing(t.ctx(), last);
  const matched = await books();
  expect([matched.bills.missing, matched.bills.differences, matched.unlike, matched.closing.why_not, matched.closing.words]).toEqual([
    [],
    0,
    [],
    '',
    false,
  ]);
  for (const { title, ledger, recorded } of matched.twice) expect([title, ledger]).toEqual([title, recorded]);
  // 5: the end of a month is the opening of the next
  const before = await books({ month: monthAfter(last, -1) });
  for (const { title, closing } of before.accounts)
    expect([title, matched.accounts.find((one) => one.title === title)?.opening]).toEqual([title, closing]);
  expect(matched.accounts.filter(({ unit }) => unit === 'fen').reduce((sum, { closing }) => sum + Math.round(closing * 100), 0)).toBe(0);
  // 6: the file
  const lines = (await booksCsv(asFinance(), { month: last, from: '', to: '' })).text.split('\r\n');
  for (const { title, amount } of matched.sections.flatMap(({ figures }) => figures))
    expect(
      lines.some((line) => line.includes(`,${title},${amount},`)),
      title,
    ).toBe(true);
  // 7 and 8: asked by one, confirmed by another
  expect((await t.call('POST', '/admin/books/close', { token: finance, body: { month: last } })).status).toBe(202);
  const admin = await signIn('13800000008');
  const { list } = (await t.call<ReviewList>('GET', '/admin/review/list', { token: admin, query: { type: 'countersign' } })).body.data;
  const [row] = list;
  const body = { id: row?.id, version: row?.version, action: 'confirm', reason: '' };
  expect((await t.call('POST', '/admin/review/decide', { token: admin, body })).body.code).toBe(0);
  expect((await books({ month: last })).closing.closed).toMatchObject({ asked_by: '策猫财务', confirmed_by: '策猫管理员' });
  expect((await books()).next_month).toBe(monthAfter(last));
  expect((await proveLedger(t.ctx())).faults).toEqual([]);
  // again changes nothing
  await closeMonths(t.ctx());
  expect((await books()).next_month).toBe(monthAfter(last));
});
