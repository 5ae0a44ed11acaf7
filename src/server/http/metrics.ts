import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type App, createCtx } from '../app/ctx.ts';
import type { Pool } from '../db/pool.ts';
import { backupState, diskOf } from '../modules/operations/index.ts';
import { eventBuffer } from '../modules/tracking/index.ts';
import { pageCacheOf } from './page-cache.ts';
import { streamsOf } from './streams.ts';

export interface Metrics {
  /** Everything in Prometheus' text format. */
  text(): Promise<string>;
  content_type: string;
  /** Counts a finished answer. `area`: gateway, page, picture, static. Cached pages are counted by the cache itself. */
  answered(area: string, status: number, seconds: number): void;
  /** Counts a turn of the event loop that lasted; the console names its calls. */
  stalled(seconds: number): void;
}

/** Figures of this process for `/metrics`. */
export function createMetrics(app: App, pool: Pool): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'cemao_http_seconds',
    help: 'Time until the answer was finished, by area and status class',
    labelNames: ['area', 'status'] as const,
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  });
  const stalls = new Histogram({
    name: 'cemao_loop_stall_seconds',
    help: 'Turns of the event loop above 50 ms; the console names the calls under way in them',
    buckets: [0.1, 0.2, 0.5, 1, 3, 10],
    registers: [registry],
  });
  const cache = pageCacheOf(app);
  new Counter({
    name: 'cemao_page_cache_total',
    help: 'Page cache events',
    labelNames: ['event'] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const [event, count] of Object.entries(cache.counters)) this.inc({ event }, count);
    },
  });
  new Gauge({
    name: 'cemao_page_cache_bytes',
    help: 'Memory held by cached pages',
    registers: [registry],
    collect() {
      this.set(cache.bytes);
    },
  });
  new Counter({
    name: 'cemao_page_reads_total',
    help: 'Pages by where they were read, with a replica; second: statements that it left to the database',
    labelNames: ['where'] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const [where, count] of Object.entries(app.replica?.counters ?? {})) this.inc({ where }, count);
    },
  });
  new Gauge({
    name: 'cemao_streams_open',
    help: 'Live streams of readers',
    registers: [registry],
    collect() {
      this.set(streamsOf(app).size);
    },
  });
  new Counter({
    name: 'cemao_streams_ended_total',
    help: 'Ended streams by why',
    labelNames: ['why'] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const [why, count] of Object.entries(streamsOf(app).ended)) this.inc({ why }, count);
    },
  });
  new Counter({
    name: 'cemao_tracked_events_total',
    help: 'Events that pages told, by what became of them',
    labelNames: ['what'] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const [what, count] of Object.entries(eventBuffer(app).counters)) this.inc({ what }, count);
    },
  });
  new Gauge({
    name: 'cemao_database_connections',
    help: 'Pool connections by state',
    labelNames: ['state'] as const,
    registers: [registry],
    collect() {
      for (const [state, n] of Object.entries(pool.counts())) this.set({ state }, n);
    },
  });
  new Gauge({
    name: 'cemao_disk_free_bytes',
    help: 'Free bytes where DATA_DIR lies',
    registers: [registry],
    async collect() {
      const disk = await diskOf(app.config.data_dir);
      if (disk) this.set(disk.free_bytes);
      else this.reset();
    },
  });
  new Gauge({
    name: 'cemao_backup_last_success_seconds',
    help: 'Unix time at which the newest good backup or rehearsal began; absent: there is none',
    labelNames: ['sort'] as const,
    registers: [registry],
    async collect() {
      this.reset();
      // a database that is away must not take the other figures along
      const state = await backupState(createCtx(app, { kind: 'job', name: 'metrics' }, 'metrics')).catch(() => null);
      if (state?.last_done) this.set({ sort: 'backup' }, state.last_done.started_at.getTime() / 1000);
      if (state?.last_rehearsal) this.set({ sort: 'rehearsal' }, state.last_rehearsal.started_at.getTime() / 1000);
    },
  });
  return {
    text: () => registry.metrics(),
    content_type: registry.contentType,
    stalled: (duration_s) => stalls.observe(duration_s),
    answered: (area, status, duration_s) => seconds.observe({ area, status: `${Math.floor(status / 100)}xx` }, duration_s),
  };
}
