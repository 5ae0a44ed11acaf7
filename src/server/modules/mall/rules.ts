import { NUM_MOST, RETURN_DAYS } from '#contract/mall.ts';

/** As much of goods as redeeming them asks. */
export interface Offered {
  is_on: boolean;
  points: number;
  left_num: number | null;
  per_person: number;
}

/** How many of them somebody may redeem now, with so many points and so many redeemed before. */
export function mostOf(of: Offered, had: number, points: number): number {
  if (!of.is_on) return 0;
  const by_person = of.per_person === 0 ? NUM_MOST : Math.max(0, of.per_person - had);
  return Math.min(NUM_MOST, by_person, of.left_num ?? NUM_MOST, Math.floor(points / of.points));
}

/** Why so many cannot be redeemed, for people; '': they can. */
export function redeemRefusal(of: Offered, num: number, had: number, points: number): string {
  if (!of.is_on) return '该商品已下架';
  if (of.left_num !== null && of.left_num < num) return of.left_num === 0 ? '该商品已兑完' : `库存只剩 ${of.left_num} 件`;
  if (of.per_person > 0 && had + num > of.per_person)
    return had >= of.per_person ? `每人限兑 ${of.per_person} 件，您已兑满` : `每人限兑 ${of.per_person} 件`;
  if (of.points * num > points) return '积分不足';
  return '';
}

interface Underway {
  kind: string;
  state: string;
  shipped_at: Date | null;
  received_at: Date | null;
  asked_at: Date | null;
}

/** A parcel may be sent back once, until seven days after it was received. */
export function mayReturn({ kind, state, received_at, asked_at }: Underway, now: Date): boolean {
  if (kind !== 'physical' || asked_at !== null) return false;
  if (state === 'shipped') return true;
  return state === 'received' && received_at !== null && now.getTime() < received_at.getTime() + RETURN_DAYS * 86_400_000;
}

/** `reviewables.type` of redemptions by people who look like one. */
export const REDEEMERS = 'redeemers';
/** So many people who redeem the same goods from one browser within so many days look like one person. */
export const CLUSTER_LEAST = 3;
export const CLUSTER_DAYS = 30;
