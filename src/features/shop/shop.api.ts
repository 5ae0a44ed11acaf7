import { gateway } from '#client/gateway.ts';
import type { OwnShop, ShopCard, ShopForm, ShopPictureSlot } from '#contract/shop.ts';

/** Screens show their failures themselves. */
const SILENT = { silent: true } as const;

export const fetchOwnShop = (): Promise<OwnShop | null> => gateway('GET /resource/shop/mine', {}, SILENT);
export const saveShop = (form: ShopForm): Promise<{ id: number }> => gateway('POST /resource/shop/save', form, SILENT);
export const saveShopPicture = (slot: ShopPictureSlot, file_id: number): Promise<ShopCard | null> =>
  gateway('POST /resource/shop/picture', { slot, file_id }, SILENT);
