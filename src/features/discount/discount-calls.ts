import { gateway, SILENT } from '#client/gateway.ts';
import type { CallInput } from '#contract/gateway.ts';
import type { OwnListQuery } from '#kit/own-list/own-list.store.ts';

export const loadDiscounts = ({ page }: Pick<OwnListQuery, 'page'>) => gateway('GET /user/discount/list', { page, limit: 10 }, SILENT);
export const saveDiscount = (input: CallInput<'POST /user/discount'>) => gateway('POST /user/discount', input, SILENT);
