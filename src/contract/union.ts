/** Union membership: memberships of ours sold together with a partner's (spec 3). Amounts are yuan, times unix seconds. */
export type { UnionForm, UnionOrder, UnionVip } from './outputs/active.ts';

/** Id of the union among memberships, and its success type (spec 9 and 4). */
export const UNION_VIP_ID = 99;
export const UNION_SUCCESS_TYPE = 7;

/** GET /user/Union/getAnswer. */
export interface UnionAnswer {
  title: string;
  content: string;
}

/** Notes of the page (spec 5 and 6). */
export const UNION_NOTES: readonly string[] = [
  '联合会员中合作视频会员的总时长不能超过 5 年。',
  '合作方的权益默认发放到登录手机号对应的账号，购买前请确认。',
  '退款按未使用的部分计算：已经使用的会员时长与合作方权益不退。',
];

export const UNION_ANSWERS: readonly UnionAnswer[] = [
  { title: '合作方的权益发到哪里？', content: '默认发放到您登录策猫的手机号在合作方的账号，没有账号时合作方会以该手机号为您开通。' },
  {
    title: '多久到账？',
    content: '支付成功后策猫会员即到账，没有同类会员时立即生效，已有的自动顺延；合作方权益通常几分钟内到账，合作方繁忙时系统会自动重试。',
  },
  { title: '可以重复购买吗？', content: '可以，时长依次累加，已是终身的会员除外；其中合作视频会员的总时长不能超过 5 年。' },
  { title: '可以退款吗？', content: '可以联系客服申请，按各项权益未使用的部分退回，已到账的合作方权益同时收回。' },
];

/** Yuan. */
export const UNION_PRICE_MAX = 100_000;
export const UNION_PARTS_MOST = 8;

export const UNION_CALLS = {
  order: '/user/Union/addorder',
  statement: '/admin/union/statement',
} as const;

export const unionPage = (id: number): string => `/vip/union?id=${id}`;
