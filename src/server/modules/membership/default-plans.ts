import type { EquityRuleName } from '#contract/equities.ts';
import { KINDS, VIP_ALL, VIP_BIDDING } from '#contract/kinds.ts';
import type { EquityColumn } from './tables.ts';

interface DefaultPlan {
  vip_type: number;
  name: string;
  introduction: string;
  status: 1 | 2;
  equities: EquityColumn[];
  specs: Array<{
    show_date: string;
    spec_desc: string;
    days: number | null;
    price_fen: number;
    org_price_fen: number;
    max_download_pre_day: number;
    without?: number[];
  }>;
}

const equity = (id: number, rule: EquityRuleName, desc: string, content: string, img_url: string = rule): EquityColumn => ({
  ...{ id, rule, img_url, desc, type: 1, content, tan_img: '' },
});

const MEMBER_PRICE = (noun: string) => equity(1, 'discount', `付费${noun} 7.5折`, `购买任意付费${noun}按会员价结算，付款页自动减免。`);
const UNLOCK = (noun: string) =>
  equity(2, 'unlock', `会员专享${noun}解锁下载`, `会员专享${noun}可在每日次数内解锁下载，次数每天零点恢复，当天解锁过的不重复计次。`);
const UNLIMITED = equity(8, 'unlimited', '不限次数', '每天解锁下载不限次数。', 'infinite');

/** Durations in the usual steps; the first has a daily limit, the others none. */
const specsOf = (month: number, year: number, life: number | null, limit: number): DefaultPlan['specs'] => [
  {
    ...{ show_date: '1个月', spec_desc: '先用一个月试试', days: 31, max_download_pre_day: limit },
    ...{ price_fen: month, org_price_fen: month, without: [8] },
  },
  {
    ...{ show_date: '1年', spec_desc: '经常用的人选这个', days: 365, max_download_pre_day: 0 },
    ...{ price_fen: year, org_price_fen: month * 12 },
  },
  {
    ...{ show_date: '2年', spec_desc: '比按年开通再省一成', days: 730, max_download_pre_day: 0 },
    ...{ price_fen: Math.round((year * 18) / 1_000) * 100, org_price_fen: month * 24 },
  },
  ...(life === null
    ? []
    : [
        {
          ...{ show_date: '终身', spec_desc: '一次开通，长期有效', days: null, max_download_pre_day: 0 },
          price_fen: life,
          org_price_fen: life,
        },
      ]),
];

const of = ({ sale: { vip_type, vip } }: { sale: { vip_type: number; vip: { name: string } } }) => ({ vip_type, name: vip.name });

/** What a new site sells; staff change it in the console. */
export const DEFAULT_PLANS: readonly DefaultPlan[] = [
  {
    ...{ ...of(KINDS.scheme), introduction: '会员专享方案解锁下载，付费方案 7.5折，大案例云相册与原图', status: 1 },
    equities: [
      MEMBER_PRICE('方案'),
      UNLOCK('方案'),
      equity(4, 'album', '大案例云相册与原图', '大案例的云相册可完整查看，原图可单张或打包下载。'),
      UNLIMITED,
    ],
    specs: specsOf(4_900, 36_500, 129_900, 10),
  },
  {
    ...{ vip_type: VIP_ALL, name: '全站会员', introduction: '方案、PPT、设计、大案例、课程与竞标的会员权益一次开通', status: 1 },
    equities: [
      equity(1, 'discount', '全站付费内容 7.5折', '方案、PPT 模板、设计、大案例与课程都按会员价结算。'),
      equity(2, 'unlock', '全站会员专享内容', '各种类的会员专享内容都可解锁下载，次数各自计算。'),
      equity(4, 'album', '大案例云相册与原图', '大案例的云相册可完整查看，原图可单张或打包下载。'),
      equity(5, 'tenders', '参与招标', '与竞标会员一样投标、下载招标文件。', 'bidding'),
      UNLIMITED,
    ],
    specs: specsOf(8_900, 69_900, 239_900, 20),
  },
  {
    ...{ ...of(KINDS.ppt), introduction: '会员专享 PPT 模板解锁下载，付费模板 7.5折', status: 1 },
    equities: [MEMBER_PRICE(' PPT 模板'), UNLOCK(' PPT 模板'), UNLIMITED],
    specs: specsOf(2_900, 19_900, null, 10),
  },
  {
    ...{ ...of(KINDS.design), introduction: '会员专享设计文件解锁下载，付费设计 7.5折', status: 1 },
    equities: [MEMBER_PRICE('设计'), UNLOCK('设计'), UNLIMITED],
    specs: specsOf(3_900, 26_900, null, 10),
  },
  {
    ...{ ...of(KINDS.sample), introduction: '会员专享大案例解锁，付费大案例 7.5折', status: 1 },
    equities: [MEMBER_PRICE('大案例'), UNLOCK('大案例'), UNLIMITED],
    specs: specsOf(3_900, 26_900, null, 10),
  },
  {
    ...{ ...of(KINDS.course), introduction: '会员专享课程随时学习，付费课程 7.5折', status: 1 },
    equities: [
      MEMBER_PRICE('课程'),
      equity(2, 'unlock', '会员专享课程免费学习', '会员专享课程可在每日次数内解锁学习，当天解锁过的不重复计次；按年开通不限次数。'),
      UNLIMITED,
    ],
    specs: specsOf(3_900, 29_900, null, 5),
  },
  {
    ...{ vip_type: VIP_BIDDING, name: '竞标会员', introduction: '参与投标，下载招标文件，每天可以提交更多报价', status: 1 },
    equities: [
      equity(1, 'tenders', '参与投标', '公开的招标只接受竞标会员投标；投标密封保存，截止前任何人都看不到内容。', 'bidding'),
      equity(2, 'tender_files', '下载招标文件', '招标的全部附件都可以下载。', 'file'),
      equity(3, 'offers', '每天更多报价', '每天可以为更多新需求报价，剩余次数显示在报价窗口里。', 'offer'),
    ],
    specs: specsOf(5_900, 39_900, null, 0).map(({ without: _, ...spec }) => spec),
  },
];
