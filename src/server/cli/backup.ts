import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { backup } from '../backup/backup.ts';
import { StartError } from '../kernel/errors.ts';
import { BUCKET_LEFT_OUT, BUCKET_TODO } from '../modules/operations/index.ts';
import { type Command, print, withDatabase } from './command.ts';

export const backupCommand: Command = {
  usage: 'FILE',
  about: '把数据库与 DATA_DIR 的文件写入一个压缩包（含密钥，权限 0600）；网站可以照常运行；对象存储中的文件不在其内',
  async run(args) {
    const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
    const [file, ...rest] = positionals;
    if (!file || rest.length > 0) throw new StartError('用法：node src/cli.ts backup FILE');
    return withDatabase(async ({ url }, config) => {
      const report = await backup(url, config.data_dir, resolve(file));
      print(
        `已备份 ${report.tables} 张表共 ${report.rows} 行、${report.files} 个文件，压缩后 ${(report.bytes / 1e6).toFixed(1)} MB：${resolve(file)}`,
      );
      if (config.storage === 's3') print(`${BUCKET_LEFT_OUT}。${BUCKET_TODO}`);
      return 0;
    });
  },
};
