import { BATCH_MOST, type GotCoupon } from '#contract/coupon.ts';
import { type Ctx, inTransaction, requireUser, requireVerb, type TxCtx } from '../../app/ctx.ts';
import { AppError, conflict, invalid, notFound } from '../../kernel/errors.ts';
import { sha256 } from '../../kernel/ids.ts';
import { fenToYuan } from '../../kernel/money.ts';
import { inStrips } from '../../kernel/strips.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { defineStaffAct, performAct } from '../countersign/index.ts';
import {
  countCodesOf,
  countRedeemed,
  findCode,
  findDefinition,
  insertBatch,
  lockGiven,
  stopBatchRow,
  takeCode,
} from './definitions.repo.ts';
import { definitionFace, definitionTitle, giveByDefinition } from './definitions.ts';
import { newCode, readCode } from './rules.ts';

export interface BatchInput {
  definition_id: number;
  title: string;
  num: number;
  per_person: number;
  ends_at: Date;
}

/** 79 random bits, so that a hash without salt reveals nothing. */
const hashOf = (code: string) => sha256(`coupon-code:${code}`);

interface BatchMade {
  id: number;
  codes: string[];
}

const batchAct = defineStaffAct<Omit<BatchInput, 'ends_at'> & { ends_at_ms: number }, BatchMade>({
  name: 'coupon.batch',
  title: '生成兑换码',
  verb: 'coupon.edit',
  concerns: () => [],
  value: async (ctx, { definition_id, num }) => (await definitionFace(ctx, definition_id)) * num,
  about: async (ctx, { definition_id, title, num }) =>
    `「${title}」${num} 个兑换码，每个 ¥${fenToYuan(await definitionFace(ctx, definition_id))}（${await definitionTitle(ctx, definition_id)}）`,
  run: (tx, { ends_at_ms, ...input }) => writeBatch(tx, { ...input, ends_at: new Date(ends_at_ms) }),
  result_is_secret: true,
});

/**
 * Makes codes for a definition. They are returned once and stored as hashes: a reader of the database cannot use them. After a second person
 * confirmed them, the same request makes them.
 * @throws AppError 404, code 1 for an end in the past, and as `performAct`
 */
export function makeBatch(ctx: Ctx, { ends_at, ...input }: BatchInput): Promise<BatchMade> {
  return performAct(ctx, batchAct, { ...input, ends_at_ms: ends_at.getTime() });
}

async function writeBatch(ctx: Ctx, input: BatchInput): Promise<BatchMade> {
  const staff_id = requireVerb(ctx, 'coupon.edit');
  const now = ctx.app.clock.now();
  if (input.ends_at <= now) throw invalid({ ends_at: '结束时间应在将来' });
  if (input.num < 1 || input.num > BATCH_MOST) throw invalid({ num: `数量为 1 至 ${BATCH_MOST}` });
  const codes = new Set<string>();
  const hashes: string[] = [];
  for await (const code of inStrips(newCodes(codes, input.num))) hashes.push(hashOf(readCode(code) as string));
  return inTransaction(ctx, async (tx) => {
    if (!(await findDefinition(tx.db, input.definition_id))) throw notFound('没有这种优惠券');
    const id = await insertBatch(tx.db, { ...input, created_by: staff_id, created_at: now }, hashes);
    const { definition_id, num, title } = input;
    await recordAudit(tx, 'coupon.batch', `batch:${id}`, { definition_id, num, title });
    return { id, codes: [...codes] };
  });
}

/** New codes until there are so many. */
function* newCodes(codes: Set<string>, num: number): Generator<string> {
  while (codes.size < num) {
    const code = newCode();
    if (codes.has(code)) continue;
    codes.add(code);
    yield code;
  }
}

/** Stops a batch, or lets it go on: codes that were not used are refused while it is stopped. @throws AppError 403, 404 */
export async function stopBatch(tx: TxCtx, id: number, stopped: boolean, reason: string): Promise<void> {
  requireVerb(tx, 'coupon.edit');
  if (!(await stopBatchRow(tx.db, id, stopped))) throw notFound('没有这个批次');
  await recordAudit(tx, stopped ? 'coupon.batch_stop' : 'coupon.batch_go_on', `batch:${id}`, { reason });
}

export const CODE_WRONG_TEXT = '兑换码无效，请检查后重新输入';

/**
 * The signed-in user exchanges a code. Of many who use one code at once one gets what it is for. A code that is not there and one that is
 * spelled wrongly get the same answer. Locks this person's own of the batch.
 * @throws AppError code 1 with the reason; 409 when it was used
 */
export async function redeemCode(ctx: Ctx, text: string): Promise<GotCoupon> {
  const user_id = requireUser(ctx);
  const code = readCode(text);
  const hash = code === null ? '' : hashOf(code);
  return inTransaction(ctx, async (tx) => {
    const now = tx.app.clock.now();
    const found = hash === '' ? null : await findCode(tx.db, hash);
    if (!found) throw new AppError(CODE_WRONG_TEXT);
    const { batch } = found;
    if (found.user_id === user_id) throw conflict('您已使用过这个兑换码，请在我的优惠券查看');
    if (found.user_id !== null) throw conflict('这个兑换码已被使用');
    if (batch.stopped || batch.ends_at <= now) throw conflict('这个兑换码已失效');
    await lockGiven(tx.db, user_id, -batch.id);
    if ((await countCodesOf(tx.db, batch.id, user_id)) >= batch.per_person) throw conflict('您已兑换过这一批优惠券');
    if (!(await takeCode(tx.db, hash, user_id, now))) throw conflict('这个兑换码已被使用');
    const [got] = await giveByDefinition(tx, batch.definition_id, [user_id]);
    await countRedeemed(tx.db, batch.id);
    return got as GotCoupon;
  });
}
