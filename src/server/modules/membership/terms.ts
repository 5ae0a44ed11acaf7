import { VIP_ALL } from '#contract/kinds.ts';
import { VIP_TYPES } from '#contract/membership.ts';
import { type Ctx, readTogether, type TxCtx } from '../../app/ctx.ts';
import { assert } from '../../kernel/assert.ts';
import { conflict } from '../../kernel/errors.ts';
import type { Fen } from '../../kernel/money.ts';
import {
  type ClosedBy,
  closeTerm,
  findActive,
  findLast,
  findLasts,
  findOfSource,
  findReplaced,
  findRest,
  findTerm,
  insertTerm,
  insertTerms,
  type LastTerm,
  lockMember,
  lockMembers,
  moveTerms,
  type NewTerm,
  reopenClosedFor,
  scalePaid,
} from './repo.ts';
import { beginAfter, coveredUntil, endOf, LIFETIME_END, layOut, restOfPaid, runningAt, type TermLength } from './rules.ts';

/** Memberships of one kind each. */
const KIND_VIPS: readonly number[] = VIP_TYPES.filter((type) => type !== VIP_ALL);

const CREDITED_TEXT = '该会员已升级，剩余价值已抵入升级订单，请先为升级订单退款';

export interface ActiveVip {
  /** Of the last term that follows without a gap. */
  end_time: Date;
  /** Unlocks a day of the term that runs now; 0 unlimited. */
  max_download_pre_day: number;
}

/** Memberships that run at this moment, by vip type. Decided by the clock at each call: nothing has to be switched off when one ends. */
export async function activeVips(ctx: Ctx, user_id: number): Promise<Map<number, ActiveVip>> {
  const now = ctx.app.clock.now();
  return runningAt(await findActive(ctx.db, user_id, now), now);
}

/** Who gave a term: a name, and which of its orders, bundles or prizes. */
export interface TermSource {
  name: string;
  id: number;
}

export interface MembershipTerm {
  user_id: number;
  vip_type: number;
  days: TermLength;
  /** Unlocks a day while this term runs; 0 unlimited. */
  max_download_pre_day: number;
  /** What it was paid with; a later upgrade credits the rest of it. Gifts: 0. */
  paid_fen?: Fen;
  /** Of a bought one: renewals before its end cost no more. */
  spec?: { id: number; unit_fen: Fen };
  /** Needed by who wants to take it back with `endTermsOf`. */
  source?: TermSource;
}

/** A term as it was given. `from` may be later than now. */
export interface GivenTerm {
  term_id: number;
  from: Date;
  to: Date;
}

/** Holds the terms of these members until the transaction ends, in the order of their ids. */
export function holdMembers(tx: TxCtx, user_ids: readonly number[]): Promise<void> {
  return lockMembers(tx.db, user_ids);
}

/**
 * Adds membership time, from now or from the end of the last term of the type (or of an all-site one that gives as much). With a lifetime the term is
 * recorded as closed. Locks the member until the transaction ends.
 */
export async function extendMembership(tx: TxCtx, term: MembershipTerm): Promise<GivenTerm> {
  return (await extendMemberships(tx, [term]))[0] as GivenTerm;
}

/** The same for many, one after the other, by the same few statements. Locks the members in order of their ids. */
export async function extendMemberships(tx: TxCtx, terms: readonly MembershipTerm[]): Promise<GivenTerm[]> {
  const now = tx.app.clock.now();
  const members = [...new Set(terms.map(({ user_id }) => user_id))];
  await lockMembers(tx.db, members);
  const found = await findLasts(
    tx.db,
    terms.map(({ user_id, vip_type }) => ({ user_id, vip_type, now })),
  );
  const rests = new Map(members.map((user_id): [number, RestTerm[]] => [user_id, []]));
  for (const [at, { user_id }] of terms.entries()) rests.get(user_id)?.push(...(found[at] ?? []));
  const laid = terms.map((term) => {
    const rest = rests.get(term.user_id) ?? [];
    const { row, to } = layBehind(rest, term, now);
    // the next one of the same member follows it
    if (row.closed_for === undefined) rest.push(row);
    return { row, to };
  });
  const ids = await insertTerms(
    tx.db,
    laid.map(({ row }) => row),
    now,
  );
  return laid.map(({ row, to }, at) => ({ term_id: ids[at] as number, from: row.from, to }));
}

/** Which of these would bring this user nothing, because they have as much for life. In the order given. */
export async function knownForLife(
  ctx: Ctx,
  user_id: number,
  terms: ReadonlyArray<Pick<MembershipTerm, 'vip_type' | 'max_download_pre_day'>>,
): Promise<boolean[]> {
  if (terms.length === 0) return [];
  const now = ctx.app.clock.now();
  const found = await readTogether(
    ctx,
    ...terms.map(
      ({ vip_type }) =>
        () =>
          findLast(ctx.db, { user_id, vip_type, now }),
    ),
  );
  return terms.map((term, at) => beginAfter(found[at] ?? [], term, now) >= LIFETIME_END);
}

type RestTerm = Omit<LastTerm, 'user_id'>;

/** Where a term begins among those that run or will; `to`: where its right ends. */
function layBehind(rest: readonly RestTerm[], term: MembershipTerm, now: Date): { row: NewTerm & Partial<ClosedBy>; to: Date } {
  const { days, paid_fen = 0, source = { name: '', id: 0 }, spec, ...what } = term;
  assert(days === 'lifetime' || (Number.isInteger(days) && days > 0), 'a term has days');
  assert(term.max_download_pre_day >= 0 && paid_fen >= 0, 'limits and amounts are not negative');
  const from = beginAfter(rest, term, now);
  const row = { ...what, paid_fen, source: source.name, source_id: source.id, ...(spec && { spec_id: spec.id, unit_fen: spec.unit_fen }) };
  if (from < LIFETIME_END) {
    const to = endOf(from, days);
    return { row: { ...row, from, to }, to };
  }
  const life = rest.find(({ to, vip_type }) => to >= LIFETIME_END && (vip_type === term.vip_type || vip_type === VIP_ALL));
  const closed = { closed_for: life?.source ?? '', closed_for_id: life?.source_id ?? 0 };
  return { row: { ...row, from: now, to: endOf(now, days), ...closed }, to: LIFETIME_END };
}

/**
 * Takes back what is left of everything that this source gave, as if it had not been given from now on: what its terms took the place
 * of runs again to its own end, what waited behind them moves up. Twice is the same as once. Locks the members.
 * @returns how many terms ended by it
 */
export async function endTermsOf(tx: TxCtx, source: TermSource): Promise<number> {
  assert(source.name !== '', 'gifts without a name cannot be told apart');
  const now = tx.app.clock.now();
  const members = [...new Set((await findOfSource(tx.db, source)).map(({ user_id }) => user_id))].sort((a, b) => a - b);
  for (const user_id of members) await lockMember(tx.db, user_id);
  // read again under the locks
  const terms = (await findOfSource(tx.db, source)).filter(({ to }) => to > now);
  for (const { id } of terms) await closeTerm(tx.db, id, now, null);
  for (const user_id of new Set(terms.map((term) => term.user_id))) {
    const ended = terms.filter((term) => term.user_id === user_id).map(({ vip_type }) => vip_type);
    await giveBack(tx, user_id, source, ended, now);
  }
  return terms.length;
}

/** What of this source's price, fen, was credited to an upgrade that took the place of its terms; null: nothing gave way. */
export async function creditedOf(ctx: Ctx, source: TermSource): Promise<Fen | null> {
  const { n, paid_fen } = await findReplaced(ctx.db, source, ctx.app.clock.now());
  return n === 0 ? null : paid_fen;
}

/** Who upgraded has the worth of what gave way already. Locks the member. @throws AppError 409 when terms of this source were credited */
export async function refuseCredited(tx: TxCtx, user_id: number, source: TermSource): Promise<void> {
  await lockMember(tx.db, user_id);
  if ((await creditedOf(tx, source)) !== null) throw conflict(CREDITED_TEXT);
}

/**
 * A part of what a source was sold for goes back: its terms are credited with as much less. What was credited already stays paid for.
 * Locks the member. @throws AppError 409 when less would be left than was credited
 */
export async function creditLessOf(tx: TxCtx, user_id: number, source: TermSource, left: { from_fen: Fen; to_fen: Fen }): Promise<void> {
  await lockMember(tx.db, user_id);
  if (left.to_fen < ((await creditedOf(tx, source)) ?? 0)) throw conflict(CREDITED_TEXT);
  await scalePaid(tx.db, source, left.to_fen, left.from_fen);
}

/** Ends one term early, whatever granted it; what waits behind it moves up. Locks the member. @returns false when it is over already */
export async function endTerm(tx: TxCtx, term_id: number): Promise<boolean> {
  const now = tx.app.clock.now();
  const found = await findTerm(tx.db, term_id);
  if (!found) return false;
  await lockMember(tx.db, found.user_id);
  const term = await findTerm(tx.db, term_id);
  if (!term || term.to <= now) return false;
  await closeTerm(tx.db, term_id, now, null);
  await giveBack(tx, term.user_id, null, [term.vip_type], now);
  return true;
}

/** What was closed for this source runs again, before what waits; what waited for the types that ended moves up. */
async function giveBack(tx: TxCtx, user_id: number, source: TermSource | null, ended: readonly number[], now: Date): Promise<void> {
  const closed = source === null ? [] : (await reopenClosedFor(tx.db, user_id, source)).filter(({ sold_to }) => sold_to > now);
  const again = closed.map((term) => ({ ...term, from: term.sold_from > now ? term.sold_from : now, to: term.sold_to }));
  const touched = new Set([...again.map(({ vip_type }) => vip_type), ...ended]);
  // the all-site terms first: those of kinds may wait for them
  const types = [VIP_ALL, ...(touched.has(VIP_ALL) ? KIND_VIPS : [...touched].filter((type) => type !== VIP_ALL))];
  for (const vip_type of types) {
    const rest = await findRest(tx.db, user_id, now);
    const ofType = <T extends { vip_type: number }>(terms: readonly T[]) => terms.filter((term) => term.vip_type === vip_type);
    const waiting = ofType(rest).filter(({ from }) => from > now);
    const first = ofType(rest).find(({ from }) => from <= now)?.to ?? now;
    const reopened = layOut(first, ofType(again), () => now);
    for (const term of reopened) await insertTerm(tx.db, { ...term, paid_fen: restOfPaid(term, now) }, now);
    const next = reopened.at(-1)?.to ?? first;
    await moveTerms(
      tx.db,
      layOut(next, waiting, (term) => coveredUntil(rest, term, now)),
    );
  }
}
