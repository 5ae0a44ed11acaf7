import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { type Ctx, createCtx } from '#server/app/ctx.ts';
import { selectKeyset } from '#server/db/keyset.ts';
import { shanghaiDay } from '#server/kernel/clock.ts';
import { booksOf } from '#server/modules/books/index.ts';
import { incomeByDay, incomeSince, listOrders, type OrderLine, orderDetail, orderSource, soldSince } from '#server/modules/orders/index.ts';
import { salesOf, salesSince } from '#server/modules/sales/index.ts';
import { organisedSalon, ownTickets } from '#server/modules/salons/index.ts';
import { owedNow } from '#server/modules/wallet/index.ts';
import { staffOrder } from '#server/views/admin/staff-order.ts';
import { ordersCsv, salesOfPublisher } from '#server/views/own-money.ts';
import { sellerDay, weekStart } from '#server/views/seller-day.ts';
import type { TestApp } from './app.ts';
import type { Person } from './market.ts';
import type { Place } from './people.ts';

/** What the ledger alone says of an order, yuan. */
interface Booked {
  orderid: string;
  subject: string;
  subject_id: number;
  publisher_id: number | null;
  /** Taken from the buyer: by provider and from the balance. */
  pay: number;
  balance: number;
  coupon: number;
  /** Given back to the buyer. */
  back: number;
  /** Left with the publisher: a refund takes no more than they have. */
  earned: number;
}

/** All sums come from entries of `sale` and `order_refunded`; only who an order belongs to is read from it. */
async function booked(t: TestApp, of: 'buyer_id' | 'publisher_id', id: number): Promise<Booked[]> {
  const { rows } = await t.app.db.execute<Record<string, unknown>>(sql`
    select o.orderid, o.subject, o.subject_id, o.publisher_id,
      coalesce(-sum(e.amount) filter (where l.reason = 'sale' and a.purpose = 'gateway'), 0) as pay,
      coalesce(-sum(e.amount) filter (where l.reason = 'sale' and a.purpose = 'held'), 0) as balance,
      coalesce(-sum(e.amount) filter (where l.reason = 'sale' and a.purpose = 'coupon_cost'), 0) as coupon,
      coalesce(sum(e.amount) filter (where l.reason = 'order_refunded' and a.purpose in ('refund_due', 'balance')), 0) as back,
      coalesce(sum(e.amount) filter (where a.purpose = 'earning'), 0) as earned
    from orders o join ledger_transfers l on l.reference = o.orderid and l.reason in ('sale', 'order_refunded')
      join ledger_entries e on e.transfer_id = l.id join accounts a on a.id = e.account_id
    where ${sql.identifier(of)} = ${id} group by o.id order by o.id desc`);
  const yuan = (fen: unknown) => Number(fen) / 100;
  return rows.map((row) => ({
    ...{ orderid: String(row.orderid), subject: String(row.subject), subject_id: Number(row.subject_id) },
    publisher_id: row.publisher_id === null ? null : Number(row.publisher_id),
    ...{ pay: yuan(row.pay), balance: yuan(row.balance), coupon: yuan(row.coupon), back: yuan(row.back) },
    earned: yuan(row.earned),
  }));
}

const rounded = (yuan: number): number => Math.round(yuan * 100) / 100;
const sum = <T>(rows: readonly T[], of: (row: T) => number): number => rounded(rows.reduce((all, row) => all + of(row), 0));

/** Order page, list, file and tickets of a buyer, and the same orders as staff see them, say what the ledger says. */
export async function expectBuyerShown(t: TestApp, buyer: Person, staff: Ctx): Promise<void> {
  const books = await booked(t, 'buyer_id', buyer.id);
  const { list } = await listOrders(buyer.ctx, null, { status: null, page: 1, limit: 100 });
  let csv = '';
  for await (const piece of ordersCsv(buyer.ctx, { status: null, subject: null })) csv += piece;
  const cells = csv.split('\r\n');
  const lines = (
    await selectKeyset<OrderLine>(t.app.db, orderSource, { filters: { buyer: String(buyer.id) }, search: '', order: '' }, { limit: 100 })
  ).rows;
  for (const book of books) {
    const shown = { pay_price: book.pay, deduction_price: book.balance, coupon_price: book.coupon, refunded: book.back };
    const page = await orderDetail(buyer.ctx, book.orderid);
    expect(page).toMatchObject(shown);
    expect(sum(page.refund.list, ({ price }) => price)).toBe(book.back);
    const left = page.status === 2 ? rounded(book.pay + book.balance - book.back) : 0;
    expect(page.refund.price).toBe(page.refund.part ? Math.min(page.refund.price, left) : left);
    expect(list.find(({ orderid }) => orderid === book.orderid)).toMatchObject(shown);
    const money = [page.price, page.credit_price, book.coupon, book.balance, book.pay, book.back].map((yuan) => yuan.toFixed(2)).join(',');
    expect(cells.find((line) => line.includes(book.orderid))).toContain(money);
    const desk = await staffOrder(staff, book.orderid);
    expect(desk).toMatchObject({ pay_price: book.pay, balance_price: book.balance, coupon_price: book.coupon, refunded: book.back });
    const earned = book.publisher_id === null ? {} : { earned_fen: Math.round(book.earned * 100) };
    if (book.publisher_id !== null) expect(rounded(desk.publisher_price)).toBe(rounded(book.earned));
    expect(lines.find(({ row }) => row.orderid === book.orderid)?.row).toMatchObject({
      refunded_fen: Math.round(book.back * 100),
      ...earned,
    });
  }
  await expectTickets(buyer, books);
}

async function expectTickets(buyer: Person, books: readonly Booked[]): Promise<void> {
  const { list } = await ownTickets(buyer.ctx, { page: 1, limit: 100 });
  for (const book of books.filter(({ subject }) => subject === 'salon')) {
    const tickets = list.filter(({ orderid }) => orderid === book.orderid);
    expect([sum(tickets, ({ paid }) => paid), sum(tickets, ({ refunded }) => refunded)]).toEqual([
      rounded(book.pay + book.balance),
      book.back,
    ]);
  }
}

/** The sales of a publisher, by list, sum and item, and the figures of their salon, say what the ledger says. */
export async function expectPublisherShown(t: TestApp, publisher: Person, salon_id: number | null): Promise<void> {
  const books = await booked(t, 'publisher_id', publisher.id);
  const earned = (book: Booked) => book.earned;
  const first = await salesOfPublisher(publisher.ctx, { page: 1, limit: 1 });
  const { list } = await salesOfPublisher(publisher.ctx, { page: 1, limit: first.total + 1 });
  expect([first.earned, sum(list, ({ earned }) => earned)]).toEqual([sum(books, earned), sum(books, earned)]);
  expect(first.sold).toBe(sum(list, ({ price }) => price));
  for (const row of list) {
    const book = books.find(({ orderid }) => orderid === row.orderid);
    expect(row).toMatchObject({
      price: book && rounded(book.pay + book.balance + book.coupon - book.back),
      earned: book && rounded(earned(book)),
    });
  }
  const items = books.filter(({ subject }) => subject === 'item');
  const ids = [...new Set(items.map(({ subject_id }) => subject_id))];
  const by_item = await salesOf(t.ctx(), publisher.id, ids);
  for (const id of ids) {
    const mine = sum(
      items.filter(({ subject_id }) => subject_id === id),
      earned,
    );
    expect((by_item.get(id)?.earning_fen ?? 0) / 100).toBe(mine);
  }
  // 我的数据: all by day, items and tickets by work
  const { by_day, by_subject } = await salesSince(t.ctx(), { publisher_id: publisher.id, since: new Date(0) });
  expect(sum([...by_day.values()], ({ publisher_fen }) => publisher_fen / 100)).toBe(sum(books, earned));
  const of_works = books.filter(({ subject }) => subject === 'item' || subject === 'salon');
  expect(sum([...by_subject.values()], ({ publisher_fen }) => publisher_fen / 100)).toBe(sum(of_works, earned));
  // the overview's day, of everything that is sold; all of it is younger than the beginning
  const { by_day: all_days } = await soldSince(t.ctx(), { publisher_id: publisher.id, since: new Date(0) });
  expect(sum([...all_days.values()], ({ publisher_fen }) => publisher_fen / 100)).toBe(sum(books, earned));
  const week = [...all_days].filter(([day]) => day >= shanghaiDay(weekStart(t.clock.now())));
  expect((await sellerDay(publisher.ctx))?.earned_week).toBe(sum(week, ([, { publisher_fen }]) => publisher_fen / 100));
  if (salon_id === null) return;
  const tickets = books.filter(({ subject, subject_id }) => subject === 'salon' && subject_id === salon_id);
  const organised = await organisedSalon(publisher.ctx, salon_id);
  expect([organised.income, organised.refunded, organised.earned]).toEqual([
    sum(tickets, ({ pay, balance, back }) => pay + balance - back),
    sum(tickets, ({ back }) => back),
    sum(tickets, earned),
  ]);
}

/** M21: whatever happened, the ledger and the records beside it have the same amounts, and each was found twice. */
export async function expectBooksTwice(t: Place): Promise<void> {
  const finance = createCtx(t.app, { kind: 'user', user_id: 0, token_id: 0, roles: ['finance'], address: '' }, 'books');
  const day = (ago: number) => shanghaiDay(new Date(t.app.clock.now().getTime() - ago * 86_400_000));
  const { twice, unlike } = await booksOf(finance, { month: '', from: day(360), to: day(0) });
  expect(unlike).toEqual([]);
  for (const { title, ledger, recorded } of twice) expect([title, ledger]).toEqual([title, recorded]);
}

/** The income of the console, by sort and by day, and what people have to spend, say what the ledger says of all orders. */
export async function expectIncomeShown(t: Place): Promise<void> {
  const { rows } = await t.app.db.execute<Record<string, unknown>>(sql`
    with e as (
      select e.amount, a.purpose, a.owner_id, l.reason, o.subject in ('coins', 'balance') as prepaid
      from ledger_entries e join accounts a on a.id = e.account_id join ledger_transfers l on l.id = e.transfer_id
        left join orders o on o.orderid = l.reference and l.reason in ('sale', 'order_refunded'))
    select
      -sum(amount) filter (where reason = 'sale' and purpose in ('gateway', 'held') and not prepaid) as sold,
      sum(amount) filter (where reason = 'order_refunded' and purpose in ('refund_due', 'balance') and not prepaid) as refunded,
      -sum(amount) filter (where reason in ('sale', 'order_refunded') and purpose = 'coupon_cost') as coupons,
      -sum(amount) filter (where reason = 'sale' and purpose in ('gateway', 'held') and prepaid) as bought,
      sum(amount) filter (where reason = 'order_refunded' and purpose in ('refund_due', 'balance') and prepaid) as taken_back,
      sum(amount) filter (where reason in ('sale', 'order_refunded') and purpose = 'earning') as publishers,
      100 * sum(amount) filter (where reason like '%_settle' and purpose = 'coin_source') as spent,
      100 * coalesce(sum(amount) filter (where purpose in ('coin', 'held_coin')), 0)
        + coalesce(sum(amount) filter (where purpose in ('balance', 'held', 'purse')), 0) as owed,
      coalesce(sum(amount) filter (where purpose = 'escrow'), 0) as escrow
    from e`);
  const of = (name: string): number => Number(rows[0]?.[name] ?? 0);
  const shown = await incomeSince(t.ctx(), new Date(0));
  const total = (name: 'sold_fen' | 'refunded_fen' | 'coupon_fen' | 'publisher_fen' | 'prepaid_fen') => sum(shown, (row) => row[name]);
  expect({
    ...{ sold: total('sold_fen'), refunded: total('refunded_fen'), coupons: total('coupon_fen') },
    ...{ publishers: total('publisher_fen'), prepaid: total('prepaid_fen'), ...(await owedNow(t.ctx())) },
  }).toEqual({
    ...{ sold: of('sold') + of('spent'), refunded: of('refunded'), coupons: of('coupons') },
    ...{
      publishers: of('publishers'),
      prepaid: of('bought') - of('taken_back'),
      spend_fen: of('owed'),
      escrow_fen: of('escrow'),
    },
  });
  const by_day = await incomeByDay(t.ctx(), new Date(0));
  expect(sum(by_day, ({ income_fen }) => income_fen)).toBe(of('sold') + of('spent') - of('refunded'));
}
