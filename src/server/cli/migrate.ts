import { parseArgs } from 'node:util';
import { migrate, missingMigrations } from '../db/migrate.ts';
import { type Command, print, withDatabase } from './command.ts';

export const migrateCommand: Command = {
  usage: '[--check]',
  about: '执行缺少的数据库迁移；--check 只列出缺少的，有则退出码为 1',
  async run(args) {
    const { values } = parseArgs({ args, options: { check: { type: 'boolean', default: false } } });
    return withDatabase(async ({ url }) => {
      if (values.check) {
        const missing = await missingMigrations(url);
        print(missing.length === 0 ? '数据库结构是最新的' : `缺少的迁移：\n${missing.map((name) => `  ${name}`).join('\n')}`);
        return missing.length === 0 ? 0 : 1;
      }
      const done = await migrate(url);
      print(done.length === 0 ? '数据库结构已是最新' : `已执行：\n${done.map((name) => `  ${name}`).join('\n')}`);
      return 0;
    });
  },
};
