import { DESIGN_TERMS } from '#contract/design-contents.ts';
import { JOB_EMPLOYMENT, JOB_PAYS, JOB_REMOTE } from '#contract/job.ts';
import type { KINDS, KindKey } from '#contract/kinds.ts';
import { REGIONS } from '#contract/regions.ts';

/** What a site begins with, by what is held. Icons are lucide names; the home page draws them. */
const EVENTS: ReadonlyArray<{ name: string; icon: string; children: readonly string[] }> = [
  { name: '年会庆典', icon: 'party-popper', children: ['企业年会', '周年庆典', '颁奖盛典', '答谢晚宴', '文艺晚会', '寿宴与生日派对'] },
  { name: '发布会', icon: 'megaphone', children: ['新品发布', '品牌升级', '战略签约', '媒体沟通会'] },
  { name: '会议论坛', icon: 'mic', children: ['行业论坛', '经销商大会', '培训讲座', '工作会议', '会务接待'] },
  { name: '团建拓展', icon: 'users', children: ['户外团建', '室内团建', '主题旅行', '家庭日', '运动赛事'] },
  { name: '婚礼策划', icon: 'heart', children: ['户外婚礼', '中式婚礼', '西式婚礼', '求婚仪式', '婚礼流程'] },
  { name: '展览展会', icon: 'presentation', children: ['行业展会', '艺术展览', '品牌展厅', '沉浸体验'] },
  { name: '市集节庆', icon: 'store', children: ['创意市集', '文旅夜游', '音乐节', '美食节', '传统节日'] },
  { name: '快闪美陈', icon: 'sparkles', children: ['品牌快闪', '商场美陈', '主题展陈', '互动装置'] },
  { name: '开业路演', icon: 'rocket', children: ['商场开业', '门店开业', '楼盘开放', '奠基封顶', '投资路演', '促销会销'] },
  { name: '校园活动', icon: 'users', children: ['开学毕业', '文艺比赛', '社团活动', '亲子研学', '招聘会'] },
  { name: '公益党建', icon: 'heart', children: ['社区公益', '党建主题', '安全宣传'] },
];

/** Of schemes, some of which are texts and tables that serve any event. */
export const CATEGORIES: typeof EVENTS = [
  ...EVENTS,
  { name: '流程范本', icon: 'presentation', children: ['主持与文案', '预算与清单', '手册与标书'] },
];

export const INDUSTRIES = [
  '互联网',
  '汽车',
  '地产',
  '金融',
  '快消',
  '美妆',
  '医疗健康',
  '教育',
  '餐饮',
  '文旅',
  '服饰',
  '科技制造',
  '政府公益',
] as const;

export const ACTIVITIES = [
  '线下活动',
  '线上活动',
  '品牌营销',
  '公关传播',
  '内部活动',
  '渠道活动',
  '公益活动',
  '亲子活动',
  '体育赛事',
] as const;

export interface KindDefaults {
  categories: ReadonlyArray<{ name: string; icon: string; children: readonly string[] }>;
  /** Of the kind's own facets, by key. */
  facets: Readonly<Record<string, readonly string[]>>;
}

/** Name, icon, second level. */
function categoryOf([name, icon, children]: (string | string[])[]): KindDefaults['categories'][number] {
  return { name: String(name), icon: String(icon), children: [children ?? []].flat() };
}

const PPT_CATEGORIES: KindDefaults['categories'] = [
  { name: '活动提案', icon: 'megaphone', children: ['年会提案', '发布会提案', '团建提案', '婚礼提案'] },
  { name: '工作汇报', icon: 'presentation', children: ['总结汇报', '项目复盘', '述职竞聘'] },
  { name: '品牌介绍', icon: 'sparkles', children: ['企业简介', '产品介绍', '招商手册'] },
  { name: '节日节气', icon: 'party-popper', children: ['新年春节', '中秋国庆', '二十四节气'] },
  { name: '教育培训', icon: 'rocket', children: ['培训课件', '入职引导'] },
];

const DESIGN_CATEGORIES: KindDefaults['categories'] = [
  { name: '主视觉', icon: 'sparkles', children: ['年会主视觉', '发布会主视觉', '节庆主视觉', '赛事主视觉'] },
  { name: '海报展架', icon: 'presentation', children: ['活动海报', '易拉宝', '签到背板', '导视物料'] },
  { name: '舞台舞美', icon: 'party-popper', children: ['舞台效果图', '灯光布置', '屏幕画面'] },
  { name: '展台空间', icon: 'store', children: ['展台模型', '美陈装置', '打卡装置', '展厅空间'] },
  { name: '邀请函与礼品', icon: 'heart', children: ['邀请函', '伴手礼包装', '证书奖状'] },
];

/** Where a supplier works. */
const AREAS = ['全国', ...REGIONS.map(({ name }) => name)];

type Facet<K extends KindKey> = (typeof KINDS)[K]['facets'][number];
/** What its publisher chooses, and what is found from a work; others are made with what they name. */
type OwnFacet<K extends KindKey> = Exclude<Extract<Facet<K>, { choice: true } | { derived: true }>['key'], 'category' | 'tag'>;

/** By key of the kind: every kind, with each of its own facets. */
const BY_KIND: {
  readonly [K in KindKey]: KindDefaults & { readonly facets: { readonly [F in OwnFacet<K>]: readonly string[] } };
} = {
  scheme: { categories: CATEGORIES, facets: { industry: INDUSTRIES, activity: ACTIVITIES } },
  supplier_case: {
    categories: [
      ['策划执行', 'sparkles', ['活动策划', '会务执行', '婚礼执行', '团建执行']],
      ['舞美搭建', 'store', ['舞台搭建', '展台搭建', '美陈制作']],
      ['视听设备', 'presentation', ['灯光音响', 'LED 屏', '直播录播']],
      ['演艺人员', 'users', ['主持司仪', '乐队歌手', '舞蹈杂技']],
      ['摄影摄像', 'heart', ['活动摄影', '活动摄像', '航拍']],
      ['花艺餐饮', 'party-popper', ['花艺布置', '茶歇冷餐', '宴会餐饮']],
      ['场地服务', 'megaphone', ['酒店会场', '会展中心', '特色空间']],
    ].map(categoryOf),
    facets: {},
  },
  resource: {
    categories: [
      ['活动场地', 'store', ['酒店会场', '会展中心', '秀场剧场', '户外营地', '特色空间']],
      ['舞美搭建', 'presentation', ['舞台搭建', '展台搭建', '美陈制作', '帐篷篷房']],
      ['视听设备', 'megaphone', ['灯光音响', 'LED 屏', '直播录播', '特效装置']],
      ['演艺人员', 'users', ['主持司仪', '乐队歌手', '舞蹈团队', '杂技魔术', '礼仪模特']],
      ['摄影摄像', 'sparkles', ['活动摄影', '活动摄像', '航拍', '云摄影']],
      ['花艺餐饮', 'heart', ['花艺布置', '茶歇冷餐', '宴会餐饮', '甜品酒水']],
      ['礼品物料', 'party-popper', ['定制礼品', '印刷制作', '服装道具']],
      ['互动科技', 'rocket', ['互动游戏', '签到系统', '数字内容']],
    ].map(categoryOf),
    facets: { area: AREAS, pricing: ['按天', '按场', '按人', '按件', '按平方米', '面议'] },
  },
  resource_case: { categories: EVENTS, facets: {} },
  talk: {
    categories: [
      ['策划思路', 'sparkles', ['创意', '提案', '主题']],
      ['现场执行', 'users', ['舞美', '流程', '应急']],
      ['行业观察', 'megaphone', ['趋势', '案例拆解']],
      ['团队与经营', 'rocket', ['团队', '报价', '客户']],
    ].map(categoryOf),
    facets: {},
  },
  ppt: {
    categories: PPT_CATEGORIES,
    facets: {
      style: ['商务', '科技', '国潮', '极简', '手绘', '复古', '渐变', '三维'],
      scene: ['年会', '发布会', '路演', '招商', '培训', '汇报', '婚礼', '展会'],
      industry: INDUSTRIES,
      activity: ACTIVITIES,
    },
  },
  course: {
    categories: [
      ['活动策划', 'sparkles', ['创意与方案', '年会与庆典', '品牌与发布']],
      ['执行统筹', 'users', ['会务执行', '现场控场', '供应商管理']],
      ['预算报价', 'rocket', ['预算编制', '报价与谈判']],
      ['舞美视听', 'presentation', ['舞台与搭建', '灯光音响', '视频与直播']],
      ['婚礼策划', 'heart', ['婚礼统筹', '主持与仪式']],
      ['获客运营', 'megaphone', ['客户沟通', '个人品牌']],
    ].map(categoryOf),
    facets: {},
  },
  job: {
    categories: [
      ['策划创意', 'sparkles', ['活动策划', '文案策划', '创意总监', '品牌公关']],
      ['项目执行', 'users', ['项目经理', '执行督导', '会务专员', '场控导演']],
      ['设计制作', 'presentation', ['平面设计', '三维设计', '视频剪辑', '搭建工程']],
      ['技术保障', 'megaphone', ['灯光师', '音响师', 'LED 屏技术', '直播导播']],
      ['市场商务', 'rocket', ['客户经理', '商务拓展', '新媒体运营', '采购']],
      ['演艺礼仪', 'heart', ['主持人', '礼仪模特', '演员歌手', '摄影摄像']],
      ['职能支持', 'store', ['行政人事', '财务', '仓储物流']],
    ].map(categoryOf),
    facets: {
      area: [JOB_REMOTE, ...REGIONS.map(({ name }) => name)],
      pay: JOB_PAYS.map(({ name }) => name),
      work: Object.keys(JOB_EMPLOYMENT),
      years: ['经验不限', '应届毕业生', '1 至 3 年', '3 至 5 年', '5 至 10 年', '10 年以上'],
      education: ['学历不限', '大专', '本科', '硕士及以上'],
      event: EVENTS.map(({ name }) => name),
      city: [],
    },
  },
  // labels stand below these and are staff's (modules/demands/labels.ts)
  demand: {
    categories: [
      ['找方案', 'sparkles'],
      ['找供应商', 'store'],
      ['招标', 'megaphone'],
    ].map(categoryOf),
    facets: { state: ['招募中', '选择中', '已成交'], budget: ['1 万以下', '1 至 5 万', '5 至 20 万', '20 至 50 万', '50 万以上', '面议'] },
  },
  article: {
    categories: [
      ['策划方法', 'sparkles', ['创意构思', '方案撰写', '流程设计', '提案比稿']],
      ['执行经验', 'users', ['现场管理', '搭建舞美', '供应商协作', '应急处理']],
      ['案例复盘', 'presentation', ['年会复盘', '发布会复盘', '婚礼复盘', '展会复盘']],
      ['行业观察', 'megaphone', ['趋势', '政策与合规', '人物访谈']],
      ['职业成长', 'rocket', ['求职与面试', '团队管理', '报价与合同']],
      ['工具与清单', 'store', ['工作清单', '预算模板', '软件与技术']],
    ].map(categoryOf),
    facets: {},
  },
  salon: { categories: [], facets: {} },
  sample: { categories: EVENTS, facets: { industry: INDUSTRIES } },
  design: { categories: DESIGN_CATEGORIES, facets: DESIGN_TERMS },
};

/** The same for kinds that are registered beside the table, which begin without terms. */
export const DEFAULT_TERMS: Readonly<Record<string, KindDefaults>> = BY_KIND;
