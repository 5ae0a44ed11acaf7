import { parseArgs } from 'node:util';
import { createCtx } from '#server/app/ctx.ts';
import { type Booted, boot } from '#server/boot.ts';
import { type Command, print } from '#server/cli/command.ts';
import { readConfig } from '#server/config/config.ts';
import { installTerms } from '#server/install.ts';
import { StartError } from '#server/kernel/errors.ts';
import { loadPlugIns } from '#server/plug-in.ts';
import { worldState } from './world-state.ts';

const LOOK_MS = 2_000;

export const seedCommand: Command = {
  usage: '[--seed N] [--scale N]',
  about: '在空数据库中建立演示世界，直到所有作品上架；--scale 改为写入 N 千份测量用的方案（没有文件）',
  async run(args) {
    const { values } = parseArgs({ args, options: { seed: { type: 'string' }, scale: { type: 'string' } } });
    if (values.seed !== undefined && !/^\d{1,9}$/.test(values.seed)) throw new StartError('--seed 应为数字');
    if (values.scale !== undefined && !/^[1-9]\d{0,4}$/.test(values.scale)) throw new StartError('--scale 应为 1 到 99999 的数字（千份）');
    const read = readConfig();
    const config = { ...read, seed: Number(values.seed ?? read.seed ?? 1) };
    const plug_ins = values.scale === undefined ? await loadPlugIns(config) : [];
    const booted = await boot(config, values.scale === undefined ? { plug_ins } : { work: false });
    try {
      if (values.scale !== undefined) return await seedMeasuringWorld(booted, Number(values.scale));
      await installTerms(booted.app);
      for (const one of plug_ins) await one.install(booted.app, print);
      await untilGrown(booted);
      for (const { role, mobile, password } of booted.app.sandbox_accounts) print(`  ${mobile}  ${password}  ${role}`);
      return 0;
    } finally {
      await Promise.all(plug_ins.map((one) => one.stop()));
      await booted.stop();
    }
  },
};

async function untilGrown({ app }: Booted): Promise<void> {
  const ctx = createCtx(app, { kind: 'job', name: 'seed' }, 'cli');
  const begun = Date.now();
  while ((await worldState.read(ctx)).state === 'growing') {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    print(`  ... ${Math.round((Date.now() - begun) / 1000)} s`);
  }
}

async function seedMeasuringWorld({ app, database_url }: Booted, factor: number): Promise<number> {
  const { seedScale } = await import('./scale.ts');
  const begun = Date.now();
  const progress = (text: string) => print(`  ${Math.round((Date.now() - begun) / 1000)} s  ${text}`);
  await seedScale(createCtx(app, { kind: 'job', name: 'seed' }, 'cli'), { factor, database_url, progress });
  progress('done');
  return 0;
}
