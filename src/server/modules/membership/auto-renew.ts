import { AGREEMENT_ENDS, type AgreementEnd, type AutoRenew, vipOf } from '#contract/membership.ts';
import { ORDER_CLOSED } from '#contract/order.ts';
import { paths } from '#contract/paths.ts';
import { actingAs, type Ctx, requireUser, type TxCtx } from '../../app/ctx.ts';
import { shanghaiDay, unixSeconds } from '../../kernel/clock.ts';
import { AppError, conflict, notFound } from '../../kernel/errors.ts';
import { serialNumber } from '../../kernel/ids.ts';
import { fenToYuan } from '../../kernel/money.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import type { AgreementPort } from '../../providers/payment/port.ts';
import { sendOwnNotice } from '../notices/index.ts';
import { chargeByAgreement, placeOrder } from '../orders/index.ts';
import {
  type AgreementRow,
  findAgreement,
  findAgreementsOf,
  findByAgreementNo,
  findOpenAgreements,
  findUntried,
  insertAgreement,
  markAgreed,
  markEnded,
  setRefused,
  takeAttempt,
} from './agreements.repo.ts';
import { membershipSubject } from './membership-subject.ts';
import { isFollowed, renewalsOf } from './renewals.ts';
import { findRest, findSoldSpec, type TermRow } from './repo.ts';
import { DAY_MS, keptPrice } from './rules.ts';

export const MEMBERSHIPS = '/personalCenter/myVipschemeOrder';
/** Before the end of the last term. */
const CHARGE_BEFORE_MS = DAY_MS;
const AGAIN_AFTER_MS = 8 * 3_600_000;
/** Charges of one period; after the last refusal the agreement ends. */
const TRIES = 3;
const BATCH = 100;

/** @throws AppError where the provider has no such contract with us */
function portOf(ctx: Ctx): AgreementPort {
  const { agreements } = ctx.app.providers.payment;
  if (!agreements) throw new AppError('暂不支持自动续费');
  return agreements;
}

/** Whether a member may be asked at all. */
export const offersAutoRenew = (ctx: Ctx): boolean => ctx.app.providers.payment.agreements !== undefined;

/**
 * Asks the reader's consent to pay for this spec again whenever a term of it ends, at the price that they keep. One is open a type: asking
 * again answers with it. @throws AppError 404 for a spec that they cannot renew, 409 while another of the type is open
 */
export async function askAutoRenew(ctx: Ctx, vip_id: number): Promise<AutoRenew> {
  const user_id = requireUser(ctx);
  const port = portOf(ctx);
  const now = ctx.app.clock.now();
  const terms = await findRest(ctx.db, user_id, now);
  const renewals = await renewalsOf(ctx, terms);
  const at = renewals.findIndex((renew) => renew?.vip_id === vip_id);
  const [term, renew, spec] = [terms[at], renewals[at], await findSoldSpec(ctx.db, vip_id)];
  if (!term || !renew?.may_be_auto || !spec) throw notFound('没有可以自动续费的会员');
  const open = await openOf(ctx, user_id, term.vip_type);
  if (open?.status === 1 && open.spec_id !== vip_id) await endAgreement(ctx, open, 'member');
  else if (open) return answerOf(ctx, open, term.to);
  const agreement_no = serialNumber(now, 'A');
  const title = `自动续费：${spec.plan_name} · ${spec.show_date}`;
  const first_at = new Date(term.to.getTime() - CHARGE_BEFORE_MS);
  const { price_fen } = renew;
  const url = await port.ask({ agreement_no, title, price_fen, days: spec.days ?? 0, first_at: first_at > now ? first_at : term.to });
  const row = { agreement_no, provider: ctx.app.providers.payment.name, user_id, vip_type: term.vip_type, spec_id: vip_id, price_fen, url };
  const made = await insertAgreement(ctx.db, { ...row, created_at: now });
  // two presses at once: the other one's stands, and this one was not shown
  if (!made) await port.end(agreement_no);
  const stands = made ?? (await openOf(ctx, user_id, term.vip_type));
  if (!stands) throw conflict('请再试一次');
  return answerOf(ctx, stands, term.to);
}

async function openOf(ctx: Ctx, user_id: number, vip_type: number): Promise<AgreementRow | null> {
  return (await findOpenAgreements(ctx.db, [user_id])).find((one) => one.vip_type === vip_type) ?? null;
}

/** An agreement to its member; `to`: where its last term ends. */
export function answerOf(ctx: Ctx, row: AgreementRow, to: Date): AutoRenew {
  return {
    id: row.id,
    state: row.status === 2 ? 'on' : 'asked',
    price: row.price_fen / 100,
    // a provider's own address is too long for a QR: ours leads there
    url: row.status === 1 ? `${ctx.app.config.site_url}${paths.agree(row.agreement_no)}` : '',
    next_at: unixSeconds(new Date(to.getTime() - CHARGE_BEFORE_MS)),
  };
}

async function ownAgreement(ctx: Ctx, id: number): Promise<AgreementRow> {
  const row = await findAgreement(ctx.db, id);
  if (row?.user_id !== requireUser(ctx)) throw notFound('没有这份自动续费');
  return row;
}

/** Asks the provider whether the reader agreed meanwhile. @throws AppError 404 */
export async function checkAutoRenew(ctx: Ctx, id: number): Promise<{ state: 'asked' | 'on' | 'ended' }> {
  const row = await ownAgreement(ctx, id);
  if (row.status === 1) return { state: await settleAsked(ctx, row) };
  return { state: row.status === 2 ? 'on' : 'ended' };
}

async function settleAsked(ctx: Ctx, row: AgreementRow): Promise<'asked' | 'on' | 'ended'> {
  const state = await portOf(ctx).state(row.agreement_no);
  const now = ctx.app.clock.now();
  if (state === 'ended') await markEnded(ctx.db, row.id, 'declined', now);
  if (state !== 'agreed') return state === 'ended' ? 'ended' : 'asked';
  if (await markAgreed(ctx.db, row.id, now)) {
    const name = vipOf(row.vip_type)?.name ?? '会员';
    await tell(ctx, row, 'on', `${name}已开启自动续费`, `到期前一天从支付宝扣 ¥${fenToYuan(row.price_fen)}，扣款前会提醒，随时可以关闭。`);
  }
  return 'on';
}

/** The reader ends it with one press; nothing is charged any more. Repeating it is harmless. @throws AppError 404 */
export async function endAutoRenew(ctx: Ctx, id: number): Promise<void> {
  await endAgreement(ctx, await ownAgreement(ctx, id), 'member');
}

/** At the provider first: what we call ended must not be charged. A consent that it does not end stays on, and the caller hears why not. */
export async function endAgreement(ctx: Ctx, row: AgreementRow, by: AgreementEnd): Promise<void> {
  if (row.status === 3) return;
  const { name, agreements } = ctx.app.providers.payment;
  // a provider that is configured no longer charges nothing
  if (row.provider === name) await agreements?.end(row.agreement_no);
  await markEnded(ctx.db, row.id, by, ctx.app.clock.now());
}

/** Where the payer of our QR agrees; null: it is over, or never was. */
export async function agreementAddress(ctx: Ctx, agreement_no: string): Promise<string | null> {
  const row = await findByAgreementNo(ctx.db, agreement_no);
  return row?.status === 1 ? row.url : null;
}

/** Charges who agreed, a day before the end, and looks after who was asked and left the page; three times at most, eight hours apart. Safe in parallel and after a crash at any point. */
export async function renewDue(ctx: Ctx, stopping?: AbortSignal): Promise<void> {
  const now = ctx.app.clock.now();
  for (let after = 0; ; ) {
    const rows = await findUntried(ctx.db, { before: new Date(now.getTime() - AGAIN_AFTER_MS), after, limit: BATCH });
    for (const row of rows) {
      after = row.id;
      stopping?.throwIfAborted();
      try {
        await renewOne(ctx, row, now);
      } catch (error) {
        ctx.log.error({ err: error, agreement_no: row.agreement_no }, 'a membership could not be renewed by agreement');
      }
    }
    if (rows.length < BATCH) return;
  }
}

async function renewOne(ctx: Ctx, row: AgreementRow, now: Date): Promise<void> {
  if (!offersAutoRenew(ctx) || row.provider !== ctx.app.providers.payment.name) return stop(ctx, row, 'former');
  if (row.status === 1) {
    const left = (await settleAsked(ctx, row)) === 'asked' && now.getTime() - row.created_at.getTime() > DAY_MS;
    if (left) await endAgreement(ctx, row, 'declined');
    return;
  }
  const terms = (await findRest(ctx.db, row.user_id, now)).filter(({ vip_type }) => vip_type === row.vip_type);
  const last = terms.find((term) => !isFollowed(terms, term));
  // refunded, or over while the jobs stood still: what is not there does not go on
  if (!last) return stop(ctx, row, 'over');
  const { to } = last;
  if (to.getTime() - now.getTime() > CHARGE_BEFORE_MS) return;
  if ((await portOf(ctx).state(row.agreement_no)) !== 'agreed') return stop(ctx, row, 'provider');
  const spec = await findSoldSpec(ctx.db, row.spec_id);
  if (spec?.status !== 1 || spec.plan_status !== 1) return stop(ctx, row, 'sold_out');
  if (keptPrice(terms, spec) > row.price_fen) return stop(ctx, row, 'dearer');
  if (!(await takeAttempt(ctx.db, row, now))) return;
  const member = actingAs(ctx, { kind: 'user', user_id: row.user_id, token_id: 0, roles: [], address: '' });
  const input = { subject_id: row.spec_id, use_balance: false, coupon_id: 0 };
  const place = (idempotency_key: string) => placeOrder(member, membershipSubject, { ...input, idempotency_key });
  // the same attempt is the same order; one that a kill left before its charge ran out, and nothing was tried yet
  const attempt = `renew:${row.id}:${unixSeconds(to)}:${row.refused}`;
  let order = await place(attempt);
  if (order.status === ORDER_CLOSED) order = await place(`${attempt}:${unixSeconds(now)}`);
  if (await chargeByAgreement(member, order.orderid, row.agreement_no)) {
    await setRefused(ctx.db, row.id, 0);
    return;
  }
  const refused = row.refused + 1;
  await setRefused(ctx.db, row.id, refused);
  if (refused >= TRIES) return stop(ctx, row, 'refused');
  const text = `${vipOf(row.vip_type)?.name ?? '会员'} ${shanghaiDay(to)} 到期；我们会再试，您也可以现在续费。`;
  await tell(ctx, row, `refused:${unixSeconds(to)}:${refused}`, '自动续费没有扣成', text, paths.payVip(row.vip_type, row.spec_id));
}

async function stop(ctx: Ctx, row: AgreementRow, by: AgreementEnd): Promise<void> {
  await endAgreement(ctx, row, by);
  const page = by === 'sold_out' || by === 'over' ? MEMBERSHIPS : paths.payVip(row.vip_type, row.spec_id);
  await tell(ctx, row, 'ended', `${vipOf(row.vip_type)?.name ?? '会员'}的自动续费已结束`, `${AGREEMENT_ENDS[by]}，不会再扣款。`, page);
}

const tell = (ctx: Ctx, row: AgreementRow, what: string, title: string, content: string, href = MEMBERSHIPS) =>
  sendOwnNotice(ctx, { user_id: row.user_id, topic: 'vip', key: `agreement:${row.id}:${what}`, title, content, href });

/** What stands for each of these terms: the agreement of its member and type, where it is the last one. */
export async function agreementsOf(ctx: Ctx, terms: readonly TermRow[]): Promise<Array<AgreementRow | null>> {
  const rows = await findOpenAgreements(ctx.db, [...new Set(terms.map(({ user_id }) => user_id))]);
  return terms.map((term) => {
    if (isFollowed(terms, term)) return null;
    return rows.find((row) => row.user_id === term.user_id && row.vip_type === term.vip_type) ?? null;
  });
}

/** Nothing is charged for an account that is closed. */
export async function endAllAgreements(ctx: Ctx, user_id: number): Promise<void> {
  for (const row of await findOpenAgreements(ctx.db, [user_id])) await endAgreement(ctx, row, 'closed');
}

/** What the reader ever agreed to, for the package of their data. */
export async function ownAgreements(
  ctx: Ctx,
): Promise<Array<Pick<AgreementRow, 'agreement_no' | 'vip_type' | 'price_fen' | 'status' | 'ended_by'>>> {
  const rows = await findAgreementsOf(ctx.db, requireUser(ctx));
  return rows.map(({ agreement_no, vip_type, price_fen, status, ended_by }) => ({ agreement_no, vip_type, price_fen, status, ended_by }));
}

/** Staff end it at the member's wish, with an audit row. @throws AppError 404 */
export async function endAgreementByStaff(tx: TxCtx, id: number, reason: string): Promise<void> {
  const row = await findAgreement(tx.db, id);
  if (!row) throw notFound('没有这份自动续费');
  await endAgreement(tx, row, 'staff');
  await recordAudit(tx, 'vip.agreement_end', `user:${row.user_id}`, { agreement_no: row.agreement_no, reason });
}
