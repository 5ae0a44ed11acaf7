import { plainPhone } from '#contract/identity.ts';
import { GIVES_MAX, type TICKET_ACTS, ticketPath } from '#contract/salon.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import { conflict, forbidden, invalid, notFound } from '../../kernel/errors.ts';
import { randomToken, sha256 } from '../../kernel/ids.ts';
import { userByMobile } from '../identity/index.ts';
import { countHandovers, insertHandover, setHolder } from './handover.repo.ts';
import { answersOf, nameOf } from './holders.ts';
import { findKindsOf, findSalon, type KindRow, type SalonRow, type TicketRow } from './repo.ts';
import { findTicket, lockTicketsOfOrder } from './seats.repo.ts';
import { tellGiven } from './tell.ts';

const HOUR_MS = 3_600_000;

/** Who answers for a ticket: the account that it was given to, else its buyer. */
export const isHolder = ({ buyer_id, to_id }: Pick<TicketRow, 'buyer_id' | 'to_id'>, user_id: number): boolean =>
  (to_id ?? buyer_id) === user_id;

/** Whether who came by a ticket may have it on paper: once the salon is over. */
export const isCertified = (salon: SalonRow, ticket: TicketRow, now: Date): boolean =>
  salon.has_certificate && salon.state !== 'cancelled' && ticket.state === 'used' && salon.ends_at !== null && salon.ends_at <= now;

/** What somebody may do with a ticket that they see among their own. */
export function ticketActs(
  { user_id, now }: { user_id: number; now: Date },
  salon: SalonRow,
  ticket: TicketRow,
  questions: KindRow['questions'],
): Array<(typeof TICKET_ACTS)[number]> {
  const { state, starts_at, give_h } = salon;
  if (isCertified(salon, ticket, now)) return ['certificate'];
  if (state !== 'open' || !starts_at || starts_at <= now || ticket.state !== 'valid') return [];
  const gives = ticket.buyer_id === user_id && give_h !== null && starts_at.getTime() - give_h * HOUR_MS > now.getTime();
  return [...(gives ? (['give'] as const) : []), ...(questions.length > 0 && isHolder(ticket, user_id) ? (['answer'] as const) : [])];
}

interface HolderChange {
  id: number;
  /** The secret that the reader sees: of several at once that give a ticket the first one does. */
  s: string;
  answers: Record<string, string>;
  /** Who comes instead; absent: only the answers are corrected. */
  to?: { name: string; phone: string } | undefined;
}

/**
 * Gives an own ticket to somebody else, whose code is a new one: the old one opens nothing from now on. Or corrects what was answered.
 * Locks the tickets of the order. No money moves.
 * @throws AppError code 1 with the wrong fields; 404 for what is not theirs; 409 when it is used, over or changed meanwhile
 */
export async function changeHolder(ctx: Ctx, { id, s, answers, to }: HolderChange): Promise<{ id: number; path: string }> {
  const user_id = requireUser(ctx);
  const found = await findTicket(ctx.db, id);
  if (found?.buyer_id !== user_id && found?.to_id !== user_id) throw notFound('没有这张门票');
  if (to && found.buyer_id !== user_id) throw forbidden('转让给您的门票由购票人管理，请联系购票人');
  return inTransaction(ctx, async (tx) => {
    const ticket = (await lockTicketsOfOrder(tx.db, found.order_id)).find((one) => one.id === id);
    const salon = await findSalon(tx.db, found.salon_id);
    if (!ticket || !salon) throw notFound('没有这张门票');
    if (ticket.secret !== s) throw conflict('这张门票刚刚已转让，请刷新页面');
    const kind = (await findKindsOf(tx.db, ticket.salon_id)).find((one) => one.id === ticket.kind_id) as KindRow;
    const acts = ticketActs({ user_id, now: tx.app.clock.now() }, salon, ticket, kind.questions);
    if (!acts.includes(to ? 'give' : 'answer')) throw conflict(to ? '这张门票现在不能转让' : '这张门票的信息现在不能修改');
    const errors: Record<string, string> = {};
    const fault = (field: string, text: string) => {
      errors[field] = text;
    };
    const given = answersOf(kind, answers, fault);
    const name = to ? nameOf(to, fault) : '';
    if (Object.keys(errors).length > 0) throw invalid(errors);
    if (to) return give(tx, salon, ticket, { name, phone: plainPhone(to.phone), answers: given });
    await setHolder(tx.db, id, { answers: given });
    return { id, path: ticketPath(s) };
  });
}

/** The account of who is reached by this phone; null: there is none, or it is the giver's. */
export async function accountOf(tx: TxCtx, phone: string, giver_id: number): Promise<number | null> {
  const account = phone === '' ? null : await userByMobile(tx, phone);
  return account && !account.blocked && account.id !== giver_id ? account.id : null;
}

async function give(tx: TxCtx, salon: SalonRow, ticket: TicketRow, to: { name: string; phone: string; answers: TicketRow['answers'] }) {
  const { id, buyer_id, to_id, secret: old, holder_name, holder_phone } = ticket;
  const n = await countHandovers(tx.db, id);
  if (n >= GIVES_MAX) throw conflict(`一张门票最多转让 ${GIVES_MAX} 次`);
  const next = await accountOf(tx, to.phone, buyer_id);
  const secret = randomToken(16);
  await setHolder(tx.db, id, { to_id: next, holder_name: to.name, holder_phone: to.phone, answers: to.answers, secret });
  await insertHandover(tx.db, {
    ...{ ticket_id: id, from_name: holder_name, from_phone: holder_phone, from_id: to_id ?? buyer_id },
    ...{ old_hash: sha256(old), given_at: tx.app.clock.now() },
  });
  await tellGiven(tx, salon, { id, secret, to: next, before: to_id, n });
  return { id, path: ticketPath(secret) };
}
