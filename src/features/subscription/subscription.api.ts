import { gateway } from '#client/gateway.ts';
import type { SubscribeInput } from '#contract/subscription.ts';

/** Lists show their errors in place. */
const SILENT = { silent: true } as const;
const PER_PAGE = 10;

export const postSubscribe = (wish: SubscribeInput) => gateway('POST /scheme/index/subscribe', wish);
export const putCancel = (id: number) => gateway('PUT /scheme/index/subscribe', { id });
export const fetchSubscriptions = (page: number) => gateway('GET /scheme/index/subscribe', { page, limit: PER_PAGE }, SILENT);
export const fetchSubscribedWorks = (page: number) => gateway('GET /scheme/index/subscribe/works', { page, limit: PER_PAGE }, SILENT);
