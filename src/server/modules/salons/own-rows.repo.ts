import { eq } from 'drizzle-orm';
import { ownRows } from '../../db/own-rows.ts';
import { salon_checkins, salon_messages, salon_recaps, salon_tickets, salon_waiting, salons } from './tables.ts';

// for the package of somebody's data
export const checkInRows = ownRows(salon_checkins, salon_tickets.buyer_id, [salon_checkins.id], {
  ours: [salon_checkins.nonce, salon_checkins.by_staff, salon_checkins.by_user_id],
  through: { table: salon_tickets, on: eq(salon_tickets.id, salon_checkins.ticket_id) },
});
export const recapRows = ownRows(salon_recaps, salons.owner_id, [salon_recaps.salon_id], {
  through: { table: salons, on: eq(salons.item_id, salon_recaps.salon_id) },
});
export const waitingRows = ownRows(salon_waiting, salon_waiting.user_id, [salon_waiting.id]);
export const salonMessageRows = ownRows(salon_messages, salon_messages.by_user_id, [salon_messages.id], { ours: [salon_messages.key] });
