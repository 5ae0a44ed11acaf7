import { AppMemory } from '../../../app/app-memory.ts';
import { type App, type Ctx, inTransaction } from '../../../app/ctx.ts';
import { itemCards } from '../../catalog/index.ts';
import { areLinked, usersOfBrowser } from '../../identity/index.ts';
import { ACTS, type Act, ADDRESS_A_DAY, ADDRESS_A_WORK, type QueryAnswer, withinQuota } from './rules.ts';
import {
  addPresses,
  addQueryDays,
  addQuotas,
  addToQueries,
  type DayCount,
  freshMarks,
  keysOpened,
  type Mark,
  type PressCount,
  setAnswer,
} from './write-acts.repo.ts';

/** Who did something, by keyed hashes of the day and of the month. */
export interface Reader {
  user_id: number | null;
  browser_hash: string;
  day: string;
  month: string;
  today: string;
  in_month: string;
  /** The hash of this reader's address for something. */
  quota(of: string): string;
}

export type SearchAct =
  | { act: 'asked'; key: string; reader: Reader }
  /** `asked`: the query as it was typed, where that was answered with another. */
  | { act: 'opened'; key: string; asked: string; item_id: number; late: boolean; reader: Reader }
  | { act: 'answered'; key: string; found: QueryAnswer }
  /** `readers`: this user by the hashes of today and yesterday. */
  | { act: 'collected' | 'bought'; item_id: number; user_id: number; readers: ReadonlyArray<{ day: string; reader: string }> };

/** An act, ready to be counted. */
interface Counted {
  mark: Mark;
  act: Exclude<Act, 'asked_in_month'>;
  /** The query whose figures it adds to; null: they know it already. */
  asked: string | null;
  late: boolean;
  user_id: number | null;
  browser_hash: string;
  quotas: ReadonlyArray<{ who: string; most: number }>;
  /** Of a reader who asks: that they did in this month. */
  in_month?: Mark;
}

const answers = new AppMemory<string, QueryAnswer>({ max: 5_000, ttl_ms: 3_600_000 });

/** Remembers how a query was answered. False: as before. */
export function rememberAnswer(app: App, key: string, found: QueryAnswer): boolean {
  const before = answers.get(app, key);
  answers.set(app, key, found);
  return before?.answer !== found.answer || before.left_out !== found.left_out;
}

/** The last answer that this process gave to a query; null: none since an hour. */
const lastAnswer = (app: App, key: string): QueryAnswer | null => answers.get(app, key) ?? null;

/**
 * Counts what readers did: each act of a reader for a query and work once a day, of an address no more than its share, of a work's own
 * publisher and those around them nothing. All of a batch or nothing, so that it may be tried again.
 */
export async function writeActs(ctx: Ctx, acts: readonly SearchAct[]): Promise<void> {
  const on_works = await ofOthers(ctx, [...acts.flatMap(openedOf), ...(await takenOf(ctx, acts))]);
  const wanted = byName([...acts.flatMap(askedOf), ...on_works], ({ mark }) => mark);
  await inTransaction(ctx, async (tx) => {
    const fresh = await freshMarks(tx.db, new Map([...wanted].map(([name, { mark }]) => [name, mark])));
    const counted = await withinQuotas(
      tx,
      [...fresh.keys()].flatMap((name) => wanted.get(name) ?? []),
    );
    await addPresses(tx.db, pressesOf(counted));
    const days = daysOf(counted);
    const accepted = await addQueryDays(tx.db, days);
    const months = byName(
      counted.flatMap(({ in_month }) => in_month ?? []),
      (mark) => mark,
    );
    const readers = Map.groupBy((await freshMarks(tx.db, months)).values(), ({ key }) => key);
    const sums = days
      .filter(({ key }) => accepted.has(key))
      .map((one) => ({ ...one, readers: readers.get(one.key)?.length ?? 0, answer: lastAnswer(ctx.app, one.key) }));
    await addToQueries(tx.db, sums, ctx.app.clock.now());
    const answered = new Map(acts.flatMap((one) => (one.act === 'answered' ? [[one.key, one.found] as const] : [])));
    for (const [key, found] of [...answered].toSorted(([a], [b]) => (a < b ? -1 : 1))) await setAnswer(tx.db, key, found);
  });
}

const nameOf = ({ day, reader, act, item_id, key }: Mark): string => `${day}/${reader}/${act}/${item_id}/${key}`;

function byName<T>(list: readonly T[], markOf: (one: T) => Mark): Map<string, T> {
  return new Map(list.map((one) => [nameOf(markOf(one)), one]));
}

function askedOf(one: SearchAct): Counted[] {
  if (one.act !== 'asked') return [];
  const { act, key, reader } = one;
  const { day, month, today, in_month, user_id, browser_hash } = reader;
  return [
    {
      mark: { day, reader: today, act: ACTS.asked, item_id: 0, key },
      ...{ act, asked: key, late: false, user_id, browser_hash },
      quotas: [
        { who: reader.quota(`asked/${key}`), most: ADDRESS_A_WORK },
        { who: reader.quota('asked'), most: ADDRESS_A_DAY },
      ],
      in_month: { day: month, reader: in_month, act: ACTS.asked_in_month, item_id: 0, key },
    },
  ];
}

function openedOf(one: SearchAct): Counted[] {
  if (one.act !== 'opened') return [];
  const { act, key, asked, item_id, late, reader } = one;
  const { day, today, user_id, browser_hash } = reader;
  return [
    {
      mark: { day, reader: today, act: ACTS.opened, item_id, key },
      ...{ act, asked, late, user_id, browser_hash },
      quotas: [
        { who: reader.quota(`${item_id}/${key}`), most: ADDRESS_A_WORK },
        { who: reader.quota(''), most: ADDRESS_A_DAY },
      ],
    },
  ];
}

/** What was collected and bought, for the queries in whose results its reader opened it. */
async function takenOf(ctx: Ctx, acts: readonly SearchAct[]): Promise<Counted[]> {
  const taken = acts.flatMap((one) => (one.act === 'collected' || one.act === 'bought' ? [one] : []));
  if (taken.length === 0) return [];
  const asked = taken.flatMap(({ item_id, readers }) => readers.map((one) => ({ ...one, item_id })));
  // of the same batch as well: who buys at once has pressed a moment ago
  const pressed = acts.flatMap(openedOf).map(({ mark }) => mark);
  const known = [...(await keysOpened(ctx.db, asked)), ...pressed];
  return taken.flatMap(({ act, item_id, user_id, readers }) =>
    known
      .filter((mark) => mark.item_id === item_id && readers.some(({ reader }) => reader === mark.reader))
      .flatMap(({ key }) => {
        const mark = readers.slice(0, 1).map((today) => ({ ...today, act: ACTS[act], item_id, key }));
        return mark.map((one) => ({ mark: one, act, user_id, asked: null, late: false, browser_hash: '', quotas: [] }));
      }),
  );
}

const apart = new AppMemory<string, Promise<boolean>>({ max: 20_000, ttl_ms: 600_000 });

/** Without acts on one's own works, on those of somebody around one, and on what is not published. */
async function ofOthers(ctx: Ctx, acts: readonly Counted[]): Promise<Counted[]> {
  const cards = await itemCards(ctx, [...new Set(acts.map(({ mark }) => mark.item_id))]);
  const publishers = new Map(cards.map(({ id, user }) => [id, user.id]));
  const keep = await Promise.all(
    acts.map(({ mark, user_id, browser_hash }) => {
      const publisher_id = publishers.get(mark.item_id);
      if (publisher_id === undefined) return false;
      const reader = `${publisher_id}/${user_id ?? ''}/${browser_hash}`;
      return apart.share(ctx.app, reader, () => standApart(ctx, publisher_id, user_id, browser_hash));
    }),
  );
  return acts.filter((_, at) => keep[at]);
}

/** Whether a reader is neither the publisher nor signed in where they are, nor has an account that belongs to theirs. */
async function standApart(ctx: Ctx, publisher_id: number, user_id: number | null, browser_hash: string): Promise<boolean> {
  if (user_id === publisher_id) return false;
  if (browser_hash !== '' && (await usersOfBrowser(ctx, browser_hash)).includes(publisher_id)) return false;
  if (user_id === null) return true;
  return !(await areLinked(ctx, publisher_id, user_id));
}

async function withinQuotas(tx: Ctx, acts: readonly Counted[]): Promise<Counted[]> {
  let left = [...acts];
  for (const level of [0, 1]) {
    const by_who = Map.groupBy(
      left.filter(({ quotas }) => quotas[level]),
      ({ mark, quotas }) => `${mark.day}/${quotas[level]?.who}`,
    );
    const after = await addQuotas(
      tx.db,
      [...by_who.values()].map((of) => ({ day: of[0]?.mark.day ?? '', who: of[0]?.quotas[level]?.who ?? '', n: of.length })),
    );
    const within = [...by_who.values()].flatMap((of) => {
      const quota = of[0]?.quotas[level];
      return quota ? withinQuota(of, (after.get(quota.who) ?? 0) - of.length, quota.most) : [];
    });
    left = [...within, ...left.filter(({ quotas }) => !quotas[level])];
  }
  return left;
}

function pressesOf(acts: readonly Counted[]): PressCount[] {
  const counts = new Map<string, PressCount>();
  for (const { mark, act, late } of acts) {
    if (act === 'asked') continue;
    const { key, item_id, day } = mark;
    const name = `${day}/${item_id}/${key}`;
    const count = counts.get(name) ?? { key, item_id, day, opened: 0, late: 0, collected: 0, bought: 0 };
    counts.set(name, count);
    count[act]++;
    if (late) count.late++;
  }
  return [...counts.values()];
}

function daysOf(acts: readonly Counted[]): DayCount[] {
  const counts = new Map<string, DayCount>();
  for (const { mark, act, asked, late } of acts) {
    if (asked === null || asked === '') continue;
    const name = `${mark.day}/${asked}`;
    const count = counts.get(name) ?? { day: mark.day, key: asked, asks: 0, presses: 0, late: 0 };
    counts.set(name, count);
    if (act === 'asked') count.asks++;
    else count.presses++;
    if (late) count.late++;
  }
  return [...counts.values()];
}
