import { REGIONS } from '#contract/regions.ts';

/** What a site begins with. Icons are lucide names; the list and the home page draw them. */
export const CATEGORIES: ReadonlyArray<{ name: string; icon: string; children: readonly string[] }> = [
  { name: '年会庆典', icon: 'party-popper', children: ['企业年会', '周年庆典', '颁奖盛典', '答谢晚宴'] },
  { name: '发布会', icon: 'megaphone', children: ['新品发布', '品牌升级', '战略签约', '媒体沟通会'] },
  { name: '团建拓展', icon: 'users', children: ['户外团建', '室内团建', '主题旅行', '家庭日'] },
  { name: '婚礼策划', icon: 'heart', children: ['户外婚礼', '中式婚礼', '西式婚礼', '求婚仪式'] },
  { name: '展览展会', icon: 'presentation', children: ['行业展会', '艺术展览', '品牌展厅', '沉浸体验'] },
  { name: '市集节庆', icon: 'store', children: ['创意市集', '文旅夜游', '音乐节', '美食节'] },
  { name: '快闪美陈', icon: 'sparkles', children: ['品牌快闪', '商场美陈', '主题展陈', '互动装置'] },
  {
    name: '开业路演',
    icon: 'rocket',
    children: ['商场开业', '门店开业', '楼盘开放', '奠基封顶', '投资路演', '行业论坛', '经销商大会', '培训讲座'],
  },
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

/** By key of the kind; a kind that is not named begins without terms. */
export const DEFAULT_TERMS: Readonly<Record<string, KindDefaults>> = {
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
  resource_case: { categories: CATEGORIES, facets: {} },
  ppt: {
    categories: PPT_CATEGORIES,
    facets: {
      style: ['商务', '科技', '国潮', '极简', '手绘', '复古', '渐变', '三维'],
      scene: ['年会', '发布会', '路演', '招商', '培训', '汇报', '婚礼', '展会'],
      industry: INDUSTRIES,
      activity: ACTIVITIES,
    },
  },
  sample: { categories: CATEGORIES, facets: { industry: INDUSTRIES } },
  design: { categories: DESIGN_CATEGORIES, facets: {} },
};
