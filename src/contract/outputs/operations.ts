import { z } from 'zod';
import type * as contract from '#contract/operations.ts';
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
  asked: z.boolean(),
  started_at: num,
  ended_at: num,
}) satisfies z.ZodType<contract.BackupRun>;

export const systemFactsOutput = z.strictObject({
  versions: z.strictObject({ site: z.string(), node: z.string(), database: z.string() }),
  processes: num,
  warnings: z.array(z.string()),
  disks: z.array(z.strictObject({ title: z.string(), free_bytes: num, total_bytes: num, low: z.boolean() })),
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
  charts: z.array(z.strictObject({ key: z.string(), title: z.string(), about: z.string(), svg: chartOutput })),
  slow: z.array(z.strictObject({ text: z.string(), times: num, mean_ms: num, max_ms: num })),
}) satisfies z.ZodType<contract.SystemFacts>;
