import PptxGenJS from 'pptxgenjs';
import type { Deck, Slide } from './deck.ts';

type Pptx = InstanceType<typeof PptxGenJS>;
type PptxSlide = ReturnType<Pptx['addSlide']>;

const FACE = 'Microsoft YaHei';

/** Draws a deck as an editable 16:9 PPTX (10 by 5.625 inches). */
export async function deckToPptx(deck: Deck): Promise<Uint8Array> {
  const file: Pptx = new PptxGenJS();
  file.layout = 'LAYOUT_16x9';
  file.title = deck.title;
  file.author = deck.author;
  for (const slide of deck.slides) draw(file.addSlide(), slide, deck);
  return (await file.write({ outputType: 'nodebuffer' })) as Uint8Array;
}

function draw(page: PptxSlide, slide: Slide, deck: Deck): void {
  const hex = (colour: string) => colour.slice(1);
  const { deep, accent, soft, ink } = deck.palette;
  const title = (text: string) => drawHeading(page, text, deck);
  const body = (lines: string[]) =>
    page.addText(
      lines.map((text) => ({ text, options: { bullet: true, breakLine: true } })),
      { x: 0.6, y: 1.2, w: 8.8, h: 3.8, fontSize: 16, color: hex(ink), fontFace: FACE, lineSpacingMultiple: 1.4, valign: 'top' },
    );
  const table = (head: readonly string[], rows: string[][]) =>
    page.addTable(
      [
        head.map((text) => ({ text, options: { bold: true, color: 'FFFFFF', fill: { color: hex(accent) } } })),
        ...rows.map((row) => row.map((text) => ({ text, options: { fill: { color: hex(soft) } } }))),
      ],
      { x: 0.6, y: 1.2, w: 8.8, fontSize: 12, fontFace: FACE, color: hex(ink), border: { type: 'solid', color: 'FFFFFF', pt: 1 } },
    );
  switch (slide.kind) {
    case 'cover':
      page.background = { color: hex(deep) };
      drawCoverShapes(page, deck);
      page.addText(slide.title, { x: 0.6, y: 1.6, w: 6, h: 1.6, fontSize: 32, bold: true, color: onDeep(deck, 'FFFFFF'), fontFace: FACE });
      page.addText(slide.subtitle, { x: 0.6, y: 3.3, w: 6, h: 0.5, fontSize: 16, color: onDeep(deck, 'E5E7EB'), fontFace: FACE });
      page.addText(slide.foot, { x: 0.6, y: 4.8, w: 6, h: 0.4, fontSize: 12, color: onDeep(deck, 'D1D5DB'), fontFace: FACE });
      return;
    case 'contents':
      title('目录');
      body(slide.entries.map((entry, index) => `0${index + 1}　${entry}`));
      return;
    case 'chapter':
      page.background = { color: hex(soft) };
      page.addText(slide.number, { x: 0.6, y: 1.8, w: 2, h: 1.4, fontSize: 72, bold: true, color: hex(accent), fontFace: FACE });
      page.addText(slide.title, { x: 2.8, y: 1.9, w: 6.5, h: 0.8, fontSize: 34, bold: true, color: hex(ink), fontFace: FACE });
      page.addText(slide.line, { x: 2.8, y: 2.7, w: 6.5, h: 0.5, fontSize: 14, color: '6B7280', fontFace: FACE });
      return;
    case 'text':
      title(slide.title);
      body(slide.paragraphs);
      return;
    case 'points':
      title(slide.title);
      body(slide.points);
      return;
    case 'cards':
      title(slide.title);
      slide.cards.slice(0, 4).forEach((card, index) => {
        const x = 0.6 + index * 2.25;
        page.addShape('rect', { x, y: 1.2, w: 2.1, h: 3.6, fill: { color: hex(soft) } });
        page.addText(card.name, { x: x + 0.1, y: 1.3, w: 1.9, h: 0.5, fontSize: 15, bold: true, color: hex(accent), fontFace: FACE });
        page.addText(card.text, { x: x + 0.1, y: 1.8, w: 1.9, h: 2.8, fontSize: 11, color: hex(ink), fontFace: FACE, valign: 'top' });
      });
      return;
    case 'timeline':
      title(slide.title);
      table(
        ['时间', '环节', '说明'],
        slide.rows.map((row) => [...row]),
      );
      return;
    case 'table':
      title(slide.title);
      table(slide.head, slide.rows);
      return;
    case 'bars':
      title(slide.title);
      table(
        ['项目', '占比', '金额'],
        slide.bars.map((bar) => [bar.name, `${bar.share}%`, bar.value]),
      );
      page.addText(slide.note, { x: 0.6, y: 4.6, w: 8.8, h: 0.5, fontSize: 11, color: '6B7280', fontFace: FACE });
      return;
    case 'end':
      page.background = { color: hex(deep) };
      page.addText(slide.line, {
        x: 0.6,
        y: 2,
        w: 8.8,
        h: 1,
        fontSize: 30,
        bold: true,
        color: onDeep(deck, 'FFFFFF'),
        fontFace: FACE,
        align: 'center',
      });
      page.addText(slide.foot, {
        x: 0.6,
        y: 3.2,
        w: 8.8,
        h: 0.5,
        fontSize: 14,
        color: onDeep(deck, 'E5E7EB'),
        fontFace: FACE,
        align: 'center',
      });
      return;
  }
}

/** White on a dark ground, ink on a light one. */
function onDeep({ palette }: Deck, white: string): string {
  return Number.parseInt(palette.deep.slice(1, 3), 16) > 0xc0 ? palette.ink.slice(1) : white;
}

function drawHeading(page: PptxSlide, text: string, deck: Deck): void {
  const { deep, accent, soft, ink } = deck.palette;
  const fill = (colour: string) => ({ color: colour.slice(1) });
  const words = { x: 0.6, y: 0.4, w: 8.8, h: 0.6, fontSize: 24, bold: true, fontFace: FACE } as const;
  switch (deck.look) {
    case 'line':
      page.addText(text, { ...words, color: ink.slice(1) });
      return;
    case 'band':
      page.addShape('rect', { x: 0, y: 0, w: 10, h: 1.08, fill: fill(deep) });
      page.addShape('rect', { x: 0, y: 1.06, w: 10, h: 0.06, fill: fill(accent) });
      page.addText(text, { ...words, y: 0.25, color: onDeep(deck, 'FFFFFF') });
      return;
    case 'frame':
      page.background = { color: deep.slice(1) };
      page.addShape('rect', { x: 0.2, y: 0.2, w: 9.6, h: 5.225, fill: { color: 'FFFFFF' }, line: { color: accent.slice(1), width: 2 } });
      page.addText(text, { ...words, align: 'center', color: ink.slice(1) });
      return;
    case 'corner':
      page.addShape('ellipse', { x: 8.6, y: -1.4, w: 2.8, h: 2.8, fill: fill(soft) });
      page.addShape('ellipse', { x: 9.2, y: -0.8, w: 1.6, h: 1.6, fill: fill(accent) });
      page.addText(text, { ...words, w: 8, color: ink.slice(1) });
      return;
  }
}

/** The picture of a cover, in the right third of the page. */
function drawCoverShapes(page: PptxSlide, { motif, palette }: Deck): void {
  const fill = { color: palette.accent.slice(1) };
  const faint = { ...fill, transparency: 70 };
  switch (motif) {
    case 'blocks':
      for (const [at, height] of [1.6, 2.6, 1.2, 3.4].entries())
        page.addShape('rect', { x: 6.8 + at * 0.75, y: 5.625 - height, w: 0.6, h: height, fill: at % 2 ? fill : faint });
      return;
    case 'stripes':
      for (let at = 0; at < 5; at++) page.addShape('rect', { x: 7 + at * 0.6, y: 0, w: at % 2 ? 0.3 : 0.1, h: 5.625, fill });
      return;
    case 'arches':
      for (let at = 0; at < 4; at++) {
        const size = 4.6 - at * 1.1;
        const ring = at % 2 ? { color: palette.deep.slice(1) } : fill;
        page.addShape('ellipse', { x: 8 - size / 2, y: 5.625 - size / 2, w: size, h: size, fill: ring });
      }
      return;
    case 'ripples':
      for (let at = 0; at < 5; at++) {
        const size = 1 + at * 1.1;
        page.addShape('ellipse', { x: 8.8 - size / 2, y: 1.2 - size / 2, w: size, h: size, line: { color: fill.color, width: 4 } });
      }
      return;
    case 'confetti':
      for (let at = 0; at < 24; at++)
        page.addShape(at % 2 ? 'ellipse' : 'rect', { x: 6.6 + ((at * 37) % 33) / 10, y: ((at * 53) % 54) / 10, w: 0.2, h: 0.14, fill });
      return;
    case 'rays':
      for (let at = 0; at < 9; at++)
        page.addShape('rect', { x: 7.8, y: 2.7, w: 3.4, h: 0.08, rotate: at * 40, fill: at % 2 ? fill : faint });
      return;
    case 'circles':
      page.addShape('ellipse', { x: 7, y: -1.2, w: 4.4, h: 4.4, fill });
      page.addShape('ellipse', { x: 6.6, y: 3.6, w: 1.6, h: 1.6, fill: faint });
      return;
  }
}
