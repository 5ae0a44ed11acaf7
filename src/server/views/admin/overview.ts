import type { ProviderHealth, SettingForm, TodayFacts } from '#contract/admin.ts';
import { COUNT_MOST } from '#contract/admin.ts';
import { type Ctx, requireVerb } from '../../app/ctx.ts';
import { shanghaiDay, shanghaiDayEnd, unixSeconds } from '../../kernel/clock.ts';
import { waitingMonths } from '../../modules/books/index.ts';
import { newWorksByDay } from '../../modules/catalog/index.ts';
import { countDeadEvents, countFailedJobs, countWaiting } from '../../modules/console/index.ts';
import { newUsersByDay, publicUsers } from '../../modules/identity/index.ts';
import { givenUpDeliveries } from '../../modules/notices/index.ts';
import { systemWarnings } from '../../modules/operations/index.ts';
import { incomeByDay, waitingRefunds } from '../../modules/orders/index.ts';
import { openReviews } from '../../modules/review/index.ts';
import { listSettings } from '../../modules/settings/index.ts';
import { isSandboxPartner } from '../../providers/partner/sandbox.ts';
import { isSandboxPayment } from '../../providers/payment/sandbox.ts';
import { isSandboxSms } from '../../providers/sms/sandbox.ts';

const DAYS = 7;
const DAY_MS = 86_400_000;

/** What happened in the last seven Shanghai days and what waits for staff. @throws AppError 403 */
export async function todayFacts(ctx: Ctx): Promise<TodayFacts> {
  requireVerb(ctx, 'today.see');
  const now = ctx.app.clock.now();
  const since = new Date(shanghaiDayEnd(now).getTime() - DAYS * DAY_MS);
  const [income, people, works, reviews, dead_events, failed_jobs, given_up_notices, warnings, waits, months] = await Promise.all([
    incomeByDay(ctx, since),
    newUsersByDay(ctx, since),
    newWorksByDay(ctx, since),
    openReviews(ctx),
    countDeadEvents(ctx.app),
    countFailedJobs(ctx),
    givenUpDeliveries(ctx, since, COUNT_MOST + 1),
    systemWarnings(ctx),
    countWaiting(ctx),
    waitingMonths(ctx),
  ]);
  const days = Array.from({ length: DAYS }, (_, ago) => shanghaiDay(new Date(now.getTime() - ago * DAY_MS)));
  return {
    days: days.map((day) => {
      const money = income.find((row) => row.day === day);
      return {
        day,
        income: (money?.income_fen ?? 0) / 100,
        orders: money?.orders ?? 0,
        new_users: people.find((row) => row.day === day)?.n ?? 0,
        new_works: works.find((row) => row.day === day)?.n ?? 0,
      };
    }),
    reviews,
    dead_events,
    failed_jobs,
    given_up_notices,
    system_warnings: warnings.length,
    waits: [...waits, ...months],
  };
}

/** Settings with who changed them. @throws AppError 403 */
export async function settingForms(ctx: Ctx): Promise<SettingForm[]> {
  const settings = await listSettings(ctx);
  const people = await publicUsers(
    ctx,
    settings.flatMap(({ changes }) => changes.flatMap(({ changed_by }) => (changed_by === null ? [] : [changed_by]))),
  );
  return settings.map(({ changes, moves_money, ...setting }) => ({
    ...setting,
    countersigned: moves_money,
    history: changes.map((change) => ({
      id: change.id,
      at: unixSeconds(change.changed_at),
      by: change.changed_by === null ? '命令行' : people.get(change.changed_by).nickname,
      value: change.value,
      before: change.before,
    })),
  }));
}

/** Whether the outside answers, by port. Reads only what costs nothing. @throws AppError 403 */
export async function providerHealth(ctx: Ctx): Promise<ProviderHealth[]> {
  requireVerb(ctx, 'health.see');
  const { payment, sms, partner, documents, storage, search_engines } = ctx.app.providers;
  const { mail, wechat_login, realname, payout, calls, assistant, text_check } = ctx.app.providers;
  const [waiting, conversion, isolated, narrows, kept, files] = await Promise.all([
    waitingRefunds(ctx),
    asked(() => documents.conversion()),
    asked(() => documents.isolated()),
    asked(() => documents.narrows()),
    asked(() => storage.freeBytes()),
    // whether there is such a file does not matter
    asked(async () => ({ found: await storage.statPrivate('health') })),
  ]);
  return [
    {
      port: 'payment',
      title: '支付',
      adapter: isSandboxPayment(payment) ? '模拟' : '正式',
      ok: true,
      note: waiting > 0 ? `${waiting} 笔退款等待支付方处理` : '没有等待中的退款',
    },
    { port: 'partner', title: '联合会员合作方', adapter: isSandboxPartner(partner) ? '模拟' : '正式', ok: true, note: '' },
    {
      port: 'search-engine',
      title: '搜索引擎推送',
      adapter: search_engines.length === 0 ? '未配置' : search_engines.some(({ sandbox }) => sandbox) ? '模拟' : '正式',
      ok: true,
      note: search_engines.map(({ title }) => title).join('、'),
    },
    { port: 'sms', title: '短信', adapter: isSandboxSms(sms) ? '模拟' : '正式', ok: true, note: '' },
    { port: 'mail', title: '邮件', adapter: adapterOf(mail), ok: true, note: mail.name === NONE ? '消息只在站内发送' : '' },
    { port: 'wechat-login', title: '微信登录', adapter: adapterOf(wechat_login), ok: true, note: '' },
    { port: 'realname', title: '实名核验', adapter: adapterOf(realname), ok: true, note: realname.name === NONE ? '由审核员逐一核验' : '' },
    { port: 'payout', title: '提现打款', adapter: adapterOf(payout), ok: true, note: '' },
    { port: 'calls', title: '隐私号码', adapter: adapterOf(calls), ok: true, note: '' },
    {
      port: 'assistant',
      title: '策猫助手',
      adapter: adapterOf(assistant),
      ok: true,
      note: assistant.name === 'sandbox' ? '' : assistant.model,
    },
    {
      port: 'text-check',
      title: '文字审核',
      adapter: adapterOf(text_check),
      ok: true,
      note: text_check.name === NONE ? '只按本站的词表' : '',
    },
    {
      port: 'document',
      title: '文档转换',
      adapter: '本机',
      ok: conversion !== null,
      note: conversion === null ? '没有回应' : isolated ? '转换进程已隔离' : '转换进程未隔离',
    },
    {
      port: 'film',
      title: '视频清晰度',
      adapter: narrows ? '本机' : '未配置',
      ok: true,
      note: narrows ? '课程视频在后台转为 480P 与 720P' : '没有 ffmpeg 或未能隔离，课程视频按原画播放',
    },
    {
      port: 'storage',
      title: '文件存储',
      adapter: ctx.app.config.storage === 's3' ? '对象存储' : '本机',
      ok: kept !== null && files !== null,
      note:
        kept === null || files === null
          ? '没有回应'
          : `${ctx.app.config.storage === 's3' ? '本机' : ''}剩余空间 ${(kept / 1024 ** 3).toFixed(1)} GB`,
    },
  ];
}

/** What a port that stands for nothing calls itself. */
const NONE = 'none';
const adapterOf = ({ name }: { name: string }): string => (name === NONE ? '未配置' : name === 'sandbox' ? '模拟' : '正式');

/** Null: it does not answer. */
async function asked<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch {
    return null;
  }
}
