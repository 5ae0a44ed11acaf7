import { askSession } from '#client/session.ts';
import type { VipWish } from './vip.store.ts';

/**
 * The membership modal over the page the reader is on (spec 2, VIP purchase modal): signs in first if needed. Resolves when it is
 * closed: whether something was bought. React and the modal are fetched only now.
 */
export async function openVip(wish: VipWish): Promise<boolean> {
  if (!(await askSession('登录后即可开通会员'))) return false;
  const { showVip } = await import('./show-vip.tsx');
  return showVip(wish);
}
