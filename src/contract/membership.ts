/** Memberships (spec 2, VIP purchase modal; spec 3, VIP plan). Amounts are yuan, times unix seconds. */

import type { OwnPage } from './center.ts';
import type { VipKey } from './identity.ts';
import { SOLD_KINDS, VIP_ALL, VIP_BIDDING } from './kinds.ts';
import type { MemberTerm, VipProduct } from './outputs/membership.ts';

export type {
  AutoRenew,
  EquityDetail,
  MemberTerm,
  PlanForm,
  VipBought,
  VipEquity,
  VipPlan,
  VipProduct,
  VipQuote,
  VipSpec,
} from './outputs/membership.ts';

/** What the specification numbers and names for each membership that is sold. */
export interface VipFacts {
  /** Number of the membership (spec 9). */
  vip_type: number;
  key: VipKey;
  /** Its name in /vip/openVip?vipText=; empty for schemes. */
  vip_text: string;
  name: string;
  /** Number of its success screen (spec 4). */
  success: number;
  /** Type of the coupons that fit; 0: none. */
  coupon_type: number;
  /** Section whose page a buyer lands on; null: home, or `landing`. */
  section: string | null;
  /** Where a buyer lands that is no section of its own. */
  landing?: string;
}

/** Those of kinds, as their kinds say. */
const [OF_FIRST, ...OF_OTHERS] = SOLD_KINDS.map(
  ({ key, sale: { vip_type, vip_text, vip } }): VipFacts => ({ vip_type, key, vip_text, coupon_type: 0, ...vip }),
) as [VipFacts, ...VipFacts[]];

/** In the order in which they are offered. */
export const VIPS: readonly VipFacts[] = [
  OF_FIRST,
  { vip_type: VIP_ALL, key: 'all', vip_text: 'all', name: '全站会员', success: 5, coupon_type: 5, section: null },
  ...OF_OTHERS,
  {
    ...{ vip_type: VIP_BIDDING, key: 'bidding', vip_text: 'bidding', name: '竞标会员' },
    ...{ success: 3, coupon_type: 0, section: null, landing: '/demandBidding' },
  },
];

/** Names in user info by number (spec 9). */
export const VIP_NAMES: Readonly<Record<number, VipKey>> = Object.fromEntries(VIPS.map(({ vip_type, key }) => [vip_type, key]));

/** Numbers of all memberships that are sold. */
export const VIP_TYPES: readonly number[] = VIPS.map(({ vip_type }) => vip_type);

export function vipOf(vip_type: number): VipFacts | null {
  return VIPS.find((vip) => vip.vip_type === vip_type) ?? null;
}

/** By the word in the address; null for every other. */
export function vipOfText(text: string): VipFacts | null {
  return VIPS.find(({ vip_text }) => vip_text === text) ?? null;
}

/** What an address opens whose word names none (spec 4). */
export const FIRST_VIP: VipFacts = OF_FIRST;

/** From which kind of item a membership was bought (spec 9); 0: from none. */
export const DIVIDE_NUMBERS: readonly number[] = [0, ...SOLD_KINDS.map(({ sale }) => sale.divide_type)];
export const divideTypeOf = (kind_key: string): number => SOLD_KINDS.find(({ key }) => key === kind_key)?.sale.divide_type ?? 0;

/** A term that ends after this year is for life (spec 9). */
const LIFETIME_AFTER_YEAR = 2124;

export function isLifetime(unix_s: number): boolean {
  return new Date(unix_s * 1000).getUTCFullYear() > LIFETIME_AFTER_YEAR;
}

export const ORDER_NUM_MAX = 10;
export const EQUITIES_MAX = 20;
export const SPECS_MAX = 12;
/** Of a spec: yuan, days (0: for life), a day's downloads (0: as many as one wants). */
export const SPEC_BOUNDS = {
  price: { min: 0.01, max: 100_000 },
  days: { min: 0, max: 3_660 },
  limit: { min: 0, max: 998 },
} as const;

/** After a coupon of the dialog ended, the order is made again this much later (spec 4). */
export const COUPON_ENDED_MS = 1_000;

export const MEMBER_CALLS = {
  vips: '/user/Member/viplist',
  plans: '/user/Member/vipspeclist',
  plan: '/user/Member/sigleviplist',
  quote: '/user/Member/isChangeVip',
  orders: '/user/Member/viporderlist',
  equity: '/user/Member/quanyiDetail',
  ppt: '/user/Member/addPptVip',
  order: '/user/Member/addorder',
  bought: '/user/Member/distribute',
} as const;

/** Why an agreement to renew by itself ended, for its member. */
export const AGREEMENT_ENDS = {
  member: '您关闭了自动续费',
  declined: '您没有同意',
  provider: '您在支付宝里解除了授权',
  former: '支付方已不再支持自动续费',
  over: '会员已经结束',
  sold_out: '套餐已停售',
  dearer: '价格高于您同意的金额',
  refused: '连续三次没有扣成',
  staff: '客服应您的要求关闭了自动续费',
  closed: '账号已注销',
} as const;
export type AgreementEnd = keyof typeof AGREEMENT_ENDS;

export const STAFF_MEMBER_CALLS = {
  plans: '/admin/vip/plans',
  plan: '/admin/vip/plan',
  terms: '/admin/vip/terms',
  give: '/admin/vip/give',
  end: '/admin/vip/end',
} as const;

/** 1 can be opened, 2 shown in grey. */
export type VipStatus = 1 | 2;

export type VipList = Record<VipKey, VipProduct>;

/** open: nothing of it runs; renew: after what runs; upgrade: at once, crediting what is left; wait: when what covers it ends. */
export type VipChange = 'open' | 'renew' | 'upgrade' | 'wait';

export interface VipOrderInput {
  vip_id: number;
  balance: 0 | 1;
  num?: number;
  coupon_id?: number;
  cache?: 0 | 1;
  divide_type?: number;
  data_id?: number;
  idempotency_key?: string;
}

/** A term as staff see it. */
export interface StaffTerm extends Omit<MemberTerm, 'renew' | 'auto' | 'can_auto'> {
  paid: number;
  closed_at: number;
  source_id: number;
}

export type StaffTerms = OwnPage<StaffTerm>;
