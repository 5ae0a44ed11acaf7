import type { OwnPage } from './center.ts';
import type { VipName } from './identity.ts';
import type { UserCoupon } from './order.ts';

/** Memberships (spec 2, VIP purchase modal; spec 3, VIP plan). Amounts are yuan, times unix seconds. */

/** What the specification numbers and names for each membership that is sold. */
export interface VipFacts {
  /** Number of the membership (spec 9). */
  vip_type: number;
  key: VipName;
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

export const VIPS: readonly VipFacts[] = [
  { vip_type: 1, key: 'scheme', vip_text: '', name: '方案会员', success: 1, coupon_type: 3, section: 'programme' },
  { vip_type: 6, key: 'all', vip_text: 'all', name: '全站会员', success: 5, coupon_type: 5, section: null },
  { vip_type: 2, key: 'ppt', vip_text: 'ppt', name: 'PPT会员', success: 6, coupon_type: 0, section: 'ppt' },
  { vip_type: 3, key: 'design', vip_text: 'design', name: '设计会员', success: 4, coupon_type: 0, section: 'design' },
  { vip_type: 4, key: 'sample', vip_text: 'sample', name: '大案例会员', success: 2, coupon_type: 0, section: 'bigcase' },
  { vip_type: 7, key: 'course', vip_text: 'course', name: '课程会员', success: 8, coupon_type: 0, section: 'study' },
  {
    vip_type: 5,
    key: 'bidding',
    vip_text: 'bidding',
    name: '竞标会员',
    success: 3,
    coupon_type: 0,
    section: null,
    landing: '/demandBidding',
  },
];

/** Numbers of all memberships that are sold. */
export const VIP_TYPES: readonly number[] = VIPS.map(({ vip_type }) => vip_type);

export function vipOf(vip_type: number): VipFacts | null {
  return VIPS.find((vip) => vip.vip_type === vip_type) ?? null;
}

/** By the word in the address; schemes for every other. */
export function vipOfText(text: string): VipFacts {
  return VIPS.find(({ vip_text }) => vip_text === text) ?? (VIPS[0] as VipFacts);
}

/** From which kind of item a membership was bought (spec 9); 0: from none. */
const DIVIDE_TYPES: Readonly<Record<string, number>> = { scheme: 1, sample: 2, design: 3, ppt: 4, course: 5 };
export const DIVIDE_NUMBERS: readonly number[] = [0, ...Object.values(DIVIDE_TYPES)];
export const divideTypeOf = (kind_key: string): number => DIVIDE_TYPES[kind_key] ?? 0;

/** A term that ends after this year is for life (spec 9). */
const LIFETIME_AFTER_YEAR = 2124;

export function isLifetime(unix_s: number): boolean {
  return new Date(unix_s * 1000).getUTCFullYear() > LIFETIME_AFTER_YEAR;
}

export const ORDER_NUM_MAX = 10;
export const EQUITIES_MAX = 20;
export const SPECS_MAX = 12;

/** After a coupon of the dialog ended, the order is made anew this much later (spec 4). */
export const COUPON_ENDED_MS = 1_000;

export const MEMBER_CALLS = {
  vips: '/user/Member/viplist',
  plans: '/user/Member/vipspeclist',
  plan: '/user/Member/sigleviplist',
  quote: '/user/Member/isChangeVip',
  terms: '/user/Member/surplusvipbag',
  orders: '/user/Member/viporderlist',
  equity: '/user/Member/quanyiDetail',
  ppt: '/user/Member/addPptVip',
  order: '/user/Member/addorder',
  bought: '/user/Member/distribute',
  now: '/index/index/nowtime',
} as const;

export const STAFF_MEMBER_CALLS = {
  plans: '/admin/vip/plans',
  plan: '/admin/vip/plan',
  terms: '/admin/vip/terms',
  give: '/admin/vip/give',
  end: '/admin/vip/end',
} as const;

/** 1 can be opened, 2 shown in grey. */
export type VipStatus = 1 | 2;

/** VIP product entry. */
export interface VipProduct {
  id: number;
  name: string;
  desc: string;
  img: string;
  status: VipStatus;
  /** 0 nothing to do, 1 open, 2 renew. */
  button_type: 0 | 1 | 2;
  button_name: string;
  /** The reader's own; null without one. */
  vip: { id: number; end_time: number } | null;
}

export type VipList = Record<'scheme' | 'ppt' | 'design' | 'sample' | 'course' | 'bidding' | 'all', VipProduct>;

export interface VipEquity {
  id: number;
  img_url: string;
  desc: string;
  /** 1: this spec gives it. */
  status: 0 | 1;
}

export interface VipSpec {
  id: number;
  price: number;
  org_price: number;
  show_date: string;
  spec_desc: string;
  /** 0 unlimited. */
  max_download_pre_day: number;
  /** 0: a lifetime. */
  days: number;
  /** When it would end, opened now by somebody without one. */
  vip_end_time: number;
  equity: VipEquity[];
}

export interface VipPlan {
  id: number;
  vip_type: number;
  key: VipName;
  name: string;
  desc: string;
  status: VipStatus;
  coupon_type: number;
  spec: VipSpec[];
  app_equity: VipEquity[];
  /** What it covers. */
  all: 0 | 1;
  scheme: 0 | 1;
  sample: 0 | 1;
  bidding: 0 | 1;
  design: 0 | 1;
  ppt: 0 | 1;
  course: 0 | 1;
}

/** GET quanyiDetail. */
export interface EquityDetail {
  id: number;
  /** 2: content is an address outside. */
  type: 1 | 2;
  desc: string;
  content: string;
  tan_img: string;
}

/** open: nothing of it runs; renew: after what runs; upgrade: at once, crediting what is left; wait: when what covers it ends. */
export type VipChange = 'open' | 'renew' | 'upgrade' | 'wait';

/** GET isChangeVip: what a purchase would do and cost this reader now. */
export interface VipQuote {
  vip_id: number;
  vip_type: number;
  /** 1: it changes what runs now (an upgrade). */
  is_change: 0 | 1;
  change: VipChange;
  /** One sentence for the buyer. */
  msg: string;
  from: number;
  to: number;
  /** Before credits. */
  list_price: number;
  /** What is left of memberships that the upgrade closes. */
  credit_price: number;
  /** Before the coupon. */
  price: number;
  coupons: UserCoupon[];
  unfit_coupons: UserCoupon[];
  coupon_price: number;
  coupon_lost: number;
  balance: number;
  balance_held: number;
  deduction_price: number;
  pay_price: number;
}

/** GET surplusvipbag: what a member has, now or later. */
export interface MemberTerm {
  id: number;
  vip_type: number;
  name: string;
  from: number;
  to: number;
  state: 'running' | 'waiting';
  max_download_pre_day: number;
  /** What an upgrade would credit for it now. */
  credit_price: number;
  /** How it was had: 购买, 赠送 ... */
  source: string;
}

/** POST distribute: what a paid order brought, and where its buyer goes on. */
export interface VipBought {
  orderid: string;
  /** 1 scheme, 2 sample, 3 bidding, 4 design, 5 all-site, 6 PPT. */
  type: number;
  vip_type: number;
  name: string;
  from: number;
  to: number;
  /** Page to go on with. */
  url: string;
}

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

/** A plan as staff edit it. */
export interface PlanForm {
  id: number;
  vip_type: number;
  name: string;
  introduction: string;
  status: VipStatus;
  equities: EquityForm[];
  specs: SpecForm[];
}

export interface EquityForm {
  id: number;
  img_url: string;
  desc: string;
  type: 1 | 2;
  content: string;
  tan_img: string;
}

export interface SpecForm {
  /** 0: a new one. */
  id: number;
  show_date: string;
  spec_desc: string;
  /** 0: a lifetime. */
  days: number;
  price: number;
  org_price: number;
  max_download_pre_day: number;
  /** Ids of equities it does not give. */
  without: number[];
  /** 1 on sale, 2 not. */
  status: 1 | 2;
}

/** A term as staff see it. */
export interface StaffTerm extends MemberTerm {
  paid: number;
  closed_at: number;
  source_id: number;
}

export type StaffTerms = OwnPage<StaffTerm>;
