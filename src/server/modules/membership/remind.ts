import { COMPANY_PATH } from '#contract/company.ts';
import { vipOf } from '#contract/membership.ts';
import { paths } from '#contract/paths.ts';
import { type App, type Ctx, inTransaction } from '../../app/ctx.ts';
import { timedJob } from '../../app/timed-job.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { shanghaiDay, unixSeconds } from '../../kernel/clock.ts';
import { fenToYuan } from '../../kernel/money.ts';
import { sendEachNotice } from '../notices/index.ts';
import type { AgreementRow } from './agreements.repo.ts';
import { agreementsOf, MEMBERSHIPS, renewDue } from './auto-renew.ts';
import { type Renewal, renewalsOf } from './renewals.ts';
import { findEnding, type TermRow } from './repo.ts';
import { DAY_MS, REMIND_DAYS, reminderOf } from './rules.ts';
import { findEndingSeats, type SeatTerm } from './seats.repo.ts';

const BATCH = 200;

/** First before the mails of a day go out (DIGEST_HOUR). */
export const membershipJobs = (app: App): JobDefinition[] => [
  timedJob(app, 'membership.remind', '30 8-20 * * *', remindOfEnds),
  // calls of the provider for each
  { ...timedJob(app, 'membership.renew', '20 * * * *', renewDue), expire_s: 3_600 },
];

/** Reminds members 7, 3 and 1 days before the end, once each however often it is called; who goes on by another term gets none (T9). Of seats their company is. */
export async function remindOfEnds(ctx: Ctx, stopping?: AbortSignal): Promise<void> {
  const from = ctx.app.clock.now();
  const to = new Date(from.getTime() + Math.max(...REMIND_DAYS) * DAY_MS);
  for (let after = 0; ; ) {
    stopping?.throwIfAborted();
    const terms = await findEnding(ctx.db, { from, to, after, limit: BATCH });
    const [renewals, agreements] = [await renewalsOf(ctx, terms), await agreementsOf(ctx, terms)];
    await inTransaction(ctx, async (tx) =>
      sendEachNotice(
        tx,
        terms.flatMap((term, at) => noticeOf(term, renewals[at] ?? null, agreements[at] ?? null, from)),
      ),
    );
    if (terms.length < BATCH) break;
    after = terms.at(-1)?.id ?? after;
  }
  for (let after = 0; ; ) {
    stopping?.throwIfAborted();
    const seats = await findEndingSeats(ctx.db, { from, to, after, limit: BATCH });
    await inTransaction(ctx, async (tx) =>
      sendEachNotice(
        tx,
        seats.flatMap((term) => noticeOfSeats(term, from)),
      ),
    );
    if (seats.length < BATCH) return;
    after = seats.at(-1)?.id ?? after;
  }
}

function noticeOfSeats(term: SeatTerm, now: Date) {
  const days = reminderOf({ from: term.starts_at, to: term.ends_at }, now);
  if (days === null) return [];
  const title = `${term.seats} 个${vipOf(term.vip_type)?.name ?? '会员'}席位 ${shanghaiDay(term.ends_at)} 到期`;
  const key = `seats:${term.line_id}:ends:${unixSeconds(term.ends_at)}:${days}`;
  return [
    { user_id: term.owner_id, topic: 'vip' as const, key, title, content: '续费后席位上的人不变，时间接在到期之后。', href: COMPANY_PATH },
  ];
}

function noticeOf(term: TermRow, renew: Renewal | null, agreement: AgreementRow | null, now: Date) {
  const days = reminderOf({ from: term.sold_from, to: term.to }, now);
  if (days === null) return [];
  const name = vipOf(term.vip_type)?.name ?? '会员';
  const to = { user_id: term.user_id, topic: 'vip' as const, key: `term:${term.id}:ends:${unixSeconds(term.to)}:${days}` };
  if (agreement?.status === 2) {
    return [
      {
        ...{ ...to, title: `您的${name} ${shanghaiDay(term.to)} 到期，将自动续费`, href: MEMBERSHIPS },
        content: `到期前一天从支付宝扣 ¥${fenToYuan(agreement.price_fen)}；不想续费，现在就可以关闭。`,
      },
    ];
  }
  return [
    {
      ...{ ...to, title: `您的${name} ${shanghaiDay(term.to)} 到期`, href: paths.payVip(term.vip_type, renew?.vip_id) },
      content: `${renew ? priceText(renew) : ''}续费从到期之后算起，不浪费一天。`,
    },
  ];
}

const priceText = ({ price_fen, list_fen }: Renewal): string =>
  price_fen < list_fen
    ? `到期前续费保留您的价格 ¥${fenToYuan(price_fen)}（现价 ¥${fenToYuan(list_fen)}）。`
    : `续费 ¥${fenToYuan(price_fen)}。`;
