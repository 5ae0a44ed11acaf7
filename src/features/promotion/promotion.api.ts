import { gateway } from '#client/gateway.ts';
import type { CallInput } from '#contract/gateway.ts';

/** Screens show their failures themselves. */
const SILENT = { silent: true } as const;

export const fetchBanner = (id: number) => gateway('GET /admin/banner/form', { id }, SILENT);
export const postBanner = (form: CallInput<'POST /admin/banner'>) => gateway('POST /admin/banner', form, SILENT);
export const fetchGiftList = () => gateway('GET /admin/gift', {}, SILENT);
export const postGiftList = (form: CallInput<'POST /admin/gift'>) => gateway('POST /admin/gift', form, SILENT);
