import { createRandom } from '../random.ts';
import type { Cell, CoverLook, Deck, Slide } from './deck.ts';
import { widthOf } from './font.ts';
import { luminance, mix, PAGE, type Shape, Sheet } from './shapes.ts';

const M = 60;
/** Of a cover: cards cut its sides off. */
const EDGE = 80;
const W = PAGE.width;
const H = PAGE.height;

interface Pen {
  sheet: Sheet;
  deck: Deck;
  /** Ground and text colours of inner pages, readable on each other. */
  ground: string;
  ink: string;
  quiet: string;
  /** Ground of boxes, and text colours on it. */
  card: string;
  /** Accent that can be read as text on the ground. */
  accent: string;
}

/** The shapes of every page of a deck. */
export function layOut(deck: Deck): Shape[][] {
  return deck.slides.map((slide, index) => {
    const pen = penOf(deck);
    draw(pen, slide);
    const numbered = slide.kind !== 'cover' && slide.kind !== 'end' && slide.kind !== 'chapter' && slide.kind !== 'statement';
    if (numbered) {
      pen.sheet.text(deck.author, M, H - 20, 10, pen.quiet);
      pen.sheet.text(`${index + 1} / ${deck.slides.length}`, W - M, H - 20, 10, pen.quiet, { align: 'right' });
    }
    return pen.sheet.shapes;
  });
}

function penOf(deck: Deck): Pen {
  const { deep, accent, soft, ink } = deck.palette;
  const dark = deck.look === 'dark';
  const ground = dark ? mix(deep, '#000000', 0.25) : '#FFFFFF';
  return {
    sheet: new Sheet(),
    deck,
    ground,
    ink: dark ? '#F4F6FA' : ink,
    quiet: dark ? '#A9B2C3' : '#5B6472',
    card: dark ? mix(deep, '#FFFFFF', 0.1) : soft,
    accent: readable(accent, ground),
  };
}

/** The colour, darker or lighter until it stands out from the ground (about 3 to 1). */
export function readable(colour: string, ground: string): string {
  const towards = luminance(ground) > 0.5 ? '#000000' : '#FFFFFF';
  for (let share = 0; share < 1; share += 0.1) {
    const now = mix(colour, towards, share);
    if (Math.abs(luminance(now) - luminance(ground)) > 0.42) return now;
  }
  return towards;
}

/** White or the dark ink, whichever can be read on the ground. */
function inkOn(ground: string): string {
  return luminance(ground) > 0.55 ? '#1B1F27' : '#FFFFFF';
}

function draw(pen: Pen, slide: Slide): void {
  const { sheet } = pen;
  sheet.box(0, 0, W, H, pen.ground);
  switch (slide.kind) {
    case 'cover':
      drawCover(pen, slide.look, slide);
      return;
    case 'statement':
      sheet.picture(slide.picture);
      sheet.shade('#000000', 0.15, 0.82, false);
      sheet.paragraph(slide.text, M, 380, 720, 32, '#FFFFFF', 'Bold', 1.4);
      sheet.text(slide.note, M, 500, 14, '#E8E8EC');
      return;
    case 'contents':
      drawContents(pen, slide);
      return;
    case 'chapter':
      sheet.picture(slide.picture);
      sheet.shade(pen.deck.palette.deep, 0.92, 0.35);
      sheet.text(slide.number, M, 270, 96, '#FFFFFF', { weight: 'Bold' });
      sheet.text(slide.title, M, 336, 40, '#FFFFFF', { weight: 'Bold' });
      sheet.box(M, 356, 64, 5, pen.deck.palette.accent);
      sheet.text(slide.line, M, 392, 17, '#F0F0F3');
      return;
    case 'text':
      drawText(pen, slide);
      return;
    case 'points':
      drawPoints(pen, slide);
      return;
    case 'cards':
      drawCards(pen, slide);
      return;
    case 'mood':
      drawMood(pen, slide);
      return;
    case 'plan':
      drawPlan(pen, slide);
      return;
    case 'table':
      drawTable(pen, slide);
      return;
    case 'bars':
      drawBars(pen, slide);
      return;
    case 'end':
      sheet.picture(slide.picture);
      sheet.shade('#000000', 0.72, 0.5, false);
      sheet.text(slide.line, W / 2, 280, 34, '#FFFFFF', { weight: 'Bold', align: 'middle' });
      sheet.text(slide.foot, W / 2, 322, 15, '#E8E8EC', { align: 'middle' });
      return;
  }
}

function drawCover(pen: Pen, look: CoverLook, slide: Extract<Slide, { kind: 'cover' }>): void {
  const { sheet, deck } = pen;
  const { deep, accent, soft, ink } = deck.palette;
  const { title, subtitle, foot, picture } = slide;
  switch (look) {
    case 'full': {
      sheet.picture(picture);
      sheet.shade('#000000', 0.78, 0.05);
      sheet.box(EDGE, 150, 56, 6, accent);
      const below = sheet.title(title, EDGE, 216, 560, 46, '#FFFFFF');
      sheet.text(subtitle, EDGE, below - 12, 18, '#F1F1F4');
      sheet.text(foot, EDGE, 490, 14, '#E4E4E9');
      return;
    }
    case 'left': {
      const on = inkOn(deep);
      sheet.picture(picture, 400, 0, W - 400, H);
      sheet.box(0, 0, 430, H, deep);
      sheet.box(430, 0, 8, H, accent);
      const below = sheet.title(title, EDGE, 190, 330, 36, on);
      sheet.paragraph(subtitle, EDGE, below - 6, 330, 15, mix(on, deep, 0.2));
      sheet.text(foot, EDGE, 490, 13, mix(on, deep, 0.2));
      return;
    }
    case 'panel': {
      sheet.picture(picture);
      sheet.box(90, 110, 500, 320, '#FFFFFF', { opacity: 0.94 });
      sheet.box(90, 110, 8, 320, accent);
      const below = sheet.title(title, 130, 190, 420, 38, '#1B1F27');
      sheet.paragraph(subtitle, 130, below - 6, 420, 15, '#4B5563');
      sheet.text(foot, 130, 400, 13, '#4B5563');
      return;
    }
    case 'low': {
      const on = inkOn(deep);
      sheet.picture(picture, 0, 0, W, 350);
      sheet.box(0, 340, W, 200, deep);
      sheet.box(0, 340, W, 6, accent);
      const below = sheet.title(title, EDGE, 402, 800, 38, on);
      sheet.text(subtitle, EDGE, Math.min(below - 8, 500), 15, mix(on, deep, 0.2));
      sheet.text(foot, W - EDGE, 514, 13, mix(on, deep, 0.2), { align: 'right' });
      return;
    }
    case 'framed': {
      sheet.picture(picture);
      sheet.shade('#000000', 0.45, 0.62, false);
      for (const inset of [26, 32]) frame(sheet, inset, mix(accent, '#FFFFFF', 0.3));
      const size = 44;
      const parts = title.includes('：') ? title.split(/(?<=：)/) : [title];
      parts.forEach((part, index) => {
        const fit = Math.min(size, (size * 760) / widthOf('Bold', part, size));
        sheet.text(part, W / 2, 250 + index * 62, fit, '#FFFFFF', { weight: 'Bold', align: 'middle' });
      });
      sheet.text(subtitle, W / 2, 330 + (parts.length - 1) * 50, 17, '#F4F4F6', { align: 'middle' });
      sheet.text(foot, W / 2, 480, 13, '#E4E4E9', { align: 'middle' });
      return;
    }
    case 'numeral': {
      // what is counted first, as large as the page holds; the whole subtitle stands below
      const numeral = /[\d,]{2,}/.exec(subtitle)?.[0] ?? title.slice(0, 2);
      const ground = mix(soft, '#FFFFFF', 0.3);
      sheet.box(0, 0, W, H, ground);
      sheet.picture(picture, 610, 0, W - 610, H);
      sheet.text(numeral, EDGE - 4, 214, Math.min(210, 430 / widthOf('Bold', numeral, 1)), accent, { weight: 'Bold' });
      sheet.box(EDGE, 248, 460, 3, deep);
      const below = sheet.title(title, EDGE, 312, 460, 36, ink);
      sheet.paragraph(subtitle, EDGE, below - 8, 460, 15, ink);
      sheet.text(foot, EDGE, 500, 13, ink);
      return;
    }
    case 'strip': {
      sheet.box(0, 0, W, H, deep);
      const on = inkOn(deep);
      // the room, who came, and the light: three looks at one evening
      const people = picture.subject === 'crowd' ? 'stage' : 'crowd';
      const parts = [picture, { ...picture, subject: people }, { ...picture, subject: 'lights' }] as const;
      const places = [
        [EDGE, 0, 436, 300],
        [EDGE + 452, 0, 348, 178],
        [EDGE + 452, 194, 348, 106],
      ] as const;
      parts.forEach((part, at) => {
        sheet.picture(part, ...(places[at] as (typeof places)[number]));
      });
      sheet.box(EDGE, 330, 40, 5, accent);
      const below = sheet.title(title, EDGE, 386, 800, 38, on);
      sheet.text(subtitle, EDGE, Math.min(below - 10, 484), 15, mix(on, deep, 0.2));
      sheet.text(foot, W - EDGE, 514, 13, mix(on, deep, 0.2), { align: 'right' });
      return;
    }
    case 'tall': {
      const ground = mix(accent, '#FFFFFF', 0.12);
      const on = inkOn(ground);
      sheet.box(0, 0, W, H, ground);
      sheet.ellipse(250, 270, 330, 330, mix(ground, '#FFFFFF', 0.22));
      sheet.picture(picture, EDGE + 20, 60, 330, 480);
      sheet.box(EDGE, 40, 330, 5, deep);
      const below = sheet.title(title, 480, 200, 400, 42, on);
      sheet.box(480, below - 34, 90, 4, deep);
      sheet.paragraph(subtitle, 480, below + 10, 400, 16, on);
      sheet.text(foot, 480, 496, 13, on);
      return;
    }
  }
}

function frame(sheet: Sheet, inset: number, colour: string): void {
  sheet.line(inset, inset, W - inset, inset, colour, 1.5);
  sheet.line(inset, H - inset, W - inset, H - inset, colour, 1.5);
  sheet.line(inset, inset, inset, H - inset, colour, 1.5);
  sheet.line(W - inset, inset, W - inset, H - inset, colour, 1.5);
}

/** Heading of an inner page; what follows begins at y 120. */
function heading(pen: Pen, title: string): void {
  const { sheet, deck, ink, accent } = pen;
  const { deep, soft } = deck.palette;
  switch (deck.look) {
    case 'band':
      sheet.box(0, 0, W, 84, deep);
      sheet.box(0, 84, W, 5, deck.palette.accent);
      sheet.text(title, M, 54, 27, inkOn(deep), { weight: 'Bold' });
      return;
    case 'frame':
      frame(sheet, 16, mix(deck.palette.accent, '#FFFFFF', 0.2));
      sheet.text(title, W / 2, 70, 27, ink, { weight: 'Bold', align: 'middle' });
      sheet.box(W / 2 - 34, 86, 68, 4, accent);
      return;
    case 'corner':
      sheet.ellipse(W, 0, 130, 130, soft);
      sheet.ellipse(W, 0, 70, 70, deck.palette.accent);
      sheet.text(title, M, 72, 29, ink, { weight: 'Bold' });
      return;
    case 'line':
    case 'dark':
      sheet.box(M, 44, 7, 30, accent);
      sheet.text(title, M + 22, 70, 27, ink, { weight: 'Bold' });
      sheet.line(M, 92, W - M, 92, mix(pen.ground, ink, 0.16), 1);
      return;
  }
}

function drawContents(pen: Pen, { entries, picture }: Extract<Slide, { kind: 'contents' }>): void {
  const { sheet } = pen;
  sheet.picture(picture, 0, 0, 340, H);
  sheet.shade('#000000', 0.35, 0.7, false, 0, 0, 340, H);
  sheet.text('目录', 44, 440, 44, '#FFFFFF', { weight: 'Bold' });
  sheet.text('CONTENTS', 46, 470, 14, '#F0F0F3');
  const step = Math.min(88, 400 / entries.length);
  entries.forEach((entry, index) => {
    const y = 110 + index * step;
    sheet.text(String(index + 1).padStart(2, '0'), 400, y, 30, pen.accent, { weight: 'Bold' });
    sheet.text(entry, 470, y - 2, 21, pen.ink, { weight: 'Bold' });
    sheet.line(400, y + 20, W - M, y + 20, mix(pen.ground, pen.ink, 0.15), 1);
  });
}

function drawText(pen: Pen, { title, paragraphs, picture }: Extract<Slide, { kind: 'text' }>): void {
  const { sheet } = pen;
  heading(pen, title);
  const width = picture ? 420 : W - 2 * M - 30;
  let y = 150;
  for (const part of paragraphs) {
    sheet.box(M, y - 15, 4, 20, pen.accent);
    y = sheet.paragraph(part, M + 20, y, width, picture ? 15.5 : 18, pen.ink, 'Regular', 1.7) + 14;
  }
  if (picture) sheet.picture(picture, 540, 120, 360, 360);
}

function drawPoints(pen: Pen, { title, points, picture }: Extract<Slide, { kind: 'points' }>): void {
  const { sheet } = pen;
  heading(pen, title);
  const columns = picture ? 1 : 2;
  const width = picture ? 460 : (W - 2 * M - 20) / 2;
  const rows = Math.ceil(points.length / columns);
  const step = Math.min(112, 372 / rows);
  points.forEach((point, index) => {
    const x = M + (index % columns) * (width + 20);
    const y = 118 + Math.floor(index / columns) * step;
    sheet.box(x, y, width, step - 12, pen.card, { radius: 6 });
    sheet.text(String(index + 1), x + 20, y + (step - 12) / 2 + 10, 28, readable(pen.deck.palette.accent, pen.card), { weight: 'Bold' });
    sheet.paragraph(
      point,
      x + 58,
      y + (step - 12) / 2 - (widthOf('Regular', point, 15) > width - 76 ? 6 : -5),
      width - 76,
      15,
      pen.ink,
      'Regular',
      1.5,
    );
  });
  if (picture) sheet.picture(picture, 550, 118, 350, 360);
}

function drawCards(pen: Pen, { title, cards, pictures = [] }: Extract<Slide, { kind: 'cards' }>): void {
  const { sheet } = pen;
  heading(pen, title);
  const columns = cards.length > 4 ? 3 : Math.min(4, cards.length);
  const rows = Math.ceil(cards.length / columns);
  const width = (W - 2 * M - (columns - 1) * 16) / columns;
  const height = (370 - (rows - 1) * 14) / rows;
  const head = pictures.length > 0 && rows === 1 ? 140 : 0;
  cards.forEach((card, index) => {
    const x = M + (index % columns) * (width + 16);
    const y = 116 + Math.floor(index / columns) * (height + 14);
    sheet.box(x, y, width, height, pen.card, { radius: 4 });
    const picture = head ? pictures[index % pictures.length] : undefined;
    if (picture) sheet.picture(picture, x, y, width, head);
    else sheet.box(x, y, width, 5, pen.deck.palette.accent);
    sheet.text(card.name, x + 16, y + head + 38, rows > 1 ? 17 : 19, pen.ink, { weight: 'Bold' });
    sheet.paragraph(card.text, x + 16, y + head + 66, width - 32, rows > 1 ? 13 : 14, pen.quiet, 'Regular', 1.65);
  });
}

function drawMood(pen: Pen, { title, words, pictures }: Extract<Slide, { kind: 'mood' }>): void {
  const { sheet, deck } = pen;
  heading(pen, title);
  const places = [
    [M, 112, 400, 376],
    [M + 410, 112, 212, 183],
    [M + 410, 305, 212, 183],
    [M + 632, 112, 208, 232],
  ] as const;
  pictures.slice(0, 4).forEach((picture, index) => {
    sheet.picture(picture, ...(places[index] as (typeof places)[number]));
  });
  const { deep, accent, soft, ink } = deck.palette;
  [deep, accent, soft, ink].forEach((colour, index) => {
    sheet.box(M + 632 + index * 52, 354, 52, 52, colour);
  });
  words.slice(0, 3).forEach((word, index) => {
    sheet.text(word, M + 632, 436 + index * 24, 14, pen.ink);
  });
}

function drawPlan(pen: Pen, { title, note, zones, seed, size_m }: Extract<Slide, { kind: 'plan' }>): void {
  const { sheet, deck } = pen;
  heading(pen, title);
  const random = createRandom(seed);
  const line = mix(pen.ground, pen.ink, 0.7);
  const [x0, y0, width, height] = [M, 118, 540, 340];
  sheet.box(x0, y0, width, height, mix(pen.ground, pen.card, 0.5));
  for (let x = x0; x <= x0 + width; x += 36) sheet.line(x, y0, x, y0 + height, mix(pen.ground, pen.ink, 0.08), 0.6);
  for (let y = y0; y <= y0 + height; y += 34) sheet.line(x0, y, x0 + width, y, mix(pen.ground, pen.ink, 0.08), 0.6);
  const split = 0.3 + random.next() * 0.1;
  const low = 0.3 + random.next() * 0.12;
  // main area, side area, entrance area, lower right area
  const rooms = [
    [x0 + width * split, y0, width * (1 - split), height * (1 - low)],
    [x0, y0, width * split, height * (1 - low)],
    [x0, y0 + height * (1 - low), width * 0.46, height * low],
    [x0 + width * 0.46, y0 + height * (1 - low), width * 0.54, height * low],
  ] as const;
  const [main] = rooms;
  sheet.box(main[0] + main[2] * 0.22, main[1] + 12, main[2] * 0.56, 40, deck.palette.accent);
  const tables = random.next() < 0.55;
  for (let row = 0; row < 4; row++) {
    for (let column = 0; column < 6; column++) {
      const x = main[0] + 36 + column * ((main[2] - 72) / 5);
      const y = main[1] + 96 + row * ((main[3] - 128) / 3);
      if (tables) {
        sheet.ellipse(x, y, 14, 14, mix(pen.ground, pen.ink, 0.28));
        sheet.ellipse(x, y, 9, 9, pen.card);
      } else
        for (let seat = -1; seat <= 1; seat++) sheet.box(x - 4 + seat * 12, y - 4, 9, 8, mix(pen.ground, pen.ink, 0.35), { radius: 2 });
    }
  }
  for (const [x, y, w, h] of rooms) {
    sheet.line(x, y, x + w, y, line, 2.5);
    sheet.line(x, y, x, y + h, line, 2.5);
  }
  sheet.line(x0 + width, y0, x0 + width, y0 + height, line, 2.5);
  sheet.line(x0, y0 + height, x0 + width * 0.18, y0 + height, line, 2.5);
  sheet.line(x0 + width * 0.28, y0 + height, x0 + width, y0 + height, line, 2.5);
  sheet.text('主入口', x0 + width * 0.23, y0 + height + 16, 11, pen.quiet, { align: 'middle' });
  sheet.text(`${size_m[0]} 米 × ${size_m[1]} 米`, x0 + width, y0 + height + 16, 11, pen.quiet, { align: 'right' });
  zones.slice(0, 4).forEach(([name, text], index) => {
    const [x, y, w, h] = rooms[index] as (typeof rooms)[number];
    const badge_y = index === 0 ? y + 32 : y + h / 2;
    if (index > 0) sheet.box(x + w / 2 - 20, y + h / 2 + 18, 40, 5, deck.palette.accent, { opacity: 0.6 });
    sheet.ellipse(x + w / 2, badge_y, 15, 15, deck.palette.deep);
    sheet.text('ABCD'[index] as string, x + w / 2, badge_y + 5, 15, inkOn(deck.palette.deep), { weight: 'Bold', align: 'middle' });
    const list_y = 140 + index * 84;
    sheet.ellipse(640, list_y - 6, 13, 13, deck.palette.deep);
    sheet.text('ABCD'[index] as string, 640, list_y - 1, 13, inkOn(deck.palette.deep), { weight: 'Bold', align: 'middle' });
    sheet.text(name, 664, list_y, 17, pen.ink, { weight: 'Bold' });
    sheet.paragraph(text, 664, list_y + 24, 236, 13.5, pen.quiet, 'Regular', 1.5);
  });
  sheet.paragraph(note, M, 494, W - 2 * M, 12, pen.quiet);
}

function drawTable(pen: Pen, { title, head, shares, rows, total, note }: Extract<Slide, { kind: 'table' }>): void {
  const { sheet, deck } = pen;
  heading(pen, title);
  const whole = shares.reduce((sum, share) => sum + share, 0);
  const width = W - 2 * M;
  const lefts = shares.map((_, index) => M + (shares.slice(0, index).reduce((sum, share) => sum + share, 0) * width) / whole);
  const count = rows.length + 1 + (total ? 1 : 0);
  const step = Math.min(40, (note ? 352 : 376) / count);
  const size = Math.min(14.5, step * 0.42);
  const row = (cells: readonly Cell[], y: number, ink: string, weight: 'Regular' | 'Bold') =>
    cells.forEach((cell, column) => {
      const right = typeof cell === 'number';
      const x = right ? (lefts[column + 1] ?? W - M) - 14 : (lefts[column] as number) + 14;
      const content = right ? cell.toLocaleString('zh-CN') : fitted(cell, ((shares[column] as number) * width) / whole - 22, size);
      sheet.text(content, x, y + step * 0.64, size, ink, { weight, align: right ? 'right' : 'left' });
    });
  const band =
    deck.look === 'dark'
      ? mix(deck.palette.accent, '#000000', 0.45)
      : mix(deck.palette.deep, deck.palette.ink, luminance(deck.palette.deep) > 0.6 ? 1 : 0);
  sheet.box(M, 112, width, step, band);
  row(head, 112, inkOn(band), 'Bold');
  rows.forEach((cells, index) => {
    const y = 112 + (index + 1) * step;
    if (index % 2 === 1) sheet.box(M, y, width, step, pen.card);
    sheet.line(M, y + step, W - M, y + step, mix(pen.ground, pen.ink, 0.12), 0.8);
    row(cells, y, pen.ink, 'Regular');
  });
  if (total) {
    const y = 112 + (rows.length + 1) * step;
    sheet.box(M, y, width, step, mix(pen.ground, deck.palette.accent, 0.22));
    row(total, y, pen.ink, 'Bold');
  }
  if (note) sheet.paragraph(note, M, 492, width, 12, pen.quiet);
}

/** Cut with an ellipsis to what the column holds. */
function fitted(text: string, width: number, size: number): string {
  if (widthOf('Regular', text, size) <= width) return text;
  let short = text;
  while (short.length > 1 && widthOf('Regular', `${short}…`, size) > width) short = short.slice(0, -1);
  return `${short}…`;
}

function drawBars(pen: Pen, { title, note, bars }: Extract<Slide, { kind: 'bars' }>): void {
  const { sheet } = pen;
  heading(pen, title);
  const top = Math.max(...bars.map((bar) => bar.share));
  const step = Math.min(62, 350 / bars.length);
  bars.forEach((bar, index) => {
    const y = 138 + index * step;
    sheet.text(bar.name, M, y + 5, 15, pen.ink);
    sheet.box(M + 150, y - 12, 460, 24, pen.card, { radius: 3 });
    sheet.box(M + 150, y - 12, (460 * bar.share) / top, 24, pen.deck.palette.accent, { radius: 3 });
    sheet.text(`${bar.share}%　${bar.value}`, M + 630, y + 5, 15, pen.ink, { weight: 'Bold' });
  });
  sheet.paragraph(note, M, 488, W - 2 * M, 13, pen.quiet);
}
