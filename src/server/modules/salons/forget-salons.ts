import { SALON_STATE_TEXT, SALON_STATES, TICKET_STATE_TEXT } from '#contract/salon.ts';
import type { Ctx, TxCtx } from '../../app/ctx.ts';
import { forgetHolders } from './forget.repo.ts';
import { isHolder } from './give-ticket.ts';
import { findTicketsHeld } from './handover.repo.ts';
import { countOwned, findOwned } from './repo.ts';
import { salonPosts } from './save-salon.ts';

/** How many salons of a user people can still come to: an account is not closed over the head of guests. */
export async function countOpenSalons(ctx: Ctx, owner_id: number): Promise<number> {
  return (await countOwned(ctx.db, owner_id)).get('open') ?? 0;
}

/** A page of the stored data of a user's salons, for the package of their data. */
export async function exportedSalons(ctx: Ctx, owner_id: number, { page, limit }: { page: number; limit: number }): Promise<object[]> {
  const rows = await findOwned(ctx.db, { owner_id, states: SALON_STATES, offset: (page - 1) * limit, limit });
  return rows.map(({ item_id, title, state, form, link, remind_text, saved_at }) => ({
    ...{ id: item_id, title, state: SALON_STATE_TEXT[state], form, link, remind_text, saved_at },
  }));
}

/** A page of a user's tickets, for the same. */
export async function exportedTickets(ctx: Ctx, user_id: number, { page, limit }: { page: number; limit: number }): Promise<object[]> {
  const rows = await findTicketsHeld(ctx.db, { user_id, offset: (page - 1) * limit, limit });
  return rows.map((row) => {
    const { id, salon_id, orderid, paid_fen, refunded_fen, created_at } = row;
    const { holder_name, holder_phone, answers } = row;
    return {
      ...{ id, salon_id, seat: row.seat, created_at, state: TICKET_STATE_TEXT[row.state] },
      // what it cost is its buyer's, who comes is whose the ticket is
      ...(row.buyer_id === user_id ? { orderid, paid_fen, refunded_fen } : { given: true }),
      ...(isHolder(row, user_id) ? { holder_name, holder_phone, answers } : { holder_name }),
    };
  });
}

/** Forgets drafts and names of somebody who is gone: seats stay sold, without who sat there. */
export async function forgetSalons(tx: TxCtx, user_id: number): Promise<void> {
  await forgetHolders(tx.db, user_id);
  await salonPosts.dropUnseen(tx, user_id, ['draft', 'review']);
}
