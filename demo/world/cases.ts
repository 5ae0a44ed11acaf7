import type { Mood } from '../pictures/moods.ts';
import type { Subject } from '../pictures/picture.ts';
import { linesOf } from './lines.ts';
import { MORE_RESOURCE_CASES, MORE_SUPPLIER_CASES } from './more-cases.ts';

export interface DemoCase {
  /** Index into PUBLISHERS: the owner of the shop. */
  publisher: number;
  title: string;
  category: readonly [string, string];
  tags: readonly string[];
  mood: Mood;
  subjects: readonly Subject[];
  story: string;
  /** Place among the demo's resources of the one that was used. */
  resource?: number;
}

/** A supplier case. Days are months and days of the world's year; yuan, '' for none. */
export interface DemoSupplierCase extends DemoCase {
  customer: string;
  place: string;
  days: readonly [string, string];
  price: readonly [from: string, to: string];
}

const SUPPLIER_CASES: readonly DemoSupplierCase[] = [
  {
    ...{ publisher: 0, title: '远行汽车新能源旗舰上市发布会', category: ['策划执行', '活动策划'], customer: '远行汽车' },
    ...{ place: '上海西岸艺术中心', days: ['03-12', '03-14'], price: ['680000', '920000'], tags: ['发布会', '汽车'] },
    ...{ mood: 'cool', subjects: ['screens', 'product', 'stage', 'crowd'] },
    story: '四百位媒体与经销商，七十米环幕。从品牌策略到现场导演一支团队完成，直播观看一百二十万人次。',
  },
  {
    ...{ publisher: 1, title: '启明云科技六百人年会「向光而行」', category: ['策划执行', '会务执行'], customer: '启明云科技' },
    ...{ place: '杭州西子湖国际会议中心', days: ['01-18', '01-18'], price: ['260000', ''], tags: ['年会', '晚宴'] },
    ...{ mood: 'festive', subjects: ['stage', 'banquet', 'lights'] },
    story: '入场光廊、年度颁奖、员工节目与晚宴一晚完成。十二个节目全部由员工出演，导演组提前六周驻场排练。',
  },
  {
    ...{ publisher: 2, title: '湖畔草坪婚礼：三十二页的情书', category: ['策划执行', '婚礼执行'], customer: '林先生与苏女士' },
    ...{ place: '成都麓湖水线公园', days: ['05-02', '05-02'], price: ['88000', '128000'], tags: ['婚礼', '草坪'] },
    ...{ mood: 'pastel', subjects: ['lawn', 'floral', 'banquet'] },
    story: '新人恋爱时写过三十二封信，我们把信做成了入场的长廊。仪式区鲜花八成来自云南产地，雨棚方案当天没有用上。',
  },
  {
    ...{ publisher: 3, title: '莫干山两天一夜：百人溯溪团建', category: ['策划执行', '团建执行'], customer: '织星网络' },
    ...{ place: '德清莫干山裸心谷', days: ['06-07', '06-08'], price: ['98000', '120000'], tags: ['团建', '户外'] },
    resource: 8,
    ...{ mood: 'forest', subjects: ['mountains', 'lawn', 'lights'] },
    story: '一百零六人分成九队，九名持证领队。白天溯溪与定向越野，夜里星空电影，全程保险与随队医生。',
  },
  {
    ...{ publisher: 4, title: '光谷博览会 324 平方米机器人展台', category: ['舞美搭建', '展台搭建'], customer: '奇点机器人' },
    ...{ place: '武汉中国光谷科技会展中心', days: ['04-16', '04-19'], price: ['420000', '480000'], tags: ['展台', '科技'] },
    resource: 3,
    ...{ mood: 'stone', subjects: ['booth', 'screens', 'product'] },
    story: '双层结构，吊顶一次起吊。机器人表演区做了承重与隔振，四天展期零故障，撤展后七成构件入库复用。',
  },
  {
    ...{ publisher: 4, title: '博物馆特展「器以载道」展陈搭建', category: ['舞美搭建', '美陈制作'], customer: '南岭博物馆' },
    ...{ place: '广州南岭博物馆临展厅', days: ['02-08', '02-20'], price: ['560000', ''], tags: ['展览', '文博'] },
    ...{ mood: 'tea', subjects: ['folds', 'booth', 'seminar'] },
    story: '恒湿展柜十六组，墙面全部可逆安装，不破坏原建筑。灯光照度按文物类别分区控制。',
  },
  {
    ...{ publisher: 6, title: '「今天下雨吗」香氛品牌快闪装置', category: ['策划执行', '活动策划'], customer: '雾野香氛' },
    ...{ place: '深圳万象天地', days: ['07-19', '07-25'], price: ['320000', '380000'], tags: ['快闪', '互动'] },
    resource: 11,
    ...{ mood: 'neon', subjects: ['lights', 'crowd', 'product'] },
    story: '四百根感应灯管随人走动变成一场雨。七天到访两万一千人，社交平台自发内容三千条，到访数据活动次日交付。',
  },
  {
    ...{ publisher: 7, title: '天河里购物中心开业庆典舞台与门头', category: ['舞美搭建', '舞台搭建'], customer: '天河里购物中心' },
    ...{ place: '武汉天河里购物中心', days: ['09-28', '10-01'], price: ['180000', '210000'], tags: ['开业', '庆典'] },
    resource: 2,
    ...{ mood: 'festive', subjects: ['opening', 'stage', 'crowd'] },
    story: '夜里十点进场，早上八点交付。门头十八米高，抗风八级设计并有结构计算书，三天庆典后原样恢复地面。',
  },
  {
    ...{ publisher: 7, title: '江城马拉松起点拱门与颁奖台', category: ['舞美搭建', '舞台搭建'], customer: '江城马拉松组委会' },
    ...{ place: '武汉沿江大道', days: ['04-13', '04-13'], price: ['', ''], tags: ['体育', '搭建'] },
    ...{ mood: 'day', subjects: ['opening', 'crowd', 'city'] },
    story: '封路六小时内完成搭建与拆除。拱门、计时架、颁奖台与媒体塔同时施工，四十人班组两班倒。',
  },
  {
    ...{ publisher: 8, title: '春季创投路演日：十二个项目一天讲完', category: ['场地服务', '特色空间'], customer: '默声资本' },
    ...{ place: '北京中关村默声路演空间', days: ['03-27', '03-27'], price: ['36000', ''], tags: ['路演', '直播'] },
    resource: 0,
    ...{ mood: 'dusk', subjects: ['seminar', 'screens'] },
    story: '每个项目八分钟加七分钟问答，提词与计时由我们控制。三路机位直播，当晚交付分段视频与速录。',
  },
  {
    ...{ publisher: 9, title: '长三角供应链峰会会务执行', category: ['策划执行', '会务执行'], customer: '长三角供应链协会' },
    ...{ place: '南京国际博览会议中心', days: ['05-22', '05-23'], price: ['150000', '180000'], tags: ['峰会', '会务'] },
    ...{ mood: 'sea', subjects: ['seminar', 'crowd', 'banquet'] },
    story: '一千二百人注册，平均签到四秒。六个分会场同步开，二十二辆接送车，住宿分房前一晚全部确认。',
  },
  {
    ...{ publisher: 10, title: '滨江音乐节主舞台灯光音响', category: ['视听设备', '灯光音响'], customer: '浪花音乐' },
    ...{ place: '上海滨江大草坪', days: ['10-03', '10-04'], price: ['390000', '450000'], tags: ['音乐节', '灯光'] },
    resource: 4,
    ...{ mood: 'night', subjects: ['stage', 'lights', 'crowd', 'screens'] },
    story: '双十二只线阵，二百四十台灯，两天十九组艺人换场。声压在最近居民楼外低于六十分贝，有第三方记录。',
  },
  {
    ...{ publisher: 11, title: '酒店大堂四季花艺布置', category: ['花艺餐饮', '花艺布置'], customer: '澜庭酒店' },
    ...{ place: '昆明澜庭酒店', days: ['03-20', '12-20'], price: ['9600', '15000'], tags: ['花艺', '酒店'] },
    resource: 9,
    ...{ mood: 'tea', subjects: ['floral', 'folds'] },
    story: '一年四换，主花全部取自当季。每两周补换一次，冷链凌晨到场，不影响客人进出。',
  },
];

const RESOURCE_CASES: readonly DemoCase[] = [
  {
    ...{ publisher: 10, title: '四十米 P2.6 环幕的一次发布会', category: ['发布会', '新品发布'], tags: ['LED 屏', '环幕'] },
    resource: 4,
    ...{ mood: 'cool', subjects: ['screens', 'stage', 'product'] },
    story: '环幕分七段拼接，弧度误差小于三毫米。双机热备，断电切换肉眼看不出。',
  },
  {
    ...{ publisher: 7, title: '十八米双层舞台三小时换景', category: ['年会庆典', '企业年会'], tags: ['舞台', '机械'] },
    resource: 2,
    ...{ mood: 'festive', subjects: ['stage', 'banquet'] },
    story: '上层平台三块独立升降，换景时观众看到的是灯光秀。桁架与地台全部自有。',
  },
  {
    ...{ publisher: 4, title: '可以复用五次的模块展台', category: ['展览展会', '行业展会'], tags: ['展台', '环保'] },
    resource: 3,
    ...{ mood: 'stone', subjects: ['booth', 'folds'] },
    story: '同一套构件在五座城市搭了五种样子，第五站的成本是第一站的四成。',
  },
  {
    ...{ publisher: 11, title: '三千枝蓝色绣球的仪式区', category: ['婚礼策划', '户外婚礼'], tags: ['花艺', '婚礼'] },
    resource: 9,
    ...{ mood: 'pastel', subjects: ['floral', 'lawn'] },
    story: '斗南凌晨采的花，冷链十四小时到场，仪式当天下午开到最好。',
  },
  {
    ...{ publisher: 5, title: '江边市集：一百二十个摊位的一夜', category: ['市集节庆', '文旅夜游'], tags: ['市集', '夜市'] },
    resource: 1,
    ...{ mood: 'warm', subjects: ['market', 'lights', 'city'] },
    story: '帐篷、电力与排污一次布好，摊主两小时进场，夜里十二点前江滩恢复原样。',
  },
  {
    ...{ publisher: 8, title: '八十席阶梯厅的一天三场', category: ['开业路演', '投资路演'], tags: ['场地', '路演'] },
    ...{ mood: 'dusk', subjects: ['seminar', 'screens'] },
    story: '上午发布、下午路演、晚上读书会，桌椅与灯光场景各换一次，每次二十分钟。',
  },
  {
    ...{ publisher: 6, title: '会下雨的四百根灯管', category: ['快闪美陈', '互动装置'], tags: ['装置', '互动'] },
    ...{ mood: 'neon', subjects: ['lights', 'crowd'] },
    story: '感应雷达在天花上，孩子跑过去就是一阵急雨。七天驻场，没有停过一次机。',
  },
  {
    ...{ publisher: 3, title: '山谷营地：星空下的百人晚餐', category: ['团建拓展', '户外团建'], tags: ['露营', '户外'] },
    ...{ mood: 'forest', subjects: ['lawn', 'mountains', 'lights'] },
    story: '帐篷、长桌、柴火与投影都是自有器材，六个人两小时搭好，走的时候草地上什么都不留下。',
  },
  {
    ...{ publisher: 0, title: '一支双语导演组的发布会现场', category: ['发布会', '品牌升级'], tags: ['导演', '双语'] },
    ...{ mood: 'sea', subjects: ['product', 'crowd', 'stage'] },
    story: '中英双语流程表，四个机位一个喊话频道。总彩排两次，正式场没有一次误触发。',
  },
];

function caseOf(head: string, story: string): DemoCase {
  const [title = '', category = '', publisher, resource = '', tags = '', mood, subjects = ''] = head.split('|');
  const [top = '', sub = ''] = category.split('/');
  return {
    ...{ title, category: [top, sub], publisher: Number(publisher), tags: tags.split(','), story },
    ...{ mood: mood as Mood, subjects: subjects.split(',') as Subject[] },
    ...(resource === '' ? {} : { resource: Number(resource) }),
  };
}

export const DEMO_SUPPLIER_CASES: readonly DemoSupplierCase[] = [
  ...SUPPLIER_CASES,
  ...linesOf(MORE_SUPPLIER_CASES, 3).map(([head = '', facts = '', story = '']): DemoSupplierCase => {
    const [customer = '', place = '', from = '', to = '', lowest = '', highest = ''] = facts.split('|');
    return { ...caseOf(head, story), customer, place, days: [from, to], price: [lowest, highest] };
  }),
];

export const DEMO_RESOURCE_CASES: readonly DemoCase[] = [
  ...RESOURCE_CASES,
  ...linesOf(MORE_RESOURCE_CASES, 2).map(([head = '', story = '']) => caseOf(head, story)),
];
