import { gateway } from '#client/gateway.ts';

export interface UnionWish {
  union_id: number;
  balance: 0 | 1;
  /** 1: the open order as it stands, if there is one. */
  cache: 0 | 1;
  idempotency_key: string;
}

/** The panel says itself what failed. */
export const postUnionOrder = (wish: UnionWish) => gateway('POST /user/Union/addorder', wish, { silent: true });
