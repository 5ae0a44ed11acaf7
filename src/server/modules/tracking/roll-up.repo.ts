import { sql } from 'drizzle-orm';
import { EVENT_CHANNEL, EVENT_CLICK, EVENT_VIEW, QUOTE_EVENT } from '#contract/tracking.ts';
import { VISIT_SOURCES } from '#contract/visits.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';

export type TrackWhat = 'views' | 'visitors' | 'arrivals' | 'source' | 'page' | 'click' | 'stage' | 'retention';

export interface TrackDay {
  day: string;
  what: TrackWhat;
  kind: number;
  channel: string;
  key: string;
  num: number;
}

interface Buyer {
  user_id: number;
  kind: number;
  paid: boolean;
}

/** Pages and clicks that a day remembers, and channels that it distinguishes: names can be invented without end. */
const NAMES_A_DAY = 200;
const CHANNELS_A_DAY = 100;
const OTHER_CHANNELS = '~';
const SITE = VISIT_SOURCES.findIndex(({ key }) => key === 'site');
const LOCK = 7_203_626;

/** A user as a person: a uuid that no browser draws. */
const personOf = (user_id: string) => sql.raw(`('00000000-0000-0000-0000-' || lpad(to_hex(${user_id}), 12, '0'))::uuid`);

/** Rows of all, of each kind, of each channel and of each pair. */
const CUBE = sql.raw('grouping sets ((), (kind), (channel), (kind, channel))');
const KIND = sql.raw(`case when grouping(kind) = 1 then 0 else kind end`);
const CHANNEL = sql.raw(`case when grouping(channel) = 1 then '*' else channel end`);
/** Kind 0 is a page of none, and must not pass for all of them. */
const NO_KIND = sql.raw('(grouping(kind) = 1 or kind > 0)');

/** Call alone in a transaction. `refused`: who does not want visits of before to be theirs. */
export async function makeDay(
  tx: Tx,
  { day, from, to, buyers, refused }: { day: string; from: Date; to: Date; buyers: readonly Buyer[]; refused: readonly number[] },
): Promise<void> {
  const run = (query: ReturnType<typeof sql>) => tx.execute(query);
  await run(sql`select pg_advisory_xact_lock(${LOCK}, hashtext(${day}))`);
  await run(sql`insert into track_bindings (uuid, user_id, bound_at)
    select distinct on (uuid) uuid, user_id, at from track_events
    where at >= ${from} and at < ${to} and uuid is not null and user_id is not null
      and user_id <> all(${`{${refused.join(',')}}`}::bigint[]) order by uuid, at desc
    on conflict (uuid) do update set user_id = excluded.user_id, bound_at = excluded.bound_at where track_bindings.bound_at < excluded.bound_at`);
  await run(sql`create temp table day_events on commit drop as
    select e.type, e.name, e.page, e.kind, e.item_id, e.source, e.channel,
      coalesce(${personOf('coalesce(e.user_id, b.user_id)')}, e.uuid) as person
    from track_events e left join track_bindings b on b.uuid = e.uuid where e.at >= ${from} and e.at < ${to}`);
  await run(sql`with kept as (select channel from day_events where channel <> '' group by 1 order by count(*) desc, 1 limit ${CHANNELS_A_DAY})
    update day_events set channel = ${OTHER_CHANNELS} where channel <> '' and channel not in (select channel from kept)`);
  await run(sql`delete from track_days where day = ${day}::date and what <> 'retention'`);
  await run(sql`delete from track_visitors where day = ${day}::date`);
  await run(sql`insert into track_visitors (day, person) select distinct ${day}::date, person from day_events where person is not null`);
  await run(sql`insert into track_days (day, what, kind, channel, key, num)
    select ${day}::date, what, kind, channel, '', num from (
      select ${KIND} as kind, ${CHANNEL} as channel, count(*) as views, count(distinct person) as visitors
      from day_events where type = ${EVENT_VIEW} group by ${CUBE} having ${NO_KIND}
    ) sums cross join lateral (values ('views', views), ('visitors', visitors)) v(what, num)`);
  await run(sql`insert into track_days (day, what, kind, channel, key, num)
    select ${day}::date, 'source', ${KIND}, ${CHANNEL}, source::text, count(*) from day_events
    where type = ${EVENT_VIEW} and source <> ${SITE} group by source, ${CUBE} having ${NO_KIND}`);
  await run(sql`insert into track_days (day, what, kind, channel, key, num)
    select ${day}::date, 'arrivals', 0, channel, '', count(*) from day_events where type = ${EVENT_CHANNEL} group by channel`);
  for (const [what, name, type] of [
    ['page', 'page', EVENT_VIEW],
    ['click', 'name', EVENT_CLICK],
  ] as const) {
    await run(sql`insert into track_days (day, what, kind, channel, key, num)
      select ${day}::date, ${what}, 0, '*', ${sql.raw(name)}, count(*) from day_events where type = ${type}
      group by ${sql.raw(name)} order by count(*) desc, ${sql.raw(name)} limit ${NAMES_A_DAY}`);
  }
  await makeStages(tx, day, buyers);
}

/** How many came to each step on the way to a work; what was ordered and paid comes from the orders. `buyer`: who paid, for any subject. */
async function makeStages(tx: Tx, day: string, buyers: readonly Buyer[]): Promise<void> {
  const column = (name: 'user_id' | 'kind') => `{${buyers.map((buyer) => buyer[name]).join(',')}}`;
  const paid = `{${buyers.map((buyer) => buyer.paid).join(',')}}`;
  await tx.execute(sql`with bought as (
      select ${personOf('user_id')} as person, kind, paid
      from unnest(${column('user_id')}::bigint[], ${column('kind')}::smallint[], ${paid}::boolean[]) b(user_id, kind, paid)
    ), came as (select person, max(channel) as channel from day_events where person is not null group by person),
    steps as (
      select 'view' as stage, kind, channel, person from day_events where type = ${EVENT_VIEW}
      union all select 'detail', kind, channel, person from day_events where type = ${EVENT_VIEW} and item_id is not null
      union all select 'quote', kind, channel, person from day_events where name = ${QUOTE_EVENT}
      union all select step, b.kind, coalesce(c.channel, ''), b.person
        from bought b left join came c using (person) cross join lateral (values ('order', b.kind > 0), ('paid', b.paid and b.kind > 0), ('buyer', b.paid)) s(step, did) where did
    )
    insert into track_days (day, what, kind, channel, key, num)
    select ${day}::date, 'stage', ${KIND}, ${CHANNEL}, stage, count(distinct person) from steps group by stage, ${CUBE} having ${NO_KIND}`);
}

export async function makeRetention(tx: Tx, since: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK}, 0)`);
  await tx.execute(sql`delete from track_days where what = 'retention' and day >= ${since}::date`);
  await tx.execute(sql`insert into track_days (day, what, kind, channel, key, num)
    with seen as (select distinct person, date_trunc('week', day)::date as week from track_visitors),
    first as (select person, min(week) as week from seen group by person having min(week) >= ${since}::date)
    select first.week, 'retention', 0, '*', ((seen.week - first.week) / 7)::text, count(*)
    from first join seen using (person) group by first.week, seen.week`);
}

const days = statement<TrackDay>(
  'tracking_days',
  `select to_char(day, 'YYYY-MM-DD') as day, what, kind, channel, key, num from track_days
   where day >= $1::date and kind = $2 and (channel = $3 or $3 is null) order by day`,
);

export function findDays(
  db: Queryable,
  { since_day, kind, channel }: { since_day: string; kind: number; channel: string | null },
): Promise<TrackDay[]> {
  return days(db, [since_day, kind, channel]);
}

const dropped = statement<{ num: number }>(
  'tracking_dropped',
  'select coalesce(sum(num), 0)::bigint as num from track_drops where day >= $1::date',
);

export async function sumDrops(db: Queryable, since_day: string): Promise<number> {
  return (await dropped(db, [since_day]))[0]?.num ?? 0;
}
