import type { Block, ListLine, Run } from '#contract/article.ts';
import type { Mood, Subject } from '../pictures/picture.ts';

/** A block of a demo article; pictures by their place among its own, works by the key of a demo work. */
export type DemoBlock = Exclude<Block, { type: 'picture' | 'work' }> | { picture: number; caption: string } | { work: string };

export interface DemoComment {
  /** Place among the readers; 'author': who wrote the article. */
  by: number | 'author';
  text: string;
  /** Place of the comment that it answers, in this list. */
  answers?: number;
  /** How many of the readers like it. */
  likes?: number;
}

export interface DemoArticle {
  title: string;
  summary: string;
  publisher: number;
  category: readonly [string, string];
  tags: readonly string[];
  /** Subjects of its pictures, and their light. */
  subjects: readonly [Subject, ...Subject[]];
  mood: Mood;
  days_ago: number;
  fame: number;
  blocks: readonly DemoBlock[];
  comments: readonly DemoComment[];
}

const p = (...parts: Array<string | Run>): DemoBlock => ({
  type: 'paragraph',
  runs: parts.map((part) => (typeof part === 'string' ? { text: part } : part)),
});
const b = (text: string): Run => ({ text, bold: true });
const h2 = (text: string): DemoBlock => ({ type: 'heading', level: 2, runs: [{ text }] });
const h3 = (text: string): DemoBlock => ({ type: 'heading', level: 3, runs: [{ text }] });
const quote = (...lines: string[]): DemoBlock => ({ type: 'quote', paragraphs: lines.map((text) => [{ text }]) });
const lines = (ordered: boolean, ...texts: Array<string | readonly [string, ...string[]]>): DemoBlock => ({
  type: 'list',
  lines: texts.flatMap((text): ListLine[] => {
    const [own = '', ...below] = typeof text === 'string' ? [text] : text;
    return [{ level: 0, ordered, runs: [{ text: own }] }, ...below.map((one) => ({ level: 1, ordered: false, runs: [{ text: one }] }))];
  }),
});
const table = (...rows: string[][]): DemoBlock => ({ type: 'table', head: true, rows: rows.map((row) => row.map((text) => [{ text }])) });
const pic = (picture: number, caption: string): DemoBlock => ({ picture, caption });

/** What people of the trade write in the demo. */
export const DEMO_ARTICLES: readonly DemoArticle[] = [
  {
    title: '千人年会现场，我只带三张清单',
    summary: '十一年执行下来，现场能救命的不是对讲机，而是三张按分钟、按人、按物写清楚的清单。',
    publisher: 1,
    category: ['工具与清单', '工作清单'],
    tags: ['年会', '清单', '现场管理'],
    ...{ subjects: ['stage', 'banquet'], mood: 'warm', days_ago: 3, fame: 0.95 },
    blocks: [
      p(
        '年会越大，意外越像排好队一样来。去年十二月的一场 1200 人年会，进场前一小时主屏黑了一块、礼仪少到两位、CEO 临时改了致辞顺序。',
        b('最后没有人看出来'),
        '，因为三张清单上都留了位置。',
      ),
      pic(0, '彩排时的主舞台，面光还没有校准'),
      h2('第一张：分钟表'),
      p('分钟表只写“几点几分，谁，做什么，做完看什么”。不写愿望，不写形容词。'),
      table(
        ['时间', '动作', '负责人', '看什么算完成'],
        ['17:20', '主屏循环片头', '视频位', '三块屏同帧'],
        ['17:45', '礼仪到位', '前厅督导', '四个门各两人'],
        ['18:00', '暗场', '灯光位', '观众灯 0%'],
      ),
      h2('第二张：人员表'),
      p('每个岗位写两个名字：一个是做的人，一个是他倒下以后做的人。'),
      lines(
        false,
        ['总控', '本人：老周', '替补：执行导演'],
        ['舞台监督', '本人：小林', '替补：道具组长'],
        '对讲频道：1 频总控，2 频灯光音响，3 频前厅',
      ),
      h2('第三张：物料表'),
      p('物料表按“箱”写，不按“品类”写。找东西的人只认得箱号。'),
      quote('箱号贴四面，上面再贴一张。', '——一位在库房里找了四十分钟颁奖绶带的人'),
      pic(1, '前厅签到区，箱子按号码靠墙放'),
      h3('可以直接拿去改'),
      p('下面这份整案里带了完整的分钟表，改时间和名字就能用。'),
      { work: 'scheme-0' },
    ],
    comments: [
      { by: 0, text: '箱号那段太真实了，我们上次找绶带也是四十分钟。', likes: 6 },
      { by: 'author', text: '所以现在五面都贴。', answers: 0, likes: 3 },
      { by: 1, text: '分钟表的“看什么算完成”这一列请收下我的膝盖，明天就加。', likes: 4 },
      { by: 2, text: '替补名单要不要提前跟本人说？', likes: 1 },
      { by: 'author', text: '必须说，而且彩排时让替补完整走一遍。', answers: 3 },
    ],
  },
  {
    title: '发布会的前三分钟，决定后面三小时',
    summary: '观众坐下后的前三分钟在想什么？从灯光、声音到第一句话，拆开一场发布会的开场。',
    publisher: 0,
    category: ['策划方法', '创意构思'],
    tags: ['发布会', '开场', '创意'],
    ...{ subjects: ['stage'], mood: 'night', days_ago: 6, fame: 0.8 },
    blocks: [
      p('观众刚坐下时，注意力是散的：手机、水、隔壁的人。', b('开场的任务不是讲产品，是把散的注意力收成一束。')),
      h2('第一分钟：先拿走，再给'),
      p('先把光和声音拿走。暗场 8 秒，足够让所有人抬头；超过 12 秒，就有人开手电找包。'),
      pic(0, '暗场之后的第一束光，只照见产品轮廓'),
      h2('第二分钟：一个问题'),
      p('第一句话最好是一个问题，而且是观众昨天刚遇到过的问题。'),
      quote('“昨天晚上，你的车等了你几分钟？”'),
      h2('第三分钟：一个承诺'),
      p('告诉大家今天会得到什么，越具体越好。然后才是主持人。'),
      lines(true, '暗场与声音（0:00 至 0:30）', '问题与短片（0:30 至 2:00）', '承诺与主讲人上场（2:00 至 3:00）'),
      p('整套节奏可以参考这份发布会整案的第 6 至 12 页。'),
      { work: 'scheme-1' },
    ],
    comments: [
      { by: 3, text: '暗场 8 秒我们量过，差不多就是这个数。', likes: 2 },
      { by: 4, text: '户外日场没有暗场条件，怎么办？' },
      { by: 'author', text: '用声音：先静 5 秒，再给一个低频。', answers: 1, likes: 2 },
    ],
  },
  {
    title: '报价单上最容易吵架的五行',
    summary: '不是总价，是“其他”“待定”“含税”。五行写法，让甲乙双方都睡得着。',
    publisher: 2,
    category: ['职业成长', '报价与合同'],
    tags: ['报价', '合同', '乙方'],
    ...{ subjects: ['seminar'], mood: 'warm', days_ago: 10, fame: 0.7 },
    blocks: [
      p('做了七年报价，吵过的架基本都出在同样的五行里。把它们写清楚，比降价更能成单。'),
      table(
        ['常见写法', '问题', '建议写法'],
        ['其他 5%', '没人知道买了什么', '不可预见费 5%，动用前书面确认，未用退回'],
        ['搭建 1 项', '无法比价', '木结构 62 平方米，含防火涂料，单价 280 元'],
        ['人员 若干', '现场缺人', '执行 8 人 × 2 天，含一次彩排'],
        ['运输 待定', '最后一天涨价', '4.2 米厢货 2 趟，三环内，超出每公里 6 元'],
        ['价格含税', '税点说不清', '含 6% 增值税专用发票'],
      ),
      h2('先写不含什么'),
      p('“不含”比“包含”更重要：场地费、艺人交通、电力增容、加班费，逐条写出来。'),
      pic(0, '一份写清单位和数量的报价，谈判时间能少一半'),
      h2('给甲方的一句话'),
      quote('看报价先看单位，没有单位的数字都会长大。'),
    ],
    comments: [
      { by: 5, text: '甲方表示收藏了，马上拿去对我们手上的三份报价。', likes: 5 },
      { by: 0, text: '电力增容这条太痛了。', likes: 2 },
    ],
  },
  {
    title: '户外草坪婚礼，雨天预案怎么写才算数',
    summary: '“如遇雨天，移至室内”不是预案。决策时间、决策人、切换用时，一样都不能少。',
    publisher: 3,
    category: ['执行经验', '应急处理'],
    tags: ['婚礼', '应急', '户外'],
    ...{ subjects: ['lawn', 'floral'], mood: 'warm', days_ago: 14, fame: 0.6 },
    blocks: [
      p('新人最怕的一句话是“到时候看”。预案要写到谁在几点看哪一份预报，说了算的人是谁。'),
      h2('三个时间点'),
      lines(
        true,
        ['前一天 18:00：看 24 小时预报', '降水概率大于 60%，直接启用室内'],
        ['当天 8:00：看逐小时预报', '降水在仪式前后两小时内，备帐篷'],
        ['仪式前 90 分钟：最后一次决定', '此后只加伞，不换场'],
      ),
      pic(0, '同一片草坪，晴天与雨棚两个方案共用一套花艺'),
      h2('切换要练一遍'),
      p('帐篷 40 分钟、椅子 25 分钟、花艺 35 分钟。', b('三件事并行，总长 45 分钟。'), '没有练过，就按 90 分钟算。'),
      pic(1, '花艺用可移动底座，四个人十分钟能整组搬进室内'),
    ],
    comments: [
      { by: 6, text: '“此后只加伞，不换场”，写得太好了。', likes: 3 },
      { by: 1, text: '请问帐篷用的是哪家？可以发个资源吗' },
    ],
  },
  {
    title: '展台只有 36 平方米，怎么让人停下来',
    summary: '小展台拼不过面积，但可以拼动线、拼一个“必须站进来”的理由。',
    publisher: 4,
    category: ['案例复盘', '展会复盘'],
    tags: ['展会', '展台', '动线'],
    ...{ subjects: ['booth', 'crowd'], mood: 'cool', days_ago: 18, fame: 0.5 },
    blocks: [
      p('四天展期，隔壁是 200 平方米的大牌，我们 36 平方米，最后留资 812 条。复盘下来，有效的只有三件事。'),
      h2('一、把入口做成问题'),
      p('背板上不写公司名，写一个参观者会停下来想的问题。公司名放在走进来以后看得到的地方。'),
      pic(0, '入口只留一句话和一道光'),
      h2('二、只演示一件事'),
      p('把六个产品减到一个，演示从 12 分钟减到 90 秒，循环播放。'),
      h2('三、出口给一张纸'),
      p('离开的人手里要有东西：一张当场打印的、写着他自己数据的纸。'),
      table(
        ['天数', '进入', '停留超过 2 分钟', '留资'],
        ['第一天', '610', '204', '151'],
        ['第二天', '742', '318', '246'],
        ['第三天', '688', '305', '239'],
        ['第四天', '402', '221', '176'],
      ),
      pic(1, '第二天下午的人流，排队从侧面走'),
    ],
    comments: [
      { by: 2, text: '当场打印那张纸的成本大概多少？', likes: 1 },
      { by: 'author', text: '热敏纸，一张一毛二。', answers: 0, likes: 4 },
    ],
  },
  {
    title: '团建不再是爬山吃饭：三个低预算玩法',
    summary: '人均 150 元以内，不用教练，不用大巴，三个我们做过五次以上的玩法。',
    publisher: 5,
    category: ['策划方法', '流程设计'],
    tags: ['团建', '低预算'],
    ...{ subjects: ['market'], mood: 'warm', days_ago: 22, fame: 0.45 },
    blocks: [
      p('行政同事最常问的一句话是：预算砍半，还能做吗？能，但要把钱花在“一起做成一件事”上。'),
      h2('城市寻宝'),
      p('六条路线，每条五个点，线索藏在老店里。需要的只有打印纸和提前打好的招呼。'),
      h2('一小时市集'),
      p('每组 300 元启动资金，一小时布展，一小时互相买卖，最后按利润颁奖。'),
      pic(0, '一小时市集，摊位是会议室的桌子'),
      h2('反着颁奖'),
      p('员工给公司颁奖：最好用的流程、最想删的会议、最好吃的下午茶。'),
      lines(false, '人数：30 至 80 人', '时长：3 小时', '物料：桌布、纸箱、打印纸、一箱零钱'),
    ],
    comments: [
      { by: 7, text: '最想删的会议，投票结果不敢看。', likes: 8 },
      { by: 3, text: '已经抄走了，谢谢。' },
    ],
  },
  {
    title: '灯光师不愿意说的四件小事',
    summary: '面光、追光、断电和换色纸。策划懂一点灯光，现场少跑一半路。',
    publisher: 6,
    category: ['执行经验', '搭建舞美'],
    tags: ['灯光', '舞美', '技术'],
    ...{ subjects: ['lights'], mood: 'neon', days_ago: 27, fame: 0.4 },
    blocks: [
      p('灯光师话少，是因为大多数问题在搭建前就定了。下面四件事，策划在图纸阶段就能解决。'),
      h2('面光角度'),
      p('人脸好看的角度是 45 度左右。吊点太近，眼窝就黑。图纸上量一量吊杆到台口的距离。'),
      h2('追光要占一个座位区'),
      p('追光灯位后面的观众什么都看不见，票图上要提前留空。'),
      pic(0, '左侧是只有顶光的效果，右侧补了 45 度面光'),
      h2('电'),
      p('灯光与音响分路，LED 屏单独一路。', b('三路一起跳闸，通常是因为省了一根线。')),
      h2('改色不是按一下'),
      p('传统灯换色要爬高换色纸。方案里写“全场换蓝”，现场就是四十分钟。'),
    ],
    comments: [{ by: 4, text: '追光位那条，票务同事看了沉默。', likes: 2 }],
  },
  {
    title: '把提案写短：一份 12 页的方案怎么赢了 80 页',
    summary: '客户只记得住三页。十二页的结构、每页一句话、删掉什么，全部写出来。',
    publisher: 0,
    category: ['策划方法', '提案比稿'],
    tags: ['提案', '比稿', '方案'],
    ...{ subjects: ['screens'], mood: 'stone', days_ago: 33, fame: 0.65 },
    blocks: [
      p('比稿那天，另外三家平均 80 页，我们 12 页。赢的原因不是短，是', b('每一页都只回答一个问题'), '。'),
      h2('十二页的骨架'),
      lines(
        true,
        '客户的处境（1 页）',
        '真正的问题（1 页）',
        '一句话主张（1 页）',
        '体验主线（3 页）',
        '现场样子（3 页）',
        '预算与排期（2 页）',
        '为什么是我们（1 页）',
      ),
      pic(0, '体验主线用一张图讲完，细节放附件'),
      h2('删掉的东西'),
      p('公司介绍、行业趋势、名词解释、所有“我们认为”。需要的人会问，问了再讲。'),
      quote('页数是给自己的安全感，不是给客户的。'),
      { work: 'ppt-0' },
    ],
    comments: [
      { by: 5, text: '作为甲方：是的，八十页我们真的只看前十页。', likes: 9 },
      { by: 6, text: '附件一般放多少？' },
      { by: 'author', text: '想放多少放多少，但目录只有一页。', answers: 1, likes: 2 },
    ],
  },
];
