import { EVENT_CHANNEL, type EventType, PRESS_EVENT } from '#contract/tracking.ts';
import { AppMemory } from '../../app/app-memory.ts';
import { type App, type Ctx, createCtx, inTransaction, requireUser, requireVerb, userId } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { shanghaiDay } from '../../kernel/clock.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { mayStoreReads } from '../privacy/index.ts';
import { getSetting } from '../settings/index.ts';
import { type EventRow, eventBuffer, trackADay, trackMonths } from './event-buffer.ts';
import { bindUuid, deleteVisitors, unbindUser } from './repo.ts';
import { rollUpDay, rollUpRetention } from './roll-up.ts';
import { clip, copyLine, itemOfAddress, kindOfPage, plainAddress, sourceOf, TEXT_MAX } from './rules.ts';

const ROLL_UP_JOB = 'tracking.roll-up';
const LATE_JOB = 'tracking.roll-up-late';
/** Browsers keep events for a week: as many days are made again each night. */
const LATE_DAYS = 8;
const DAY_MS = 86_400_000;

/** Figures of today every hour, those of the last days again each night. */
export function trackingJobs(app: App): JobDefinition[] {
  const ctxOf = (name: string) => createCtx(app, { kind: 'job', name }, name);
  const daysBack = (count: number) =>
    Array.from({ length: count }, (_day, at) => shanghaiDay(new Date(app.clock.now().getTime() - at * DAY_MS)));
  return [
    {
      name: ROLL_UP_JOB,
      cron: '5 * * * *',
      expire_s: 1_800,
      async run() {
        const ctx = ctxOf(ROLL_UP_JOB);
        for (const day of daysBack(2)) await rollUpDay(ctx, day);
      },
    },
    {
      name: LATE_JOB,
      cron: '40 3 * * *',
      expire_s: 3_600,
      async run(_payload, stopping) {
        const ctx = ctxOf(LATE_JOB);
        for (const day of daysBack(LATE_DAYS)) {
          stopping.throwIfAborted();
          await rollUpDay(ctx, day);
        }
        await rollUpRetention(ctx);
        // with the last of their events, which leave by months
        const kept_ms = (await getSetting(ctx, trackMonths)) * 31 * DAY_MS;
        await deleteVisitors(ctx.db, new Date(app.clock.now().getTime() - kept_ms));
      },
    },
  ];
}

/** Figures of the last days are made again as soon as a worker is free. @throws AppError 403 */
export async function makeFiguresSoon(ctx: Ctx): Promise<void> {
  requireVerb(ctx, 'visit.see');
  await inTransaction(ctx, (tx) => recordAudit(tx, 'visit.again', 'visits', {}));
  await ctx.app.jobs.send(LATE_JOB, {}, { singleton_key: LATE_JOB });
}

/** An event as a page reported it; texts may be anything. */
export interface ToldEvent {
  event_type: EventType | typeof EVENT_CHANNEL;
  event_name: string;
  event_value: string;
  page: string;
  target_page: string;
  referer: string;
  url: string;
  oldUrl: string;
  order: string;
  pro: number;
  /** Seconds between what happened and its sending, by the sender's clock, which may have been set meanwhile. */
  ago: number;
}

export interface ToldEvents {
  /** Lower-case UUID; '': none. */
  uuid: string;
  channel: string;
  list: readonly ToldEvent[];
  /** The sender asks not to be followed: views are counted without a name, nothing else is stored. */
  unnamed: boolean;
  /** Of this machine: no limit by address. */
  own: boolean;
}

/** Events an address may send within a minute and within a day: a busy office of two hundred people. */
const A_MINUTE = 3_000;
const A_DAY = 300_000;
const ADDRESSES = 20_000;
/** What an old queue reports as longer ago counts as a week old. */
const WEEK_S = 7 * 86_400;
const minutes = new AppMemory<string, { n: number }>({ max: ADDRESSES, ttl_ms: 60_000 });
const days = new AppMemory<string, { n: number }>({ max: ADDRESSES, ttl_ms: 86_400_000 });

const hostOf = remembered((site_url: string) => new URL(site_url).host);

/**
 * Stores what pages report: cut to what figures need, stamped with the caller's user id (never one that the page names), written within a second.
 * Nothing is refused but floods: of an address more than its share, and of a day more than the setting, are counted and dropped.
 * @returns how many were taken
 */
export async function takeEvents(ctx: Ctx, told: ToldEvents): Promise<number> {
  const { app } = ctx;
  const buffer = eventBuffer(app);
  const list = told.unnamed ? told.list.filter(({ event_type }) => event_type === 1) : told.list;
  if (list.length === 0) return 0;
  if (!told.own && !hasShare(ctx, list.length)) {
    buffer.drop('flood', list.length);
    return 0;
  }
  const now = app.clock.now().getTime();
  const own_host = hostOf(app.config.site_url);
  const who = told.unnamed ? null : userId(ctx);
  const uuid = told.unnamed || told.uuid === '' ? null : told.uuid;
  const channel = told.unnamed ? '' : clip(told.channel, 64);
  // the events of a batch come from few pages
  const plain = remembered((url: string) => plainAddress(url, own_host));
  const shown = remembered((url: string) => ({ page: url.split('?')[0] ?? '', item: itemOfAddress(url) }));
  const source = remembered((referer: string) => sourceOf(referer, own_host));
  const time = remembered((ago: number) => new Date(now - Math.min(Math.max(ago, 0), WEEK_S) * 1000).toISOString());
  const rows = list.map((event): EventRow => {
    const at = time(event.ago);
    const url = plain(event.url || event.page);
    const { page, item } = shown(url);
    const of = told.unnamed ? { ...event, event_value: '', target_page: '', order: '', referer: '', oldUrl: '' } : event;
    const line = copyLine([
      at,
      of.event_type,
      clip(of.event_name, TEXT_MAX),
      // words that somebody searched for are not stored with the searcher
      of.event_name === PRESS_EVENT ? '' : clip(of.event_value, TEXT_MAX),
      page,
      kindOfPage(page),
      item,
      source(of.referer),
      plain(of.referer),
      url,
      plain(of.oldUrl),
      plain(of.target_page),
      of.event_type === EVENT_CHANNEL ? clip(of.event_value, 64) : channel,
      clip(of.order, 40),
      of.pro,
      uuid,
      who,
    ]);
    return { line, month: at.slice(0, 7) };
  });
  return buffer.add(rows, await getSetting(ctx, trackADay));
}

function remembered<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const made = make(key);
    known.set(key, made);
    return made;
  };
}

function hasShare({ app, actor }: Ctx, events: number): boolean {
  const key = actor.kind === 'user' ? `u${actor.user_id}` : actor.kind === 'visitor' ? actor.address : actor.kind;
  const minute = minutes.get(app, key) ?? { n: 0 };
  const day = days.get(app, key) ?? { n: 0 };
  if (minute.n + events > A_MINUTE || day.n + events > A_DAY) return false;
  // what stands already keeps its end: a new object would begin the time again
  if (minute.n === 0) minutes.set(app, key, minute);
  if (day.n === 0) days.set(app, key, day);
  minute.n += events;
  day.n += events;
  return true;
}

/** From now on what this browser did without a name is the caller's, until somebody else signs in on it; unless they do not want to be followed. @throws AppError code 2 for visitors */
export async function bindVisitor(ctx: Ctx, uuid: string): Promise<void> {
  const user_id = requireUser(ctx);
  await inTransaction(ctx, async (tx) => {
    if (await mayStoreReads(tx, user_id)) await bindUuid(tx.db, uuid, user_id, tx.app.clock.now());
  });
}

/** The caller's browsers are of no account again. */
export async function unbindVisitors(ctx: Ctx): Promise<void> {
  await unbindUser(ctx.db, requireUser(ctx));
}
