import { z } from 'zod';
import type { App, Ctx } from '../../app/ctx.ts';
import { shanghaiDay } from '../../kernel/clock.ts';
import { defineSetting, getSetting } from '../settings/index.ts';
import { addDrops, copyEvents, makeMonth } from './repo.ts';

export const trackMonths = defineSetting('track_months', z.int().min(6).max(60).meta({ unit: '个月' }).default(13), {
  group: '运维',
  title: '访问记录保留的月数',
  about: '更早的月份整月删除；依法至少保存 6 个月；按日的统计数字不受影响，一直保留。',
});

/** Events of visits lie in months, which leave by themselves. */
export const visitMonths = {
  table: 'track_events',
  title: '访问记录',
  every: 1,
  numbered: false,
  time: 'at',
  keep: (ctx: Ctx) => getSetting(ctx, trackMonths),
  leaves: true,
} as const;

export const trackADay = defineSetting('track_events_a_day', z.int().min(0).max(1_000_000_000).meta({ unit: '条' }).default(5_000_000), {
  group: '运维',
  title: '每天最多保存的访问记录',
  about: '按进程计。超过的只计数、不保存，磁盘不会被刷满；0 表示不保存任何访问记录。',
});

const WRITE_MS = 1_000;
const RETRY_MS = 3_000;
/** At most this much of a batch is written at once, and this much waits: some seconds of the busiest hour. */
const BATCH_ROWS = 20_000;
const WAITING_ROWS = 200_000;
const WAITING_CHARS = 64 * 1024 * 1024;

/** Why an event was dropped: its sender sends too many, the memory is full, the day has enough. */
export type DropReason = 'flood' | 'full' | 'day';

/** One event as a row of COPY, with its UTC month as YYYY-MM. */
export interface EventRow {
  line: string;
  month: string;
}

/**
 * Events of this process that wait for their COPY: written a second after the first came, at once when there are many, and at the stop.
 * Bounded: what does not fit is counted and dropped. A killed process loses what came in its last second.
 */
export class EventBuffer {
  readonly #app: App;
  #waiting: EventRow[] = [];
  #chars = 0;
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> | null = null;
  #stopped = false;
  readonly #months = new Set<string>();
  #drops = new Map<DropReason, number>();
  #day = '';
  #today = 0;
  /** Since the start, for the metrics. */
  readonly counters = { written: 0, dropped: 0 };

  constructor(app: App) {
    this.#app = app;
  }

  /** Takes rows, as many as there is room for today. @returns how many */
  add(rows: readonly EventRow[], day_most: number): number {
    const day = shanghaiDay(this.#app.clock.now());
    if (day !== this.#day) {
      this.#day = day;
      this.#today = 0;
    }
    let taken = 0;
    for (const row of rows) {
      if (this.#today >= day_most) {
        this.drop('day', rows.length - taken);
        break;
      }
      if (this.#waiting.length >= WAITING_ROWS || this.#chars >= WAITING_CHARS) {
        this.drop('full', rows.length - taken);
        break;
      }
      this.#waiting.push(row);
      this.#chars += row.line.length;
      this.#today++;
      taken++;
    }
    this.#later(this.#stopped || this.#waiting.length >= BATCH_ROWS ? 0 : WRITE_MS);
    return taken;
  }

  drop(reason: DropReason, events: number): void {
    if (events <= 0) return;
    this.counters.dropped += events;
    this.#drops.set(reason, (this.#drops.get(reason) ?? 0) + events);
    this.#later(WRITE_MS);
  }

  /** Writes all that waits. A failure is logged and the rows stay for the next time. */
  async write(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    while (this.#writing) await this.#writing;
    if (this.#waiting.length === 0 && this.#drops.size === 0) return;
    this.#writing = this.#writeAll().finally(() => {
      this.#writing = null;
    });
    await this.#writing;
  }

  /** What waits is written now, and what comes later at once. */
  stop(): Promise<void> {
    this.#stopped = true;
    return this.write();
  }

  async #writeAll(): Promise<void> {
    const drops = this.#drops;
    this.#drops = new Map();
    try {
      while (this.#waiting.length > 0) await this.#writeBatch();
      if (drops.size > 0) await addDrops(this.#app.db, this.#day || shanghaiDay(this.#app.clock.now()), drops);
    } catch (error) {
      for (const [reason, num] of drops) this.#drops.set(reason, (this.#drops.get(reason) ?? 0) + num);
      this.#app.log.warn({ err: error }, 'events could not be written');
      if (!this.#stopped) this.#later(RETRY_MS);
    }
  }

  async #writeBatch(): Promise<void> {
    const batch = this.#waiting.slice(0, BATCH_ROWS);
    for (const month of new Set(batch.map((row) => row.month))) {
      if (this.#months.has(month)) continue;
      await makeMonth(this.#app.db, new Date(`${month}-01T00:00:00Z`));
      this.#months.add(month);
    }
    await copyEvents(
      this.#app.db,
      batch.map(({ line }) => line),
    );
    this.#waiting = this.#waiting.slice(batch.length);
    this.#chars = this.#waiting.reduce((all, { line }) => all + line.length, 0);
    this.counters.written += batch.length;
  }

  #later(wait_ms: number): void {
    if (this.#timer && wait_ms > 0) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.write(), wait_ms);
    this.#timer.unref();
  }
}

const buffers = new WeakMap<App, EventBuffer>();

/** The events of this process that wait. */
export function eventBuffer(app: App): EventBuffer {
  let buffer = buffers.get(app);
  if (!buffer) {
    buffer = new EventBuffer(app);
    buffers.set(app, buffer);
  }
  return buffer;
}

/** Writes what waits; a stop of the process ends with it. */
export async function writeEvents(app: App): Promise<void> {
  await buffers.get(app)?.write();
}

/** The same permanently. */
export async function stopEvents(app: App): Promise<void> {
  await buffers.get(app)?.stop();
}
