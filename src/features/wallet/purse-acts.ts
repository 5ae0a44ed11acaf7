import { gateway, SILENT } from '#client/gateway.ts';

/** A bidder's purse of deposits; each throws ApiError with what is to be said. */
export const fetchPurse = () => gateway('GET /user/purse', {}, SILENT);
export const movePurse = (way: 'fill' | 'take', amount: number, idempotency_key: string) =>
  gateway(`POST /user/purse/${way}`, { amount, idempotency_key }, SILENT);
