import { parseArgs } from 'node:util';
import { dayStart } from '#contract/days.ts';
import { createCtx } from '../app/ctx.ts';
import { boot } from '../boot.ts';
import { readConfig } from '../config/config.ts';
import { StartError } from '../kernel/errors.ts';
import { reconcilePayments } from '../modules/orders/index.ts';
import { DIFFERENCES, reconcileDay, yesterday } from '../modules/reconcile/index.ts';
import { proveLedger } from '../modules/wallet/index.ts';
import { countDeadEvents, reviveDeadEvents } from '../outbox/outbox.ts';
import { type Command, print } from './command.ts';

export const reconcileCommand: Command = {
  usage: '[--day YYYY-MM-DD] [--revive-events]',
  about: '向支付方核对未结清的付款与某一日（默认昨日）的对账单，再逐笔证明账本；有出入时退出码为 1',
  async run(args) {
    const { values } = parseArgs({ args, options: { 'revive-events': { type: 'boolean', default: false }, day: { type: 'string' } } });
    if (values.day !== undefined && dayStart(values.day) === null) throw new StartError('--day 应为日期，例如 2026-01-31');
    const booted = await boot(readConfig(), { work: false });
    try {
      const ctx = createCtx(booted.app, { kind: 'job', name: 'reconcile' }, 'cli');
      const payments = await reconcilePayments(ctx);
      const outcomes = Object.entries(payments.outcomes).map(([outcome, count]) => `${outcome} ${count}`);
      print(
        `付款：核对 ${payments.asked} 笔，退款 ${payments.refunded} 笔，无法核对 ${payments.failed} 笔${outcomes.length ? `（${outcomes.join('，')}）` : ''}`,
      );
      const bill = await reconcileDay(ctx, values.day ?? yesterday(ctx));
      print(
        `对账：${bill.day}，账单 ${bill.lines === null ? bill.fault : `${bill.lines} 行`}，我方收款 ${bill.payments} 笔，补入账 ${bill.repaired} 笔，差异 ${bill.differences.length} 处`,
      );
      for (const { kind, subject, detail } of bill.differences) print(`  ${DIFFERENCES[kind]}：${subject}${detail && `（${detail}）`}`);
      const proof = await proveLedger(ctx);
      print(
        `账本：${proof.accounts} 个账户，${proof.transfers} 笔转账，${proof.entries} 条分录，${proof.ok ? '全部相符' : `${proof.faults.length} 处不符`}`,
      );
      for (const { fault, subject } of proof.faults) print(`  ${fault}：${subject}`);
      if (values['revive-events']) print(`事件：${await reviveDeadEvents(booted.app)} 个将重新投递`);
      const dead = await countDeadEvents(booted.app);
      if (dead > 0) print(`事件：${dead} 个多次投递失败，修复后可用 --revive-events 重新投递`);
      return proof.ok && bill.differences.length === 0 && payments.failed === 0 && dead === 0 ? 0 : 1;
    } finally {
      await booted.stop();
    }
  },
};
