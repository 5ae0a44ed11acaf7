import type { Mood, PictureWish, Subject } from '../pictures/picture.ts';
import { DEMO_PPTS, type DemoPpt, OUTLINES, type PptStyle } from '../world/ppts.ts';
import type { CoverLook, Deck, Look, Palette, Slide } from './deck.ts';

/** How templates of a style look. */
const STYLES: Record<PptStyle, { palette: Palette; look: Look; cover: CoverLook; mood: Mood; subject: Subject }> = {
  商务: {
    palette: { deep: '#0B2545', accent: '#1D6FB8', soft: '#E8F0F8', ink: '#12233A' },
    look: 'line',
    cover: 'left',
    mood: 'cool',
    subject: 'city',
  },
  科技: {
    palette: { deep: '#060B1F', accent: '#22D3EE', soft: '#E6FAFE', ink: '#0B1B33' },
    look: 'dark',
    cover: 'full',
    mood: 'neon',
    subject: 'screens',
  },
  国潮: {
    palette: { deep: '#8E1B1B', accent: '#D9A441', soft: '#FBF3E2', ink: '#3B1410' },
    look: 'frame',
    cover: 'framed',
    mood: 'festive',
    subject: 'floral',
  },
  极简: {
    palette: { deep: '#26262B', accent: '#111111', soft: '#F2F2EF', ink: '#1A1A1A' },
    look: 'corner',
    cover: 'panel',
    mood: 'stone',
    subject: 'folds',
  },
  手绘: {
    palette: { deep: '#22372B', accent: '#F2C14E', soft: '#F4F1E4', ink: '#20301F' },
    look: 'frame',
    cover: 'panel',
    mood: 'forest',
    subject: 'lawn',
  },
  复古: {
    palette: { deep: '#4A2C1A', accent: '#C46B3C', soft: '#F5EADB', ink: '#33211A' },
    look: 'band',
    cover: 'low',
    mood: 'tea',
    subject: 'lights',
  },
  渐变: {
    palette: { deep: '#3B1C71', accent: '#B14DD6', soft: '#F4EAFB', ink: '#241338' },
    look: 'corner',
    cover: 'full',
    mood: 'dusk',
    subject: 'folds',
  },
  三维: {
    palette: { deep: '#12302B', accent: '#2BB594', soft: '#E5F6F1', ink: '#12241F' },
    look: 'line',
    cover: 'low',
    mood: 'sea',
    subject: 'product',
  },
};

const LINES = ['在这里写一句话概括本章', '先写结论，再写依据', '一页只讲一件事', '用数字和图片代替形容词'] as const;

/** Below this, yuan, one page of a chapter stands for all of them: who uses it copies that. */
const DEAR = 30;

/** Composes a template: pages laid out for its scene, with words that say what belongs in their place. */
export function composeTemplate(ppt: DemoPpt, author: string): Deck {
  const { chapters, points, cards, steps, shares } = OUTLINES[ppt.scene];
  const style = STYLES[ppt.style];
  const first = DEMO_PPTS.indexOf(ppt);
  const picture = (no: number): PictureWish => ({
    subject: no % 3 === 2 ? 'folds' : style.subject,
    mood: style.mood,
    seed: first * 100 + no,
  });
  const chapter = (index: 0 | 1 | 2 | 3): Slide => ({
    kind: 'chapter',
    picture: picture(index + 1),
    number: `0${index + 1}`,
    title: chapters[index],
    line: LINES[index],
  });
  const repeated = (index: 1 | 2 | 3): Slide[] => (ppt.price === 'vip' || ppt.price >= DEAR ? [chapter(index)] : []);
  const slides: Slide[] = [
    {
      kind: 'cover',
      look: style.cover,
      picture: picture(0),
      title: ppt.headline,
      subtitle: `${ppt.scene} · ${ppt.style}风格 PPT 模板`,
      foot: `${author}　设计`,
    },
    { kind: 'contents', entries: chapters, picture: picture(5) },
    chapter(0),
    { kind: 'points', title: `${chapters[0]}：要点`, points: [...points] },
    ...repeated(1),
    {
      kind: 'cards',
      title: `${chapters[1]}：四栏对比`,
      cards: cards.map(([name, text]) => ({ name, text })),
      pictures: [7, 8, 9, 10].map(picture),
    },
    ...repeated(2),
    {
      kind: 'mood',
      title: `${chapters[2]}：图片页`,
      words: ['· 双击图片替换', '· 保持同一种光线', '· 一页不超过四张'],
      pictures: [11, 12, 13, 14].map(picture),
    },
    {
      kind: 'table',
      title: `${chapters[2]}：明细表`,
      head: ['时间', '事项', '说明'],
      shares: [20, 25, 55],
      rows: steps.map((row) => [...row]),
    },
    ...repeated(3),
    {
      kind: 'bars',
      title: `${chapters[3]}：占比图`,
      note: '双击图表替换为自己的数据，条形长度按占比自动变化。',
      bars: shares.map(([name, share]) => ({ name, share, value: '在此填写' })),
    },
    { kind: 'end', line: '感谢观看', foot: `${author}　·　${ppt.style}风格`, picture: picture(15) },
  ];
  return { title: ppt.title, author, palette: style.palette, look: style.look, slides };
}
