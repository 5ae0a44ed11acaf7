import { readFile } from 'node:fs/promises';
import { PDFDocument, type PDFFont, type PDFPage } from '@cantoo/pdf-lib';
import * as fontkit from 'fontkit';
import type { Deck, Look, Motif, Palette, Slide } from './deck.ts';
import { fontFile } from './font.ts';
import { colour, drawMotif } from './motifs.ts';

const WIDTH = 960;
const HEIGHT = 540;
const MARGIN = 72;

interface Pen {
  page: PDFPage;
  palette: Palette;
  motif: Motif;
  look: Look;
  regular: PDFFont;
  bold: PDFFont;
}

const fontBytes = new Map<string, Promise<Uint8Array>>();

function font(name: 'Regular' | 'Bold'): Promise<Uint8Array> {
  const known = fontBytes.get(name);
  if (known) return known;
  const read = readFile(fontFile(name));
  fontBytes.set(name, read);
  return read;
}

/** Draws a deck as a 16:9 PDF with its fonts embedded (subset). */
export async function deckToPdf(deck: Deck): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.registerFontkit(fontkit as never);
  const regular = await document.embedFont(await font('Regular'), { subset: true });
  const bold = await document.embedFont(await font('Bold'), { subset: true });
  document.setTitle(deck.title);
  document.setAuthor(deck.author);
  document.setCreationDate(new Date(0));
  document.setModificationDate(new Date(0));
  deck.slides.forEach((slide, index) => {
    const page = document.addPage([WIDTH, HEIGHT]);
    const pen: Pen = { page, palette: deck.palette, motif: deck.motif, look: deck.look, regular, bold };
    drawSlide(pen, slide);
    if (slide.kind !== 'cover' && slide.kind !== 'end' && slide.kind !== 'chapter') {
      text(pen, `${deck.author}　${index + 1} / ${deck.slides.length}`, MARGIN, 30, 11, '#9AA3AF');
    }
  });
  return document.save();
}

function drawSlide(pen: Pen, slide: Slide): void {
  switch (slide.kind) {
    case 'cover':
      drawCover(pen, slide.title, slide.subtitle, slide.foot);
      return;
    case 'contents':
      drawContents(pen, slide.entries);
      return;
    case 'chapter':
      drawChapter(pen, slide.number, slide.title, slide.line);
      return;
    case 'text':
      drawText(pen, slide.title, slide.paragraphs);
      return;
    case 'points':
      drawPoints(pen, slide.title, slide.points);
      return;
    case 'cards':
      drawCards(pen, slide.title, slide.cards);
      return;
    case 'timeline':
      drawTimeline(pen, slide.title, slide.rows);
      return;
    case 'table':
      drawTable(pen, slide.title, slide.head, slide.rows);
      return;
    case 'bars':
      drawBars(pen, slide.title, slide.note, slide.bars);
      return;
    case 'end':
      drawCover(pen, slide.line, '', slide.foot);
      return;
  }
}

function drawCover(pen: Pen, title: string, subtitle: string, foot: string): void {
  const light = luminance(pen.palette.deep) > 0.6;
  const strong = light ? pen.palette.ink : '#FFFFFF';
  box(pen, 0, 0, WIDTH, HEIGHT, pen.palette.deep);
  drawMotif(pen.page, pen.motif, pen.palette);
  box(pen, MARGIN, HEIGHT - 150, 56, 6, pen.palette.accent);
  let bottom = HEIGHT - 215;
  for (const part of titleLines(title))
    bottom = paragraph(pen, part, MARGIN, bottom, balancedWidth(pen.bold, part, 44, 560), 44, strong, true, 1.35);
  if (subtitle) text(pen, subtitle, MARGIN, bottom - 16, 18, light ? '#4B5563' : '#E5E7EB');
  text(pen, foot, MARGIN, 60, 14, light ? '#6B7280' : '#E5E7EB');
}

/** A title breaks after its colon or its quoted name, where a reader would pause. */
function titleLines(title: string): string[] {
  const at = Math.max(title.indexOf('：'), title.indexOf('」'));
  return at > 2 && at < title.length - 3 ? [title.slice(0, at + 1), title.slice(at + 1)] : [title];
}

/** The narrowest width that needs no more lines than `limit` does, so that no line holds one lonely character. */
function balancedWidth(face: PDFFont, content: string, size: number, limit: number): number {
  const whole = face.widthOfTextAtSize(content, size);
  const lines = Math.ceil(whole / limit);
  return Math.min(limit, whole / lines + size * 1.2);
}

function luminance(hex: string): number {
  const value = Number.parseInt(hex.slice(1), 16);
  return (0.299 * (value >> 16) + 0.587 * ((value >> 8) & 255) + 0.114 * (value & 255)) / 255;
}

function drawContents(pen: Pen, entries: string[]): void {
  const light = luminance(pen.palette.deep) > 0.6;
  box(pen, 0, 0, 300, HEIGHT, pen.palette.deep);
  text(pen, '目录', MARGIN, HEIGHT - 150, 44, light ? pen.palette.ink : '#FFFFFF', true);
  text(pen, 'CONTENTS', MARGIN, HEIGHT - 185, 16, light ? '#6B7280' : '#E5E7EB');
  entries.forEach((entry, index) => {
    const y = HEIGHT - 150 - index * 90;
    text(pen, `0${index + 1}`, 380, y, 34, pen.palette.accent, true);
    text(pen, entry, 450, y + 4, 24, pen.palette.ink, true);
    box(pen, 380, y - 24, 480, 1, '#E5E7EB');
  });
}

function drawChapter(pen: Pen, number: string, title: string, line: string): void {
  box(pen, 0, 0, WIDTH, HEIGHT, pen.palette.soft);
  text(pen, number, MARGIN, 300, 120, pen.palette.accent, true);
  text(pen, title, MARGIN + 200, 330, 46, pen.palette.ink, true);
  text(pen, line, MARGIN + 200, 285, 18, '#6B7280');
  box(pen, MARGIN + 200, 260, 80, 5, pen.palette.accent);
}

function drawText(pen: Pen, title: string, paragraphs: string[]): void {
  heading(pen, title);
  let y = HEIGHT - 165;
  for (const part of paragraphs) {
    box(pen, MARGIN, y - 8, 5, 24, pen.palette.accent);
    y = paragraph(pen, part, MARGIN + 24, y, WIDTH - MARGIN * 2 - 60, 20, pen.palette.ink, false, 1.7) - 22;
  }
}

function drawPoints(pen: Pen, title: string, points: string[]): void {
  heading(pen, title);
  points.forEach((point, index) => {
    const x = MARGIN + (index % 2) * 415;
    const y = HEIGHT - 220 - Math.floor(index / 2) * 115;
    box(pen, x, y - 36, 395, 96, pen.palette.soft);
    text(pen, String(index + 1), x + 20, y + 4, 34, pen.palette.accent, true);
    paragraph(pen, point, x + 66, y + 18, 310, 17, pen.palette.ink, false, 1.6);
  });
}

function drawCards(pen: Pen, title: string, cards: Array<{ name: string; text: string }>): void {
  heading(pen, title);
  const width = (WIDTH - MARGIN * 2 - 3 * 18) / 4;
  cards.slice(0, 4).forEach((card, index) => {
    const x = MARGIN + index * (width + 18);
    box(pen, x, 80, width, 310, pen.palette.soft);
    box(pen, x, 384, width, 6, pen.palette.accent);
    text(pen, card.name, x + 18, 340, 20, pen.palette.ink, true);
    paragraph(pen, card.text, x + 18, 305, width - 36, 15, '#4B5563', false, 1.7);
  });
}

function drawTimeline(pen: Pen, title: string, rows: Array<readonly [string, string, string]>): void {
  heading(pen, title);
  const step = Math.min(52, 340 / rows.length);
  rows.forEach(([when, what, detail], index) => {
    const y = HEIGHT - 160 - index * step;
    pen.page.drawCircle({ x: MARGIN + 150, y: y + 6, size: 6, color: colour(pen.palette.accent) });
    if (index < rows.length - 1) box(pen, MARGIN + 149, y + 6 - step, 2, step, pen.palette.accent);
    text(pen, when, MARGIN, y, 15, pen.palette.accent, true);
    text(pen, what, MARGIN + 180, y, 17, pen.palette.ink, true);
    text(pen, detail, MARGIN + 380, y, 15, '#4B5563');
  });
}

function drawTable(pen: Pen, title: string, head: readonly string[], rows: string[][]): void {
  heading(pen, title);
  const columns = head.length === 3 ? [0, 180, 280] : [0, 230];
  box(pen, MARGIN, HEIGHT - 180, WIDTH - MARGIN * 2, 38, pen.palette.accent);
  head.forEach((name, index) => {
    text(pen, name, MARGIN + 18 + (columns[index] ?? 0), HEIGHT - 167, 16, '#FFFFFF', true);
  });
  rows.forEach((row, index) => {
    const y = HEIGHT - 224 - index * 44;
    if (index % 2 === 0) box(pen, MARGIN, y - 14, WIDTH - MARGIN * 2, 44, pen.palette.soft);
    row.forEach((cell, column) => {
      text(pen, cell, MARGIN + 18 + (columns[column] ?? 0), y, 15, pen.palette.ink);
    });
  });
}

function drawBars(pen: Pen, title: string, note: string, bars: Array<{ name: string; share: number; value: string }>): void {
  heading(pen, title);
  const top = Math.max(...bars.map((bar) => bar.share));
  bars.forEach((bar, index) => {
    const y = HEIGHT - 190 - index * 54;
    text(pen, bar.name, MARGIN, y, 16, pen.palette.ink);
    box(pen, MARGIN + 140, y - 4, 460, 22, pen.palette.soft);
    box(pen, MARGIN + 140, y - 4, (460 * bar.share) / top, 22, pen.palette.accent);
    text(pen, `${bar.share}%　${bar.value}`, MARGIN + 620, y, 16, pen.palette.ink, true);
  });
  paragraph(pen, note, MARGIN, 90, WIDTH - MARGIN * 2, 15, '#6B7280', false, 1.6);
}

function heading(pen: Pen, title: string): void {
  const { deep, accent, soft, ink } = pen.palette;
  switch (pen.look) {
    case 'line':
      break;
    case 'band':
      box(pen, 0, HEIGHT - 112, WIDTH, 112, deep);
      box(pen, 0, HEIGHT - 118, WIDTH, 6, accent);
      text(pen, title, MARGIN, HEIGHT - 76, 30, luminance(deep) > 0.6 ? ink : '#FFFFFF', true);
      return;
    case 'frame':
      box(pen, 0, 0, WIDTH, HEIGHT, deep);
      box(pen, 18, 18, WIDTH - 36, HEIGHT - 36, accent);
      box(pen, 21, 21, WIDTH - 42, HEIGHT - 42, '#FFFFFF');
      text(pen, title, (WIDTH - pen.bold.widthOfTextAtSize(title, 30)) / 2, HEIGHT - 92, 30, ink, true);
      box(pen, WIDTH / 2 - 40, HEIGHT - 112, 80, 4, accent);
      return;
    case 'corner':
      pen.page.drawCircle({ x: WIDTH, y: HEIGHT, size: 150, color: colour(soft) });
      pen.page.drawCircle({ x: WIDTH, y: HEIGHT, size: 84, color: colour(accent) });
      text(pen, title, MARGIN, HEIGHT - 92, 32, ink, true);
      return;
  }
  box(pen, MARGIN, HEIGHT - 100, 8, 34, pen.palette.accent);
  text(pen, title, MARGIN + 24, HEIGHT - 96, 30, pen.palette.ink, true);
  box(pen, MARGIN, HEIGHT - 120, WIDTH - MARGIN * 2, 1, '#E5E7EB');
}

function box(pen: Pen, x: number, y: number, width: number, height: number, fill: string): void {
  pen.page.drawRectangle({ x, y, width, height, color: colour(fill) });
}

function text(pen: Pen, content: string, x: number, y: number, size: number, fill: string, strong = false): void {
  pen.page.drawText(content, { x, y, size, font: strong ? pen.bold : pen.regular, color: colour(fill) });
}

/** Breaks by character, as Chinese does, and returns the y below the last line. */
function paragraph(
  pen: Pen,
  content: string,
  x: number,
  y: number,
  width: number,
  size: number,
  fill: string,
  strong: boolean,
  leading: number,
): number {
  const face = strong ? pen.bold : pen.regular;
  let line = '';
  let at = y;
  for (const char of content) {
    if (line !== '' && !'，。；：、」）'.includes(char) && face.widthOfTextAtSize(line + char, size) > width) {
      text(pen, line, x, at, size, fill, strong);
      line = '';
      at -= size * leading;
    }
    line += char;
  }
  if (line) text(pen, line, x, at, size, fill, strong);
  return at - size * leading;
}
