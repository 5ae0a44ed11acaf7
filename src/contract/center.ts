/** DTOs of the personal centre: what one reader has, follows, saw and owns. Amounts are yuan, times unix seconds. */
export type {
  CollectedList,
  CollectedRow,
  FollowedRow,
  Footprint,
  FootprintGroup,
  Library,
  LibraryChanges,
  LibraryRow,
  LibraryVersion,
  OwnCoupon,
  OwnCoupons,
  OwnItemRow,
  SaleRow,
  SalesList,
  SellerDay,
  WalletLine,
  WalletSums,
} from './outputs/center.ts';

export interface OwnPage<Row> {
  list: Row[];
  /** Of the tab that was asked for. */
  total: number;
  page: number;
  limit: number;
}

/** How somebody came to what they may download. */
export type HadBy = 'purchase' | 'company' | 'voucher' | 'member' | 'free' | 'ad' | 'staff';

export const HAD_BY_TEXTS: Readonly<Record<HadBy, string>> = {
  purchase: '购买',
  company: '企业购买',
  voucher: '下载券兑换',
  member: '会员下载',
  free: '免费下载',
  ad: '观看广告',
  staff: '平台赠送',
};

/** POST: a link to one of the versions of a library row. */
export const VERSION_CALL = '/user/library/version';

/** What a line of the ledger moved. */
export const WALLET_ACCOUNTS = ['balance', 'earning', 'purse'] as const;
export type WalletAccount = (typeof WALLET_ACCOUNTS)[number];

/** Status of coupons and vouchers in the specification's call: 0 unused, 1 used, 2 ended. */
export type CouponStatus = 0 | 1 | 2;
