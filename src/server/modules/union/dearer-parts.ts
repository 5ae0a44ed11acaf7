import type { Ctx } from '../../app/ctx.ts';
import { type Fen, fenToYuan } from '../../kernel/money.ts';
import { alonePrices } from '../membership/index.ts';
import type { UnionPart } from './rules.ts';

type PlanPart = Pick<Extract<UnionPart, { sort: 'plan' }>, 'title' | 'vip_type' | 'days'>;

interface Priced {
  price_fen: Fen;
  parts: ReadonlyArray<PlanPart | Extract<UnionPart, { sort: 'partner' }>>;
}

/**
 * By the plans of now: which membership of a bundle costs more alone than the whole of it, in words; null: none. Then one of both prices is wrong,
 * and the bundle is not sold (0206, 0238).
 */
export async function dearerParts(ctx: Ctx): Promise<(bundle: Priced) => string | null> {
  const alone = await alonePrices(ctx);
  return ({ price_fen, parts }) => {
    for (const part of parts) {
      if (!('vip_type' in part)) continue;
      const alone_fen = alone(part);
      if (alone_fen !== null && alone_fen > price_fen)
        return `售价低于单独开通其中「${part.title}」${part.days} 天的 ¥${fenToYuan(alone_fen)}`;
    }
    return null;
  };
}
