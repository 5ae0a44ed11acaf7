import { portion } from '../../kernel/money.ts';
import type { Random } from '../random.ts';
import type { DemoScheme } from '../world/schemes.ts';
import { STORIES } from '../world/stories.ts';

export interface Palette {
  /** Ground of the cover and of chapter pages. */
  deep: string;
  accent: string;
  soft: string;
  ink: string;
}

export const MOTIFS = ['circles', 'rays', 'confetti', 'blocks', 'arches', 'stripes', 'ripples'] as const;
/** What the cover shows behind its title, so that a shelf of covers is not one cover many times. */
export type Motif = (typeof MOTIFS)[number];

/** Where the heading of an inner page lies: over a line, on a band, in a frame, by a corner. */
export type Look = 'line' | 'band' | 'frame' | 'corner';

export type Slide =
  | { kind: 'cover'; title: string; subtitle: string; foot: string }
  | { kind: 'contents'; entries: string[] }
  | { kind: 'chapter'; number: string; title: string; line: string }
  | { kind: 'text'; title: string; paragraphs: string[] }
  | { kind: 'points'; title: string; points: string[] }
  | { kind: 'cards'; title: string; cards: Array<{ name: string; text: string }> }
  | { kind: 'timeline'; title: string; rows: Array<readonly [string, string, string]> }
  | { kind: 'table'; title: string; head: readonly string[]; rows: string[][] }
  | { kind: 'bars'; title: string; note: string; bars: Array<{ name: string; share: number; value: string }> }
  | { kind: 'end'; line: string; foot: string };

/** A document before it is drawn: what the PDF and the PPTX renderer both read. */
export interface Deck {
  title: string;
  author: string;
  palette: Palette;
  motif: Motif;
  look: Look;
  slides: Slide[];
}

const PALETTES: readonly Palette[] = [
  { deep: '#7C1D0F', accent: '#F2502C', soft: '#FDEDE7', ink: '#2B1A16' },
  { deep: '#0F2A4A', accent: '#2F7DD1', soft: '#E9F2FB', ink: '#14202E' },
  { deep: '#12392F', accent: '#1F9D78', soft: '#E6F5F0', ink: '#13241F' },
  { deep: '#3A1D4E', accent: '#A04BC4', soft: '#F5EBFA', ink: '#241530' },
  { deep: '#4A3208', accent: '#C98A1B', soft: '#FFF6E0', ink: '#2B210C' },
  { deep: '#111827', accent: '#F59E0B', soft: '#F3F4F6', ink: '#111827' },
  { deep: '#FFF4EC', accent: '#F2502C', soft: '#FFF4EC', ink: '#3A2119' },
  { deep: '#EAF3FF', accent: '#2563EB', soft: '#EAF3FF', ink: '#12233F' },
  { deep: '#831843', accent: '#F472B6', soft: '#FDF2F8', ink: '#3B0D22' },
  { deep: '#F2502C', accent: '#FFD9A0', soft: '#FFF1E8', ink: '#3A1A10' },
];

const CHAPTERS = ['缘起与目标', '创意与亮点', '流程与空间', '执行与预算'] as const;
const CHAPTER_LINES = [
  '为什么做这件事，做到什么程度算成功',
  '一个意象，四个记得住的瞬间',
  '时间与空间，都要有呼吸',
  '把想法变成清单',
] as const;

/** Composes the document of one demo scheme: 12 to 22 slides, the same for the same random numbers. */
export function composeDeck(scheme: DemoScheme, author: string, random: Random): Deck {
  const story = STORIES[scheme.activity];
  const fill = (text: string) =>
    text.replaceAll('{brand}', scheme.brand).replaceAll('{city}', scheme.city).replaceAll('{people}', String(scheme.people));
  const chapter = (index: 0 | 1 | 2 | 3): Slide => ({
    kind: 'chapter',
    number: `0${index + 1}`,
    title: CHAPTERS[index],
    line: CHAPTER_LINES[index],
  });
  const budget_fen = budgetOf(scheme, random);
  const slides: Slide[] = [
    { kind: 'cover', title: scheme.title, subtitle: `${scheme.brand} · ${scheme.city} · ${scheme.people} 人规模`, foot: `${author}　出品` },
    { kind: 'contents', entries: [...CHAPTERS] },
    chapter(0),
    { kind: 'text', title: '项目背景', paragraphs: story.background.map(fill) },
    { kind: 'points', title: '活动目标', points: story.goals.map(fill) },
    chapter(1),
    { kind: 'cards', title: '四个亮点', cards: story.highlights.map(({ name, text }) => ({ name, text: fill(text) })) },
  ];
  for (const highlight of random.some(story.highlights, random.between(1, 3))) {
    slides.push({
      kind: 'text',
      title: `亮点详解：${highlight.name}`,
      paragraphs: [
        fill(highlight.text),
        fill(detailOf(highlight.name, scheme)),
        `执行要点：提前 ${random.between(3, 14)} 天完成样板确认，现场由 ${random.between(2, 6)} 人小组负责，备用方案同步到岗。`,
      ],
    });
  }
  slides.push(
    chapter(2),
    { kind: 'timeline', title: '活动流程', rows: [...story.flow] },
    { kind: 'cards', title: '空间规划', cards: story.zones.map(([name, text]) => ({ name, text })) },
    { kind: 'table', title: '人员分工', head: ['岗位', '人数', '职责'], rows: crewOf(scheme, random) },
    chapter(3),
    { kind: 'points', title: '物料清单', points: [...story.materials] },
    {
      kind: 'bars',
      title: '预算构成',
      note: `按 ${scheme.people} 人规模测算，总预算约 ${Math.round(budget_fen / 1_000_000)} 万元，各项可上下浮动一成。`,
      bars: story.costs.map(([name, share]) => ({ name, share, value: `${(portion(budget_fen, share, 100) / 1_000_000).toFixed(1)} 万` })),
    },
    { kind: 'table', title: '风险与预案', head: ['风险', '应对'], rows: story.risks.map(([risk, answer]) => [risk, answer]) },
    { kind: 'timeline', title: '筹备时间表', rows: preparation(random) },
    { kind: 'end', line: '感谢聆听，期待与您一起把它做成', foot: `${author}　·　${scheme.city}` },
  );
  return { title: scheme.title, author, palette: random.pick(PALETTES), motif: random.pick(MOTIFS), look: 'line', slides };
}

function budgetOf(scheme: DemoScheme, random: Random): number {
  const heads = Math.min(scheme.people, 1_500);
  return (heads * random.between(480, 980) + random.between(60_000, 180_000)) * 100;
}

function detailOf(name: string, scheme: DemoScheme): string {
  return `为什么是「${name}」：${scheme.brand}的受众已经看过太多热闹的场面，真正能被转述的，是一个与自己有关的动作。我们把它安排在情绪的最高点之前，让观众先参与，再感动。`;
}

function crewOf(scheme: DemoScheme, random: Random): string[][] {
  const size = Math.max(1, Math.round(scheme.people / 400));
  return [
    ['总控', '1', '统筹全场时间表，唯一的调整决策人'],
    ['舞台导演', '1', '节目走位、灯光音响与视频口令'],
    ['嘉宾接待', String(2 + size), '签到、引导、专车与休息室'],
    ['执行', String(random.between(4, 8) + size * 2), '物料、互动与现场应变'],
    ['摄影摄像', String(2 + Math.min(size, 3)), '两小时内交付首批精修图'],
    ['安全与医疗', String(1 + size), '巡检通道与用电，急救包在岗'],
  ];
}

function preparation(random: Random): Array<readonly [string, string, string]> {
  const start = random.between(28, 45);
  return [
    [`T-${start} 天`, '立项', '确认目标、预算与负责人'],
    [`T-${start - 7} 天`, '创意定稿', '主题、主视觉与亮点样板'],
    [`T-${Math.round(start / 2)} 天`, '供应商锁定', '场地、搭建、演艺与餐饮合同'],
    ['T-10 天', '物料下厂', '文字三校，尺寸现场复核'],
    ['T-3 天', '联排', '全员带妆联排，计时'],
    ['T-1 天', '进场', '搭建验收，设备热机'],
    ['T+3 天', '复盘', '数据、影像与结算归档'],
  ];
}
