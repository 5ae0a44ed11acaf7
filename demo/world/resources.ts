import type { Mood, Subject } from '../pictures/picture.ts';
import type { DemoCase } from './cases.ts';
import { linesOf } from './lines.ts';
import { MORE_RESOURCES } from './more-resources.ts';

/** What a supplier of the demo offers. Yuan as typed, '' for none. */
export interface DemoResource extends DemoCase {
  area: string;
  pricing: string;
  price: readonly [from: string, to: string];
  supplement: ReadonlyArray<readonly [key: string, value: string]>;
}

const WRITTEN: readonly DemoResource[] = [
  {
    ...{ publisher: 8, title: '中关村阶梯路演厅（80 席，含直播）', category: ['活动场地', '特色空间'], tags: ['路演', '直播'] },
    ...{ area: '北京市', pricing: '按场', price: ['6800', '9800'], mood: 'dusk', subjects: ['seminar', 'screens', 'crowd'] },
    supplement: [
      ['容纳人数', '80 席阶梯座'],
      ['层高', '5.2 米'],
      ['含设备', '主屏、提词器、三路机位'],
      ['可停车', '地下车位 20 个'],
    ],
    story: '上午、下午、晚间分场出租，每场四小时。价格含主屏、音响、提词与计时，三路机位直播可加选。进场与撤场各留半小时，不另收费。',
  },
  {
    ...{ publisher: 5, title: '江边码头户外场地（可办市集与草坪音乐）', category: ['活动场地', '户外营地'], tags: ['市集', '户外'] },
    ...{ area: '湖南省', pricing: '按天', price: ['18000', '32000'], mood: 'warm', subjects: ['market', 'city', 'lights'] },
    supplement: [
      ['场地面积', '6,400 平方米'],
      ['用电容量', '630 kVA'],
      ['承载摊位', '一百二十个'],
      ['报批协助', '协助办理占道与安保备案'],
    ],
    story: '江边硬质广场连着草坪，两侧有货车通道。水电点位每二十米一处，雨天有备用棚架。价格随季节与是否通宵变动。',
  },
  {
    ...{ publisher: 7, title: '铝合金桁架与雷亚架舞台搭建', category: ['舞美搭建', '舞台搭建'], tags: ['舞台', '搭建'] },
    ...{ area: '全国', pricing: '按平方米', price: ['85', '160'], mood: 'festive', subjects: ['stage', 'opening', 'lights'] },
    supplement: [
      ['自有库存', '两万平方米'],
      ['进场时间', '夜间十点后可进'],
      ['抗风等级', '八级并附计算书'],
      ['质保内容', '活动期间驻场班组'],
    ],
    story: '桁架、雷亚架、地台与护栏全部自有。湖北省内当日到场，跨省有合作班组。报价含运输与拆除，异形结构单独核算。',
  },
  {
    ...{ publisher: 4, title: '模块化展台：一套构件走五座城', category: ['舞美搭建', '展台搭建'], tags: ['展台', '巡展'] },
    ...{ area: '广东省', pricing: '按平方米', price: ['1200', '2600'], mood: 'stone', subjects: ['booth', 'folds', 'product'] },
    supplement: [
      ['最小面积', '36 平方米起'],
      ['制作周期', '十二个工作日'],
      ['复用次数', '五次以上'],
      ['仓储服务', '两站之间免费仓储'],
    ],
    story: '插接结构，现场不动电锯。第五站的成本约为第一站的四成。含效果图两版、结构图与现场监理。',
  },
  {
    ...{ publisher: 10, title: '线阵音响与 P2.6 屏幕整套租赁', category: ['视听设备', '灯光音响'], tags: ['灯光', '音响', 'LED 屏'] },
    ...{ area: '上海市', pricing: '按天', price: ['12800', '46000'], mood: 'night', subjects: ['screens', 'stage', 'crowd'] },
    supplement: [
      ['主扩音响', '双十二只线阵'],
      ['屏幕库存', '四百平方米 P2.6'],
      ['技术人员', '调音、灯光、视频各一名'],
      ['看场服务', '免费看场并出布光图'],
    ],
    story: '自有库房在松江，六小时内可以装车。价格含运输、搭建、一天彩排与技术人员，按场地大小配置。',
  },
  {
    ...{ publisher: 10, title: '摇头灯、激光与雾机灯光包', category: ['视听设备', '特效装置'], tags: ['灯光', '激光'] },
    ...{ area: '上海市', pricing: '按场', price: ['5200', ''], mood: 'neon', subjects: ['lights', 'stage'] },
    supplement: [
      ['灯具数量', '摇头灯 48 台'],
      ['激光备案', '提供安全距离说明'],
      ['控台型号', '双机热备'],
    ],
    story: '适合三百人以内的年会与派对。两名灯光师到场编程，三套情绪可一键切换，户外使用需提前一周确认供电。',
  },
  {
    ...{ publisher: 1, title: '双语主持与年会司仪', category: ['演艺人员', '主持司仪'], tags: ['年会', '主持'] },
    ...{ area: '北京市', pricing: '按场', price: ['4800', '12000'], mood: 'festive', subjects: ['stage', 'banquet', 'crowd'] },
    supplement: [
      ['语言', '中文、英文'],
      ['从业年限', '九年'],
      ['彩排', '含一次到场彩排'],
      ['串词', '提前三天交付'],
    ],
    story: '主持过四百场企业年会与发布会。提前与导演组对流程，串词按企业用语改写，临场控时误差两分钟以内。',
  },
  {
    ...{ publisher: 0, title: '发布会开场：现代舞与影像互动十二人团', category: ['演艺人员', '舞蹈团队'], tags: ['发布会', '开场'] },
    ...{ area: '上海市', pricing: '按场', price: ['28000', '45000'], mood: 'cool', subjects: ['stage', 'crowd', 'folds'] },
    supplement: [
      ['演出人数', '十二人'],
      ['时长', '四到六分钟'],
      ['编创周期', '三周'],
      ['影像制作', '含两版影像'],
    ],
    story: '舞者的动作实时驱动背景影像，产品在最后一拍出现。含编舞、影像、服装与两次彩排，外地差旅另计。',
  },
  {
    ...{ publisher: 3, title: '活动跟拍与山地航拍小组', category: ['摄影摄像', '活动摄影'], tags: ['团建', '航拍'] },
    ...{ area: '浙江省', pricing: '按天', price: ['2600', '5800'], mood: 'forest', subjects: ['mountains', 'lawn', 'crowd'] },
    supplement: [
      ['人员配置', '两名摄影加一名飞手'],
      ['交付时间', '当晚二十张，三天内全部'],
      ['航拍资质', '持证飞手并报备空域'],
      ['云摄影', '可边拍边看'],
    ],
    story: '常年跟拍山地与水上活动，器材防水防摔。当晚交付二十张精修，三天内交付全部原片与调色版。',
  },
  {
    ...{ publisher: 11, title: '产地直采花艺布置（婚礼与发布会）', category: ['花艺餐饮', '花艺布置'], tags: ['花艺', '婚礼'] },
    ...{ area: '云南省', pricing: '面议', price: ['', ''], mood: 'pastel', subjects: ['floral', 'lawn', 'banquet'] },
    supplement: [
      ['主花产地', '昆明斗南'],
      ['冷链时效', '全国十四小时到场'],
      ['现场人手', '四到八名花艺师'],
      ['余花处理', '可打包赠予来宾'],
    ],
    story: '按空间与季节出方案，主花当季取材。小到签到台，大到三千枝的仪式区，报价以花单为准。',
  },
  {
    ...{ publisher: 2, title: '婚礼茶歇与长桌宴外烩', category: ['花艺餐饮', '宴会餐饮'], tags: ['婚礼', '餐饮'] },
    ...{ area: '四川省', pricing: '按人', price: ['168', '398'], mood: 'pastel', subjects: ['banquet', 'floral', 'lawn'] },
    supplement: [
      ['起订人数', '三十位'],
      ['厨房要求', '有水电即可，自带炉具'],
      ['试菜', '签约前免费试菜一次'],
      ['清真与素食', '可单独成席'],
    ],
    story: '草坪、庄园与老房子都能开席。菜单四季各一套，餐具桌布自有，撤场后恢复原样，垃圾分类带走。',
  },
  {
    ...{ publisher: 6, title: '体感互动光墙装置租赁', category: ['互动科技', '互动游戏'], tags: ['互动', '快闪'] },
    ...{ area: '广东省', pricing: '按天', price: ['9800', '26000'], mood: 'neon', subjects: ['lights', 'product', 'crowd'] },
    supplement: [
      ['装置尺寸', '六米乘三米，可拼接'],
      ['内容定制', '含品牌视觉换装'],
      ['驻场人员', '一名工程师'],
      ['到访数据', '活动次日交付'],
    ],
    story: '四百根感应灯管随人变化，适合快闪店、展厅与年会入场区。三小时搭建，七天以上按周计价。',
  },
];

const of_lines = linesOf(MORE_RESOURCES, 3).map(([head = '', having = '', story = '']): DemoResource => {
  const [title = '', category = '', tags = '', publisher, area = '', pricing = '', from = '', to = '', mood, subjects = ''] =
    head.split('|');
  const [top = '', sub = ''] = category.split('/');
  return {
    ...{ title, area, pricing, story, publisher: Number(publisher), category: [top, sub], tags: tags.split(','), price: [from, to] },
    ...{ mood: mood as Mood, subjects: subjects.split(',') as [Subject, ...Subject[]] },
    supplement: having.split(';').map((line): [string, string] => {
      const [key = '', value = ''] = line.split('=');
      return [key, value];
    }),
  };
});

export const DEMO_RESOURCES: readonly DemoResource[] = [...WRITTEN, ...of_lines];

/** What staff put together of them, and of cases that show them at work. */
export const DEMO_TOPICS: ReadonlyArray<{ title: string; introduction: string; keys: readonly string[] }> = [
  {
    title: '预算不多，也能办得像样',
    introduction: '五十人的年会、零预算的市集、一口锅的团建、一场好玩的复盘会。钱花在哪里、省在哪里，方案里都写清楚了。',
    keys: ['scheme-9', 'scheme-25', 'scheme-12', 'scheme-36'],
  },
  {
    title: '办一场年会，先把这几家找齐',
    introduction: '舞台、灯光、主持、摄影，年会当晚出错最多的四件事。这里的供应商都接过大型企业年会，档期紧，建议提前六周确认。',
    keys: ['resource-2', 'resource-4', 'resource-6', 'resource-5', 'resource_case-1', 'supplier_case-1'],
  },
  {
    title: '草坪婚礼的花、桌与光',
    introduction: '户外婚礼看天吃饭，备用方案和供应商的经验一样重要。花艺、外烩与户外场地，以及他们做过的真实现场。',
    keys: ['resource-9', 'resource-10', 'resource-1', 'resource_case-3', 'supplier_case-2'],
  },
  {
    title: '新品发布：让产品最后一秒才出现',
    introduction: '环幕、开场舞、路演厅与互动装置，把注意力一步步引到产品上。',
    keys: ['resource-4', 'resource-7', 'resource-0', 'resource-11', 'resource_case-0', 'supplier_case-0'],
  },
];
