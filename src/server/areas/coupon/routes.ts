import { couponCalls } from '#contract/coupon/calls.ts';
import { couponKey, couponUse } from '#contract/coupon-use.ts';
import { csvAnswer } from '../../http/csv-answer.ts';
import { type Endpoint, serve } from '../../http/endpoint.ts';
import { AppError } from '../../kernel/errors.ts';
import { csvPieces, eachOf, issueToPhones } from '../../modules/console/index.ts';
import { claimableCoupons, claimCoupon, definitionForm, makeBatch, redeemCode, saveDefinition } from '../../modules/vouchers/index.ts';

const nounOf = (use: string, type: number) => couponUse(use, type).noun;

export const couponEndpoints: Endpoint[] = [
  serve(couponCalls.get_index, async (ctx, { type, use, limit }) => ({
    list: await claimableCoupons(ctx, { limit, ...(type === undefined ? {} : { of: couponKey(use, type) }) }, nounOf),
  })),
  serve(couponCalls.post_index, (ctx, { id, code }) => {
    if (id !== undefined) return claimCoupon(ctx, id);
    if (code === '') throw new AppError('请输入兑换码');
    return redeemCode(ctx, code);
  }),
  serve(couponCalls.get_form, (ctx, { id }) => definitionForm(ctx, id)),
  serve(couponCalls.post_form, async (ctx, { id, ...form }) => ({ id: await saveDefinition(ctx, { ...form, id: id ?? 0 }) })),
  serve(couponCalls.batch, async (ctx, { ends_at, ...input }) => {
    const { id, codes } = await makeBatch(ctx, { ...input, ends_at: new Date(ends_at * 1000) });
    return csvAnswer(`兑换码-${id}.csv`, csvPieces(eachOf([['兑换码'], ...codes.map((code) => [code])])));
  }),
  serve(couponCalls.issue, (ctx, input) => issueToPhones(ctx, input)),
];
