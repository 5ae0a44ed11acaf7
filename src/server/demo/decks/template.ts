import { type DemoPpt, OUTLINES, type PptStyle } from '../world/ppts.ts';
import type { Deck, Look, Motif, Palette, Slide } from './deck.ts';

/** How templates of a style look. */
const STYLES: Record<PptStyle, { palette: Palette; motif: Motif; look: Look }> = {
  商务: { palette: { deep: '#0B2545', accent: '#1D6FB8', soft: '#E8F0F8', ink: '#12233A' }, motif: 'blocks', look: 'line' },
  科技: { palette: { deep: '#060B1F', accent: '#22D3EE', soft: '#E6FAFE', ink: '#0B1B33' }, motif: 'rays', look: 'band' },
  国潮: { palette: { deep: '#8E1B1B', accent: '#D9A441', soft: '#FBF3E2', ink: '#3B1410' }, motif: 'arches', look: 'frame' },
  极简: { palette: { deep: '#FAFAF8', accent: '#111111', soft: '#F2F2EF', ink: '#1A1A1A' }, motif: 'stripes', look: 'corner' },
  手绘: { palette: { deep: '#22372B', accent: '#F2C14E', soft: '#F4F1E4', ink: '#20301F' }, motif: 'confetti', look: 'frame' },
  复古: { palette: { deep: '#4A2C1A', accent: '#C46B3C', soft: '#F5EADB', ink: '#33211A' }, motif: 'ripples', look: 'band' },
  渐变: { palette: { deep: '#3B1C71', accent: '#B14DD6', soft: '#F4EAFB', ink: '#241338' }, motif: 'circles', look: 'corner' },
  三维: { palette: { deep: '#12302B', accent: '#2BB594', soft: '#E5F6F1', ink: '#12241F' }, motif: 'blocks', look: 'corner' },
};

const LINES = ['在这里写一句话概括本章', '先写结论，再写依据', '一页只讲一件事', '用数字和图片代替形容词'] as const;

/** Composes a template: pages laid out for its scene, with words that say what belongs in their place. */
export function composeTemplate(ppt: DemoPpt, author: string): Deck {
  const { chapters, points, cards, steps, shares } = OUTLINES[ppt.scene];
  const chapter = (index: 0 | 1 | 2 | 3): Slide => ({
    kind: 'chapter',
    number: `0${index + 1}`,
    title: chapters[index],
    line: LINES[index],
  });
  const slides: Slide[] = [
    { kind: 'cover', title: ppt.headline, subtitle: `${ppt.scene} · ${ppt.style}风格 PPT 模板`, foot: `${author}　设计` },
    { kind: 'contents', entries: [...chapters] },
    chapter(0),
    { kind: 'points', title: `${chapters[0]}：要点`, points: [...points] },
    {
      kind: 'text',
      title: `${chapters[0]}：正文`,
      paragraphs: ['把背景写成三句话：现状是什么，变化是什么，所以要做什么。', '正文建议不超过六行，字号不小于二十，重点用主色标出。'],
    },
    chapter(1),
    { kind: 'cards', title: `${chapters[1]}：四栏对比`, cards: cards.map(([name, text]) => ({ name, text })) },
    { kind: 'points', title: `${chapters[1]}：展开`, points: cards.map(([name, text]) => `${name}：${text}`) },
    chapter(2),
    { kind: 'timeline', title: `${chapters[2]}：时间轴`, rows: steps.map((row) => [...row] as const) },
    { kind: 'table', title: `${chapters[2]}：明细表`, head: ['时间', '事项', '说明'], rows: steps.map((row) => [...row]) },
    chapter(3),
    {
      kind: 'bars',
      title: `${chapters[3]}：占比图`,
      note: '双击图表替换为自己的数据，条形长度按占比自动变化。',
      bars: shares.map(([name, share]) => ({ name, share, value: '在此填写' })),
    },
    {
      kind: 'table',
      title: `${chapters[3]}：分工表`,
      head: ['负责人', '事项', '完成标准'],
      rows: points.map((point) => ['姓名', `第 ${points.indexOf(point) + 1} 项`, point]),
    },
    { kind: 'end', line: '感谢观看', foot: `${author}　·　${ppt.style}风格` },
  ];
  return { title: ppt.title, author, ...STYLES[ppt.style], slides };
}
