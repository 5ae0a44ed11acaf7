import { paths } from '#contract/paths.ts';
import { type App, type Ctx, createCtx, inTransaction, type TxCtx } from '../../app/ctx.ts';
import { batchedWrite } from '../../db/batched.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { shanghaiDay } from '../../kernel/clock.ts';
import { paced } from '../../kernel/paced.ts';
import { sendEachNotice } from '../notices/index.ts';
import { type GrantedRight, grantRights, lastEnds, lockUnionOf, moveRight, type RightRow, takeDue } from './repo.ts';
import { addMonths, retryAfterMin } from './rules.ts';

/** While one is attempted no other worker attempts it, as long as a partner may take to answer. */
const TURN_MS = 5 * 60_000;
/** Claimed by one statement. */
const CLAIM = 64;
/** Asked for at once: a partner that takes seconds to answer must not make a day of a sale's evening. */
const PACE = { at_once: 16, every_ms: 0 };

/**
 * Asks the partners for what waits and takes back what ends, until nothing is due. Asking twice is asking once, so a
 * lost answer is asked again, with growing pauses. A right that was refunded while it was asked for is taken back afterwards.
 * @returns how many went through
 */
export async function runRights(ctx: Ctx, stopping?: AbortSignal): Promise<number> {
  let done = 0;
  for (;;) {
    stopping?.throwIfAborted();
    const now = ctx.app.clock.now();
    const rights = await takeDue(ctx.db, now, new Date(now.getTime() + TURN_MS), CLAIM);
    if (rights.length === 0) return done;
    const answers: Answer[] = [];
    await paced(rights, PACE, async (right) => {
      answers.push({ right, ...(await ask(ctx, right)) });
    });
    const written = await Promise.all(answers.map((answer) => write(ctx, answer, now)));
    done += written.filter(Boolean).length;
  }
}

/** What a partner said to a right: its number, '' where it was taken back, or why not. */
type Answer = { right: RightRow } & ({ partner_no: string } | { error: unknown });

async function ask(ctx: Ctx, right: RightRow): Promise<{ partner_no: string } | { error: unknown }> {
  const { partner } = ctx.app.providers;
  try {
    if (right.state === 'waiting') return await partner.grant(asked(right));
    await partner.revoke(asked(right));
    return { partner_no: '' };
  } catch (error) {
    return { error };
  }
}

/** False: it did not go through, which is written down. */
async function write(ctx: Ctx, answer: Answer, now: Date): Promise<boolean> {
  const { right } = answer;
  try {
    if ('error' in answer) throw answer.error;
    if (right.state === 'waiting') await writeGranted(ctx.app.db, { ctx, right, partner_no: answer.partner_no });
    else await moveRight(ctx.db, right.id, 'ending', { state: 'ended', ended_at: ctx.app.clock.now(), last_error: '', next_try_at: null });
    return true;
  } catch (error) {
    const next_try_at = new Date(now.getTime() + retryAfterMin(right.attempts) * 60_000);
    const last_error = String((error as Error).message ?? error).slice(0, 300);
    await moveRight(ctx.db, right.id, right.state, { next_try_at, last_error });
    ctx.log.warn({ err: error, request_no: right.request_no, attempts: right.attempts }, 'partner right not done');
    return false;
  }
}

interface Answered {
  ctx: Ctx;
  right: RightRow;
  partner_no: string;
}

/** Answers that come at the same moment share a transaction. */
const writeGranted = batchedWrite(async (_db, answered: readonly Answered[]): Promise<null[]> => {
  const [first] = answered;
  if (first) await inTransaction(first.ctx, (tx) => grantTogether(tx, answered));
  return answered.map(() => null);
});

async function grantTogether(tx: TxCtx, answered: readonly Answered[]): Promise<void> {
  await lockUnionOf(tx.db, ...answered.map(({ right }) => right.user_id));
  const now = tx.app.clock.now();
  const rights = answered.map(({ right }) => right);
  const known = await lastEnds(tx.db, rights);
  // of two of one product for one phone the later one follows the other
  const ends = new Map<string, Date>();
  const granted = answered.map(({ right, partner_no }, at): GrantedRight => {
    const product = JSON.stringify([right.partner, right.product, right.phone]);
    const last = ends.get(product) ?? known[at] ?? now;
    const starts_at = new Date(Math.max(last.getTime(), now.getTime()));
    const ends_at = addMonths(starts_at, right.months);
    ends.set(product, ends_at);
    return { id: right.id, starts_at, ends_at, granted_at: now, partner_no };
  });
  const given = await grantRights(tx.db, granted);
  // refunded meanwhile: it ends by its own turn, with the number that the partner gave
  for (const { id, partner_no } of granted) if (!given.has(id)) await moveRight(tx.db, id, 'ending', { partner_no, granted_at: now });
  const texts = rights.flatMap((right, at) => (given.has(right.id) ? [grantedText(right, granted[at] as GrantedRight)] : []));
  sendEachNotice(tx, texts);
}

/** The partner gave it: its buyer is notified, once. */
function grantedText({ id, user_id, orderid, title, partner, months, phone }: RightRow, { starts_at, ends_at }: GrantedRight) {
  return {
    ...{ user_id, topic: 'wallet' as const, key: `union-right:${id}:given`, title: `联合会员权益已发放：${title}` },
    content: `${partner} ${months} 个月已发放到手机号 ${phone.slice(0, 3)}****${phone.slice(-4)}，${shanghaiDay(starts_at)} 至 ${shanghaiDay(ends_at)} 有效。`,
    href: paths.order(orderid),
  };
}

const asked = ({ request_no, partner, product, months, phone }: RightRow) => ({ request_no, partner, product, months, phone });

/** Gives and takes back what waits at partners. */
export const UNION_JOB = 'union.rights';

export function unionJobs(app: App): JobDefinition[] {
  return [
    {
      name: UNION_JOB,
      cron: '* * * * *',
      async run(_payload, stopping) {
        await runRights(createCtx(app, { kind: 'job', name: UNION_JOB }, UNION_JOB), stopping);
      },
    },
  ];
}
