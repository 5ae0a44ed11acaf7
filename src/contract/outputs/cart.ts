import { z } from 'zod';
import { CART_MAX } from '../cart.ts';
import { flagField, idField, keyField } from '../input-fields.ts';
import { pictureOutput } from './item.ts';

const cartLineOutput = z.strictObject({
  id: z.int(),
  /** Key of its kind; '': it is gone. */
  kind: z.string(),
  title: z.string(),
  cover: pictureOutput.nullable(),
  list_price: z.number(),
  /** What this reader pays. */
  price: z.number(),
  /** Why it cannot be bought now; '': it can. */
  refusal: z.string(),
});
/** A work in a cart. */
export type CartLine = z.infer<typeof cartLineOutput>;

/** Sums are those of what can be bought. */
export const cartOutput = z.strictObject({
  list: z.array(cartLineOutput),
  list_price: z.number(),
  price: z.number(),
  balance: z.number(),
});
export type Cart = z.infer<typeof cartOutput>;

export const cartOrderInput = z.object({
  /** All that is missing of this series, at its price. */
  series: idField.optional(),
  ids: z.array(idField, { error: '作品无效' }).min(1, '请选择作品').max(CART_MAX, `一次最多 ${CART_MAX} 件作品`),
  balance: flagField.default(false),
  cache: flagField.default(false),
  idempotency_key: keyField.optional(),
});
export type CartOrderInput = z.output<typeof cartOrderInput>;
