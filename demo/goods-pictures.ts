import sharp from 'sharp';
import { pictureFile, pictureUrl, pictureWidths } from '#contract/picture.ts';
import type { Ctx } from '#server/app/ctx.ts';
import { newStorageKey } from '#server/providers/storage/port.ts';

const [WIDTH, HEIGHT] = [800, 600];

/** Goods drawn in a square of 300 around (400, 310), in ink `#fff` on their ground. */
const SHAPES = {
  bag: `<path d="M290 240h220l28 220a24 24 0 0 1-24 26H286a24 24 0 0 1-24-26z" fill="#fff"/><path d="M340 270v-50a60 60 0 0 1 120 0v50" fill="none" stroke="#fff" stroke-width="18" stroke-linecap="round"/><circle cx="400" cy="370" r="44" fill="none" stroke="#d9411f" stroke-width="14"/>`,
  mug: `<path d="M280 210h200v210a60 60 0 0 1-60 60h-80a60 60 0 0 1-60-60z" fill="#fff"/><path d="M480 260h30a56 56 0 0 1 0 112h-30" fill="none" stroke="#fff" stroke-width="22"/><path d="M330 170q-20-30 0-60M400 170q-20-30 0-60" fill="none" stroke="#fff" stroke-width="12" stroke-linecap="round" opacity=".7"/>`,
  notebook: `<rect x="280" y="160" width="240" height="320" rx="18" fill="#fff"/><path d="M320 160v320" stroke="#d9411f" stroke-width="12"/><path d="M360 240h120M360 290h120M360 340h80" stroke="#c9ced6" stroke-width="12" stroke-linecap="round"/>`,
  ticket: `<path d="M230 230h340v60a40 40 0 0 0 0 80v60H230v-60a40 40 0 0 0 0-80z" fill="#fff"/><path d="M470 240v180" stroke="#d9411f" stroke-width="8" stroke-dasharray="14 12"/><path d="M290 300h120M290 360h80" stroke="#c9ced6" stroke-width="16" stroke-linecap="round"/>`,
  crown: `<path d="M260 430l-30-190 90 70 80-120 80 120 90-70-30 190z" fill="#fff"/><rect x="260" y="448" width="280" height="28" rx="10" fill="#fff"/><circle cx="400" cy="370" r="22" fill="#d9411f"/>`,
  card: `<rect x="250" y="190" width="300" height="260" rx="24" fill="#fff"/><path d="M250 260h300" stroke="#e6e8ec" stroke-width="10"/><path d="M330 160v60M470 160v60" stroke="#fff" stroke-width="20" stroke-linecap="round"/><path d="M340 350l44 44 84-92" fill="none" stroke="#d9411f" stroke-width="22" stroke-linecap="round" stroke-linejoin="round"/>`,
} as const;
export type GoodsShape = keyof typeof SHAPES;

/** Draws goods on a ground of two colours, stores the picture publicly and returns its URL. */
export async function drawGoods(ctx: Ctx, shape: GoodsShape, colours: readonly [string, string]): Promise<string> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${colours[0]}"/><stop offset="1" stop-color="${colours[1]}"/></linearGradient></defs>
<rect width="100%" height="100%" fill="url(#g)"/><circle cx="640" cy="120" r="240" fill="#fff" opacity=".08"/><ellipse cx="400" cy="520" rx="190" ry="22" fill="#000" opacity=".12"/>
${SHAPES[shape]}</svg>`;
  const key = newStorageKey();
  for (const width of pictureWidths(WIDTH)) {
    const bytes = await sharp(Buffer.from(svg)).resize(width).webp({ quality: 82 }).toBuffer();
    await ctx.app.providers.storage.putPublic(pictureFile(key, width), bytes);
  }
  return pictureUrl(key, Math.max(...pictureWidths(WIDTH)));
}
