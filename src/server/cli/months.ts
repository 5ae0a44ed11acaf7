import { resolve } from 'node:path';
import { createCtx } from '../app/ctx.ts';
import { boot } from '../boot.ts';
import { readConfig } from '../config/config.ts';
import { StartError } from '../kernel/errors.ts';
import { checkExport, dropOldPart, exportPart, monthParts, movePart } from '../modules/operations/index.ts';
import { type Command, print } from './command.ts';

const USAGE = '[list] | move PART TABLESPACE | export PART FILE | check FILE | drop PART FILE';

export const monthsCommand: Command = {
  usage: USAGE,
  about: '列出按月、按年存放的数据；把已结束的一段移到别的表空间，导出为压缩的 CSV 与签名的清单，核对，满保存年限后结转并删除',
  async run([what = 'list', one = '', two = '', ...rest]) {
    const wanted = { list: '', check: 'one', move: 'two', export: 'two', drop: 'two' }[what];
    const given = two !== '' ? 'two' : one !== '' ? 'one' : '';
    if (wanted !== given || rest.length > 0) throw new StartError(`用法：months ${USAGE}`);
    const booted = await boot(readConfig(), { work: false });
    try {
      const ctx = createCtx(booted.app, { kind: 'command', name: 'months' }, 'cli');
      if (what === 'move') {
        await movePart(ctx, one, two);
        print(`${one} 已移到表空间 ${two}`);
      } else if (what === 'export') {
        const { rows, sha256 } = await exportPart(ctx, one, resolve(two));
        print(`${one} 的 ${rows} 行已导出到 ${resolve(two)}，清单 ${two}.json，SHA-256 ${sha256}`);
      } else if (what === 'check') {
        const { part, rows, last } = await checkExport(ctx, resolve(one));
        print(`${part}：${rows} 行，最后一行 ${last ?? '无'}，与清单和签名一致`);
      } else if (what === 'drop') {
        const { closed } = await dropOldPart(ctx, one, resolve(two));
        print(`${one} 已删除${closed ? '，留下的合计与账本一致' : ''}；导出文件请妥善保存`);
      } else
        for (const { title, name, rows, bytes, tablespace, over, ahead } of await monthParts(ctx))
          print(
            `${title}  ${name}  约 ${rows} 行  ${(bytes / 1e6).toFixed(1)} MB  ${tablespace || '默认表空间'}${over ? '  已结束' : ahead ? '  未开始' : ''}`,
          );
      return 0;
    } finally {
      await booted.stop();
    }
  },
};
