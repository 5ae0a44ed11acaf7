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
  const title = (text: string) =>
    page.addText(text, { x: 0.6, y: 0.4, w: 8.8, h: 0.6, fontSize: 24, bold: true, color: hex(ink), fontFace: FACE });
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
      page.addShape('ellipse', { x: 7, y: -1.2, w: 4.4, h: 4.4, fill: { color: hex(accent) } });
      page.addText(slide.title, { x: 0.6, y: 1.6, w: 6.6, h: 1.6, fontSize: 32, bold: true, color: 'FFFFFF', fontFace: FACE });
      page.addText(slide.subtitle, { x: 0.6, y: 3.3, w: 7, h: 0.5, fontSize: 16, color: 'E5E7EB', fontFace: FACE });
      page.addText(slide.foot, { x: 0.6, y: 4.8, w: 7, h: 0.4, fontSize: 12, color: 'D1D5DB', fontFace: FACE });
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
      page.addText(slide.line, { x: 0.6, y: 2, w: 8.8, h: 1, fontSize: 30, bold: true, color: 'FFFFFF', fontFace: FACE, align: 'center' });
      page.addText(slide.foot, { x: 0.6, y: 3.2, w: 8.8, h: 0.5, fontSize: 14, color: 'E5E7EB', fontFace: FACE, align: 'center' });
      return;
  }
}
