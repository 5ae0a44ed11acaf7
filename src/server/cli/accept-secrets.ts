import { parseArgs } from 'node:util';
import { fingerprintOf } from '../config/secrets.ts';
import { migrate } from '../db/migrate.ts';
import { openPool } from '../db/pool.ts';
import { createLog } from '../kernel/log.ts';
import { acceptSecrets } from '../modules/settings/index.ts';
import { type Command, print, withDatabase } from './command.ts';

export const acceptSecretsCommand: Command = {
  usage: '',
  about: '更换密钥之后运行一次：让数据库认当前的密钥；已发出的下载链接与验证码随之失效。先停止网站',
  async run(args) {
    parseArgs({ args, options: {} });
    return withDatabase(async ({ url }, config) => {
      await migrate(url);
      const pool = openPool(url, 2, createLog(config.log_level));
      try {
        await acceptSecrets(pool.db, fingerprintOf(config.secrets));
      } finally {
        await pool.close();
      }
      print('数据库现在使用当前 DATA_DIR 与 SECRET_* 的密钥');
      return 0;
    });
  },
};
