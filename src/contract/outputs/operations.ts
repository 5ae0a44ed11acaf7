import { z } from 'zod';
import { chartOutput } from './chart.ts';

const num = z.int();

const backupRunOutput = z.strictObject({
  id: num,
  sort: z.enum(['backup', 'rehearsal']),
  status: z.enum(['running', 'done', 'failed']),
  archive: z.string(),
  machine: z.string(),
  bytes: num,
  note: z.string(),
  fault: z.string(),
  /** Asked for by staff. */
  asked: z.boolean(),
  started_at: num,
  /** 0: it runs. */
  ended_at: num,
});
export type BackupRun = z.infer<typeof backupRunOutput>;

/** What a site needs before the public comes, one of several. */
const openingStepOutput = z.strictObject({
  title: z.string(),
  done: z.boolean(),
  /** How it is, or what to do. */
  text: z.string(),
  /** Where it is done; '': not in the console. */
  href: z.string(),
});
export type OpeningStep = z.infer<typeof openingStepOutput>;

export const systemFactsOutput = z.strictObject({
  versions: z.strictObject({ site: z.string(), node: z.string(), database: z.string() }),
  /** Processes that reported in the last ten minutes. */
  processes: num,
  /** What should be looked into, a sentence each. */
  warnings: z.array(z.string()),
  /** What is looked at before the site is opened, in the order in which one would do it. */
  opening: z.array(openingStepOutput),
  disks: z.array(z.strictObject({ title: z.string(), free_bytes: num, total_bytes: num, low: z.boolean() })),
  /** Null: the site has none. `days` null: no answer, see `fault`. */
  certificate: z.strictObject({ days: num.nullable(), ends_at: num, low: z.boolean(), fault: z.string() }).nullable(),
  backup: z.strictObject({
    scheduled: z.boolean(),
    folder: z.string(),
    same_disk: z.boolean(),
    hour: num,
    keep: num,
    left_out: z.string(),
    rehearse_days: num,
    done_at: num,
    rehearsed_at: num,
    runs: z.array(backupRunOutput),
  }),
  /** SVG pictures of the last 24 hours, with the same in a sentence. */
  charts: z.array(z.strictObject({ key: z.string(), title: z.string(), about: z.string(), svg: chartOutput })),
  /** Tables that lie in parts by time. `over`: nothing is written into it any more. */
  parts: z.array(
    z.strictObject({
      ...{ title: z.string(), name: z.string(), rows: num, bytes: num, tablespace: z.string() },
      ...{ over: z.boolean(), ahead: z.boolean() },
    }),
  ),
  slow: z.array(z.strictObject({ text: z.string(), times: num, mean_ms: num, max_ms: num })),
});
export type SystemFacts = z.infer<typeof systemFactsOutput>;
