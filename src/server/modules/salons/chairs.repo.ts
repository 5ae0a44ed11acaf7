import { sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import type { salon_seats } from './tables.ts';

export type ChairRow = typeof salon_seats.$inferSelect & {
  /** For whom it is held. */
  buyer_id: number | null;
};

const ofSalon = statement<ChairRow>(
  'salons_chairs',
  `select s.*, h.buyer_id from salon_seats s left join salon_holds h on h.id = s.hold_id
   where s.salon_id = $1 order by s.block, s.row, s.chair`,
);

/** The chairs of a salon, row by row of each block. */
export function findChairs(db: Queryable, salon_id: number): Promise<ChairRow[]> {
  return ofSalon(db, [salon_id]);
}

export type DrawnChair = Pick<ChairRow, 'kind_id' | 'block' | 'row' | 'chair' | 'label' | 'is_closed'>;

const drawn = `jsonb_to_recordset($2::jsonb) as g(kind_id bigint, block text, "row" smallint, chair smallint, label text, is_closed boolean)`;

const remove = statement(
  'salons_drop_chairs',
  `delete from salon_seats s where s.salon_id = $1
     and not exists (select 1 from ${drawn} where g.block = s.block and g.row = s.row and g.chair = s.chair)`,
);
const put = statement(
  'salons_put_chairs',
  `insert into salon_seats as s (salon_id, kind_id, block, "row", chair, label, is_closed)
   select $1::bigint, g.kind_id, g.block, g.row, g.chair, g.label, g.is_closed from ${drawn}
   on conflict (salon_id, block, "row", chair) do update set kind_id = excluded.kind_id, label = excluded.label, is_closed = excluded.is_closed
     where (s.kind_id, s.label, s.is_closed) is distinct from (excluded.kind_id, excluded.label, excluded.is_closed)`,
);
const rename = statement(
  'salons_name_chairs',
  `update salon_tickets t set seat = s.label from salon_seats s where s.salon_id = $1 and s.ticket_id = t.id and t.seat <> s.label`,
);

/** Makes the chairs of a salon what its plan says; tickets follow the names. The caller holds the kinds and knows that no guest loses a chair. */
export async function writeChairs(db: Tx, salon_id: number, chairs: readonly DrawnChair[]): Promise<void> {
  const rows = JSON.stringify(chairs);
  await remove(db, [salon_id, rows]);
  if (chairs.length === 0) return;
  await put(db, [salon_id, rows]);
  await rename(db, [salon_id]);
}

const free = statement(
  'salons_free_chairs',
  `with t as (update salon_tickets set seat = '' where id = any($1::bigint[]) and seat <> '')
   update salon_seats set ticket_id = null where ticket_id = any($1::bigint[])`,
);

/** Tickets that ended have no chair. The caller holds their kinds. */
export async function freeChairs(db: Tx, ticket_ids: readonly number[]): Promise<void> {
  if (ticket_ids.length > 0) await free(db, [ticket_ids]);
}

const seatAgain = statement(
  'salons_move_guest',
  `with t as (update salon_tickets t set seat = s.label from salon_seats s where s.id = $2 and t.id = $1),
     o as (update salon_seats set ticket_id = null where ticket_id = $1)
   select 1`,
);
const sitDown = statement<{ id: number }>(
  'salons_sit_down',
  `update salon_seats set ticket_id = $1 where id = $2 and ticket_id is null and hold_id is null and not is_closed returning id`,
);

/** Another chair for a ticket. The caller holds the kind. @returns false: it is not free */
export async function moveTicket(db: Tx, ticket_id: number, seat_id: number): Promise<boolean> {
  await seatAgain(db, [ticket_id, seat_id]);
  return (await sitDown(db, [ticket_id, seat_id])).length > 0;
}

const close = statement<{ id: number }>(
  'salons_close_chair',
  `with s as (
     update salon_seats set is_closed = $2 where id = $1 and is_closed <> $2 and hold_id is null and ticket_id is null returning kind_id
   )
   update salon_ticket_kinds k set capacity = capacity + case when $2 then -1 else 1 end from s where k.id = s.kind_id returning k.id`,
);

/** Closes a free chair, or opens one: the capacity of its kind follows. The caller holds the kind. @returns false: nothing changed */
export async function closeChair(db: Tx, seat_id: number, is_closed: boolean): Promise<boolean> {
  return (await close(db, [seat_id, is_closed])).length > 0;
}

const ofOrder = statement<{ label: string }>(
  'salons_chairs_of_order',
  `select s.label from salon_seats s where s.hold_id in (select id from salon_holds where order_id = $1)
     or s.ticket_id in (select id from salon_tickets where order_id = $1) order by s.block, s.row, s.chair`,
);

/** Names of the chairs of an order, held or sold. */
export async function chairsOfOrder(db: Queryable, order_id: number): Promise<string[]> {
  return (await ofOrder(db, [order_id])).map(({ label }) => label);
}

export interface SeatedGuest {
  seat_id: number;
  /** 0: an order waits for its payment. */
  ticket_id: number;
  seq: number;
  name: string;
  is_in: boolean;
}

const guests = statement<SeatedGuest>(
  'salons_seated_guests',
  `select s.id as seat_id, coalesce(t.id, 0)::bigint as ticket_id, coalesce(t.seq, 0)::int as seq, coalesce(t.holder_name, '') as name,
     coalesce(t.state = 'used', false) as is_in
   from salon_seats s left join salon_tickets t on t.id = s.ticket_id
   where s.salon_id = $1 and num_nonnulls(s.hold_id, s.ticket_id) > 0 order by s.id`,
);

export function findSeatedGuests(db: Queryable, salon_id: number): Promise<SeatedGuest[]> {
  return guests(db, [salon_id]);
}

export interface SeatFault {
  kind_id: number;
  salon_id: number;
  sold: number;
  held: number;
  tickets: number;
  holds: number;
  /** Chairs of good tickets, of running holds, and that are open; -1: the kind has none. */
  chairs_sold: number;
  chairs_held: number;
  chairs: number;
}

/** Kinds whose counters say something else than their rows or their chairs. */
export async function findSeatFaults(db: Queryable): Promise<SeatFault[]> {
  const { rows } = await db.execute<{ [K in keyof SeatFault]: string }>(sql`
    select k.id as kind_id, k.salon_id, k.sold, k.held, coalesce(t.n, 0)::int as tickets, coalesce(h.n, 0)::int as holds,
      case when k.seated then coalesce(c.sold, 0) else -1 end as chairs_sold, case when k.seated then coalesce(c.held, 0) else -1 end as chairs_held,
      case when k.seated then coalesce(c.n, 0) else -1 end as chairs
    from salon_ticket_kinds k
    left join (select kind_id, count(*) as n from salon_tickets where state in ('valid', 'used') group by kind_id) t on t.kind_id = k.id
    left join (select kind_id, sum(count) as n from salon_holds where state in ('held', 'moving') group by kind_id) h on h.kind_id = k.id
    left join (
      select s.kind_id, count(*) filter (where not s.is_closed) as n,
        count(*) filter (where t.state in ('valid', 'used') and t.kind_id = s.kind_id and t.seat = s.label) as sold,
        count(*) filter (where h.state in ('held', 'moving') and h.kind_id = s.kind_id) as held
      from salon_seats s left join salon_tickets t on t.id = s.ticket_id left join salon_holds h on h.id = s.hold_id group by s.kind_id
    ) c on c.kind_id = k.id
    where k.sold <> coalesce(t.n, 0) or k.held <> coalesce(h.n, 0) or (k.seated and (coalesce(c.sold, 0) <> k.sold
      or coalesce(c.held, 0) <> k.held or (k.is_on and coalesce(c.n, 0) <> k.capacity))) order by k.id`);
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, n]) => [name, Number(n)])) as unknown as SeatFault);
}
