import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { restore } from '../backup/restore.ts';
import { StartError } from '../kernel/errors.ts';
import { type Command, print, withDatabase } from './command.ts';

export const restoreCommand: Command = {
  usage: 'FILE [--force]',
  about: '从压缩包恢复数据库与文件；已有数据时拒绝，--force 覆盖。先停止网站',
  async run(args) {
    const { positionals, values } = parseArgs({ args, allowPositionals: true, options: { force: { type: 'boolean', default: false } } });
    const [file, ...rest] = positionals;
    if (!file || rest.length > 0) throw new StartError('用法：node src/cli.ts restore FILE [--force]');
    return withDatabase(async ({ url }, config) => {
      const report = await restore(url, config.data_dir, resolve(file), { force: values.force });
      print(`已恢复 ${report.tables} 张表共 ${report.rows} 行、${report.files} 个文件，校验一致`);
      if (config.storage === 's3') print('备份里的文件已放入 DATA_DIR：运行 node src/cli.ts storage move --to s3 把它们复制到对象存储');
      return 0;
    });
  },
};
