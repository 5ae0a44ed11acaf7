import { eq } from 'drizzle-orm';
import { ownRows } from '../../db/own-rows.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import { offer_invitations } from './tables.ts';

/** @returns false where this person was asked before */
export async function insertInvitation(db: Tx, demand_id: number, user_id: number, created_at: Date): Promise<boolean> {
  const rows = await db.insert(offer_invitations).values({ demand_id, user_id, created_at }).onConflictDoNothing().returning();
  return rows.length > 0;
}

export async function findInvited(db: Queryable, demand_id: number): Promise<Set<number>> {
  const rows = await db
    .select({ user_id: offer_invitations.user_id })
    .from(offer_invitations)
    .where(eq(offer_invitations.demand_id, demand_id));
  return new Set(rows.map(({ user_id }) => user_id));
}

const unanswered = statement<{ demand_id: number }>(
  'offers_unanswered_invitations',
  `select i.demand_id from offer_invitations i where i.user_id = $1 and i.created_at > $2
     and not exists (select from offers o where o.demand_id = i.demand_id and o.user_id = i.user_id)
   order by i.created_at desc limit $3`,
);

/** Demands somebody was asked for since then and made no offer for, the newest first. */
export const findUnanswered = async (db: Queryable, user_id: number, since: Date, limit: number): Promise<number[]> =>
  (await unanswered(db, [user_id, since, limit])).map(({ demand_id }) => demand_id);

export async function deleteInvitationsOf(db: Tx, user_id: number): Promise<void> {
  await db.delete(offer_invitations).where(eq(offer_invitations.user_id, user_id));
}

// for the package of somebody's data
export const invitationRows = ownRows(offer_invitations, offer_invitations.user_id, [offer_invitations.demand_id]);
