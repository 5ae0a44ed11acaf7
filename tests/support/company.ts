import { sql } from 'drizzle-orm';
import { KINDS } from '#contract/kinds.ts';
import { createCtx } from '#server/app/ctx.ts';
import { orderSeats, ownCompany, seatsSubject } from '#server/modules/companies/index.ts';
import { answerInvitation, inviteEmployee } from '#server/modules/employees/index.ts';
import { employee_links, employees } from '#server/modules/employees/tables.ts';
import { vipPlans } from '#server/modules/membership/index.ts';
import { vip_seat_terms } from '#server/modules/membership/tables.ts';
import { settlePayment } from '#server/modules/orders/index.ts';
import { orderItem } from '#server/modules/sales/index.ts';
import type { TestApp } from './app.ts';
import { makeEnterprise } from './enterprise.ts';
import { makeItem, type Person, payAtProvider } from './market.ts';
import { makePerson as makeUser, type Person as User } from './people.ts';

let phone = 15_700_000_000 + Math.floor(Math.random() * 1_000_000);

const asPerson = (t: TestApp, { id, token, actor }: User): Person => ({ id, token, ctx: createCtx(t.app, actor, 'test') });

/** A verified company. */
export const makeCompany = async (t: TestApp): Promise<Person> => asPerson(t, await makeEnterprise(t, { mobile: String(++phone) }));

/** Somebody who was invited by phone and, unless said otherwise, accepted. */
export async function employ(t: TestApp, owner: Person, { seats_id = null as number | null, accepts = true } = {}) {
  const mobile = String(++phone);
  const person = asPerson(t, await makeUser(t, { mobile }));
  const id = await inviteEmployee(owner.ctx, { mobile, rights: [], seats_id });
  if (accepts) await answerInvitation(person.ctx, id, true);
  return { ...person, employment: id };
}

/** The first spec of a type of membership. */
export async function specOf(t: TestApp, vip_type: number, at = 0): Promise<number> {
  return (await vipPlans(t.ctx(), vip_type))[0]?.spec[at]?.id ?? 0;
}

/** Seats that are paid for: the line, and the number of the order. */
export async function buySeats(t: TestApp, owner: Person, vip_id: number, seats: number, line_id = 0) {
  const order = await orderSeats(owner.ctx, { vip_id, seats, line_id, use_balance: false, reuse_open: false });
  await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, order));
  const { seats: lines } = await ownCompany(owner.ctx);
  return {
    line: line_id || (lines[0]?.id ?? 0),
    orderid: order.orderid,
    price_fen: Math.round(order.price * 100),
    subject: seatsSubject.name,
  };
}

/** Seats that A bought, and somebody who works for A; by rows, since A is no company before others of its things are made. */
export async function companyThings(t: TestApp, a: Person): Promise<{ seats: number; employee_user: number }> {
  const spec_id = await specOf(t, 1);
  const starts_at = t.clock.now();
  const ends_at = new Date(starts_at.getTime() + 86_400_000);
  const term = {
    line_id: 987_000,
    order_id: 987_000,
    owner_id: a.id,
    vip_type: 1,
    spec_id,
    seats: 2,
    max_download_pre_day: 0,
    starts_at,
    ends_at,
  };
  await t.app.db.insert(vip_seat_terms).values(term);
  const { id: user_id } = await makeUser(t);
  await t.app.db.insert(employees).values({ enterprise_id: a.id, user_id, rights: [], state: 'active', invited_at: starts_at });
  return { seats: term.line_id, employee_user: user_id };
}

/** The code of a link into somebody's company, verified or not. */
export async function joinCode(t: TestApp, enterprise_id: number): Promise<string> {
  const [code, created_at] = ['abcdefghijklmnopqrstuv', t.clock.now()];
  const ends_at = new Date(created_at.getTime() + 7 * 86_400_000);
  await t.app.db.insert(employee_links).values({ enterprise_id, code, seats_id: null, ends_at, created_at });
  return code;
}

/** A work that is sold for companies too. */
export async function companyWork(t: TestApp, publisher_id: number): Promise<number> {
  const id = await makeItem(t, publisher_id, { price_fen: 2_000 });
  await t.app.db.execute(sql`update items set company_fen = 9900 where id = ${id}`);
  return id;
}

/** Ordered by the licence of a company. */
export const orderForCompany = (buyer: Person, id: number) =>
  orderItem(buyer.ctx, KINDS.scheme, { id, balance: 0, user_coupon_id: 0, licence: 'company' });
