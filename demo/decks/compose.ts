import type { PictureWish } from '../pictures/picture.ts';
import type { Random } from '../random.ts';
import { DEMO_SCHEMES, type DemoScheme } from '../world/schemes.ts';
import { STORIES, type Story } from '../world/stories.ts';
import { GAMES, OWN_TABLES } from '../world/tables.ts';
import type { Activity } from '../world/terms.ts';
import { COVER_LOOKS, type Deck, type Slide } from './deck.ts';
import { budget, crew, minuteByMinute, preparation, runDown } from './pages.ts';
import { coverPicture, HANDS, innerPicture } from './style.ts';

/** What a page of a scheme is about. */
type Topic =
  | 'statement'
  | 'background'
  | 'goals'
  | 'highlights'
  | 'mood'
  | 'plan'
  | 'run'
  | 'minutes'
  | 'own'
  | 'detail'
  | 'crew'
  | 'materials'
  | 'budget'
  | 'bars'
  | 'risks'
  | 'preparation';

/** Order of the pages: each activity has its own, the first few are what a buyer judges by. */
const ORDER: Record<Activity, readonly Topic[]> = {
  年会: [
    'highlights',
    'run',
    'statement',
    'own',
    'plan',
    'budget',
    'minutes',
    'detail',
    'mood',
    'crew',
    'risks',
    'materials',
    'detail',
    'preparation',
    'bars',
  ],
  发布会: [
    'background',
    'highlights',
    'plan',
    'run',
    'statement',
    'budget',
    'own',
    'minutes',
    'mood',
    'detail',
    'crew',
    'risks',
    'detail',
    'goals',
    'preparation',
  ],
  团建: [
    'goals',
    'run',
    'own',
    'highlights',
    'statement',
    'budget',
    'detail',
    'plan',
    'risks',
    'materials',
    'mood',
    'detail',
    'crew',
    'preparation',
  ],
  婚礼: [
    'statement',
    'mood',
    'run',
    'plan',
    'highlights',
    'own',
    'budget',
    'detail',
    'minutes',
    'materials',
    'detail',
    'risks',
    'crew',
    'preparation',
  ],
  展览: [
    'mood',
    'plan',
    'own',
    'background',
    'highlights',
    'budget',
    'statement',
    'detail',
    'crew',
    'run',
    'preparation',
    'risks',
    'detail',
    'bars',
  ],
  市集: [
    'plan',
    'own',
    'highlights',
    'run',
    'mood',
    'budget',
    'background',
    'risks',
    'detail',
    'crew',
    'materials',
    'detail',
    'preparation',
    'bars',
  ],
  快闪: [
    'mood',
    'own',
    'plan',
    'highlights',
    'budget',
    'statement',
    'detail',
    'run',
    'materials',
    'crew',
    'risks',
    'detail',
    'goals',
    'preparation',
  ],
  开业: [
    'own',
    'run',
    'plan',
    'statement',
    'highlights',
    'budget',
    'minutes',
    'detail',
    'crew',
    'mood',
    'risks',
    'materials',
    'detail',
    'preparation',
  ],
  路演: [
    'own',
    'background',
    'run',
    'highlights',
    'statement',
    'budget',
    'detail',
    'plan',
    'risks',
    'crew',
    'detail',
    'preparation',
    'goals',
    'bars',
  ],
  会议: [
    'background',
    'own',
    'run',
    'highlights',
    'plan',
    'crew',
    'budget',
    'risks',
    'materials',
    'detail',
    'minutes',
    'preparation',
    'goals',
  ],
  家宴: ['background', 'run', 'own', 'highlights', 'budget', 'plan', 'risks', 'materials', 'detail', 'crew', 'preparation'],
  晚会: [
    'background',
    'own',
    'run',
    'highlights',
    'plan',
    'budget',
    'crew',
    'minutes',
    'detail',
    'risks',
    'mood',
    'materials',
    'detail',
    'preparation',
  ],
  赛事: [
    'background',
    'own',
    'plan',
    'run',
    'highlights',
    'budget',
    'risks',
    'crew',
    'materials',
    'detail',
    'goals',
    'detail',
    'preparation',
  ],
  节庆: ['background', 'own', 'run', 'highlights', 'plan', 'budget', 'materials', 'risks', 'detail', 'crew', 'goals', 'preparation'],
};

/** Composes the document of one demo scheme: as many pages as its price promises, the same for the same random numbers. */
export function composeDeck(scheme: DemoScheme, author: string, random: Random): Deck {
  const nth = DEMO_SCHEMES.filter(({ activity }) => activity === scheme.activity).indexOf(scheme);
  const own = DEMO_SCHEMES.filter(({ publisher }) => publisher === scheme.publisher).indexOf(scheme);
  const hand = HANDS[scheme.publisher % HANDS.length] as (typeof HANDS)[number];
  // their own first, then the others: beside each other an author's works are no template
  const looks = [...hand.covers, ...COVER_LOOKS.filter((look) => !hand.covers.includes(look))];
  const palette = hand.palettes[own % hand.palettes.length] as Deck['palette'];
  const picture = coverPicture(scheme.activity, scheme.title, nth, random.between(1, 9_999));
  const cover: Slide = {
    kind: 'cover',
    look: looks[own % looks.length] as (typeof looks)[number],
    title: scheme.title,
    subtitle: `${scheme.brand} · ${scheme.city} · ${scheme.people.toLocaleString('zh-CN')} 人规模`,
    foot: `${author}　出品`,
    picture,
  };
  const inner = scheme.title.includes('二十例')
    ? gamePages(scheme, picture)
    : [...insidePages(scheme), ...topicPages(scheme, picture, random)];
  const end: Slide = {
    kind: 'end',
    line: '谢谢观看',
    foot: `${author}　·　${scheme.city}`,
    picture: innerPicture(scheme.activity, picture, 9),
  };
  return { title: scheme.title, author, palette, look: hand.look, slides: [cover, ...inner, end] };
}

/** What is in a work that says so. */
const insidePages = ({ about, inside }: DemoScheme): Slide[] =>
  about === undefined ? [] : [{ kind: 'points', title: '这份方案里有', points: [about, ...(inside ?? [])] }];

/** Pages between cover and end: a dear work is thick. */
function pagesFor({ price }: DemoScheme): number {
  if (price === 'vip') return 10;
  if (price === 0) return 6;
  return price >= 120 ? 15 : price >= 80 ? 13 : price >= 40 ? 11 : price >= 20 ? 9 : 7;
}

function topicPages(scheme: DemoScheme, cover: PictureWish, random: Random): Slide[] {
  const story = STORIES[scheme.activity];
  const fill = (text: string) =>
    text
      .replaceAll('{brand}', scheme.brand)
      .replaceAll('{city}', scheme.city)
      .replaceAll('{people}', scheme.people.toLocaleString('zh-CN'));
  const numbers = budget(scheme.activity, story, scheme.people, random);
  let pictures = 0;
  const picture = () => innerPicture(scheme.activity, cover, pictures++);
  let detail = 0;
  const page = (topic: Topic): Slide => {
    switch (topic) {
      case 'statement':
        return { kind: 'statement', text: fill(story.highlights[0]?.text ?? ''), note: `${scheme.brand} · 主题画面`, picture: picture() };
      case 'background':
        return { kind: 'text', title: '项目背景', paragraphs: story.background.map(fill), picture: picture() };
      case 'goals':
        return { kind: 'points', title: '我们要达成什么', points: story.goals.map(fill), picture: picture() };
      case 'highlights':
        return {
          kind: 'cards',
          title: '四个记得住的瞬间',
          cards: story.highlights.map(({ name, text }) => ({ name, text: fill(text) })),
          pictures: [picture(), picture(), picture(), picture()],
        };
      case 'mood':
        return { kind: 'mood', title: '氛围与用色', words: moodWords(story), pictures: [picture(), picture(), picture(), picture()] };
      case 'plan':
        return planOf(scheme, story, random);
      case 'run':
        return runDown(story, random);
      case 'minutes':
        return minuteByMinute(story);
      case 'own':
        return { kind: 'table', ...OWN_TABLES[scheme.activity] };
      case 'detail':
        return detailOf(scheme, story, detail++, fill, picture(), random);
      case 'crew':
        return crew(scheme.people, random);
      case 'materials':
        return { kind: 'points', title: '物料清单', points: story.materials };
      case 'budget':
        return numbers.slide;
      case 'bars':
        return {
          kind: 'bars',
          title: '钱花在哪里',
          note: `总预算 ${numbers.total_yuan.toLocaleString('zh-CN')} 元，各项占比如上，可上下浮动一成。`,
          bars: story.costs.map(([name, share]) => ({
            name,
            share,
            value: `${((numbers.total_yuan * share) / 1_000_000).toFixed(1)} 万元`,
          })),
        };
      case 'risks':
        return {
          kind: 'table',
          title: '风险与预案',
          head: ['风险', '应对', '决定人'],
          shares: [24, 60, 16],
          rows: story.risks.map(([risk, answer]) => [risk, answer, '总控']),
        };
      case 'preparation':
        return preparation(random);
    }
  };
  return ORDER[scheme.activity].slice(0, pagesFor(scheme)).map(page);
}

function moodWords(story: Story): string[] {
  return story.highlights.slice(0, 3).map(({ name }) => `· ${name}`);
}

function planOf(scheme: DemoScheme, story: Story, random: Random): Slide {
  const long = Math.round(Math.sqrt(Math.min(scheme.people, 3_000) * random.between(3, 5))) + 12;
  return {
    kind: 'plan',
    title: '场地平面与动线',
    note: `按 ${scheme.people.toLocaleString('zh-CN')} 人规模布置，主通道宽 2.4 米，安全出口两处，轮椅可达全部区域。`,
    zones: story.zones,
    seed: random.between(1, 9_999),
    size_m: [long, Math.round(long * 0.62)],
  };
}

function detailOf(
  scheme: DemoScheme,
  story: Story,
  no: number,
  fill: (text: string) => string,
  picture: PictureWish,
  random: Random,
): Slide {
  const highlight = story.highlights[(no * 2 + 1) % story.highlights.length] as Story['highlights'][number];
  return {
    kind: 'text',
    title: `亮点详解：${highlight.name}`,
    paragraphs: [
      fill(highlight.text),
      `${scheme.brand}的来宾看过太多热闹的场面，能被转述的是与自己有关的动作，所以它排在情绪最高点之前。`,
      `提前 ${random.between(3, 14)} 天确认样板，现场 ${random.between(2, 6)} 人小组负责，备用方案同步到岗。`,
    ],
    picture,
  };
}

/** Six games a page, the last with two of the big ones and what they need. */
function gamePages(scheme: DemoScheme, cover: PictureWish): Slide[] {
  const pages: Slide[] = [];
  for (let at = 0; at < GAMES.length; at += 6) {
    const cards = GAMES.slice(at, at + 6).map(([name, text], index) => ({ name: `${at + index + 1} ${name}`, text }));
    pages.push({ kind: 'cards', title: `互动游戏 ${at + 1}–${at + cards.length}`, cards });
  }
  const rows = [
    ['开场前', '座位彩票、声音指纹', '15 分钟', '主持 1 人'],
    ['上菜间隙', '全桌快递、传声画', '20 分钟', '执行 4 人'],
    ['颁奖之间', '老板说、谁是新人', '12 分钟', '主持 1 人'],
    ['终场前', '倒带抽奖、拼图上墙', '18 分钟', '执行 6 人'],
    ['结束', '终场合唱', '6 分钟', '乐队或伴奏'],
  ];
  pages.splice(1, 0, {
    kind: 'table',
    title: `一场 ${scheme.people} 人年会怎么穿插`,
    head: ['时段', '建议游戏', '时长', '人手'],
    shares: [18, 46, 18, 18],
    rows,
  });
  pages.push({
    kind: 'statement',
    text: '游戏不为难人，奖品不贵重，笑声在自己人之间发生。',
    note: '选用建议：一晚不超过五个',
    picture: innerPicture('年会', cover, 3),
  });
  return pages;
}
