import { checkRound, type PublishedDraw } from '#contract/draw.ts';
import { createCtx } from '../app/ctx.ts';
import { boot } from '../boot.ts';
import { readConfig } from '../config/config.ts';
import { publishedDraws, publishedRounds } from '../modules/draws/index.ts';
import { type Command, print } from './command.ts';

const PAGE = 1_000;

export const checkDrawsCommand: Command = {
  usage: '',
  about: '按公布的规则重算已结束的每一轮抽奖；有不符时退出码为 1',
  async run() {
    const booted = await boot(readConfig(), { work: false });
    try {
      const ctx = createCtx(booted.app, { kind: 'job', name: 'check-draws' }, 'cli');
      let faults = 0;
      for (const round of await publishedRounds(ctx)) {
        if (round.state === 'open') {
          print(`第 ${round.id} 轮：进行中，结束后可验证`);
          continue;
        }
        const draws: PublishedDraw[] = [];
        for (let more = true; more; ) {
          const { list } = await publishedDraws(ctx, { round: round.id, after: draws.at(-1)?.number ?? 0, limit: PAGE });
          draws.push(...list);
          more = list.length === PAGE;
        }
        const check = await checkRound(round, draws);
        faults += check.faults.length;
        print(`第 ${round.id} 轮：${check.checked} 次抽奖，${check.faults.length === 0 ? '全部相符' : `${check.faults.length} 处不符`}`);
        for (const fault of check.faults) print(`  ${fault}`);
      }
      return faults === 0 ? 0 : 1;
    } finally {
      await booted.stop();
    }
  },
};
