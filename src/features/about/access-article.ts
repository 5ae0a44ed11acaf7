import { ACCESS_TABLE, type AccessRow, EXAMPLE_PRICE, PRICE_RULES, type PriceRule, READERS } from '#contract/access-table.ts';
import type { AccessRight } from '#contract/item.ts';
import { KINDS } from '#contract/kinds.ts';
import type { Article, Block } from './articles.ts';

const RIGHTS: Record<AccessRight, string> = {
  free: '免费',
  own: '自己的作品',
  purchase: '已购买，长期有效',
  voucher: '已兑换，长期有效',
  member: '会员权益',
  ad: '已看广告解锁',
  staff: '工作需要',
};

/** 'buy 20, vip 1 15' in words. What members pay is what the row says, not a rule told again. */
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
    .replace('{download}', download);

function table(rows: readonly AccessRow[], download: string): Block {
  return {
    table: {
      head: ['您是', '怎样得到', '页面上的按钮'],
      rows: rows.map((one) => [READERS[one.reader], ways(one), buttons(one, download)]),
    },
  };
}

const { sample, scheme } = ACCESS_TABLE;
const of = (rule: PriceRule) => scheme.filter((row) => row.rule === rule);
const own_ways = new Set<AccessRow['reader']>(['scheme_member', 'all_site']);

/** Who sees and downloads what, drawn from the table that the tests hold against the product. */
export const accessArticle: Article = {
  title: '谁能查看与下载',
  summary: '免费、付费与会员专享的作品，不同读者各怎样得到，价格是多少。',
  blocks: [
    {
      p: `下表适用于方案、PPT 模板、设计与大案例；以标价 ${EXAMPLE_PRICE} 元的方案为例，会员价为七五折。会员按种类计算，全站会员对每一种都有效。实付金额以下单时付款页显示的为准。`,
    },
    ...(Object.keys(PRICE_RULES) as PriceRule[]).flatMap((rule): Block[] => [
      { h: PRICE_RULES[rule].title },
      { p: PRICE_RULES[rule].about },
      table(of(rule), `下载${KINDS.scheme.noun}`),
    ]),
    { h: '大案例' },
    {
      p: '大案例的全部照片与原图在云相册里。方案会员与全站会员可以打开每一个案例，其他读者与上表相同；免费案例可以看全部图片，原图是方案会员的增值服务。',
    },
    table(
      sample.filter(({ rule, reader }) => rule === 'paid' && own_ways.has(reader)),
      KINDS.sample.download,
    ),
    { h: '每天的次数' },
    {
      list: [
        '没有本类会员的读者，每天可以免费下载的次数有限，所有种类合计；当天下载过的作品再次下载不计次数。',
        '会员专享作品按会员套餐的每日次数解锁，每种作品各自计算，解锁后当天有效。',
        '买过、兑换过的作品不计次数，会员到期后也可以随时再次下载。',
      ],
    },
  ],
};
