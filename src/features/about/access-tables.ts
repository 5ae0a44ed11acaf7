import { ACCESS_TABLE, type AccessRow, PRICE_RULES, type PriceRule, READERS } from '#contract/access-table.ts';
import type { AccessRight } from '#contract/item.ts';
import { KINDS } from '#contract/kinds.ts';

const RIGHTS: Record<AccessRight, string> = {
  free: '免费',
  own: '自己的作品',
  purchase: '已购买，长期有效',
  company: '企业已购买，在职期间有效',
  voucher: '已兑换，长期有效',
  member: '会员权益',
  ad: '已看广告解锁',
  staff: '工作需要',
};

/** 'buy 20, vip 1 15' in words. What members pay is what the row says, not a rule repeated. */
function ways({ right, offers }: AccessRow): string {
  if (right !== null) return RIGHTS[right];
  const words = offers.split(', ').map((offer) => {
    const [what = '', first = '', price = ''] = offer.split(' ');
    if (what === 'login') return '先登录';
    if (what === 'buy') return `${first} 元单次购买`;
    if (what === 'voucher') return '用下载券';
    if (what === 'unlock') return '用一次会员次数';
    if (what === 'tomorrow') return '当日次数已用完，明天恢复';
    const vip = first === '1' ? '方案会员' : '本类会员';
    return price === '0' ? `开通${vip}，免费` : `开通${vip}，${price} 元购买`;
  });
  return words.join('；');
}

const buttons = ({ main, second }: AccessRow, download: string) =>
  [main, second]
    .filter((label) => label !== '')
    .join(' / ')
    .replace('{download}', download) || '全部图片就在页面上';

export interface AccessTable {
  title: string;
  about: string;
  head: readonly string[];
  rows: string[][];
}

const tableOf = (title: string, about: string, rows: readonly AccessRow[], download: string): AccessTable => ({
  title,
  about,
  head: ['您是', '怎样得到', '页面上的按钮'],
  // readers who meet the same stand in one row
  rows: [...Map.groupBy(rows, (one) => JSON.stringify([ways(one), buttons(one, download)]))].map(([same, of]) => [
    of.map(({ reader }) => READERS[reader]).join('；'),
    ...(JSON.parse(same) as string[]),
  ]),
});

const ordinary = ACCESS_TABLE[KINDS.scheme.key];
const cases = ACCESS_TABLE[KINDS.sample.key];
const whole = new Set<AccessRow['reader']>(['opener', 'all_site']);

/** Who sees and downloads what, in words, drawn from the table that the tests hold against the product. */
export const ACCESS_TABLES: readonly AccessTable[] = [
  ...(Object.keys(PRICE_RULES) as PriceRule[]).map((rule) =>
    tableOf(
      PRICE_RULES[rule].title,
      PRICE_RULES[rule].about,
      ordinary.filter((row) => row.rule === rule),
      `下载${KINDS.scheme.noun}`,
    ),
  ),
  tableOf(
    KINDS.sample.noun,
    '全部照片与原图在云相册里。方案会员与全站会员可以打开每一个案例，其他读者与上面各表相同；免费案例可以看全部图片，原图是方案会员的增值服务。',
    cases.filter(({ rule, reader }) => rule === 'paid' && whole.has(reader)),
    KINDS.sample.download,
  ),
];
