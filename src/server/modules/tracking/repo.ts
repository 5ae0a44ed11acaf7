import { sql } from 'drizzle-orm';
import { copyRows } from '../../db/copy-rows.ts';
import type { Db, Queryable } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';

const COLUMNS =
  'at, type, name, value, page, kind, item_id, source, referer, url, old_url, target_page, channel, orderid, pro, uuid, user_id';

/** Events in COPY's text form, in the order of the columns above. */
export const copyEvents = (db: Db, lines: readonly string[]): Promise<void> => copyRows(db, `track_events (${COLUMNS})`, lines);

const month = statement('tracking_month', `select cemao_part('track_events', $1, 1)`);

/** The table of the UTC month that holds this time, if it is not there yet. */
export async function makeMonth(db: Queryable, moment: Date): Promise<void> {
  await month(db, [moment]);
}

const drop = statement(
  'tracking_drops',
  `insert into track_drops (day, reason, num) select $1::date, reason, num from unnest($2::text[], $3::bigint[]) d(reason, num)
   on conflict (day, reason) do update set num = track_drops.num + excluded.num`,
);

export async function addDrops(db: Queryable, day: string, drops: ReadonlyMap<string, number>): Promise<void> {
  await drop(db, [day, [...drops.keys()], [...drops.values()]]);
}

const bind = statement(
  'tracking_bind',
  `insert into track_bindings (uuid, user_id, bound_at) values ($1, $2, $3)
   on conflict (uuid) do update set user_id = excluded.user_id, bound_at = excluded.bound_at`,
);

export async function bindUuid(db: Queryable, uuid: string, user_id: number, at: Date): Promise<void> {
  await bind(db, [uuid, user_id, at]);
}

export async function unbindUser(db: Queryable, user_id: number): Promise<void> {
  await db.execute(sql`delete from track_bindings where user_id = ${user_id}`);
}

/** Who was there, and which number of a browser was whose, before then. */
export async function deleteVisitors(db: Queryable, before: Date): Promise<void> {
  await db.execute(sql`delete from track_visitors where day < ${before.toISOString()}::date`);
  await db.execute(sql`delete from track_bindings where bound_at < ${before.toISOString()}::timestamptz`);
}
