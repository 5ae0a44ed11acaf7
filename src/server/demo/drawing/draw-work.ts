import sharp from 'sharp';
import { pictureWidths } from '#contract/picture.ts';
import { type Deck, slideText } from '../decks/deck.ts';
import { layOut } from '../decks/layout.ts';
import { deckToPdf } from '../decks/pdf.ts';
import { deckToPptx } from '../decks/pptx.ts';
import { PAGE, type Shape } from '../decks/shapes.ts';
import { pageSvg } from '../decks/svg.ts';
import { type DrawnScene, drawPicture, drawScene, type PictureWish } from '../pictures/picture.ts';

/** What is asked of a drawing process: a document with the pictures of its pages, or a picture by itself. */
export type DrawingWish = { deck: Deck; format: 'pdf' | 'pptx' } | { picture: PictureWish; width: number; height: number };

export interface DrawnPage {
  page_no: number;
  /** Of the largest picture, px. */
  width: number;
  height: number;
  text: string;
  /** WebP bytes by width, as `pictureWidths(width)` says. */
  pictures: Array<{ width: number; data: Uint8Array }>;
}

/** `file`: what is sold, or the picture as JPEG. */
export interface Drawing {
  file: Uint8Array;
  pages: DrawnPage[];
}

/** Fine enough for a wide screen, and a third less work than the widest picture there is. */
const PAGE_WIDTH = 1_200;

/** Draws without the readers of foreign documents: what is drawn here is ours. */
export async function draw(wish: DrawingWish): Promise<Drawing> {
  if ('picture' in wish) return { file: await drawPicture(wish.picture, wish.width, wish.height), pages: [] };
  const { deck, format } = wish;
  const layout = layOut(deck);
  const pages: DrawnPage[] = [];
  for (const [index, shapes] of layout.entries()) {
    const text = deck.slides[index] ? slideText(deck.slides[index]) : '';
    pages.push({ page_no: index + 1, text, ...(await drawPage(shapes)) });
  }
  const file = format === 'pptx' ? await deckToPptx(deck, layout) : await deckToPdf(deck, layout);
  return { file, pages };
}

/** The pictures of one page in all widths. */
export async function drawPage(
  shapes: readonly Shape[],
  page_width = PAGE_WIDTH,
): Promise<Pick<DrawnPage, 'width' | 'height' | 'pictures'>> {
  const scenes = new Map<number, DrawnScene>();
  for (const [index, shape] of shapes.entries()) if (shape.is === 'picture') scenes.set(index, await drawScene(shape.wish));
  const svg = Buffer.from(pageSvg(shapes, scenes, page_width));
  const { data, info } = await sharp(svg).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels as 3 };
  const pictures: DrawnPage['pictures'] = [];
  for (const width of pictureWidths(info.width)) {
    const sized = width === info.width ? sharp(data, { raw }) : sharp(data, { raw }).resize(width);
    pictures.push({ width, data: await sized.webp({ quality: 80, effort: 1 }).toBuffer() });
  }
  return { width: info.width, height: Math.round((info.width * PAGE.height) / PAGE.width), pictures };
}
