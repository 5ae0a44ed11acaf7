import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { expect } from 'vitest';
import { KINDS, VIP_ALL } from '#contract/kinds.ts';
import type { Order } from '#contract/order.ts';
import { createRandom } from '#demo/random.ts';
import { type Ctx, inTransaction } from '#server/app/ctx.ts';
import { createItem, setItemStatus } from '#server/modules/catalog/index.ts';
import { answerInvitation, inviteEmployee } from '#server/modules/employees/index.ts';
import { extendMembership, renewDue, vipPlans } from '#server/modules/membership/index.ts';
import { agreeOffer, makeOffer, planStages } from '#server/modules/offers/index.ts';
import { bankAccount, reconcilePayments, runRefunds } from '#server/modules/orders/index.ts';
import { sharePool } from '#server/modules/pool/index.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import type { BesideSite } from './beside-site.ts';
import { makeShownWork } from './client-links.ts';
import { makeDemand } from './demands.ts';
import { makeEnterprise } from './enterprise.ts';
import { rounds } from './long.ts';
import { giveBalance } from './market.ts';
import { OFFER } from './offers.ts';
import { makePerson, type Person } from './people.ts';
import { expectBooksTwice, expectIncomeShown } from './shown-money.ts';

/** Opens of the client's link that count. */
const LOOKS = 5;
const SEATS = 2;
/** Of the pool; a month of fixed rows a kill. */
const SHARE_FEN = 137;
/** A lost heartbeat, the look at it, the retry and all renewals, on a busy machine. */
const RENEWALS_MOST_MS = 120_000;

export interface Trade {
  /** Companies, transfers, balance, claims, renewals, clients' links and the pool, until the site dies. */
  work(until: AbortSignal): Array<Promise<void>>;
  /** The site is through with the renewals that it was sent: a run that a kill ended comes again within half a minute, and charges. */
  renewalsDone(): Promise<void>;
  /** What was half done is carried on by what the product does by itself; everything happened once. */
  isWhole(): Promise<void>;
}

/** All of trade at once, beside a site that may die at any moment. `answered` is told of each answer. */
export async function beginTrade(
  { site, beside, db, inFuture }: { site: { url: string }; beside: BesideSite; db: pg.Pool; inFuture: (ahead_ms: number) => Ctx },
  answered: () => void,
): Promise<Trade> {
  const place = { app: beside.booted.app, ctx: beside.ctx };
  const random = createRandom(7);
  await setSetting(beside.ctx(), bankAccount.key, '策猫科技');
  const spec = (await vipPlans(beside.ctx(), VIP_ALL))[0]?.spec[1]?.id ?? 0;
  const [company, transferring, publisher] = [await makeEnterprise(place), await makeEnterprise(place), await makePerson(place)];
  const colleagues = await Promise.all([1, 2, 3].map(() => colleague()));
  const [payer, claimant] = [await makePerson(place), await makePerson(place)];
  const bidder = await makePerson(place);
  const bidding = { vip_type: 5, days: 365, max_download_pre_day: 1, source: { name: 'test', id: bidder.id } };
  await inTransaction(beside.ctx(), (tx) => extendMembership(tx, { user_id: bidder.id, ...bidding }));
  await giveBalance(place, bidder.id, 1_000_000);
  const [finance, admin] = [await makePerson(place, { roles: ['finance'] }), await makePerson(place, { roles: ['admin'] })];

  async function colleague(): Promise<Person> {
    const mobile = String(15_600_000_000 + random.between(0, 9_999_999));
    const person = await makePerson(place, { mobile });
    const id = await inviteEmployee(beside.ctx(company.actor), { mobile, rights: [], seats_id: null });
    await answerInvitation(beside.ctx(person.actor), id, true);
    return person;
  }

  async function work(price_fen = 2_000, company_fen: number | null = null): Promise<number> {
    const id = await inTransaction(beside.ctx(), async (tx) => {
      const item = { kind: KINDS.scheme, publisher_id: publisher.id, title: '交易断电', price_fen, format: 'pdf' } as const;
      const made = await createItem(tx, item);
      await setItemStatus(tx, made, ['draft'], 'published');
      return made;
    });
    if (company_fen !== null) await db.query('update items set company_fen = $2 where id = $1', [id, company_fen]);
    return id;
  }

  /** @throws when the site died, or says no */
  async function ask<T>(person: Person | null, path: string, body?: object): Promise<T> {
    const answer = await beside.call<T>(body ? 'POST' : 'GET', path, person?.token ?? null, body);
    answered();
    if (answer.body.code !== 0 && answer.status !== 202) throw new Error(`${path}: ${answer.body.msg}`);
    return answer.body.data;
  }
  const pay = (orderid: string) => ask(null, '/sandbox/pay', { orderid, copies: random.between(0, 2) });
  const order = (person: Person, id: number, more: object = {}) => ask<Order>(person, '/scheme/buy/order', { id, balance: 0, ...more });

  /** Seats are bought, given to colleagues and taken back; two colleagues pay for the same work of the company's library. */
  async function seats(): Promise<void> {
    const bought = await ask<Order>(company, '/user/Member/addorder', { vip_id: spec, seats: SEATS });
    await pay(bought.orderid);
    const { seats: lines } = await ask<{ seats: Array<{ id: number }> }>(company, '/company/own');
    const line = lines[random.between(0, lines.length - 1)]?.id ?? 0;
    await Promise.allSettled(
      colleagues.map(({ id: user_id }, n) => ask(company, '/company/seat', { id: line, user_id, give: n === 2 ? 0 : 1 })),
    );
    const id = await work(2_000, 9_900);
    await Promise.all(colleagues.slice(1).map(async (person) => pay((await order(person, id, { licence: 'company' })).orderid)));
  }

  /** What was asked by transfer; the line of the bank is written down until it is in, a second person confirms. */
  const transfers: string[] = [];
  async function transfer(): Promise<void> {
    await finishTransfers();
    const { orderid } = await ask<Order>(transferring, '/user/Member/addorder', { vip_id: spec, seats: SEATS });
    const { price } = await ask<{ price: number }>(transferring, '/company/transfer', { orderid });
    transfers.push(orderid);
    await writeDown(orderid, price);
    await confirmAll();
  }
  /** What staff had written down and nobody confirmed, or not even that. */
  async function finishTransfers(): Promise<void> {
    const open = await db.query<{ orderid: string; pay_fen: number }>(
      'select orderid, pay_fen::float8 as pay_fen from orders where orderid = any($1) and status = 1',
      [transfers],
    );
    for (const { orderid, pay_fen } of open.rows) await writeDown(orderid, pay_fen / 100);
    await confirmAll();
  }
  const writeDown = (orderid: string, amount: number) => ask(finance, '/admin/transfer', { orderid, amount, trade_no: `B${orderid}` });
  async function confirmAll(): Promise<void> {
    const { list } = await ask<{ list: Array<{ id: number; version: number }> }>(admin, '/admin/review/list?type=countersign');
    // one that was asked for twice, as an answer was lost, is done by the other
    await Promise.allSettled(list.map(({ id, version }) => ask(admin, '/admin/review/decide', { id, version, action: 'confirm' })));
  }

  /** Topped up, spent on a work, and back into the balance. */
  async function balance(): Promise<void> {
    const { orderid } = await ask<Order>(payer, '/user/balance/topup', { id: 50, cache: 0 });
    await pay(orderid);
    const bought = await order(payer, await work(3_000), { balance: 1 });
    await ask(payer, '/api/order/balance', { orderid: bought.orderid });
    await ask(payer, '/api/order/refund', { orderid: bought.orderid, reason: '买错了', to_balance: 1 });
  }

  /** A payer goes to their bank; finance writes down who won. */
  async function claims(): Promise<void> {
    const { orderid } = await order(claimant, await work());
    await ask(null, '/sandbox/pay', { orderid });
    await ask(null, '/sandbox/claim', { orderid, kind: 'chargeback', copies: 2 });
    if (random.between(0, 2) === 0) await ask(null, '/sandbox/claim', { orderid, kind: 'chargeback', status: 'withdrawn', copies: 2 });
    const open = await db.query<{ id: number }>("select id::int from payment_claims where status = 'open' order by id");
    for (const { id } of open.rows)
      await ask(finance, '/admin/claim/end', { id, result: random.between(0, 1) ? 'lost' : 'won', reason: '银行裁定' });
  }

  /** A member agrees to be charged; their term ends tonight. */
  const renewing: number[] = [];
  async function renewal(): Promise<void> {
    const member = await makePerson(place);
    const { orderid } = await ask<Order>(member, '/user/Member/addorder', { vip_id: spec });
    await ask(null, '/sandbox/pay', { orderid });
    const { id, url } = await ask<{ id: number; url: string }>(member, '/user/Member/renewal', { vip_id: spec });
    await ask(null, '/sandbox/pay', { orderid: url.split('/').at(-1), channel: 'alipay' });
    await ask(member, `/user/Member/renewal?id=${id}`);
    const soon = "tstzrange(date_trunc('hour', now()) - interval '10 days', date_trunc('hour', now()) + interval '20 hours')";
    await db.query(`update membership_terms set sold = ${soon}, during = ${soon} where user_id = $1`, [member.id]);
    renewing.push(member.id);
    await beside.booted.app.jobs.send('membership.renew', {});
  }

  /** A client's link that counts its looks, each of another browser. */
  const shown = await makeShownWork(beside.ctx(), { publisher_id: publisher.id });
  let link = '';
  async function looks(): Promise<void> {
    const wish = { item_id: shown, title: '给客户', view_most: LOOKS };
    if (link === '') link = (await ask<{ url: string }>(publisher, '/clientLink/save', wish)).url;
    await fetch(`${site.url}${new URL(link).pathname}`, { method: 'POST', redirect: 'manual', body: new URLSearchParams() });
    answered();
    await wait(50);
  }

  /** Two agree, and each stage of the price is paid, delivered, and given back, released, or released with the end of all; going on after a kill. */
  let deal: { owner: Person; maker: Person; id: number } | null = null;
  async function stages(): Promise<void> {
    deal ??= await begin();
    const { owner, maker, id } = deal;
    const { rows } = await db.query<{ id: number; state: string }>(
      'select id::int, state from agreement_stages where agreement_id = $1 order by id',
      [id],
    );
    const at = rows.findIndex(({ state }) => state !== 'released' && state !== 'refunded');
    const stage = rows[at];
    const act = (person: Person, name: string) => ask(person, '/demand/agreement/stage', { id: stage?.id, act: name });
    if (!stage) deal = null;
    else if (stage.state === 'asked') await pay((await ask<Order>(owner, '/demand/agreement/pay', { id: stage.id })).orderid);
    else if (stage.state === 'held') await act(maker, 'deliver');
    else if (at === 2) await ask(owner, '/demand/agreement/done', { id });
    else await (at === 0 ? act(maker, 'back') : act(owner, 'release'));
  }
  async function begin() {
    const [owner, maker] = [await makePerson(place), await makePerson(place)];
    const offer_id = await makeOffer(beside.ctx(maker.actor), { ...OFFER, demand_id: await makeDemand(beside, { owner_id: owner.id }) });
    const id = await agreeOffer(beside.ctx(owner.actor), offer_id, 1);
    const parts = [1, 2, 3].map((n) => ({ title: `第 ${n} 期`, price: 10_000 * n }));
    await planStages(beside.ctx(maker.actor), id, parts);
    return { owner, maker, id };
  }

  /** A purse is filled, taken back, bound by an offer and free again. */
  let tender = 0;
  async function purse(): Promise<void> {
    tender ||= await makeDemand(beside, { owner_id: publisher.id, label_type: 3, columns: { deposit_fen: 100 } });
    const move = (way: string, amount: number) => ask(bidder, `/user/purse/${way}`, { amount, idempotency_key: randomUUID() });
    await move('fill', 2);
    await move('take', 1);
    const { id } = await ask<{ id: number }>(bidder, '/demand/offer', { ...OFFER, id: tender });
    await ask(bidder, '/demand/offer/withdraw', { id });
  }

  /** A month of the pool that waits to be paid out. */
  const months: string[] = [];
  async function pool(): Promise<void> {
    const month = `${2_000 + Math.floor(months.length / 12)}-${String((months.length % 12) + 1).padStart(2, '0')}`;
    months.push(month);
    await db.query(
      `with m as (insert into pool_months (month, income_fen, share_bp, reader_most_fen, readers, given_fen) values ($1, 10000, 2000, 1000, 2, $2) returning month)
       insert into pool_shares (month, publisher_id, readers, amount_fen) select m.month, p, 1, $3 from m, unnest($4::bigint[]) p`,
      [month, 2 * SHARE_FEN, SHARE_FEN, [publisher.id, company.id]],
    );
    await beside.booted.app.jobs.send('pool.share', {});
    await wait(200);
  }

  const count = async (query: string, values: unknown[] = []) =>
    Number((await db.query<{ n: number }>(`select count(*)::int as n from ${query}`, values)).rows[0]?.n);
  const none = async (said: string, query: string, values: unknown[] = []) =>
    expect((await db.query(query, values)).rows, said).toEqual([]);

  return {
    work: (until) =>
      [seats, transfer, balance, claims, renewal, looks, pool, stages, purse].map(async (round) => {
        while (!until.aborted) await round().catch(() => wait(20));
      }),
    async renewalsDone() {
      const { jobs } = beside.booted.app;
      await expect.poll(() => jobs.isUnderWay('membership.renew'), { timeout: RENEWALS_MOST_MS, interval: 100 }).toBe(false);
    },
    async isWhole() {
      await finishTransfers();
      // who was being charged when the site died is tried again after eight hours, and once more if the order ended meanwhile
      for (let pass = 1; pass <= rounds(1, 2); pass++) await renewDue(inFuture(9 * pass * 3_600_000));
      await reconcilePayments(inFuture(11_000));
      await runRefunds(beside.ctx());
      await sharePool(beside.ctx());
      await none(
        'a line of the bank settles its order once',
        `select provider_trade_no from payments where provider_trade_no like 'B%' group by 1 having count(*) <> 1
         union all select o.orderid from orders o where o.orderid = any($1) and o.status <> 2`,
        [transfers],
      );
      await none(
        'each order of seats that is paid has one term, and no other has',
        `select o.orderid from orders o left join vip_seat_terms s on s.order_id = o.id
         where o.subject = 'seats' group by o.id having count(s.id) <> (case when o.status = 2 then 1 else 0 end)`,
      );
      await none(
        'more people than seats',
        `select h.line_id from vip_seat_holders h where h.ended_at is null group by 1 having count(*) > $1`,
        [SEATS],
      );
      await none(
        'a company pays for a work once',
        `select subject_id from orders where status = 2 and refunded_pay_fen = 0 and buyer_id = any($1) and subject = 'item' group by 1 having count(*) > 1`,
        [colleagues.map(({ id }) => id)],
      );
      await none(
        'a payer is charged once for the next term, which follows the last',
        `select u from unnest($1::bigint[]) u where (select count(*) from orders where buyer_id = u and subject = 'membership' and status = 2) <> 2
           or (select count(*) from membership_terms where user_id = u) <> 2`,
        [renewing],
      );
      await none(
        'a claim holds the share once, and what ended holds nothing',
        `select c.id from payment_claims c join orders o on o.id = c.order_id
         where (select count(*) from ledger_transfers l where l.reference = o.orderid and l.reason = 'claim_held') > 1
           or (c.status in ('won', 'lost', 'withdrawn') and (select count(*) from ledger_transfers l where l.reference = o.orderid and l.reason = 'claim_released') >
             (select count(*) from ledger_transfers l where l.reference = o.orderid and l.reason = 'claim_held'))`,
      );
      await none(
        'what is held is what stages hold, and each stage moved it once',
        `select s.id from agreement_stages s left join orders o on o.id = s.order_id
         where s.state <> 'asked' and (
           (select count(*) from ledger_transfers l where l.key = 'escrow-held:' || s.id) <> 1
           or (select count(*) from ledger_transfers l where l.key = 'escrow-released:' || s.id) <> (case when s.ended_at is null then 0 else 1 end)
           or (s.state = 'refunded') <> (o.close_reason = 'refunded'))
         union all select a.id from accounts a join lateral (select coalesce(sum(amount), 0) as n from ledger_entries where account_id = a.id) e on true
         where a.purpose = 'escrow' and e.n <> (select coalesce(sum(s.escrow_fen), 0) from agreement_stages s join agreements g on g.id = s.agreement_id
           where g.user_id = a.owner_id and s.state in ('held', 'delivered'))`,
      );
      await none(
        'a purse covers what is bound',
        `select a.owner_id from accounts a where a.purpose = 'purse'
           and a.balance < (select coalesce(sum(deposit_fen), 0) from offers where user_id = a.owner_id and state = 'made')`,
      );
      await none('two claims of one payment', `select payment_id from payment_claims group by 1 having count(*) > 1`);
      await none(
        'balance is topped up once',
        `select reference from ledger_transfers where reason = 'sale' group by 1 having count(*) > 1`,
      );
      expect(await count(`pool_shares where paid_at is null`), 'all shares are paid').toBe(0);
      expect(await count(`ledger_transfers where reason = 'member_pool'`)).toBe(2 * months.length);
      expect(await count('client_views where not own')).toBeLessThanOrEqual(LOOKS);
      const done = {
        transfers: transfers.length,
        seats: await count(`vip_seat_terms`),
        holders: await count(`vip_seat_holders`),
        topped: await count(`orders where subject = 'balance' and status = 2`),
        back: await count(`orders where refunded_balance_fen > 0`),
        claims: await count(`payment_claims where status in ('won', 'lost', 'withdrawn')`),
        renewed: renewing.length,
        months: months.length,
        looks: await count(`client_views`),
        released: await count(`agreement_stages where state = 'released'`),
        purses: await count(`ledger_transfers where reason = 'purse_taken'`),
        given_back: await count(`agreement_stages where state = 'refunded'`),
      };
      for (const [name, n] of Object.entries(done)) expect(n, `the load did something: ${name}`).toBeGreaterThan(0);
      await expectBooksTwice(place);
      await expectIncomeShown(place);
    },
  };
}
