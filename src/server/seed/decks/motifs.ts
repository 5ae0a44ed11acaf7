import { type PDFPage, rgb } from '@cantoo/pdf-lib';
import { createRandom } from '../random.ts';
import type { Motif, Palette } from './deck.ts';

const RIGHT = 960;
const TOP = 540;

/** A CSS colour as pdf-lib wants it. */
export function colour(hex: string) {
  const value = Number.parseInt(hex.slice(1), 16);
  return rgb((value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255);
}

/** Draws the picture of a cover into the right half of a 960 by 540 page. */
export function drawMotif(page: PDFPage, motif: Motif, palette: Palette): void {
  const accent = colour(palette.accent);
  const white = colour('#FFFFFF');
  switch (motif) {
    case 'circles':
      page.drawCircle({ x: RIGHT - 120, y: TOP - 40, size: 260, color: accent, opacity: 0.85 });
      page.drawCircle({ x: RIGHT - 250, y: 60, size: 120, color: accent, opacity: 0.25 });
      page.drawCircle({ x: RIGHT - 40, y: 120, size: 70, color: white, opacity: 0.18 });
      return;
    case 'rays':
      for (let i = 0; i < 22; i++) {
        const angle = (Math.PI * (i + 0.5)) / 22;
        page.drawLine({
          start: { x: 800 + Math.cos(angle) * 90, y: 40 + Math.sin(angle) * 90 },
          end: { x: 800 + Math.cos(angle) * (i % 2 ? 420 : 330), y: 40 + Math.sin(angle) * (i % 2 ? 420 : 330) },
          thickness: 10,
          color: i % 2 ? accent : white,
          opacity: i % 2 ? 0.8 : 0.22,
        });
      }
      page.drawCircle({ x: 800, y: 40, size: 70, color: accent });
      return;
    case 'confetti': {
      const random = createRandom(7);
      for (let i = 0; i < 90; i++) {
        const x = random.between(560, 950);
        const size = random.between(5, 22);
        const look = { color: i % 3 ? accent : white, opacity: 0.35 + random.next() * 0.6 };
        if (i % 2) page.drawCircle({ x, y: random.between(20, 530), size: size / 2, ...look });
        else
          page.drawRectangle({
            x,
            y: random.between(20, 530),
            width: size,
            height: size * 0.4,
            rotate: { type: 'degrees', angle: random.between(0, 180) } as never,
            ...look,
          });
      }
      return;
    }
    case 'blocks':
      [260, 380, 180, 440, 320, 230].forEach((height, i) => {
        page.drawRectangle({ x: 600 + i * 58, y: 0, width: 46, height, color: i % 2 ? accent : white, opacity: i % 2 ? 0.85 : 0.2 });
      });
      return;
    case 'arches':
      for (let i = 0; i < 5; i++) {
        page.drawCircle({
          x: 780,
          y: 0,
          size: 380 - i * 72,
          color: i % 2 ? colour(palette.deep) : accent,
          opacity: i % 2 ? 1 : 0.9 - i * 0.12,
        });
      }
      return;
    case 'stripes':
      for (let i = 0; i < 7; i++) {
        page.drawLine({
          start: { x: 620 + i * 70, y: -40 },
          end: { x: 860 + i * 70, y: 600 },
          thickness: i % 2 ? 30 : 12,
          color: i % 3 ? accent : white,
          opacity: i % 3 ? 0.75 : 0.25,
        });
      }
      return;
    case 'ripples':
      for (let i = 0; i < 9; i++)
        page.drawCircle({
          x: 900,
          y: 470,
          size: 50 + i * 46,
          borderColor: i % 3 ? accent : white,
          borderWidth: 12,
          borderOpacity: i % 3 ? 0.85 - i * 0.06 : 0.25,
        });
      return;
  }
}
