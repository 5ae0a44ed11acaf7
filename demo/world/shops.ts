import type { Mood } from '../pictures/moods.ts';
import type { Subject } from '../pictures/picture.ts';

/** One shop of the demo world. */
export interface DemoShop {
  /** Index into PUBLISHERS. */
  owner: number;
  name: string;
  /** Second level of SHOP_CATEGORIES. */
  category: number;
  /** Numbers of contract/regions.ts; null: the province has no cities. */
  place: readonly [province: number, city: number | null];
  introduction: string;
  /** Whole years since it was founded; null: not said. */
  years: number | null;
  /** Empty: none, and readers are warned. */
  licence: string;
  mark: readonly string[];
  site: string;
  is_vip: boolean;
  is_gold: boolean;
  labels: readonly string[];
  cover: readonly [Subject, Mood];
  /** Whole days since it came here. */
  since_days: number;
}

const none = { site: '', is_vip: false, is_gold: false, labels: [] } as const;

export const DEMO_SHOPS: readonly DemoShop[] = [
  {
    ...{ owner: 0, name: '鹿鸣文化传播', category: 602, place: [31, null], years: 12, licence: '91310115MA1K35JX7T', since_days: 232 },
    ...{
      mark: ['全案策划', '双语主持', '媒体邀约'],
      site: 'https://luming.example.com/',
      is_vip: true,
      is_gold: true,
      labels: ['quick', 'honest'],
    },
    cover: ['product', 'cool'],
    introduction:
      '十二年品牌发布会全案：策略、创意、舞美、媒体与直播一支团队做到底。\n服务过汽车、消费电子与美妆品牌，常驻上海，可赴全国执行。',
  },
  {
    ...{ owner: 1, name: '周而复始活动策划', category: 601, place: [11, null], years: 9, licence: '91110105MA01C4K82H', since_days: 226 },
    ...{ mark: ['年会专做', '自有导演组'], site: '', is_vip: false, is_gold: true, labels: ['onsite'] },
    cover: ['stage', 'festive'],
    introduction: '两百多场企业年会，从五十人的小团队到五千人的体育馆。节目、颁奖、晚宴、抽奖一张流程表讲清楚，现场不加价。',
  },
  {
    ...{ owner: 2, name: '栗子婚礼', category: 604, place: [51, 5101], years: 6, licence: '91510104MA6C8U2R4P', since_days: 198 },
    ...{ ...none, mark: ['一对一策划', '只做原创'], is_vip: true },
    cover: ['floral', 'pastel'],
    introduction: '只做有故事的婚礼。策划、文案、布置与督导由同一位主理人跟到仪式结束，每月只接四场。',
  },
  {
    ...{ owner: 3, name: '野生局户外', category: 605, place: [33, 3301], years: 4, licence: '91330106MA2KDQ1E7N', since_days: 181 },
    ...{ ...none, mark: ['持证领队', '含保险'], labels: ['onsite'] },
    cover: ['mountains', 'forest'],
    introduction: '带团队走进山野：溯溪、徒步、露营与皮划艇，每十二人配一名持证领队，雨天有室内备选方案。',
  },
  {
    ...{ owner: 4, name: '间隙展览设计', category: 202, place: [44, 4401], years: 10, licence: '91440101MA59K7WQ3B', since_days: 210 },
    ...{
      mark: ['自有工厂', '可拆可复用', '全国巡展'],
      site: 'https://jianxi.example.com/',
      is_vip: true,
      is_gold: true,
      labels: ['honest'],
    },
    cover: ['booth', 'stone'],
    introduction: '展台与展厅的设计、搭建、巡展运营。三千平方米自有工厂，模块化结构可以复用五次以上，巡展成本逐站下降。',
  },
  {
    ...{ owner: 5, name: '热闹市集', category: 104, place: [43, 4301], years: 5, licence: '', since_days: 150 },
    ...{ ...none, mark: ['摊主两千家', '招商到撤场'] },
    cover: ['market', 'warm'],
    introduction: '一年三十场市集的场地与摊主资源。招商、动线、电力、清场都有人管，商场与街区都做过。',
  },
  {
    ...{ owner: 6, name: '瞬息品牌实验室', category: 901, place: [44, 4403], years: 5, licence: '91440300MA5G8T6C0R', since_days: 143 },
    ...{ ...none, mark: ['装置定制', '数据回收'], is_gold: true, labels: ['quick'] },
    cover: ['lights', 'neon'],
    introduction: '快闪互动装置的研发与落地：体感、光影、机械都自己做，三周交付，七天驻场，活动后给一份到访数据。',
  },
  {
    ...{ owner: 7, name: '开门红舞美搭建', category: 201, place: [42, 4201], years: 15, licence: '91420100MA4KW93D2X', since_days: 220 },
    ...{ mark: ['四十城落地', '桁架自有', '夜间进场'], site: '', is_vip: true, is_gold: true, labels: ['onsite', 'honest'] },
    cover: ['opening', 'festive'],
    introduction: '开业与周年庆典的舞台、门头与美陈。桁架、雷亚架、地台自有两万平方米，湖北省内当日到场，跨省有合作班组。',
  },
  {
    ...{ owner: 8, name: '默声路演空间', category: 105, place: [11, null], years: 3, licence: '91110108MA04F2NG5J', since_days: 96 },
    ...{ ...none, mark: ['八十人阶梯厅', '含直播'] },
    cover: ['seminar', 'dusk'],
    introduction: '中关村的路演厅，阶梯座八十席，含提词、直播与速录。上午、下午、晚间分场出租，也做路演辅导。',
  },
  {
    ...{ owner: 9, name: '方圆会务', category: 603, place: [32, 3201], years: 7, licence: '91320102MA1WPB6T9C', since_days: 170 },
    ...{ ...none, mark: ['签到系统', '接送机'] },
    cover: ['crowd', 'day'],
    introduction: '政企会议与行业峰会的会务执行：注册签到、住宿分房、接送机、会场与速记，一个对接人管到底。',
  },
  {
    ...{ owner: 10, name: '光合灯光音响', category: 301, place: [31, null], years: 8, licence: '91310118MA1JN4R51K', since_days: 134 },
    ...{ ...none, mark: ['线阵自有', '免费看场'], is_gold: true, labels: ['quick', 'onsite'] },
    cover: ['screens', 'night'],
    introduction: '线阵音响、摇头灯、激光与 P2.6 屏幕租赁，自有库房在松江。派技术总监免费看场，出声场与布光图。',
  },
  {
    ...{ owner: 11, name: '浮光花艺', category: 701, place: [53, 5301], years: null, licence: '', since_days: 41 },
    ...{ ...none, mark: ['产地直采'] },
    cover: ['floral', 'tea'],
    introduction: '昆明斗南花市旁的工作室，鲜花产地直采，做婚礼、发布会与酒店大堂的花艺布置，冷链发往全国。',
  },
];
