import { createCtx } from '../app/ctx.ts';
import { boot } from '../boot.ts';
import { readConfig } from '../config/config.ts';
import { AppError, StartError } from '../kernel/errors.ts';
import { allSettings, getSetting, setSetting } from '../modules/settings/index.ts';
import { type Command, print } from './command.ts';

export const settingsCommand: Command = {
  usage: '[KEY [VALUE]]',
  about: '列出站点设置；给出 VALUE 则修改（例如 settings work_review hold），运行中的站点几秒内生效',
  async run(args) {
    const [name, value] = args;
    if (args.length > 2) throw new StartError('用法：settings [KEY [VALUE]]，含空格的值请加引号');
    const settings = allSettings();
    const chosen = settings.find(({ key }) => key === name);
    if (name !== undefined && chosen === undefined)
      throw new StartError(`没有设置项 ${name}，可用：${settings.map(({ key }) => key).join('、')}`);
    const booted = await boot(readConfig(), { work: false });
    try {
      const ctx = createCtx(booted.app, { kind: 'command', name: 'settings' }, 'cli');
      if (chosen !== undefined && value !== undefined) {
        await setSetting(ctx, chosen.key, readValue(value)).catch((error: unknown) => {
          throw error instanceof AppError ? new StartError(error.message) : error;
        });
      }
      for (const one of chosen === undefined ? settings : [chosen]) print(`${one.key} = ${JSON.stringify(await getSetting(ctx, one))}`);
      return 0;
    } finally {
      await booted.stop();
    }
  },
};

/** JSON where it is some, else the word itself. */
function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
