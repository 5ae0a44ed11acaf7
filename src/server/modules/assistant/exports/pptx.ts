import PptxGenJS from 'pptxgenjs';
import { plainLine, type TextBlock } from '#contract/assistant-text.ts';
import { type FileMark, footLine, logoSize, MARK_NAME } from './mark.ts';

type Page = ReturnType<InstanceType<typeof PptxGenJS>['addSlide']>;

const FACE = 'Microsoft YaHei';
const COLOURS = { deep: '10243D', accent: 'CF3812', ink: '1D2129', soft: '626C7A', tint: 'FFF3EF', line: 'E3E6EB' } as const;
/** As much as a page of 10 by 5.6 inches shows in letters that can be read. */
const LINES_A_PAGE = 7;
const ROWS_A_PAGE = 9;
const LINE_CHARS = 34;

interface Chapter {
  title: string;
  lines: string[];
  tables: Array<Extract<TextBlock, { is: 'table' }>>;
}

/** A heading begins a chapter; what stands before the first belongs to the cover's title. */
function chaptersOf(blocks: readonly TextBlock[], title: string): Chapter[] {
  const chapters: Chapter[] = [];
  for (const block of blocks) {
    const last = chapters.at(-1);
    if (block.is === 'heading') chapters.push({ title: plainLine(block.text), lines: [], tables: [] });
    else {
      const into = last ?? { title, lines: [], tables: [] };
      if (!last) chapters.push(into);
      if (block.is === 'table') into.tables.push(block);
      else if (block.is === 'list') into.lines.push(...block.items.map(plainLine));
      else into.lines.push(...block.text.split('\n').map(plainLine));
    }
  }
  return chapters.filter(({ lines, tables }) => lines.length > 0 || tables.length > 0);
}

/** Lines in pages: a long line takes the room of several. */
function pagesOf(lines: readonly string[]): string[][] {
  const pages: string[][] = [];
  let room = 0;
  for (const line of lines) {
    const takes = Math.max(1, Math.ceil(line.length / LINE_CHARS));
    if (room < takes || pages.length === 0) {
      pages.push([]);
      room = LINES_A_PAGE;
    }
    pages.at(-1)?.push(line);
    room -= takes;
  }
  return pages;
}

function foot(page: Page, mark: FileMark, number: number): void {
  page.addText(footLine(mark), { x: 0.6, y: 5.2, w: 7, h: 0.3, fontFace: FACE, fontSize: 9, color: COLOURS.soft });
  page.addText(String(number), { x: 8.8, y: 5.2, w: 0.7, h: 0.3, fontFace: FACE, fontSize: 9, color: COLOURS.soft, align: 'right' });
}

function head(page: Page, title: string, { brand }: FileMark): void {
  page.addShape('rect', { x: 0.6, y: 0.52, w: 0.08, h: 0.42, fill: { color: brand?.colour ?? COLOURS.accent } });
  page.addText(title, { x: 0.8, y: 0.42, w: 8.6, h: 0.62, fontFace: FACE, fontSize: 24, bold: true, color: COLOURS.ink, fit: 'shrink' });
}

/** An answer as editable slides: a cover, a page or more a chapter, tables as tables; both marks. */
export async function toPptx(blocks: readonly TextBlock[], mark: FileMark): Promise<Uint8Array<ArrayBuffer>> {
  const file = new PptxGenJS();
  file.layout = 'LAYOUT_16x9';
  file.title = mark.title;
  file.author = mark.author;
  file.company = mark.brand?.name || '策猫';
  file.subject = mark.label === '' ? '' : `${MARK_NAME} ${mark.label}`;
  const cover = file.addSlide();
  cover.background = { color: COLOURS.deep };
  cover.addShape('rect', { x: 0.8, y: 1.75, w: 0.7, h: 0.07, fill: { color: mark.brand?.colour ?? COLOURS.accent } });
  cover.addText(mark.title, {
    x: 0.8,
    y: 1.95,
    w: 8.4,
    h: 1.3,
    fontFace: FACE,
    fontSize: 36,
    bold: true,
    color: 'FFFFFF',
    valign: 'top',
    fit: 'shrink',
  });
  if (mark.brand && mark.brand.logo !== '') {
    const { width, height } = logoSize(mark.brand.logo, { width: 2.4, height: 0.8 });
    // on paper of its own: a dark mark would not be seen on the cover
    cover.addShape('rect', { x: 0.7, y: 0.6, w: width + 0.2, h: height + 0.2, fill: { color: 'FFFFFF' } });
    cover.addImage({ data: `image/png;base64,${mark.brand.logo}`, x: 0.8, y: 0.7, w: width, h: height });
  }
  if (mark.brand?.name) cover.addText(mark.brand.name, { x: 0.8, y: 4.3, w: 8.4, h: 0.4, fontFace: FACE, fontSize: 14, color: 'FFFFFF' });
  cover.addText(footLine(mark), { x: 0.8, y: 4.7, w: 8.4, h: 0.4, fontFace: FACE, fontSize: 12, color: 'D5DBE5' });
  let number = 1;
  for (const { title, lines, tables } of chaptersOf(blocks, mark.title)) {
    for (const part of pagesOf(lines)) {
      const page = file.addSlide();
      head(page, title, mark);
      const texts = part.map((text) => ({ text, options: { bullet: { indent: 16 }, breakLine: true, paraSpaceAfter: 8 } }));
      page.addText(texts, {
        x: 0.8,
        y: 1.25,
        w: 8.6,
        h: 3.8,
        fontFace: FACE,
        fontSize: 16,
        color: COLOURS.ink,
        valign: 'top',
        fit: 'shrink',
      });
      foot(page, mark, ++number);
    }
    for (const { head: heads, rows } of tables) {
      for (let at = 0; at < rows.length; at += ROWS_A_PAGE) {
        const page = file.addSlide();
        head(page, title, mark);
        const bold = heads.map((text) => ({ text, options: { bold: true, fill: { color: COLOURS.tint }, color: COLOURS.ink } }));
        const body = rows.slice(at, at + ROWS_A_PAGE).map((row) => heads.map((_head, column) => ({ text: plainLine(row[column] ?? '') })));
        page.addTable([bold, ...body], {
          ...{ x: 0.6, y: 1.25, w: 8.8, fontFace: FACE, fontSize: 11, color: COLOURS.ink, valign: 'middle' },
          border: { type: 'solid', pt: 0.5, color: COLOURS.line },
        });
        foot(page, mark, ++number);
      }
    }
  }
  return new Uint8Array((await file.write({ outputType: 'nodebuffer' })) as Uint8Array);
}
