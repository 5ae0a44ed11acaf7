import type { DemoCourse } from './courses.ts';

type Told = Pick<DemoCourse, 'teacher' | 'category' | 'title' | 'introduction' | 'price' | 'tags' | 'colours' | 'picture'> & {
  learns: string;
  /** An exercise at its end. */
  task?: string;
  lessons: readonly [free: string, ...string[]];
};

const TOLD: readonly Told[] = [
  {
    ...{ teacher: 0, category: ['活动策划', '创意与方案'], price: '', tags: ['活动策划', '入门', '培训班', '策划师'] },
    title: '活动策划零基础入门：策划师第一课',
    picture: { subject: 'folds', mood: 'sea', seed: 707 },
    introduction: '没做过活动也能听懂的入门培训班：活动有哪些种类，策划师每天做什么，怎么考证书、怎么找第一份工作。免费。',
    colours: ['#0f4c5c', '#e36414'],
    learns: '活动策划的十二个步骤\n策划师证书有没有用\n第一份方案从哪里下手',
    lessons: ['活动策划师每天在做什么', '十二个步骤走一遍', '证书、作品与第一份工作'],
    task: '为一场三十人的部门团建写一页活动方案：目标一句话，流程到半小时，预算分五项并留一成机动。写在下面，或交一份文档。\n五项预算齐全、流程没有空档，就算通过。',
  },
  {
    ...{ teacher: 0, category: ['活动策划', '创意与方案'], price: '12', tags: ['策划书', '写作', '文案', '方案'] },
    title: '活动策划书怎么写：从背景到预算的写作课',
    picture: { subject: 'screens', mood: 'tea', seed: 744 },
    introduction: '策划书、标书与主持词的写法，跟着改一份真实的方案。',
    colours: ['#3d2c2e', '#d8a47f'],
    learns: '策划书的十个部分\n把背景写短\n主持词与文案怎么不空',
    lessons: ['一份被退回的策划书', '十个部分怎么写', '主持词与投标书'],
  },
  {
    ...{ teacher: 1, category: ['活动策划', '创意与方案'], price: '9', tags: ['ppt', 'ppt课程', '设计', '提案'] },
    title: '学做提案 PPT：活动人的 PPT 设计课',
    picture: { subject: 'product', mood: 'stone', seed: 781 },
    introduction: '不学花哨动画，只学活动提案要用的版式、配色与讲法。',
    colours: ['#22223b', '#9a8c98'],
    learns: '十二页讲完一场活动\n版式与配色\n讲给客户听',
    lessons: ['十二页的骨架', '版式与配色', '现场怎么讲'],
  },
  {
    ...{ teacher: 2, category: ['婚礼策划', '主持与仪式'], price: '12', tags: ['主持', '主持人', '司仪', '口才'] },
    title: '主持人与司仪培训：年会和婚礼怎么主持',
    picture: { subject: 'stage', mood: 'pastel', seed: 818 },
    introduction: '发声、串词、控场与救场，婚礼司仪和年会主持人都适用。',
    colours: ['#5f0f40', '#fb8b24'],
    learns: '开口前的三分钟\n串词怎么接\n冷场与出错怎么救',
    lessons: ['开口前的三分钟', '串词与控场', '婚礼仪式的节奏'],
  },
  {
    ...{ teacher: 0, category: ['舞美视听', '灯光音响'], price: '19', tags: ['灯光师', '音响师', '舞台', '培训'] },
    title: '舞台灯光与音响入门培训',
    picture: { subject: 'lights', mood: 'night', seed: 855 },
    introduction: '看懂灯位图、调好一支话筒，执行与策划都该懂的舞台灯光、音响与大屏常识。',
    colours: ['#10002b', '#9d4edd'],
    learns: '灯光的六种用法\n话筒为什么会啸叫\n大屏比例与点距',
    lessons: ['灯位图怎么看', '调好一支话筒', '大屏常识'],
  },
  {
    ...{ teacher: 1, category: ['舞美视听', '视频与直播'], price: '9', tags: ['摄影', '摄像', '直播', '剪辑'] },
    title: '活动摄影与短视频剪辑课：拍到客户想要的',
    picture: { subject: 'crowd', mood: 'dusk', seed: 892 },
    introduction: '活动摄影、摄像、剪辑与直播的入门课，手机也能拍。',
    colours: ['#283618', '#dda15e'],
    learns: '一场活动的二十个必拍镜头\n暗场怎么拍\n当晚快剪',
    lessons: ['二十个必拍镜头', '暗场与面光', '当晚快剪与直播'],
  },
  {
    ...{ teacher: 1, category: ['执行统筹', '会务执行'], price: '15', tags: ['会展', '展会', '会展策划', '证书'] },
    title: '会展策划与展会运营：从招展到撤馆',
    picture: { subject: 'booth', mood: 'cool', seed: 929 },
    introduction: '会展专业学生与新人的实务课，附会展策划师考证提纲。',
    colours: ['#003049', '#fcbf49'],
    learns: '招展招商怎么做\n报馆与搭建\n现场运营与撤馆',
    lessons: ['一场展会的一年', '招展与报馆', '现场与撤馆'],
  },
  {
    ...{ teacher: 1, category: ['执行统筹', '现场控场'], price: '', tags: ['应急', '现场', '控场', '突发'] },
    title: '活动现场突发状况怎么处理：应急二十例',
    picture: { subject: 'opening', mood: 'stone', seed: 966 },
    introduction: '停电、下雨、嘉宾迟到、话筒没声、有人晕倒，现场应急的二十个真实例子。免费。',
    colours: ['#641220', '#e5383b'],
    learns: '先做什么，后说什么\n嘉宾不来怎么办\n天气与停电',
    lessons: ['先做什么，后说什么', '嘉宾、设备与天气', '人身安全'],
  },
  {
    ...{ teacher: 2, category: ['婚礼策划', '婚礼统筹'], price: '19', tags: ['婚礼策划师', '婚礼', '培训', '备婚'] },
    title: '婚礼策划师培训班：从谈单到婚礼当天',
    picture: { subject: 'floral', mood: 'warm', seed: 1_003 },
    introduction: '想做婚礼策划师的人从这里开始：谈单、出方案、布置花艺、督导与当天统筹。',
    colours: ['#6d3b47', '#f2c6c2'],
    learns: '第一次见新人问什么\n方案与布置怎么画\n婚礼当天怎么督导',
    lessons: ['婚礼策划师的一年', '谈单、方案与花艺布置', '当天督导与收尾'],
  },
  {
    ...{ teacher: 0, category: ['舞美视听', '舞台与搭建'], price: '25', tags: ['舞台设计', '效果图', '教程', '舞美'] },
    title: '舞台设计与效果图教程：从平面图到三维',
    picture: { subject: 'stage', mood: 'cool', seed: 1_040 },
    introduction: '舞台设计、展台设计与三维效果图的入门教程，跟着画完一个年会舞台。',
    colours: ['#0b132b', '#5bc0be'],
    learns: '舞台平面图怎么画\n三维软件的二十个操作\n材质与灯光出图',
    lessons: ['舞台平面与尺寸', '从平面到三维', '出图与报价'],
  },
  {
    ...{ teacher: 1, category: ['获客运营', '个人品牌'], price: '12', tags: ['直播', '短视频', '带货', '新媒体'] },
    title: '直播带货与短视频运营课：小团队也能做',
    picture: { subject: 'product', mood: 'neon', seed: 1_077 },
    introduction: '开直播、写脚本、拍短视频与接商单，活动公司和门店的新媒体课。',
    colours: ['#3c096c', '#ff9e00'],
    learns: '第一场直播怎么排\n三十秒短视频脚本\n从播放到订单',
    lessons: ['一场直播的六小时', '短视频脚本', '从播放到订单'],
  },
  {
    ...{ teacher: 1, category: ['活动策划', '创意与方案'], price: '9', tags: ['ai', '人工智能', '写方案', '提示词'] },
    title: '用 AI 写活动方案：提示词与改稿课',
    picture: { subject: 'folds', mood: 'cool', seed: 1_114 },
    introduction: '用人工智能写方案、主持词、邀请函与预算表，学会问，也学会改。',
    colours: ['#1b263b', '#84dcc6'],
    learns: '把客户的话变成提示词\n改掉空话\n核对数字与出处',
    lessons: ['一份提示词的四段', '主持词与预算表', '改稿与核对'],
  },
];

/** What beginners ask for; they come after the first ones, when the site stands. */
export const MORE_COURSES: readonly DemoCourse[] = TOLD.map(({ learns, lessons, task, ...course }) => ({
  ...course,
  fields: { for_whom: '想入行的人\n刚做活动一年以内的策划与执行', learns, prepare: '' },
  chapters: [
    {
      title: '',
      lessons: [
        ...lessons.map((title, at) => (at === 0 ? { title, free: true as const } : { title })),
        ...(task === undefined ? [] : [{ title: '作业：一页团建方案', task }]),
      ],
    },
  ],
}));

/** A path of the first teacher's, by the titles of its courses. */
export const DEMO_PATH = {
  title: '活动策划师成长路径',
  introduction: '从第一课到写出一份策划书，再到把舞台画出来。按顺序学，每门课都有结业证书，全部学完再得路径证书。',
  price_fen: 3_000,
  courses: ['活动策划零基础入门：策划师第一课', '活动策划书怎么写：从背景到预算的写作课', '舞台设计与效果图教程：从平面图到三维'],
} as const;

/** What was handed in of its exercise, and the teacher's words: none for what waits. */
export const DEMO_HAND_INS = {
  first: {
    text: '目标：让新人认识人。流程：10 点集合，12 点吃饭，下午自由活动。预算：餐费 3000，大巴 1500。',
    word: '流程下午是空的，预算只有两项。补齐五项，再把下午排到半小时。',
  },
  second: {
    text: '目标：新老同事两两认识。10:00 破冰，10:30 分组寻宝，12:00 午餐，13:30 手作，15:30 颁奖，16:00 返程。预算：餐 3000、车 1500、手作 1800、奖品 600、保险 300，机动 720。',
    word: '流程连起来了，预算也能直接给客户看。下次把下雨的备选写在最后一行。',
    mark: 88,
  },
  waiting:
    '目标：庆祝项目上线。14:00 集合，14:30 剧本游戏，17:00 晚餐，19:00 结束。预算：场地 2000、餐 3600、游戏 1500、交通 900、机动 800。',
} as const;
