import { KINDS } from '#contract/kinds.ts';
import { EMPTY_SALON, type SalonState, type TicketState } from '#contract/salon.ts';
import { randomToken } from '#server/kernel/ids.ts';
import { salon_numbers, salon_ticket_kinds, salon_tickets, salons } from '#server/modules/salons/tables.ts';
import { makeItem } from './catalog.ts';
import type { Place } from './people.ts';

const HOUR_MS = 3_600_000;

export interface SeatWish {
  buyer_id: number;
  name?: string;
  phone?: string;
  /** Seats of the same number were bought together. */
  order?: number;
  state?: TicketState;
  paid_fen?: number;
  answers?: Array<{ key: string; label: string; answer: string }>;
}

export interface SalonWish {
  owner_id: number;
  title?: string;
  state?: SalonState;
  /** From now on; negative: it began before. */
  starts_in_h?: number;
  hours?: number;
  seats?: readonly SeatWish[];
}

let orders = 9_000_000;

/** A public salon with tickets that were bought, written as their verbs leave them. */
export async function makeSalon(place: Place, wish: SalonWish) {
  const { owner_id, title = '活动现场管理沙龙', state = 'open', starts_in_h = 1, hours = 3, seats = [] } = wish;
  const { db, clock } = place.app;
  const item_id = await makeItem(place.ctx(), { kind: KINDS.salon, publisher_id: owner_id, title, format: '' });
  const starts_at = new Date(clock.now().getTime() + starts_in_h * HOUR_MS);
  const ends_at = new Date(starts_at.getTime() + hours * HOUR_MS);
  await db.insert(salons).values({
    ...{ item_id, owner_id, title, state, starts_at, ends_at, city: '杭州市', venue: '西溪会客厅', address: '文二西路 1 号' },
    ...{ organiser: '西溪活动社', form: EMPTY_SALON, draft_key: `salon-${item_id}`, opened_at: clock.now() },
  });
  if (seats.length > 0) await db.insert(salon_numbers).values({ salon_id: item_id, last: seats.length });
  const [kind] = await db
    .insert(salon_ticket_kinds)
    .values({ salon_id: item_id, key: 'k1', name: '标准票', price_fen: 9_900, capacity: 200, sold: seats.length })
    .returning();
  const kind_id = kind?.id as number;
  orders += 1_000;
  const base = orders;
  const rows = seats.map((seat, index) => ({
    ...{
      salon_id: item_id,
      kind_id,
      order_id: base + (seat.order ?? 100 + index),
      orderid: `S${base + (seat.order ?? 100 + index)}`,
      buyer_id: seat.buyer_id,
    },
    ...{ holder_name: seat.name ?? `来宾${index + 1}`, holder_phone: seat.phone ?? `1380000${String(1_000 + index)}` },
    ...{ answers: seat.answers ?? [], paid_fen: seat.paid_fen ?? 9_900, secret: randomToken(16) },
    ...{ state: seat.state ?? ('valid' as const), seq: index + 1, created_at: clock.now() },
  }));
  const tickets = rows.length === 0 ? [] : await db.insert(salon_tickets).values(rows).returning();
  return { id: item_id, kind_id, starts_at, ends_at, tickets };
}
