import { createCtx } from '../app/ctx.ts';
import { boot } from '../boot.ts';
import { readConfig } from '../config/config.ts';
import { checkRounds } from '../modules/draws/index.ts';
import { type Command, print } from './command.ts';

export const checkDrawsCommand: Command = {
  usage: '',
  about: '按公布的规则重算已结束的每一轮抽奖；有不符时退出码为 1',
  async run() {
    const booted = await boot(readConfig(), { work: false });
    try {
      const rounds = await checkRounds(createCtx(booted.app, { kind: 'job', name: 'check-draws' }, 'cli'));
      for (const { round, check } of rounds) {
        if (check === null) print(`第 ${round.id} 轮：进行中，结束后可验证`);
        else
          print(`第 ${round.id} 轮：${check.checked} 次抽奖，${check.faults.length === 0 ? '全部相符' : `${check.faults.length} 处不符`}`);
        for (const fault of check?.faults ?? []) print(`  ${fault}`);
      }
      return rounds.every(({ check }) => check === null || check.faults.length === 0) ? 0 : 1;
    } finally {
      await booted.stop();
    }
  },
};
