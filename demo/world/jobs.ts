import type { ResumeParts, ResumeVisibility } from '#contract/recruit.ts';
import { linesOf } from './lines.ts';
import { MORE_JOBS } from './more-jobs.ts';

export interface DemoJob {
  title: string;
  category: readonly [string, string];
  /** Names of terms by facet. */
  terms: Readonly<Record<string, string>>;
  tags: readonly string[];
  team: string;
  fields: Readonly<Record<'district' | 'number' | 'pay_note' | 'duty' | 'demand' | 'benefits', string>>;
  days_ago: number;
}

const WRITTEN: readonly DemoJob[] = [
  {
    title: '活动策划经理（会议与年会）',
    category: ['策划创意', '活动策划'],
    terms: { area: '上海市', pay: '12000–20000 元', work: '全职', years: '3 至 5 年', education: '本科' },
    tags: ['年会', '发布会'],
    team: '鹿鸣文化做品牌活动与年会十年，策划团队十二人，今年在做三个汽车品牌的全年活动。',
    fields: {
      district: '静安区南京西路',
      number: '2 人',
      pay_note: '13 薪，项目奖金另算',
      duty: '1. 独立完成会议、年会、发布会的创意与整案\n2. 向客户提案，跟进到落地\n3. 带一名策划助理',
      demand: '1. 三年以上活动公司策划经验\n2. 有两个以上千人规模项目的完整方案\n3. 会用 PPT 做提案，能当面讲清楚',
      benefits: '五险一金、双休、项目奖金、年度旅行',
    },
    days_ago: 6,
  },
  {
    title: '会务执行督导',
    category: ['项目执行', '执行督导'],
    terms: { area: '上海市', pay: '8000–12000 元', work: '全职', years: '1 至 3 年', education: '大专' },
    tags: ['会务', '执行'],
    team: '执行组负责全国会务的现场，常年与二十家供应商合作。',
    fields: {
      district: '静安区，全国出差',
      number: '3 人',
      pay_note: '出差补贴每天 150 元',
      duty: '1. 制作执行手册与人员排班\n2. 现场对接酒店、搭建与视听\n3. 活动后结算与复盘',
      demand: '1. 一年以上会务或执行经验\n2. 能接受每月十天左右的出差\n3. 细心，遇事不慌',
      benefits: '五险一金、出差补贴、调休',
    },
    days_ago: 4,
  },
  {
    title: '三维效果图设计师',
    category: ['设计制作', '三维设计'],
    terms: { area: '远程', pay: '8000–12000 元', work: '项目合作', years: '1 至 3 年', education: '学历不限' },
    tags: ['舞美', '效果图'],
    team: '设计组与五位长期合作的设计师一起出图，按项目结算。',
    fields: {
      district: '远程，按需到场',
      number: '若干',
      pay_note: '按图结算，三天内付款',
      duty: '1. 根据方案出舞台、展台与美陈效果图\n2. 配合搭建出尺寸图',
      demand: '1. 熟练使用 3ds Max 或 C4D\n2. 有舞台或展台作品',
      benefits: '按图结算、时间自由',
    },
    days_ago: 2,
  },
  {
    title: '灯光师（巡演驻场）',
    category: ['技术保障', '灯光师'],
    terms: { area: '浙江省', pay: '面议', work: '兼职', years: '3 至 5 年', education: '学历不限' },
    tags: ['灯光', '巡演'],
    team: '今年有八场品牌巡演，技术组在找固定搭档的灯光师。',
    fields: {
      district: '杭州集合，全国巡演',
      number: '1 人',
      pay_note: '按场结算，食宿行程全包',
      duty: '1. 编程与现场操作\n2. 设备进出场清点',
      demand: '1. 熟悉 MA 系列控台\n2. 有巡演或晚会经验',
      benefits: '食宿全包、按场结算',
    },
    days_ago: 1,
  },
];

const of_lines = linesOf(MORE_JOBS, 2).map(([head = '', text = ''], at): DemoJob => {
  const [title = '', category = '', area = '', pay = '', work = '', years = '', education = '', tags = ''] = head.split('|');
  const [top = '', sub = ''] = category.split('/');
  const [team = '', duty = '', demand = '', benefits = ''] = text.split('|');
  return {
    ...{ title, category: [top, sub], team, tags: tags.split(','), days_ago: 1 + (at % 9) },
    terms: { area, pay, work, years, education },
    fields: { district: '', number: '若干', pay_note: '', duty, demand, benefits },
  };
});

export const DEMO_JOBS: readonly DemoJob[] = [...WRITTEN, ...of_lines];

export interface DemoResume {
  /** Place among the publishers. */
  publisher: number;
  visibility: ResumeVisibility;
  person: Partial<ResumeParts['person']>;
  wish: Partial<ResumeParts['wish']>;
  experience: ResumeParts['experience'];
  skills: readonly string[];
  message: string;
}

export const DEMO_RESUMES: readonly DemoResume[] = [
  {
    publisher: 3,
    visibility: 'all',
    person: {
      name: '宋知夏',
      city: '上海',
      years: '5 年',
      birth_year: '1994',
      about: '做过汽车与快消两个行业的年会和发布会，擅长从一句话长成整案。',
    },
    wish: { position: '活动策划经理', city: '上海', salary: '15000–20000 元', work: '全职', available: '一个月内' },
    experience: [
      { company: '上海云舟公关', position: '高级策划', from: '2021.03', to: '', text: '负责两个汽车品牌的经销商大会，最大一场 1600 人。' },
      { company: '杭州青禾会展', position: '策划', from: '2018.07', to: '2021.02', text: '年会与团建方案四十余份，提案通过率七成。' },
    ],
    skills: ['整案策划', '提案', '预算编制', '现场统筹'],
    message: '做过三场千人以上的经销商大会，附件里有两份完整方案，方便时可以当面讲。',
  },
  {
    publisher: 4,
    visibility: 'applied',
    person: { name: '陆之远', city: '苏州', years: '3 年', birth_year: '1997', about: '从执行转到策划，方案落得了地。' },
    wish: { position: '活动策划', city: '上海', salary: '12000 元左右', work: '全职', available: '两周内' },
    experience: [
      {
        company: '苏州拾光文化',
        position: '执行兼策划',
        from: '2022.05',
        to: '',
        text: '园区家庭日、周年庆典与市集，预算 20 万到 80 万。',
      },
    ],
    skills: ['执行手册', '供应商管理', '市集招商'],
    message: '执行出身，能把方案和预算对上，希望加入会议与年会的团队。',
  },
  {
    publisher: 2,
    visibility: 'all',
    person: { name: '何今朝', city: '杭州', years: '2 年', birth_year: '1999', about: '视觉传达专业，提案 PPT 自己画。' },
    wish: { position: '策划助理', city: '杭州', salary: '面议', work: '全职', available: '随时' },
    experience: [
      { company: '杭州山月设计', position: '设计策划', from: '2023.06', to: '', text: '发布会主视觉与提案排版，一年二十个项目。' },
    ],
    skills: ['PPT 设计', '主视觉', '文案'],
    message: '会设计也会写文案，可以从助理做起。',
  },
];

const CITY_OF: Readonly<Record<string, string>> = {
  ...{ 上海市: '上海', 北京市: '北京', 浙江省: '杭州', 江苏省: '南京、苏州', 广东省: '广州、深圳', 四川省: '成都', 湖北省: '武汉' },
  ...{ 重庆市: '重庆', 陕西省: '西安', 湖南省: '长沙', 山东省: '青岛', 福建省: '厦门', 河南省: '郑州' },
};
const EVENT_OF: ReadonlyArray<readonly [word: RegExp, event: string]> = [
  [/婚/, '婚礼策划'],
  [/会展|展台|展会|特装/, '展览展会'],
  [/会务|会议|接待/, '会议论坛'],
  [/年会|主持|灯光|音响|舞台/, '年会庆典'],
  [/发布会|品牌|文案|公关/, '发布会'],
];

/** What a job says of pay, city and events, out of its line. */
export function jobFacts({ title, tags, terms }: DemoJob, at: number): { fields: Record<string, string>; event: string } {
  const [low = '', high = ''] = [...(terms['pay'] ?? '').matchAll(/\d+/g)].map(([text]) => text);
  const months = low !== '' && terms['work'] === '全职' ? String(12 + (at % 3)) : '';
  const fields = { pay_min: low, pay_max: high, pay_months: months, city: CITY_OF[terms['area'] ?? ''] ?? '' };
  return { fields, event: EVENT_OF.find(([word]) => word.test(`${title}${tags.join('')}`))?.[1] ?? '' };
}
