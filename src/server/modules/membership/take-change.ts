import { VIP_TYPES } from '#contract/membership.ts';
import type { Ctx, TxCtx } from '../../app/ctx.ts';
import type { Fen } from '../../kernel/money.ts';
import { traceUse, type UseWay } from '../orders/index.ts';
import { type Buying, type Change, changeFor } from './change.ts';
import { closeTerm, findRest, findRests, findRunning, insertTerm, lockMember, lockMembers, moveTerms, type TermRow } from './repo.ts';
import { LIFETIME_END, layOut } from './rules.ts';
import { extendMembership, extendMemberships, type MembershipTerm, type TermSource } from './terms.ts';

export interface Upgrade {
  user_id: number;
  buying: Buying;
  /** What the buyer was quoted, and when: time since then belongs to the new term. */
  change: Pick<Change, 'closes' | 'credit_fen'>;
  at: Date;
  /** Money and balance, without the credit. */
  paid_fen: Fen;
  source: TermSource;
}

/**
 * Carries a quoted purchase out: closes what is credited from the moment of the quote on, begins the new term there, and lets what was
 * not paid for follow it. Without credits the term is added as any other. Locks the member.
 * @returns false when the terms are no longer those that were quoted; then nothing was done
 */
export async function takeChange(tx: TxCtx, upgrade: Upgrade): Promise<boolean> {
  const { user_id, buying, source, at } = upgrade;
  await lockMember(tx.db, user_id);
  const rest = await findRest(tx.db, user_id, at);
  const change = changeFor(rest, buying, at);
  if (change === null) return false;
  if (onlyAdds(upgrade, change)) {
    await extendMembership(tx, termOf(upgrade));
    return true;
  }
  if (!sameCloses(change.closes, upgrade.change.closes)) return false;
  const now = tx.app.clock.now();
  for (const { id } of change.closes) await closeTerm(tx.db, id, at, source);
  await postpone(tx, { rest, change, at, source });
  const { vip_type, max_download_pre_day, paid_fen = 0 } = termOf(upgrade);
  const { spec_id, unit_fen } = buying;
  const term = { user_id, vip_type, max_download_pre_day, paid_fen, source: source.name, source_id: source.id, spec_id, unit_fen };
  await insertTerm(tx.db, { ...term, from: change.from, to: change.to }, now);
  return true;
}

/**
 * The same for many. Those of members with one purchase among them that only add a term share their statements; the others go one by one.
 * Locks the members in order of their ids. In the order given.
 */
export async function takeChanges(tx: TxCtx, upgrades: readonly Upgrade[]): Promise<boolean[]> {
  await lockMembers(
    tx.db,
    upgrades.map(({ user_id }) => user_id),
  );
  const rests = await findRests(
    tx.db,
    upgrades.map(({ user_id, at }) => ({ user_id, now: at })),
  );
  const several = Map.groupBy(upgrades, ({ user_id }) => user_id);
  const adding = new Set(
    upgrades.filter((upgrade, at) => {
      const change = changeFor(rests[at] ?? [], upgrade.buying, upgrade.at);
      return several.get(upgrade.user_id)?.length === 1 && change !== null && onlyAdds(upgrade, change);
    }),
  );
  await extendMemberships(tx, [...adding].map(termOf));
  const taken: boolean[] = [];
  for (const upgrade of upgrades) taken.push(adding.has(upgrade) || (await takeChange(tx, upgrade)));
  return taken;
}

/** Nothing was credited, and nothing gives way. */
const onlyAdds = ({ change: quoted }: Upgrade, change: Change): boolean =>
  quoted.closes.length === 0 && (change.postponed.length === 0 || change.closes.length > 0);

const termOf = ({ user_id, buying, change, paid_fen, source }: Upgrade): MembershipTerm => ({
  ...{ user_id, vip_type: buying.vip_type, days: buying.length, max_download_pre_day: buying.max_download_pre_day },
  ...{ paid_fen: paid_fen + change.credit_fen, source, spec: { id: buying.spec_id, unit_fen: buying.unit_fen } },
});

/** What is quoted can be carried out still: for orders that are paid late. */
export async function isAsQuoted(tx: TxCtx, quoted: Pick<Upgrade, 'user_id' | 'buying' | 'change' | 'at'>): Promise<boolean> {
  await lockMember(tx.db, quoted.user_id);
  const change = changeFor(await findRest(tx.db, quoted.user_id, quoted.at), quoted.buying, quoted.at);
  return change !== null && (quoted.change.closes.length === 0 || sameCloses(change.closes, quoted.change.closes));
}

function sameCloses(now: Change['closes'], quoted: Change['closes']): boolean {
  const key = (closes: Change['closes']) => closes.map(({ id, credit_fen }) => `${id}:${credit_fen}`).sort();
  return key(now).join() === key(quoted).join();
}

/** Gifts give way: what runs is cut, and all of it follows the new term; behind a lifetime nothing can follow. */
async function postpone(tx: TxCtx, { rest, change, at, source }: { rest: TermRow[]; change: Change; at: Date; source: TermSource }) {
  const now = tx.app.clock.now();
  const behind = rest
    .filter(({ id }) => change.postponed.includes(id))

    .map((term) => {
      const cut = term.from < change.from;
      return { ...term, cut, from: cut ? change.from : term.from };
    });
  if (change.to >= LIFETIME_END) {
    for (const term of behind) await closeTerm(tx.db, term.id, change.from, source);
    return;
  }
  const laid = layOut(change.to, behind, () => change.to);
  await moveTerms(
    tx.db,
    laid.filter(({ cut }) => !cut),
  );
  for (const term of laid.filter(({ cut }) => cut)) {
    await closeTerm(tx.db, term.id, at, null);
    await insertTerm(tx.db, { ...term, paid_fen: 0 }, now);
  }
}

/** Ways in which a membership is used. */
export type MemberWay = Extract<UseWay, 'member_content' | 'member_price' | 'member_quota'>;

/** Sources of terms whose ids are orders. */
const SOLD: ReadonlySet<string> = new Set(['order', 'union']);

/**
 * A right of a membership of one of these types is about to be taken: leaves its trace with the orders that gave what runs now.
 * @returns false when none runs, or its money is going back at this moment
 */
export async function takeMembership(
  ctx: Ctx,
  { user_id, way, vip_types = VIP_TYPES }: { user_id: number; way: MemberWay; vip_types?: readonly number[] },
): Promise<boolean> {
  const terms = await findRunning(ctx.db, user_id, vip_types, ctx.app.clock.now());
  let runs = false;
  for (const { source, source_id } of terms) runs = !SOLD.has(source) || (await traceUse(ctx, source_id, way)) || runs;
  return runs;
}
