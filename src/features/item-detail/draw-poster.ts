import { amountText } from '#ui/price-text.ts';
import type { PageState } from './page-state.ts';

const WIDTH = 750;
const MARGIN = 48;
const CODE = 200;
const FONT = '"PingFang SC", "Microsoft YaHei", "Noto Sans SC", "Noto Sans CJK SC", system-ui, sans-serif';

export interface PosterFacts {
  title: string;
  /** One line below the title: kind, pages, price. */
  line: string;
  /** Address of the cover on our own site; empty: none. */
  cover: string;
  /** PNG data URL of the QR code. */
  code: string;
}

/** Lines of a text in a width, at most `most`; what does not fit ends in an ellipsis. `measure` says how wide a text is. */
export function wrapText(text: string, width: number, most: number, measure: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const sign of text) {
    if (line !== '' && measure(line + sign) > width) {
      lines.push(line);
      line = '';
      if (lines.length === most) break;
    }
    line += sign;
  }
  if (line !== '' && lines.length < most) lines.push(line);
  const shown = lines.join('').length;
  if (shown < text.length && lines.length > 0) lines[lines.length - 1] = `${[...(lines.at(-1) ?? '')].slice(0, -1).join('')}…`;
  return lines;
}

/**
 * A picture to post where links cannot be: cover, title and the code that opens the page.
 * @returns PNG data URL
 * @throws when a picture cannot be loaded
 */
export async function drawPoster({ title, line, cover, code }: PosterFacts): Promise<string> {
  const [picture, qr] = await Promise.all([cover === '' ? null : load(cover), load(code)]);
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no canvas');
  const cover_h = picture ? Math.round(Math.min(1, picture.naturalHeight / picture.naturalWidth) * WIDTH) : 0;
  pen.font = `600 40px ${FONT}`;
  const lines = wrapText(title, WIDTH - MARGIN * 2, 3, (text) => pen.measureText(text).width);
  const text_h = lines.length * 56 + 56;
  canvas.width = WIDTH;
  canvas.height = cover_h + MARGIN + text_h + MARGIN + CODE + MARGIN;
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  if (picture) pen.drawImage(picture, 0, 0, picture.naturalWidth, (cover_h / WIDTH) * picture.naturalWidth, 0, 0, WIDTH, cover_h);
  let y = cover_h + MARGIN + 40;
  pen.textBaseline = 'alphabetic';
  pen.fillStyle = '#1d2129';
  pen.font = `600 40px ${FONT}`;
  for (const text of lines) {
    pen.fillText(text, MARGIN, y);
    y += 56;
  }
  pen.fillStyle = '#cf3812';
  pen.font = `28px ${FONT}`;
  pen.fillText(line, MARGIN, y);
  y = canvas.height - MARGIN - CODE;
  pen.drawImage(qr, WIDTH - MARGIN - CODE, y, CODE, CODE);
  pen.fillStyle = '#1d2129';
  pen.font = `600 34px ${FONT}`;
  pen.fillText('策猫', MARGIN, y + 90);
  pen.fillStyle = '#626c7a';
  pen.font = `26px ${FONT}`;
  pen.fillText('长按识别，先看真实页面', MARGIN, y + 136);
  return canvas.toDataURL('image/png');
}

async function load(src: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = src;
  await image.decode();
  return image;
}

/** 方案 · 12 页 · ¥39: of what readers do not take away there is a kind and no price. */
export function posterLine({ kind, pages, unit, offer }: Pick<PageState, 'kind' | 'pages' | 'unit' | 'offer'>): string {
  const price = offer.free ? '免费' : offer.price > 0 ? `¥${amountText(offer.price)}` : '会员专享';
  return [kind.noun, offer.gives && pages > 0 && `${pages} ${unit}`, offer.gives && price].filter(Boolean).join(' · ');
}
