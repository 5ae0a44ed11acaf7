import type { FilmColours } from '../drawing/film.ts';
import type { LessonCover } from '../pictures/lesson-cover.ts';
import type { Mood, PictureWish, Subject } from '../pictures/picture.ts';
import { linesOf } from './lines.ts';
import { MORE_TALKS } from './more-talks.ts';

interface DemoTalk {
  /** Title of the past salon that it comes from. */
  salon: string;
  title: string;
  introduction: string;
  speaker: string;
  speaker_about: string;
  /** Place among the kind's categories. */
  category: number;
  tags: readonly string[];
  chapters: Array<{ key: string; value: string }>;
  colours: readonly [string, string];
  film: FilmColours;
  picture: PictureWish;
  hand: LessonCover['hand'];
}

interface DemoRecap {
  salon: string;
  text: string;
  /** Title of the talk whose film the page begins with. */
  film: string;
  pictures: ReadonlyArray<[caption: string, picture: PictureWish]>;
}

const YEAR_END = '年会导演闭门会：三百人年会怎么不冷场';
const BOOTH = '展台搭建省钱工作坊：材料、工期与复用';
const WEDDING = '婚礼策划师的提案课：从聊天到签单';

const CHAPTERS = [
  { key: '00:00', value: '问题从哪里来' },
  { key: '00:04', value: '现场怎么做' },
  { key: '00:08', value: '一句话带走' },
];

const WRITTEN: readonly DemoTalk[] = [
  {
    ...{ salon: YEAR_END, title: '热场的二十分钟，先把主桌叫起来', speaker: '林一舟', speaker_about: '年会导演，执行过两百多场企业年会' },
    introduction: '开场前二十分钟决定一整晚的温度。不靠主持人喊，靠三个动作让主桌先站起来。',
    ...{ category: 0, tags: ['年会', '暖场'], chapters: CHAPTERS, colours: ['#b4231f', '#f2a65a'] as const },
    film: { ground: [60, 110, 190], bar: [210, 60, 150] },
    picture: { subject: 'banquet', mood: 'festive', seed: 87 },
    hand: 0,
  },
  {
    ...{ salon: YEAR_END, title: '颁奖不拖沓的三种排法', speaker: '许衡', speaker_about: '会务公司合伙人' },
    introduction: '一个奖三分钟，十个奖就是半小时。分组上台、视频代颁、穿插节目，各适合什么样的公司。',
    ...{ category: 0, tags: ['年会', '流程'], chapters: CHAPTERS, colours: ['#7a2e8e', '#e08bd0'] as const },
    film: { ground: [50, 170, 150], bar: [200, 90, 140] },
    picture: { subject: 'stage', mood: 'neon', seed: 140 },
    hand: 0,
  },
  {
    ...{ salon: BOOTH, title: '一张展台报价单里，哪三行最能省', speaker: '陆工', speaker_about: '搭建总监，十五年展览搭建' },
    introduction: '木作、灯具、运输，省在看不见的地方，不省在观众摸得到的地方。',
    ...{ category: 1, tags: ['展台', '预算'], chapters: CHAPTERS, colours: ['#1d5c8a', '#7fc4e8'] as const },
    film: { ground: [70, 160, 100], bar: [220, 110, 130] },
    picture: { subject: 'booth', mood: 'cool', seed: 193 },
    hand: 1,
  },
  {
    ...{ salon: WEDDING, title: '第一次见面该问的七个问题', speaker: '沈青', speaker_about: '婚礼策划师，工作室主理人' },
    introduction: '预算、人数、忌讳、谁拍板。把七个问题问完，提案就写好了一半。',
    ...{ category: 3, tags: ['婚礼', '提案'], chapters: CHAPTERS, colours: ['#c0567a', '#f6c9d6'] as const },
    film: { ground: [120, 120, 170], bar: [230, 120, 140] },
    picture: { subject: 'floral', mood: 'pastel', seed: 246 },
    hand: 2,
  },
  {
    ...{ salon: WEDDING, title: '被砍价的时候，先减项，不减价', speaker: '何柠', speaker_about: '婚礼策划师，专做户外草坪婚礼' },
    introduction: '价格让一次就会被让第二次。把方案拆成可以减的项，让客户自己选。',
    ...{ category: 3, tags: ['婚礼', '报价'], chapters: CHAPTERS, colours: ['#3f7d5a', '#b9dfc6'] as const },
    film: { ground: [90, 110, 110], bar: [215, 120, 120] },
    picture: { subject: 'lawn', mood: 'day', seed: 299 },
    hand: 2,
  },
];

/** Salons by their names in the lines of more talks. */
const SALONS: Readonly<Record<string, string>> = {
  ...{ YEAR_END, BOOTH, WEDDING },
  SAFETY: '活动安全与应急预案：户外大型活动必修',
  CHECK_IN: '同步举办：会议签到的三种做法',
};

const of_lines = linesOf(MORE_TALKS, 4).map(([head = '', look = '', chapters = '', introduction = '']): DemoTalk => {
  const [salon = '', title = '', speaker = '', speaker_about = '', category, tags = ''] = head.split('|');
  const [colours = '', film = '', picture = '', hand] = look.split('|');
  const [ground = '', bar = ''] = film.split('/');
  const [subject, mood, seed] = picture.split(',');
  const values = chapters.split('/');
  return {
    ...{ salon: SALONS[salon] ?? '', title, introduction, speaker, speaker_about, category: Number(category), tags: tags.split(',') },
    chapters: CHAPTERS.map(({ key }, at) => ({ key, value: values[at] ?? '' })),
    colours: colours.split(',') as [string, string],
    film: { ground: threeOf(ground), bar: threeOf(bar) },
    picture: { subject: subject as Subject, mood: mood as Mood, seed: Number(seed) },
    hand: Number(hand) as LessonCover['hand'],
  };
});

function threeOf(text: string): FilmColours['bar'] {
  const [y = 0, u = 0, v = 0] = text.split(',').map(Number);
  return [y, u, v];
}

/** Short talks cut from past salons. */
export const DEMO_TALKS: readonly DemoTalk[] = [...WRITTEN, ...of_lines];

export const DEMO_RECAPS: readonly DemoRecap[] = [
  {
    salon: YEAR_END,
    film: '热场的二十分钟，先把主桌叫起来',
    text: '那天下午梧桐空间坐满了人，来的多半是正在做年会的导演和会务。林一舟从“主桌不动，全场不动”讲起，把开场前二十分钟拆成三个动作：到场签名、主桌点名、第一杯酒。\n\n许衡接着讲颁奖，他把三种排法画在白板上，让大家按自己公司的人数选一种，再说理由。\n\n最后一个小时分桌讨论，每桌带走一张改过的流程单。没讲完的问题，我们整理在下一场闭门会里。',
    pictures: [
      ['林一舟在讲热场', { subject: 'seminar', mood: 'warm', seed: 61 }],
      ['白板上的三种排法', { subject: 'screens', mood: 'stone', seed: 62 }],
      ['分桌讨论', { subject: 'banquet', mood: 'tea', seed: 63 }],
    ],
  },
  {
    salon: WEDDING,
    film: '第一次见面该问的七个问题',
    text: '湖畔书房的二楼，三十把椅子围成一圈。沈青把自己第一次见客户的聊天记录投在墙上，一句一句说当时为什么这样问。\n\n何柠讲报价，她的原则是先减项、不减价。之后两两练习，一个人当新人，一个人当策划师，练完互换。\n\n有人说，最有用的是听见别人怎么被拒绝。',
    pictures: [
      ['湖畔书房的二楼', { subject: 'seminar', mood: 'forest', seed: 64 }],
      ['两两练习', { subject: 'seminar', mood: 'pastel', seed: 65 }],
    ],
  },
];
