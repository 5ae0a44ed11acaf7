import type { Ctx } from '../../app/ctx.ts';
import { failingDeliveries } from '../notices/index.ts';
import { backupFolder, backupState } from './backups.ts';
import { diskOf, siteCertificate } from './machine.ts';
import { STALLS_MS, type Watched, warningsOf } from './rules.ts';
import { stallsSince } from './samples.ts';

/** What of disks, certificate, backups and messages is looked at, as it is now. */
export async function watched(ctx: Ctx): Promise<Watched> {
  const { config, clock } = ctx.app;
  const places = [
    { title: '数据目录', folder: config.data_dir },
    ...(config.backup_dir === null ? [] : [{ title: '备份文件夹', folder: backupFolder(config) }]),
  ];
  const [disks, certificate, backup, undelivered, stalls] = await Promise.all([
    Promise.all(places.map(async ({ title, folder }) => ({ title, disk: await diskOf(folder) }))),
    siteCertificate(ctx.app),
    backupState(ctx),
    failingDeliveries(ctx),
    stallsSince(ctx, new Date(clock.now().getTime() - STALLS_MS)),
  ]);
  return {
    now: clock.now(),
    disks: disks.flatMap(({ title, disk }) => (disk ? [{ title, ...disk }] : [])),
    certificate,
    backup: {
      scheduled: config.backup_dir !== null,
      needed: !config.local,
      last_done: backup.last_done?.started_at ?? null,
      fault: backup.fault,
      rehearsal_fault: backup.rehearsal_fault,
    },
    undelivered,
    stalls,
  };
}

/** What an operator should look into, a sentence each. */
export async function systemWarnings(ctx: Ctx): Promise<string[]> {
  return warningsOf(await watched(ctx));
}
