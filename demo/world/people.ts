/** Demo accounts. The password of all of them is printed at the start; it opens nothing outside a demo. */
export const DEMO_PASSWORD = 'cemao2026';

export interface DemoPerson {
  mobile: string;
  nickname: string;
  city: string;
  show_company: string;
  show_job: string;
  introduction: string;
  /** Colours of the avatar, top left to bottom right. */
  colours: readonly [string, string];
}

export const BUYER: DemoPerson = {
  mobile: '13800000001',
  nickname: '小满',
  city: '上海',
  show_company: '满意会务',
  show_job: '活动执行',
  introduction: '',
  colours: ['#3B82F6', '#1E3A8A'],
};

export const MEMBER: DemoPerson = {
  mobile: '13800000002',
  nickname: '阿策',
  city: '杭州',
  show_company: '策划人俱乐部',
  show_job: '高级策划',
  introduction: '',
  colours: ['#C98A1B', '#7A4E08'],
};

export const REVIEWER: DemoPerson = {
  mobile: '13800000009',
  nickname: '策猫运营',
  city: '北京',
  show_company: '策猫',
  show_job: '内容审核',
  introduction: '',
  colours: ['#F2502C', '#8F1F08'],
};

/** Sees the audit log, sets roles, and is the second person where one alone is not enough. */
export const FINANCE: DemoPerson = {
  mobile: '13800000006',
  nickname: '策猫财务',
  city: '北京',
  show_company: '策猫',
  show_job: '财务',
  introduction: '',
  colours: ['#0F766E', '#0B3B37'],
};

export const ADMIN: DemoPerson = {
  mobile: '13800000008',
  nickname: '策猫管理员',
  city: '北京',
  show_company: '策猫',
  show_job: '平台管理',
  introduction: '',
  colours: ['#475569', '#0F172A'],
};

export const PUBLISHERS: readonly DemoPerson[] = [
  {
    mobile: '13800001001',
    nickname: '林深见鹿',
    city: '上海',
    show_company: '鹿鸣文化传播',
    show_job: '创意总监',
    introduction: '十二年品牌发布会操盘经验，擅长把复杂的产品讲成一个好故事。',
    colours: ['#0F766E', '#134E4A'],
  },
  {
    mobile: '13800001002',
    nickname: '年会达人老周',
    city: '北京',
    show_company: '周而复始活动策划',
    show_job: '总策划',
    introduction: '做过两百多场企业年会，从五十人的小团队到五千人的体育馆。',
    colours: ['#B91C1C', '#5B0E0E'],
  },
  {
    mobile: '13800001003',
    nickname: '栗子婚礼研究所',
    city: '成都',
    show_company: '栗子婚礼',
    show_job: '主理人',
    introduction: '只做有故事的婚礼。流程、文案、布置一份方案讲清楚。',
    colours: ['#DB2777', '#831843'],
  },
  {
    mobile: '13800001004',
    nickname: '野生团建局',
    city: '杭州',
    show_company: '野生局户外',
    show_job: '课程设计师',
    introduction: '带团队走进山野，也把山野搬进会议室。',
    colours: ['#4D7C0F', '#1A2E05'],
  },
  {
    mobile: '13800001005',
    nickname: '展陈笔记',
    city: '广州',
    show_company: '间隙展览设计',
    show_job: '展陈设计师',
    introduction: '关注空间叙事，分享从概念到落地的完整展览方案。',
    colours: ['#4338CA', '#1E1B4B'],
  },
  {
    mobile: '13800001006',
    nickname: '市集观察员',
    city: '长沙',
    show_company: '热闹市集',
    show_job: '运营负责人',
    introduction: '一年三十场市集，踩过的坑都写进了方案里。',
    colours: ['#EA580C', '#7C2D12'],
  },
  {
    mobile: '13800001007',
    nickname: '快闪实验室',
    city: '深圳',
    show_company: '瞬息品牌实验室',
    show_job: '策略总监',
    introduction: '七天的相遇，值得七个月的准备。',
    colours: ['#7C3AED', '#3B0764'],
  },
  {
    mobile: '13800001008',
    nickname: '开门红策划',
    city: '武汉',
    show_company: '开门红',
    show_job: '项目总监',
    introduction: '商业地产开业与周年庆典，四十座城市的落地经验。',
    colours: ['#DC2626', '#7F1D1D'],
  },
  {
    mobile: '13800001009',
    nickname: '路演教练陈默',
    city: '北京',
    show_company: '默声资本路演',
    show_job: '路演教练',
    introduction: '帮创业者在八分钟里说清楚一件事。',
    colours: ['#0369A1', '#082F49'],
  },
  {
    mobile: '13800001010',
    nickname: '小方案大用处',
    city: '南京',
    show_company: '方圆会务',
    show_job: '策划经理',
    introduction: '模板随手可用，预算一目了然。',
    colours: ['#0D9488', '#115E59'],
  },
  {
    mobile: '13800001011',
    nickname: '光合老谢',
    city: '上海',
    show_company: '光合灯光音响',
    show_job: '技术总监',
    introduction: '灯光与声音是活动的呼吸。',
    colours: ['#CA8A04', '#422006'],
  },
  {
    mobile: '13800001012',
    nickname: '浮光阿荷',
    city: '昆明',
    show_company: '浮光花艺',
    show_job: '花艺师',
    introduction: '离花最近的地方，做离人最近的花。',
    colours: ['#9D174D', '#500724'],
  },
];

/** Readers who only read, follow and buy. */
export const READER_NAMES = [
  ...['苏打', '桃子', '大鹏', '木木', '阿宽', '南风', '小鱼', '老秦', '知夏', '半糖', '星野', '阿桔', '会务小王', '行政丽丽'],
  ...['不加班的策划', '山海', '周末去爬山', '莫妮卡', '执行阿飞', '晚风', '橘猫', '陈一一', '舞台监督老刘', '何必', '青禾', '搬砖的鱼'],
  ...['小北', '灯光师阿亮', '花艺师苗苗', '林木', '三三', '汪汪队长', '城南旧事', '海盐', '不二', '豆豆妈'],
] as const;

/** Who registered lately and has done nothing yet, by how many days ago: today first. */
export const NEWCOMER_NAMES: readonly (readonly string[])[] = [
  ...[
    ['小满的同事', '阿远', '会场小林'],
    ['茉莉', '快闪少年'],
    ['行政菲菲', '木槿', '老周'],
  ],
  ...[['策划新人'], ['云朵', '阿哲'], ['市集主理人', '春和'], ['小司仪']],
];
