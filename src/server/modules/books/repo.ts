// What the ledger says beside what orders, payments, withdrawals and reservations say: read here alone, written nowhere.
import type { Queryable } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import { CHARGED_BACK, ESCROWED } from '../orders/index.ts';
import type { Flow, Unlike } from './rules.ts';

const flows = statement<Flow>(
  'books_flows',
  `select purpose as account, reason, channel, subject, sum(amount)::float8 as amount
   from ledger_entries where created_at >= $1 and created_at < $2 group by 1, 2, 3, 4`,
);

/** What moved between two moments, by account, reason, way of payment and what was sold. */
export function findFlows(db: Queryable, from: Date, to: Date): Promise<Flow[]> {
  return flows(db, [from, to]);
}

const returnable = statement<{ fen: number }>(
  'books_returnable',
  `with recent as (
     select e.account_id, sum(e.amount) as amount
     from ledger_entries e join ledger_transfers t on t.id = e.transfer_id join accounts a on a.id = e.account_id
     where a.purpose = 'earning' and e.created_at < $2 and t.reason in ('sale', 'order_refunded', 'claim_held', 'claim_released') and t.reference in (
       select s.reference from ledger_entries se join ledger_transfers s on s.id = se.transfer_id
       where s.reason = 'sale' and se.created_at >= $1 and se.created_at < $2 and se.subject <> '${ESCROWED}')
     group by 1
   )
   select coalesce(sum(greatest(0, least(recent.amount,
     (select sum(e.amount) from ledger_entries e where e.account_id = recent.account_id and e.created_at < $2)))), 0)::float8 as fen from recent`,
);

/** Of earnings at a moment: what comes from sales since another one, which buyers may still take back. */
export async function sumReturnable(db: Queryable, since: Date, at: Date): Promise<number> {
  return (await returnable(db, [since, at]))[0]?.fen ?? 0;
}

/** Reasons of which the ledger is the only record. */
const ALONE = `('gift', 'account_closed')`;

/**
 * Each line of a range against what was written down elsewhere, by the key of its transfer; and what was written down for the range of which the
 * ledger has no line at all. Balance and what is held of it are one here: an open order moves nothing out of it.
 */
const twice = statement<{ sums: Array<Omit<Unlike, 'reference'>> | null; unlike: Unlike[] | null }>(
  'books_twice',
  `with lines as (
     select t.reason, case t.reason when 'coins_refunded' then 'coins-back:' || t.reference when 'balance_refunded' then 'balance-back:' || t.reference else t.key end as key, t.reference,
       case a.purpose when 'held' then 'balance' when 'purse' then 'balance' when 'held_coin' then 'coin' else a.purpose end as account, sum(e.amount)::bigint as amount
     from ledger_entries e join ledger_transfers t on t.id = e.transfer_id join accounts a on a.id = e.account_id
     where e.created_at >= $1 and e.created_at < $2 and a.unit <> 'point' and t.reason not in ${ALONE}
     group by 1, 2, 3, 4 having sum(e.amount) <> 0
   ), prepaid(subject, account, source, per) as (
     values ('coins', 'coin', 'coin_source', 100), ('balance', 'balance', 'platform', 1)
   ), refs as (
     select distinct reason, key, reference from lines
   ), sold as (
     select o.* from refs join orders o on o.orderid = refs.reference and o.paid_key = refs.key where refs.reason = 'sale'
     union all
     select o.* from orders o where o.paid_at >= $1 and o.paid_at < $2 and o.price_fen > 0
       and not exists (select 1 from ledger_transfers t where t.key = o.paid_key)
   ), given_back as (
     select case when r.whole then 'refund:' || o.orderid else 'refund:' || o.orderid || ':' || r.id end as key, o.orderid, o.subject, r.created_at,
       r.pay_fen, r.balance_fen, r.publisher_fen,
       case when r.whole and o.refunded_pay_fen + o.refunded_balance_fen = o.pay_fen + o.balance_fen then o.coupon_fen else 0 end as coupon_fen
     from order_refunds r join orders o on o.id = r.order_id
     where (r.created_at >= $1 and r.created_at < $2) or o.orderid in (select reference from refs where reason in ('order_refunded', 'coins_refunded', 'balance_refunded'))
   ), back as (
     select g.* from given_back g where g.key in (select key from refs)
     union all
     select g.* from given_back g where g.created_at >= $1 and g.created_at < $2 and not exists (select 1 from ledger_transfers t where t.key = g.key)
   ), bought as (
     select o.orderid, o.subject, o.price_fen from refs join orders o on o.orderid = refs.reference where refs.reason in ('coins_bought', 'balance_bought')
     union all
     select o.orderid, o.subject, o.price_fen from orders o where o.subject in ('coins', 'balance') and o.paid_at >= $1 and o.paid_at < $2
       and not exists (select 1 from ledger_transfers t where t.key = o.subject || ':' || o.orderid)
   ), stray as (
     select refs.reason, p.payment_no, p.amount_fen from refs join payments p on 'pay:' || p.payment_no = refs.key
     where refs.reason in ('paid_twice', 'paid_late', 'owned_already', 'amount_differs')
     union all
     select 'paid_late', p.payment_no, p.amount_fen from payments p
     where p.paid_at >= $1 and p.paid_at < $2 and p.status in ('paid', 'refunding', 'refunded')
       and not exists (select 1 from ledger_transfers t where t.key = 'pay:' || p.payment_no)
   ), returned as (
     select r.* from refs join refunds r on r.refund_no = refs.reference where refs.reason in ('refund', 'chargeback') and r.status = 'done'
     union all
     select r.* from refunds r where r.status = 'done' and r.done_at >= $1 and r.done_at < $2
       and not exists (select 1 from ledger_transfers t where t.key = 'refund:' || r.refund_no)
   ), steps as (
     select w.withdraw_no, w.amount_fen, w.tax_fen, w.method, s.reason, s.at from withdrawals w, lateral (values
       ('withdrawal', w.created_at),
       ('withdrawal_back', case when w.status in ('failed', 'refused', 'cancelled') then w.ended_at end),
       ('withdrawal_paid', case when w.status = 'paid' then w.ended_at end)) s(reason, at)
     where s.at is not null
   ), withdrawn as (
     select s.* from refs join steps s on s.withdraw_no = refs.reference and s.reason = refs.reason
     union all
     select s.* from steps s where s.at >= $1 and s.at < $2 and not exists (select 1 from ledger_transfers t where t.key = s.reason || ':' || s.withdraw_no)
   ), remitted as (
     select r.* from refs join tax_remits r on r.remit_no = refs.reference and refs.reason = 'tax_paid'
     union all
     select r.* from tax_remits r where r.created_at >= $1 and r.created_at < $2
       and not exists (select 1 from ledger_transfers t where t.key = 'tax-paid:' || r.remit_no)
   ), claim_steps as (
     select c.claim_no, o.orderid, c.held_fen, s.reason, s.key, s.at from payment_claims c join orders o on o.id = c.order_id, lateral (values
       ('claim_held', 'claim-held:' || c.claim_no, c.created_at), ('claim_released', 'claim-released:' || c.claim_no, c.ended_at)) s(reason, key, at)
     where s.at is not null and c.held_fen > 0
   ), claimed as (
     select s.* from refs join claim_steps s on s.orderid = refs.reference and s.key = refs.key
     union all
     select s.* from claim_steps s where s.at >= $1 and s.at < $2 and not exists (select 1 from ledger_transfers t where t.key = s.key)
   ), escrows as (
     select s.id, s.escrow_fen, o.orderid, x.step from agreement_stages s join orders o on o.id = s.order_id, lateral (values
       ('held', s.held_at), ('released', s.ended_at)) x(step, at)
     where x.at >= $1 and x.at < $2 and s.escrow_fen > 0
   ), settled as (
     select r.* from refs join reservations r on 'settle:' || r.key = refs.key
     union all
     select r.* from reservations r where r.ended_at >= $1 and r.ended_at < $2 and r.settled_amount > 0
       and not exists (select 1 from ledger_transfers t where t.key = 'settle:' || r.key)
   ), recorded as (
     select 'sale' as reason, s.paid_key as key, s.orderid as reference, v.account, v.amount from sold s
     left join payments p on 'pay:' || p.payment_no = s.paid_key, lateral (values
       ('gateway', -coalesce(p.amount_fen, s.pay_fen)), ('balance', -s.balance_fen), ('coupon_cost', -s.coupon_fen),
       ('earning', case when s.publisher_id is null then 0 else s.publisher_fen end),
       ('platform', s.price_fen - case when s.publisher_id is null then 0 else s.publisher_fen end)) v(account, amount)
     union all
     select 'order_refunded', b.key, b.orderid, v.account, v.amount from back b, lateral (values
       ('refund_due', b.pay_fen), ('balance', b.balance_fen), ('coupon_cost', b.coupon_fen), ('earning', -b.publisher_fen),
       ('platform', b.publisher_fen - b.pay_fen - b.balance_fen - b.coupon_fen)) v(account, amount)
     union all
     select b.subject || '_bought', b.subject || ':' || b.orderid, b.orderid, v.account, v.amount from bought b join prepaid p using (subject),
       lateral (values (p.account, b.price_fen / p.per), (p.source, -b.price_fen / p.per)) v(account, amount)
     union all
     select b.subject || '_refunded', b.subject || '-back:' || b.orderid, b.orderid, v.account, v.amount
     from (select orderid, subject, sum(pay_fen + balance_fen)::bigint as fen from back group by 1, 2) b join prepaid p using (subject),
       lateral (values (p.account, -b.fen / p.per), (p.source, b.fen / p.per)) v(account, amount)
     union all
     select s.reason, 'pay:' || s.payment_no, s.payment_no, v.account, v.amount from stray s,
       lateral (values ('gateway', -s.amount_fen), ('refund_due', s.amount_fen)) v(account, amount)
     union all
     select case r.reason when '${CHARGED_BACK}' then 'chargeback' else 'refund' end, 'refund:' || r.refund_no, r.refund_no, v.account, v.amount from returned r,
       lateral (values ('refund_due', -r.amount_fen), ('gateway', r.amount_fen)) v(account, amount)
     union all
     select w.reason, w.reason || ':' || w.withdraw_no, w.withdraw_no, v.account, v.amount from withdrawn w, lateral (values
       ('earning', case w.reason when 'withdrawal' then -w.amount_fen when 'withdrawal_back' then w.amount_fen else 0 end),
       ('withdrawing', case w.reason when 'withdrawal' then w.amount_fen else -w.amount_fen end),
       (case w.method when 'balance' then 'balance' else 'gateway' end,
         case w.reason when 'withdrawal_paid' then w.amount_fen - w.tax_fen else 0 end),
       ('tax_owed', case w.reason when 'withdrawal_paid' then w.tax_fen else 0 end)) v(account, amount)
     union all
     select 'tax_paid', 'tax-paid:' || r.remit_no, r.remit_no, v.account, v.amount from remitted r,
       lateral (values ('tax_owed', -r.amount_fen), ('gateway', r.amount_fen)) v(account, amount)
     union all
     select 'member_pool', 'pool:' || s.month || ':' || s.publisher_id, s.month, v.account, v.amount
     from pool_shares s, lateral (values ('earning', s.amount_fen), ('platform', -s.amount_fen)) v(account, amount)
     where s.paid_at >= $1 and s.paid_at < $2
     union all
     select 'claim_loss', 'claim-loss:' || c.claim_no, o.orderid, v.account, v.amount
     from payment_claims c join orders o on o.id = c.order_id, lateral (values
       ('refund_due', c.gone_fen), ('balance', -c.taken_fen), ('platform', c.taken_fen - c.gone_fen)) v(account, amount)
     where c.gone_fen > 0 and c.ended_at >= $1 and c.ended_at < $2
     union all
     select c.reason, c.key, c.orderid, v.account, v.amount from claimed c, lateral (values
       ('earning', case c.reason when 'claim_held' then -c.held_fen else c.held_fen end),
       ('claimed', case c.reason when 'claim_held' then c.held_fen else -c.held_fen end)) v(account, amount)
     union all
     select 'escrow_' || e.step, 'escrow-' || e.step || ':' || e.id, e.orderid, v.account, v.amount from escrows e, lateral (values
       ('earning', case e.step when 'held' then -e.escrow_fen else e.escrow_fen end),
       ('escrow', case e.step when 'held' then e.escrow_fen else -e.escrow_fen end)) v(account, amount)
     union all
     select r.reason || '_settle', 'settle:' || r.key, r.reference, v.account, v.amount from settled r, lateral (values
       (case r.unit when 'coin' then 'coin' else 'balance' end, -r.settled_amount),
       (case r.unit when 'coin' then 'coin_source' else 'platform' end, r.settled_amount)) v(account, amount)
   ), joined as (
     select coalesce(l.reason, r.reason) as reason, account, coalesce(l.reference, r.reference) as reference,
       coalesce(l.amount, 0)::float8 as ledger, coalesce(r.amount, 0)::float8 as recorded
     from lines l full join (select * from recorded where amount <> 0) r using (key, account)
   )
   select
     (select json_agg(s) from (select reason, account, sum(ledger) as ledger, sum(recorded) as recorded from joined group by 1, 2 order by 1, 2) s) as sums,
     (select json_agg(u) from (select * from joined where ledger <> recorded order by reason, reference, account limit 100) u) as unlike`,
);

/** Every amount twice, by reason and account, and the first hundred that differ. */
export async function findTwice(
  db: Queryable,
  from: Date,
  to: Date,
): Promise<{ sums: Array<Omit<Unlike, 'reference'>>; unlike: Unlike[] }> {
  const row = (await twice(db, [from, to]))[0];
  return { sums: row?.sums ?? [], unlike: row?.unlike ?? [] };
}
