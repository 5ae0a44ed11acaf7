import type { Quiz } from '#contract/quiz.ts';
import type { PictureWish } from '../pictures/picture.ts';

/** Teachers of the demo, by their place among its publishers. */
export const DEMO_TEACHERS = [
  {
    ...{ publisher: 0, name: '林知远', position: '资深活动导演', field: '发布会与庆典' },
    introduction: '做了十二年活动导演，主持过三百多场发布会、年会与城市庆典。讲课只讲现场真会遇到的事。',
  },
  {
    ...{ publisher: 1, name: '许安', position: '会务总监', field: '会务执行与供应商管理' },
    introduction: '从会务专员做到总监，管过两千人的医学年会，也管过十八个人的董事会。擅长把流程讲成清单。',
  },
  {
    ...{ publisher: 2, name: '沈青禾', position: '婚礼统筹师', field: '婚礼策划' },
    introduction: '统筹过四百场婚礼，带过二十多位新人入行，相信好的婚礼是把时间留给新人。',
  },
] as const;

export interface DemoCourse {
  /** Place among the teachers. */
  teacher: 0 | 1 | 2;
  category: readonly [string, string];
  title: string;
  introduction: string;
  /** Yuan as typed; empty: free. */
  price: string;
  vip?: true;
  tags: readonly string[];
  colours: readonly [string, string];
  /** The place that its cover shows. */
  picture: PictureWish;
  fields: { for_whom: string; learns: string; prepare: string };
  chapters: ReadonlyArray<{ title: string; lessons: ReadonlyArray<{ title: string; free?: true; quiz?: Quiz; task?: string }> }>;
}

const QUIZ: Quiz = {
  pass_percent: 60,
  questions: [
    {
      ...{ id: 'rehearsal', kind: 'one', text: '带机彩排最晚应该在什么时候完成？' },
      options: ['活动开始前一小时', '活动前一天晚上', '嘉宾到场之后'],
      right: [1],
      explanation: '前一天晚上完成，才有一整夜改问题；当天只走关键环节。',
    },
    {
      ...{ id: 'reserve', kind: 'many', text: '下面哪些应当写进预算的机动费？' },
      options: ['临时加印物料', '嘉宾改签', '搭建超时人工', '已签合同的场租'],
      right: [0, 1, 2],
      explanation: '场租已经确定，属于固定成本；前三项都会在最后几天冒出来。',
    },
    {
      ...{ id: 'radio', kind: 'judge', text: '对讲机频道按岗位分开，比所有人在一个频道更好。' },
      options: ['对', '错'],
      right: [0],
      explanation: '分频道能避免关键指令被闲聊盖住，总控留一个公共频道即可。',
    },
  ],
};

export const DEMO_COURSES: readonly DemoCourse[] = [
  {
    ...{ teacher: 0, category: ['执行统筹', '现场控场'], price: '39', tags: ['现场执行', '控场'] },
    title: '一场活动从接单到复盘',
    picture: { subject: 'screens', mood: 'cool', seed: 411 },
    introduction: '跟着一场真实的三百人发布会走完全程：接单、方案、预算、彩排、现场与复盘，每一步都给出可以直接用的表。',
    colours: ['#1f3a68', '#d9411f'],
    fields: {
      for_whom: '做了一两年执行，想独立带项目的人\n从别的行业转来做活动的人',
      learns: '接单时该问客户的十二个问题\n一页纸讲清方案的写法\n把流程排到分钟\n现场出状况时先做什么\n复盘会怎么开',
      prepare: '准备一个你做过的项目，边学边改',
    },
    chapters: [
      { title: '接单与方案', lessons: [{ title: '接单时先问清的十二件事', free: true }, { title: '一页纸讲清一场活动' }] },
      { title: '落地', lessons: [{ title: '预算表怎样不漏项' }, { title: '流程排到分钟' }] },
      { title: '现场与复盘', lessons: [{ title: '总控台前的两小时' }, { title: '小测：你会怎么做', quiz: QUIZ }] },
    ],
  },
  {
    ...{ teacher: 0, category: ['活动策划', '品牌与发布'], price: '19', tags: ['发布会', '创意'] },
    title: '发布会创意：让产品自己说话',
    picture: { subject: 'product', mood: 'neon', seed: 448 },
    introduction: '从产品卖点到一个记得住的现场瞬间，拆解六场发布会的创意是怎么来的，又是怎么落地的。',
    colours: ['#3b2a78', '#2e8f8a'],
    fields: {
      for_whom: '写方案总被说“没有亮点”的策划',
      learns: '从卖点里找出一句话\n把一句话变成一个动作\n创意和预算怎么一起长',
      prepare: '',
    },
    chapters: [
      { title: '', lessons: [{ title: '六场发布会，六个瞬间', free: true }, { title: '一句话与一个动作' }, { title: '创意落地的三道关' }] },
    ],
  },
  {
    ...{ teacher: 1, category: ['执行统筹', '会务执行'], price: '', tags: ['会务', '新人'] },
    title: '会务新人第一课',
    picture: { subject: 'seminar', mood: 'stone', seed: 485 },
    introduction: '第一次跟会该做什么、带什么、怎么站、怎么说话。免费，建议入职第一周看完。',
    colours: ['#0e5a6b', '#f0a83c'],
    fields: {
      for_whom: '刚入职的会务专员、第一次跟会的实习生',
      learns: '会前一周的检查清单\n签到台的站位与话术\n嘉宾接待的分寸',
      prepare: '',
    },
    chapters: [
      {
        title: '',
        lessons: [
          { title: '会前一周，每天做一件事', free: true },
          { title: '签到台不乱的秘密', free: true },
        ],
      },
    ],
  },
  {
    ...{ teacher: 1, category: ['预算报价', '预算编制'], price: '25', vip: true, tags: ['预算', '报价'] },
    title: '预算与报价：不亏也不吓跑客户',
    picture: { subject: 'banquet', mood: 'warm', seed: 522 },
    introduction: '一张表把成本、报价、机动与利润放在一起看；讲清楚客户砍价时哪里能让、哪里不能。',
    colours: ['#5a3a1f', '#e0b04a'],
    fields: {
      for_whom: '要独立报价的项目经理、自由策划人',
      learns: '成本怎么拆才不漏\n报价单的三种写法\n砍价时的让步顺序',
      prepare: '电脑上能打开表格软件',
    },
    chapters: [
      { title: '', lessons: [{ title: '成本拆到第三层', free: true }, { title: '报价单的三种写法' }, { title: '谈价的让步顺序' }] },
    ],
  },
  {
    ...{ teacher: 2, category: ['婚礼策划', '婚礼统筹'], price: '29', tags: ['婚礼', '统筹'] },
    title: '婚礼统筹：把时间留给新人',
    picture: { subject: 'floral', mood: 'pastel', seed: 559 },
    introduction: '从第一次见面到婚礼当天的时间线、分工与应急，一份统筹手册讲透。',
    colours: ['#7a2e52', '#e8a7b8'],
    fields: {
      for_whom: '想转做统筹的婚礼策划、主持人与四大金刚团队',
      learns: '婚礼当天的时间线模板\n各团队进场顺序\n十种突发状况的应对',
      prepare: '',
    },
    chapters: [{ title: '', lessons: [{ title: '第一次见面聊什么', free: true }, { title: '婚礼当天时间线' }, { title: '十种突发状况' }] }],
  },
  {
    ...{ teacher: 2, category: ['获客运营', '客户沟通'], price: '12', tags: ['沟通', '获客'] },
    title: '让客户第一次见面就想选你',
    picture: { subject: 'market', mood: 'tea', seed: 596 },
    introduction: '开场、倾听、方案演示与收尾，四段对话练会初次见面的沟通。',
    colours: ['#24533a', '#9ad07a'],
    fields: { for_whom: '独立接单的策划与统筹', learns: '开场三分钟\n把需求问出来\n演示方案不念稿', prepare: '' },
    chapters: [{ title: '', lessons: [{ title: '开场三分钟', free: true }, { title: '把需求问出来' }] }],
  },
  {
    ...{ teacher: 1, category: ['执行统筹', '供应商管理'], price: '', tags: ['供应商', '对接'] },
    title: '供应商对接：一张清单少打二十个电话',
    picture: { subject: 'booth', mood: 'day', seed: 633 },
    introduction: '搭建、设备、餐饮、车辆各要问清什么、什么时候问、写在哪里，附一张进场前逐项打勾的清单。免费。',
    colours: ['#31405f', '#7fb2d6'],
    fields: { for_whom: '负责落地对接的执行', learns: '四类供应商的必问项\n进场时间怎么错开\n验收时看哪里', prepare: '' },
    chapters: [
      {
        title: '',
        lessons: [
          { title: '四类供应商，四张清单', free: true },
          { title: '进场前一天的验收', free: true },
        ],
      },
    ],
  },
  {
    ...{ teacher: 0, category: ['活动策划', '年会与庆典'], price: '15', tags: ['创意', '年会'] },
    title: '年会主题怎么想：从一个词到一整晚',
    picture: { subject: 'stage', mood: 'festive', seed: 670 },
    introduction: '从公司这一年的一件小事里找主题，再让它走进入场、节目、颁奖与合影，整晚只讲一句话。',
    colours: ['#6b1f2a', '#f0c27a'],
    fields: {
      for_whom: '每年都被年会主题难住的行政与策划',
      learns: '找主题的三个问题\n主题怎样走进流程\n别让主题只在背景板上',
      prepare: '',
    },
    chapters: [{ title: '', lessons: [{ title: '一件小事里的主题', free: true }, { title: '让主题走完一整晚' }] }],
  },
];

/** What readers say of the first courses. */
export const DEMO_REVIEWS = [
  { stars: 5, text: '流程排到分钟那节，第二天就用上了，客户第一次没改我的表。' },
  { stars: 5, text: '都是现场真会遇到的事，不绕弯子。' },
  { stars: 4, text: '预算部分希望再多几个例子，其他都很实用。' },
] as const;

export const DEMO_QUESTION = {
  text: '小型沙龙只有一个人控场，流程还需要排到分钟吗？',
  answer: '需要，但可以只排关键节点：开场、嘉宾上台、抽奖、合影这几处到分钟，中间按段落即可。',
} as const;
