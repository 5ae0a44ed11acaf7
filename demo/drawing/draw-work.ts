import { pictureWidths } from '#contract/picture.ts';
import { lookOf, placeholderOf } from '#server/providers/document/picture-look.ts';
import type { EncodedPicture } from '#server/providers/document/port.ts';
import { type Deck, slideText } from '../decks/deck.ts';
import { layOut } from '../decks/layout.ts';
import { deckToPdf } from '../decks/pdf.ts';
import { deckToPptx } from '../decks/pptx.ts';
import { shadedPictures } from '../decks/shaded-picture.ts';
import { PAGE, type Shape } from '../decks/shapes.ts';
import { type Pictures, pageSvg } from '../decks/svg.ts';
import { type ArtworkFormat, type ArtworkWish, drawArtworks } from '../pictures/artwork.ts';
import { drawPixels, type PictureWish, pixelsOf, type Raster, rasterOf, toJpeg } from '../pictures/picture.ts';
import { drawLecture, type LectureFrame } from './lecture.ts';

/** Photographs in order; or pieces of design, the first of which is also the file that is sold. */
export type SeriesWish = { photographs: readonly PictureWish[] } | { artworks: readonly ArtworkWish[]; format: ArtworkFormat };

/** What is asked of a drawing process: a document with the pictures of its pages, a picture by itself, or several. */
export type DrawingWish =
  | { deck: Deck; format: 'pdf' | 'pptx' }
  | { picture: PictureWish; width: number; height: number }
  | { lecture: readonly LectureFrame[] }
  | SeriesWish;

export interface DrawnPage {
  page_no: number;
  /** Of the largest picture, px. */
  width: number;
  height: number;
  text: string;
  /** WebP bytes by width, as `pictureWidths(width)` says. */
  pictures: Array<{ width: number; data: Uint8Array }>;
}

/** A picture, `data`, with what the reader of uploads makes of one but AVIF, which would take as long as all the rest. */
export type DrawnPicture = Omit<EncodedPicture, 'avif'> & { data: Uint8Array };

/** `file`: what is sold. */
export interface Drawing {
  file: Uint8Array;
  pages: DrawnPage[];
  series?: DrawnPicture[];
}

/** As wide as a page is shown; wider ones would take the first start twice as long. */
const PAGE_WIDTH = 960;

/** Draws without the readers of foreign documents: what is drawn here is ours. */
export async function draw(wish: DrawingWish): Promise<Drawing> {
  if ('lecture' in wish) return { file: await drawLecture(wish.lecture), pages: [] };
  if ('picture' in wish) {
    const drawn = await drawPixels(wish.picture, wish.width, wish.height);
    return { file: new Uint8Array(), pages: [], series: [await finishPicture(drawn)] };
  }
  if ('photographs' in wish) {
    const series: DrawnPicture[] = [];
    for (const one of wish.photographs) series.push(await finishPicture(await drawPixels(one, PAGE_WIDTH)));
    return { file: new Uint8Array(), pages: [], series };
  }
  if ('artworks' in wish) {
    const { file, drawn } = await drawArtworks(wish.artworks, wish.format);
    return { file, pages: [], series: await Promise.all(drawn.map((one) => finishPicture(one, 88))) };
  }
  const { deck, format } = wish;
  const layout = layOut(deck);
  const pictures = await Promise.all(layout.map((shapes) => shadedPictures(shapes)));
  const pages: DrawnPage[] = [];
  for (const [index, shapes] of layout.entries()) {
    const text = deck.slides[index] ? slideText(deck.slides[index]) : '';
    pages.push({ page_no: index + 1, text, ...(await drawPage(shapes, pictures[index] ?? new Map())) });
  }
  const file = format === 'pptx' ? await deckToPptx(deck, layout, pictures) : await deckToPdf(deck, layout, pictures);
  return { file, pages };
}

/** The pictures of one page in all widths. */
async function drawPage(shapes: readonly Shape[], pictures: Pictures): Promise<Pick<DrawnPage, 'width' | 'height' | 'pictures'>> {
  const drawn = await rasterOf(pageSvg(shapes, pictures, PAGE_WIDTH));
  const { pictures: made } = await encodeWidths(drawn);
  return { width: PAGE_WIDTH, height: Math.round((PAGE_WIDTH * PAGE.height) / PAGE.width), pictures: made };
}

/** A picture of ours, ready to be stored: its file is JPEG of that quality. */
export async function finishPicture(whole: Raster, quality?: number): Promise<DrawnPicture> {
  const data = await toJpeg(whole, quality);
  const drawn = whole.info.width > PAGE_WIDTH ? await narrowed(whole, PAGE_WIDTH) : whole;
  const { pictures, smallest } = await encodeWidths(drawn);
  const { width, height } = drawn.info;
  // what they say of a picture is the same of a small one
  const pixels = pixelsOf(smallest);
  const [placeholder, look] = [await placeholderOf(pixels, smallest.info), await lookOf(pixels)];
  return { data, type: 'jpeg', width, height, placeholder, look, pictures };
}

async function encodeWidths(drawn: Raster): Promise<Pick<DrawnPage, 'pictures'> & { smallest: Raster }> {
  const pictures: DrawnPage['pictures'] = [];
  let smallest = drawn;
  // each is made of the next larger one
  for (const width of pictureWidths(drawn.info.width).reverse()) {
    if (width < smallest.info.width) smallest = await narrowed(smallest, width);
    // a step more takes a third longer, for a tenth of the bytes
    pictures.unshift({ width, data: await pixelsOf(smallest).webp({ quality: 80, effort: 0 }).toBuffer() });
  }
  return { pictures, smallest };
}

const narrowed = (drawn: Raster, width: number): Promise<Raster> =>
  pixelsOf(drawn).resize(width).raw().toBuffer({ resolveWithObject: true });
