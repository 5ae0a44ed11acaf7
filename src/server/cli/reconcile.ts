import { parseArgs } from 'node:util';
import { createCtx } from '../app/ctx.ts';
import { boot } from '../boot.ts';
import { readConfig } from '../config/config.ts';
import { reconcilePayments } from '../modules/orders/index.ts';
import { proveLedger } from '../modules/wallet/index.ts';
import { countDeadEvents, reviveDeadEvents } from '../outbox/outbox.ts';
import { type Command, print } from './command.ts';

export const reconcileCommand: Command = {
  usage: '[--revive-events]',
  about: '向支付方核对未结清的付款，再逐笔证明账本；有出入时退出码为 1',
  async run(args) {
    const { values } = parseArgs({ args, options: { 'revive-events': { type: 'boolean', default: false } } });
    const booted = await boot(readConfig(), { work: false });
    try {
      const ctx = createCtx(booted.app, { kind: 'job', name: 'reconcile' }, 'cli');
      const payments = await reconcilePayments(ctx);
      const outcomes = Object.entries(payments.outcomes).map(([outcome, count]) => `${outcome} ${count}`);
      print(
        `付款：核对 ${payments.asked} 笔，退款 ${payments.refunded} 笔，无法核对 ${payments.failed} 笔${outcomes.length ? `（${outcomes.join('，')}）` : ''}`,
      );
      const proof = await proveLedger(ctx);
      print(
        `账本：${proof.accounts} 个账户，${proof.transfers} 笔转账，${proof.entries} 条分录，${proof.ok ? '全部相符' : `${proof.faults.length} 处不符`}`,
      );
      for (const { fault, subject } of proof.faults) print(`  ${fault}：${subject}`);
      if (values['revive-events']) print(`事件：${await reviveDeadEvents(booted.app)} 个将重新投递`);
      const dead = await countDeadEvents(booted.app);
      if (dead > 0) print(`事件：${dead} 个多次投递失败，修复后可用 --revive-events 重新投递`);
      return proof.ok && payments.failed === 0 && dead === 0 ? 0 : 1;
    } finally {
      await booted.stop();
    }
  },
};
